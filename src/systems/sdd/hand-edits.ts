// What people changed in the files of a design between steps: it is read, kept and reported. The file on disk is the
// truth.

import { differences } from '../../documents/design/compare-rounds.ts';
import { type DesignTexts, PARTS, type PartName } from '../../documents/design/part.ts';
import type { JsonObject } from '../../json.ts';
import type { CodeCall, IntendedFile } from '../../ports/action.ts';
import { asideName, earlierOf } from './earlier-version.ts';
import { designPath, fileInstead, listOf, noTexts, type SddDeps, textHash } from './sdd-deps.ts';

export type HandEdit = JsonObject & {
  readonly part: string;
  readonly sections: readonly string[];
  readonly round: number;
  /** The step that found it. */
  readonly step: string;
  /** Of a file that code makes again: what it was called then. */
  readonly kept?: string;
};

export interface TakenIn {
  readonly texts: DesignTexts;
  /** All that were ever found, the new ones last. */
  readonly edits: readonly HandEdit[];
  /** Found now. */
  readonly found: readonly HandEdit[];
}

/** The parts as their files have them. A part that was not drafted yet, or has no file, is as the run has it. */
export async function takeIn(call: CodeCall, known: DesignTexts, deps: SddDeps): Promise<TakenIn> {
  const { round = 1, hand_edits, step = call.step } = { ...(call.run.input as JsonObject), ...call.data };
  const texts: { [part in PartName]: string } = { ...known };
  const found: HandEdit[] = [];
  for (const part of PARTS) {
    if (known[part].trim() === '') continue;
    const onDisk = await deps.files.read(designPath(call, `${part}.md`));
    if (onDisk === null || onDisk === known[part]) continue;
    texts[part] = onDisk;
    const sections = sectionsChanged(part, known[part], onDisk);
    found.push({ part, sections, round: Number(round), step: String(step) });
  }
  return { texts, found, edits: [...listOf<HandEdit>(hand_edits), ...found] };
}

function sectionsChanged(part: PartName, before: string, now: string): readonly string[] {
  const changed = differences({ ...noTexts, [part]: before }, { ...noTexts, [part]: now });
  return changed.map(({ section }) => section);
}

/** One sentence for each, for people and for the next drafter. */
export function editSentences(edits: readonly HandEdit[]): readonly string[] {
  return edits.map(({ part, sections, kept }) => {
    if (kept !== undefined)
      return `design/${part} was edited by hand; it was made anew, and what was edited is in design/${kept}.`;
    const what = sections.length === 0 ? 'blank space' : sections.join(', ');
    return `design/${part}.md was edited by hand: ${what}.`;
  });
}

export interface Replacement {
  readonly text: string;
  /** As the run knew it when the new text was begun. */
  readonly known: string;
  /** Hands wrote what the new text takes the place of. */
  readonly isEdited?: boolean;
}

/** The part's file, in the place of what is there; what hands wrote gets a file of its own beside it. */
export async function partFiles(
  call: CodeCall,
  part: PartName,
  { text, known, isEdited = false }: Replacement,
  deps: SddDeps,
): Promise<readonly IntendedFile[]> {
  const path = designPath(call, `${part}.md`);
  const onDisk = await deps.files.read(path);
  if (onDisk === text) return [];
  const own = onDisk !== null && (isEdited || onDisk !== known) ? onDisk : null;
  const aside =
    own === null ? [] : [{ path: designPath(call, await asideName(call, `${part}.md`, own, deps)), text: own }];
  return [...aside, fileInstead(path, text, onDisk)];
}

export interface MadeFile {
  readonly file: 'design.md' | 'schema.sql';
  /** '': there is none to write. */
  readonly text: string;
  /** The hash of what this run wrote there last; null: nothing. */
  readonly own: string | null;
}

export interface MadeFiles {
  readonly files: readonly IntendedFile[];
  readonly found: readonly HandEdit[];
}

/** Files that code makes of the parts. What this run did not write itself is kept beside the new one. */
export async function madeFiles(call: CodeCall, made: readonly MadeFile[], deps: SddDeps): Promise<MadeFiles> {
  const files: IntendedFile[] = [];
  const found: HandEdit[] = [];
  for (const { file, text, own } of made) {
    const onDisk = await deps.files.read(designPath(call, file));
    if (text === '' || onDisk === text) continue;
    if (onDisk !== null && textHash(onDisk) !== own) {
      const kept = await asideName(call, file, onDisk, deps);
      files.push({ path: designPath(call, kept), text: onDisk });
      // Of an earlier version is reported apart: nobody edited it.
      if (own !== null || earlierOf(call.data) === null)
        found.push({ part: file, sections: [], round: Number(call.data.round ?? 1), step: call.step, kept });
    }
    files.push(fileInstead(designPath(call, file), text, onDisk));
  }
  return { files, found };
}
