// Where the sentences of a text end, in any language: where Unicode's rules say, at list items, at rows of tables and
// at blank lines; but not within a bracket or fenced code.

import { insideBrackets } from './closed-brackets.ts';
import { closedFences } from './closed-fences.ts';

/** `- `, `* `, `+ `, `• `, `1. ` and `2) ` begin an item; the mark is not part of what it says. */
const ITEM = /^[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+(?=\S)/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/**
 * Behind the white space of each; a line ends one. An abbreviation may end one: the exceptions that Unicode has for
 * some languages (`de-u-ss-standard`) change nothing in `Intl.Segmenter` of Node 24 (ICU 78).
 */
export const sentenceEnds = (text: string, locale = 'en'): readonly number[] => endsIn(text, segmenterOf(locale));

/** Every word of the text stands in one of them, in its order; white space within a sentence is one blank. */
export function sentencesIn(text: string, locale = 'en'): readonly string[] {
  const segmenter = segmenterOf(locale);
  const found: string[] = [];
  for (const { piece, isWhole } of piecesOf(text)) {
    for (const segment of isWhole ? [piece] : segmentsOf(piece, segmenter)) {
      const sentence = segment.trim();
      // Marks alone, such as a smile behind a full stop, belong to what stands before them.
      if (WORD_CHARACTER.test(sentence) || found.length === 0) found.push(sentence);
      else if (sentence !== '') found[found.length - 1] += ` ${sentence}`;
    }
  }
  return found.filter((sentence) => sentence !== '');
}

function segmenterOf(locale: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter([locale, 'en'], { granularity: 'sentence' });
  } catch {
    return segmenterOf('en');
  }
}

const endsIn = (text: string, segmenter: Intl.Segmenter): readonly number[] =>
  Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);

function segmentsOf(piece: string, segmenter: Intl.Segmenter): readonly string[] {
  const isInside = insideBrackets(piece);
  const ends = endsIn(piece, segmenter).filter((end) => end === piece.length || !isInside(end));
  return ends.map((end, at) => piece.slice(ends[at - 1] ?? 0, end));
}

interface Piece {
  readonly piece: string;
  /** A row of a table or a fence, whatever stands in it. */
  readonly isWhole: boolean;
}

/** List items, rows of tables, fenced code and paragraphs, each in one line. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: { lines: string[]; isWhole: boolean }[] = [{ lines: [], isWhole: false }];
  const all = text.split(/\r\n|[\r\n\u2028\u2029]/);
  const fences = closedFences(all.map((line) => line.replace(ITEM, '')));
  let isTable = false;
  let fenceEnd = -1;
  for (const [at, line] of all.entries()) {
    if (at <= fenceEnd) continue;
    fenceEnd = fences.get(at) ?? -1;
    if (fenceEnd > at) {
      isTable = false;
      const lines = [line.replace(ITEM, ''), ...all.slice(at + 1, fenceEnd + 1)];
      pieces.push({ lines, isWhole: true }, { lines: [], isWhole: false });
      continue;
    }
    const isHead: boolean = !isTable && line.includes('|') && isBelowHead(all[at + 1] ?? '');
    isTable = isHead || (isTable && line.includes('|'));
    const isBelow = isTable && !isHead && isBelowHead(line);
    const isRow = isTable && !isBelow;
    const isBlank = line.trim() === '';
    if (isBlank || isRow || isBelow || ITEM.test(line)) pieces.push({ lines: [], isWhole: isRow });
    if (!isBlank && !isBelow) pieces.at(-1)?.lines.push((isRow ? line : line.replace(ITEM, '')).trim());
    // What follows a row is none of it.
    if (isRow && !(all[at + 1] ?? '').includes('|')) pieces.push({ lines: [], isWhole: false });
  }
  return pieces
    .map(({ lines, isWhole }) => ({ piece: lines.join(' ').replace(/\s+/g, ' ').trim(), isWhole }))
    .filter(({ piece }) => piece !== '');
}

/** The line below the first row of a table; it says nothing. */
function isBelowHead(line: string): boolean {
  if (!line.includes('|') || !/^[-:| \t]*$/.test(line)) return false;
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}
