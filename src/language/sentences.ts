// Where the sentences of a text end, in any language: where Unicode's rules say, at list items, at rows of tables and
// at blank lines; but not within a bracket or fenced code.

import { insideBrackets } from './closed-brackets.ts';
import { closedFences } from './closed-fences.ts';

/** `- `, `* `, `+ `, `• `, `1. ` and `2) ` begin an item; the mark is not part of what it says. */
const ITEM = /^[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+(?=\S)/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/**
 * Every word of the text stands in one of them, in its order; white space within a sentence is one blank. An
 * abbreviation may end one: the exceptions that Unicode has for some languages (`de-u-ss-standard`) change nothing in
 * the `Intl.Segmenter` of Node 24 (ICU 78).
 */
export function sentencesIn(text: string, locale = 'en'): readonly string[] {
  const segmenter = new Intl.Segmenter(knownLocale(locale), { granularity: 'sentence' });
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

function segmentsOf(piece: string, segmenter: Intl.Segmenter): readonly string[] {
  const isInside = insideBrackets(piece);
  const starts = Array.from(segmenter.segment(piece), ({ index }) => index).filter((index) => !isInside(index));
  return starts.map((start, at) => piece.slice(start, starts[at + 1]));
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

function knownLocale(locale: string): string {
  try {
    return Intl.Segmenter.supportedLocalesOf(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
