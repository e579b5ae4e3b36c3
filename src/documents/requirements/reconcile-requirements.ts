// Two versions of requirements.md made from the same one, brought together: the file on disk is the ground, and
// what we changed is put into it part by part. Where both changed the same part the file's stays and ours is shown.

import { describeEdits } from './describe-edits.ts';
import { type FileParts, filePartsOf, isSamePart, nameOf, type Part, wordsOf } from './file-parts.ts';
import { atEnd, type Insertion, insertAll, insertionsFor } from './insert-text.ts';
import { eolOf, type SectionKind } from './outline-requirements.ts';
import type { Conflict, OutsideEdit } from './requirement.ts';

export interface ReconcileResult {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
  readonly edits: readonly OutsideEdit[];
}

export function reconcileRequirements(base: string, ours: string, theirs: string): ReconcileResult {
  const edits = outsideEdits(base, theirs);
  if (ours === theirs || ours === base) return { text: theirs, conflicts: [], edits };
  if (theirs === base) return { text: ours, conflicts: [], edits };
  const [was, mine, found] = [filePartsOf(base), filePartsOf(ours), filePartsOf(theirs)];
  if (was === null || mine === null || found === null)
    return { text: theirs, conflicts: [wholeConflict(base, ours, theirs)], edits };
  const changes = changesOf(was, mine, found);
  const text = applied(theirs, mine, changes);
  if (text !== null) return { text, conflicts: changes.flatMap(({ conflict }) => conflict ?? []), edits };
  return { text: theirs, conflicts: changes.map((change) => change.conflict ?? conflictOf(change)), edits };
}

/** What someone changed between two looks at the file, in words. */
export function outsideEdits(before: string, after: string): readonly OutsideEdit[] {
  return describeEdits(before, after);
}

/** Something we changed, beside what became of it in the file. */
interface Change {
  readonly was: Part | undefined;
  readonly mine: Part | undefined;
  readonly found: Part | undefined;
  readonly conflict: Conflict | null;
}

function changesOf(base: FileParts, ours: FileParts, theirs: FileParts): Change[] {
  const keys = new Set([...base.parts.keys(), ...ours.parts.keys()]);
  return [...keys].flatMap((key) => {
    const [was, mine, found] = [base.parts.get(key), ours.parts.get(key), theirs.parts.get(key)];
    if (isSamePart(was, mine) || isSamePart(mine, found)) return [];
    const change = { was, mine, found, conflict: null };
    return [isSamePart(was, found) ? change : { ...change, conflict: conflictOf(change) }];
  });
}

function conflictOf({ was, mine, found }: Change): Conflict {
  const part = (mine ?? found ?? was) as Part;
  return {
    id: part.piece.kind === 'item' ? part.piece.name : null,
    base: was?.words ?? null,
    ours: mine?.words ?? null,
    theirs: found?.words ?? null,
    message:
      `${capital(nameOf(part))} was ${action(was, mine)} here and ${action(was, found)} in the file; the file's ` +
      'stays.',
  };
}

function action(before: Part | undefined, after: Part | undefined): string {
  if (isSamePart(before, after)) return 'left as it was';
  if (after === undefined) return 'removed';
  if (before === undefined) return 'added';
  return before.words === after.words ? 'moved' : 'changed';
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

function wholeConflict(base: string, ours: string, theirs: string): Conflict {
  const message =
    'Expected a file that can be read part by part, found an unresolved merge or Markdown the parser gave up on. ' +
    'The file stays as it is; what was decided here is not in it yet.';
  return { id: null, base, ours, theirs, message };
}

/** First what is replaced or goes, then what is new: its place is found in the text as it is by then.
 *  null when the file would not read as meant with it. */
function applied(theirs: string, ours: FileParts, changes: readonly Change[]): string | null {
  const clear = changes.filter(({ conflict }) => conflict === null);
  const isKept = ({ mine, found }: Change) => mine !== undefined && found !== undefined && mine.place === found.place;
  const edited = replaceAll(
    theirs,
    clear.filter(({ found }) => found !== undefined),
    isKept,
  );
  const added = clear.filter((change) => change.mine !== undefined && !isKept(change)).map(({ mine }) => mine as Part);
  const middle = filePartsOf(edited);
  if (middle === null) return null;
  const text = insertAll(edited, additions(middle, ours, added));
  const result = filePartsOf(text);
  if (result === null) return null;
  const kept = [...middle.parts.values()].every((part) => isSamePart(part, result.parts.get(part.key)));
  const isIn = clear.every(({ mine }) => mine === undefined || isSamePart(mine, result.parts.get(mine.key)));
  return kept && isIn ? text : null;
}

function replaceAll(text: string, changes: readonly Change[], isKept: (change: Change) => boolean): string {
  let result = '';
  let done = 0;
  const inOrder = changes.toSorted((a, b) => (a.found?.piece.start ?? 0) - (b.found?.piece.start ?? 0));
  for (const change of inOrder) {
    const { start, end } = (change.found as Part).piece;
    const raw = text.slice(start, end);
    const before = raw.slice(0, raw.length - raw.trimStart().length);
    const after = raw.slice(Math.max(before.length, raw.trimEnd().length));
    const words = (change.mine as Part | undefined)?.words.replaceAll('\n', eolOf(text)) ?? '';
    result += text.slice(done, start) + (isKept(change) ? before + words + after : '');
    done = end;
  }
  return result + text.slice(done);
}

/** New parts at the end of their sections, in our order; sections the file lacks come with them. */
function additions(file: FileParts, ours: FileParts, added: readonly Part[]): readonly Insertion[] {
  const places = Map.groupBy(added, ({ place }) => place);
  const known = new Map<SectionKind, string>();
  const insertions: Insertion[] = [];
  const order = [...ours.parts.keys()];
  for (const [place, parts] of [...places].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
    const inOrder = parts.toSorted((a, b) => a.piece.start - b.piece.start);
    const chunk = inOrder.map(({ words }) => words).join('\n\n');
    const kind = ours.parts.get(place)?.piece.section ?? null;
    const isWithHeading = inOrder[0]?.piece.kind === 'section';
    if (kind !== null && place === `section ${kind}` && !isWithHeading) known.set(kind, chunk);
    else insertions.push(placed(file, place, isWithHeading ? chunk : underHeading(file, ours, place, chunk)));
  }
  return [...insertionsFor(file.outline, known), ...insertions];
}

function underHeading(file: FileParts, ours: FileParts, place: string, chunk: string): string {
  const section = ours.parts.get(place);
  if (section === undefined || file.parts.has(place)) return chunk;
  return `${section.words.split('\n')[0]}\n\n${chunk}`;
}

/** At the end of the section of that key, else of the file; before a fence that nobody closed. */
function placed(file: FileParts, place: string, chunk: string): Insertion {
  const { text, pieces } = file.outline;
  const inside = [...file.parts.values()].filter((part) => part.place === place && part.piece.kind !== 'open');
  const open = pieces.find(({ kind }) => kind === 'open')?.start ?? text.length;
  return atEnd(text, file.parts.has(place) ? (inside.at(-1)?.piece.end ?? open) : open, wordsOf(chunk));
}
