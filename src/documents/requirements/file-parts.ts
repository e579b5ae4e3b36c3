// The pieces of a requirements file under names that stay the same between versions of it, to compare and merge them.

import { type Outline, outlineRequirements, type Piece } from './outline-requirements.ts';

export interface Part {
  /** What it is, whatever it says: `item REQ-001`, `section approved`; a second of the same name ends in `#2`. */
  readonly key: string;
  /** The key of the section it stands in. */
  readonly place: string;
  /** Its text with `\n` line ends and no blank space around. */
  readonly words: string;
  readonly piece: Piece;
}

export interface FileParts {
  readonly outline: Outline;
  readonly parts: ReadonlyMap<string, Part>;
}

/** null when the file cannot be taken apart: the parser gave up, or an unresolved merge stands in it. */
export function filePartsOf(text: string): FileParts | null {
  try {
    const outline = outlineRequirements(text);
    return outline.conflictLine === null ? { outline, parts: partsOf(outline) } : null;
  } catch {
    return null;
  }
}

function partsOf({ text, pieces }: Outline): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const counts = new Map<string, number>();
  let place = '';
  for (const piece of pieces) {
    const key = freeKey(parts, keyOf(piece, place), counts);
    if (piece.kind === 'section') place = key;
    parts.set(key, { key, place, words: wordsOf(text.slice(piece.start, piece.end)), piece });
  }
  return parts;
}

function keyOf(piece: Piece, place: string): string {
  if (piece.kind === 'section') return `section ${piece.section ?? piece.name}`;
  if (piece.kind === 'block') return `block ${piece.name} in ${place}`;
  return `${piece.kind} ${piece.name}`.trim();
}

/** A heading may itself end in `#2`, so a number is only taken when nothing has that name. */
function freeKey(parts: ReadonlyMap<string, Part>, key: string, counts: Map<string, number>): string {
  for (let tries = 0; tries <= parts.size; tries += 1) {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const name = count === 1 ? key : `${key} #${count}`;
    if (!parts.has(name)) return name;
  }
  throw new Error(`Expected one of ${parts.size + 1} names for "${key}" to be free.`);
}

export const wordsOf = (raw: string): string => raw.replace(/\r\n?/g, '\n').trim();

/** Items also change by standing elsewhere. */
export function isSamePart(a: Part | undefined, b: Part | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.words === b.words && (a.piece.kind !== 'item' || a.place === b.place);
}

/** How people call it. */
export function nameOf({ piece }: Part): string {
  if (piece.kind === 'item') return piece.title === '' ? piece.name : `${piece.name} "${piece.title}"`;
  if (piece.kind === 'record') return `the review of ${piece.name}`;
  if (piece.kind === 'preamble') return 'the text before the first section';
  if (piece.kind === 'open') return 'the fence or comment at the end that nobody closed';
  return piece.kind === 'block' ? `"${piece.name}" under "${piece.under}"` : `the section "${piece.name}"`;
}
