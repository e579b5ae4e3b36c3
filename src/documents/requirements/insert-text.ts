// Puts new stretches into a file's text; everything around them stays byte for byte.

import {
  eolOf,
  type Outline,
  type Piece,
  SECTION_HEADINGS,
  SECTION_KINDS,
  type SectionKind,
} from './outline-requirements.ts';

export interface Insertion {
  readonly at: number;
  /** With `\n` line ends; the file's own are put in their place. */
  readonly text: string;
}

/** Insertions at the same place keep their order. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  const eol = eolOf(text);
  let result = '';
  let done = 0;
  for (const { at, text: added } of insertions.toSorted((a, b) => a.at - b.at)) {
    result += text.slice(done, at) + added.replaceAll('\n', eol);
    done = at;
  }
  return result + text.slice(done);
}

/** Where each of `chunks` goes: the end of its section; a section that is missing is made in its usual place. */
export function insertionsFor(outline: Outline, chunks: ReadonlyMap<SectionKind, string>): readonly Insertion[] {
  return SECTION_KINDS.flatMap((kind, index) => {
    const chunk = chunks.get(kind);
    if (chunk === undefined) return [];
    const own = sectionEnd(outline, kind);
    if (own !== null) return [atEnd(outline.text, own, chunk)];
    const text = `## ${SECTION_HEADINGS[kind]}\n\n${chunk}`;
    const before = SECTION_KINDS.slice(0, index)
      .flatMap((each) => sectionEnd(outline, each) ?? [])
      .at(-1);
    return [atEnd(outline.text, before ?? fallbackEnd(outline, SECTION_KINDS.slice(index + 1)), text)];
  });
}

/** Before the first of the sections that follow, else at the end of the file. */
function fallbackEnd(outline: Outline, following: readonly SectionKind[]): number {
  const isNext = (piece: Piece) =>
    piece.kind === 'section' && piece.section !== null && following.includes(piece.section);
  const stop = outline.pieces.find((piece) => isNext(piece) || piece.kind === 'open');
  return stop?.start ?? outline.text.length;
}

/** The end of the first section of that kind; a fence nobody closed stays behind it. */
function sectionEnd({ pieces }: Outline, kind: SectionKind): number | null {
  const first = pieces.findIndex((piece) => piece.kind === 'section' && piece.section === kind);
  if (first < 0) return null;
  const after = pieces.findIndex(
    (piece, index) => index > first && (piece.kind === 'section' || piece.kind === 'open'),
  );
  return (after < 0 ? pieces.at(-1)?.end : pieces[after]?.start) ?? null;
}

/** After the last line that says something before `end`, with a blank line on either side. */
export function atEnd(text: string, end: number, chunk: string): Insertion {
  const said = text.slice(0, end).trimEnd().length;
  if (said === 0) return { at: end, text: end === text.length ? `${chunk}\n` : `${chunk}\n\n` };
  const at = lineEnd(text, said);
  const gap = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text.slice(at))?.[0].replaceAll('\r\n', '\n') ?? '';
  const isLast = text.slice(at).trim() === '';
  const below = isLast || gap.length - gap.replace(/[\r\n]/g, '').length >= 2 ? '' : '\n';
  return { at, text: `\n\n${chunk}${isLast && gap === '' ? '\n' : below}` };
}

export function lineEnd(text: string, at: number): number {
  const found = text.slice(at).search(/[\r\n]/);
  return found < 0 ? text.length : at + found;
}
