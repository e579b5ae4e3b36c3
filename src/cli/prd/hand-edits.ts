// What hands did to the files of a feature besides the reviews: told to whoever decides next.

import { outsideEdits } from '../../documents/reconcile-requirements.ts';
import { recordKey } from '../../engine/run-state.ts';
import { type Payloads, readValue } from '../../engine/value.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { oneLine } from '../shown-text.ts';
import { type Gate, textIn } from './gates.ts';
import { hanging, type Look } from './look.ts';

/** null: there is no such file, or it cannot be read. */
export type ReadFile = (path: string) => Promise<string | null>;

const SHOWN_MAX = 6;

/** What the files say by now: a run may wait at a gate for days after it was told last. */
export async function withHandEdits(gate: Gate, run: ShownRun, payloads: Payloads, read: ReadFile): Promise<Gate> {
  if (gate.kind === 'gaps') {
    const edits = [...(gate.gaps.edits ?? []), ...(await editsNow(run, payloads, read))];
    return { ...gate, gaps: { ...gate.gaps, edits: [...new Set(edits)] } };
  }
  if (gate.kind !== 'prd') return gate;
  const before = outputOf(run, payloads, ['outsideEdits']);
  const edits = [...(Array.isArray(before) ? before.map(String) : []), ...(await editsNow(run, payloads, read))];
  const prd = await read(textIn(run, payloads, 'prdPath'));
  const isEdited = prd !== null && prd !== gate.document.text;
  return { ...gate, document: { ...gate.document, edits, handEdited: isEdited ? prd : null } };
}

/** Since the last review. */
async function editsNow(run: ShownRun, payloads: Payloads, read: ReadFile): Promise<readonly string[]> {
  const reviewed = outputOf(run, payloads, ['file', 'text']);
  const found = typeof reviewed === 'string' ? await read(requirementsPath(run, payloads)) : null;
  if (found === null || typeof reviewed !== 'string') return [];
  return outsideEdits(reviewed, found).map(({ message }) => message);
}

export function requirementsPath(run: ShownRun, payloads: Payloads): string {
  const [folder, id] = [textIn(run, payloads, 'prdWorkspacePath'), textIn(run, payloads, 'featureId')];
  return folder === '' || id === '' ? '' : `${folder}/${id}/requirements.md`;
}

/** Of the last requirements review. */
function outputOf({ state }: ShownRun, payloads: Payloads, parts: readonly string[]) {
  return readValue(state.records.get(recordKey(0, 0, 'RR'))?.output, [...parts], payloads);
}

export function editLines(edits: readonly string[], { paint, width }: Look): string[] {
  if (edits.length === 0) return [];
  const left = edits.length - SHOWN_MAX;
  const [only] = edits;
  const head = 'requirements.md was edited by hand:';
  if (edits.length === 1) return ['', ...hanging(' ', oneLine(`${head} ${only}`), width, paint.yellow)];
  return [
    '',
    ...hanging(' ', head, width, paint.yellow),
    ...edits.slice(0, SHOWN_MAX).flatMap((edit) => hanging('   - ', oneLine(edit), width)),
    ...(left > 0 ? [`   - and ${left} more`] : []),
  ];
}
