// Where the sentences of a text end, in any language: where Unicode's rules say, at list items, at rows of tables and
// at blank lines.

/** `- `, `* `, `+ `, `• `, `1. ` and `2) ` begin an item; the mark is not part of what it says. */
const ITEM = /^[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+(?=\S)/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/**
 * Behind the white space of each; a line ends one. An abbreviation may end one: the exceptions that Unicode has for
 * some languages (`de-u-ss-standard`) change nothing in `Intl.Segmenter` of Node 24 (ICU 78).
 */
export function sentenceEnds(text: string, locale = 'en'): readonly number[] {
  const segmenter = new Intl.Segmenter([locale, 'en'], { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
}

/** Every word of the text stands in one of them, in its order; white space within a sentence is one blank. */
export function sentencesIn(text: string, locale = 'en'): readonly string[] {
  const found: string[] = [];
  for (const { piece, isRow } of piecesOf(text)) {
    const ends = isRow ? [piece.length] : sentenceEnds(piece, locale);
    for (const [at, end] of ends.entries()) {
      const sentence = piece.slice(ends[at - 1] ?? 0, end).trim();
      // Marks alone, such as a smile behind a full stop, belong to what stands before them.
      if (WORD_CHARACTER.test(sentence) || found.length === 0) found.push(sentence);
      else if (sentence !== '') found[found.length - 1] += ` ${sentence}`;
    }
  }
  return found.filter((sentence) => sentence !== '');
}

interface Piece {
  readonly piece: string;
  /** Of a table: it is one whole, whatever its cells say. */
  readonly isRow: boolean;
}

/** List items, rows of tables and paragraphs, each in one line. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: { lines: string[]; isRow: boolean }[] = [{ lines: [], isRow: false }];
  const all = text.split(/\r\n|[\r\n\u2028\u2029]/);
  let isTable = false;
  for (const [at, line] of all.entries()) {
    const isHead: boolean = !isTable && line.includes('|') && isBelowHead(all[at + 1] ?? '');
    isTable = isHead || (isTable && line.includes('|'));
    const isBelow = isTable && !isHead && isBelowHead(line);
    const isRow = isTable && !isBelow;
    const isBlank = line.trim() === '';
    if (isBlank || isRow || isBelow || ITEM.test(line)) pieces.push({ lines: [], isRow });
    if (!isBlank && !isBelow) pieces.at(-1)?.lines.push((isRow ? line : line.replace(ITEM, '')).trim());
    // What follows a row is none of it.
    if (isRow && !(all[at + 1] ?? '').includes('|')) pieces.push({ lines: [], isRow: false });
  }
  return pieces
    .map(({ lines, isRow }) => ({ piece: lines.join(' ').replace(/\s+/g, ' '), isRow }))
    .filter(({ piece }) => piece !== '');
}

/** The line below the first row of a table; it says nothing. */
function isBelowHead(line: string): boolean {
  if (!line.includes('|') || !/^[-:| \t]*$/.test(line)) return false;
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}
