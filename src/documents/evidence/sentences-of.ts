// The sentences of a stored text with their places. Headings, tables and code hold none. Time grows with the text
// alone.

import { anyOf } from './any-of.ts';
import type { Language } from './language.ts';
import { joined, type TextBlock, textBlocks } from './text-blocks.ts';

export interface Sentence {
  /** Characters of the text. */
  readonly start: number;
  readonly end: number;
  /** White space joined. */
  readonly text: string;
  /** The heading it stands under; '' where there is none. */
  readonly heading: string;
  /** Between quotation marks of which it holds neither: somebody's words, whoever that is. */
  readonly isSpeech: boolean;
}

/** The next word tells whether the sentence ends. */
const ABBREVIATIONS = anyOf(`mr mrs ms mx dr prof st mt ft gen gov sen rep rev hon capt cpt sgt col lt cmdr pres
  messrs vs cf ca inc ltd co corp llc plc bros etc jr sr al dept univ assn ave blvd rd`);
/** Stand before figures. */
const BEFORE_FIGURE = anyOf(`no nos fig figs eq eqs vol vols pp p ch sec sect art tab ref refs ed est approx nr para
  app jan feb mar apr jun jul aug sep sept oct nov dec v`);
const STARTERS = anyOf(`the a an this that these those it its he she they we i you in on at as for from by with
  while when if after before although though however but and or so there here what how why who where both each all some
  many most several no not one two three more according since during under over despite today now yet then thus
  therefore also their his her our my your such other another between because once until every few`);

const MARK = /[\p{Sentence_Terminal}…]/u;
const CLOSERS = new Set('"\'“”’»)]}');

export function sentencesOf(text: string, { ends }: Pick<Language, 'ends'>): readonly Sentence[] {
  const found: Sentence[] = [];
  const blocks = textBlocks(text).filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  const places = ends(readableOf(text, blocks));
  let next = 0;
  for (const { start, end, heading } of blocks) {
    let from = start;
    const speech = quotedIn(text.slice(start, end)).map(([open, close]) => [open + start, close + start] as const);
    for (; (places[next] ?? end) < end; next++) {
      const at = markBefore(text, Math.max(from, places[next - 1] ?? 0), places[next] ?? 0);
      if (at === null) continue;
      const after = endOf(text, at, end);
      if (!isBoundary(text, from, at, after, end)) continue;
      add(found, text, from, after, heading, speech);
      from = after;
    }
    add(found, text, from, end, heading, speech);
  }
  return found;
}

/** Of the same length: each block in one line. Figures and marks of Markdown begin a sentence as a capital does. */
function readableOf(text: string, blocks: readonly TextBlock[]): string {
  let readable = '';
  for (const { start, end } of blocks) {
    if (start > 0) readable = `${readable.padEnd(start - 1)}\n`;
    readable += text.slice(start, end).replace(/\n {0,3}(?:> ?){0,9}/g, (mark) => ' '.repeat(mark.length));
  }
  return readable.replace(/[\d`*_$…]/g, (mark) => (mark === '…' ? '.' : 'A'));
}

/** What stands between the end of a sentence and the next one is white space and marks that close it. */
function markBefore(text: string, from: number, place: number): number | null {
  let at = place - 1;
  while (at >= from && !MARK.test(text[at] ?? '') && /[\s\p{P}>]/u.test(text[at] ?? '')) at--;
  return at >= from && MARK.test(text[at] ?? '') ? at : null;
}

type Quoted = readonly (readonly [number, number])[];

/** Where the quotations of a paragraph begin and end. Curly marks that are not closed quote the rest of it, since the
 *  quotation goes on in the next one. */
function quotedIn(paragraph: string): Quoted {
  const straight = [...paragraph.matchAll(/(?<!\d)"/g)].map(({ index }) => index);
  const pairs = straight.flatMap((open, at) => {
    const close = straight[at + 1];
    return at % 2 === 0 && close !== undefined ? [[open, close] as const] : [];
  });
  // German closes with the mark that English opens with.
  const curly = [...paragraph.matchAll(/„[^“”]*[“”]?|“[^”]*/g)].map(
    ({ 0: words, index }) => [index, index + words.length] as const,
  );
  return [...pairs, ...curly];
}

function add(found: Sentence[], text: string, from: number, to: number, heading: string, speech: Quoted): void {
  const own = text.slice(from, to);
  const start = from + (own.length - own.trimStart().length);
  const end = from + own.trimEnd().length;
  const isSpeech = speech.some(([open, close]) => open < start && close >= end);
  if (end > start) found.push({ start, end, text: joined(text, start, end), heading, isSpeech });
}

/** Behind the marks that end a sentence, closing quotes and brackets, and numbers of notes: `.” [12]`. */
function endOf(text: string, at: number, end: number): number {
  let after = at + 1;
  while (after < end && (MARK.test(text[after] ?? '') || CLOSERS.has(text[after] ?? ''))) after++;
  while (text[after] === '[') {
    const [note] = /^\[\^?[\w, –-]{1,20}\]/.exec(text.slice(after, Math.min(end, after + 24))) ?? [];
    if (note === undefined) break;
    after += note.length;
  }
  return after;
}

function isBoundary(text: string, from: number, at: number, after: number, end: number): boolean {
  // Other scripts need no blank.
  if (/(?![.!?…])\p{Sentence_Terminal}/u.test(text[after - 1] ?? '')) return true;
  let next = after;
  while (next < end && /\s/.test(text[next] ?? '')) next++;
  if (next === after) return false;
  const follows = text.slice(next, next + 40);
  if (/^["'“‘«([]{0,3}\p{Ll}/u.test(follows)) return false;
  const isPlainStop = text[at] === '.' && after === at + 1 && !MARK.test(text[at - 1] ?? '');
  return !isPlainStop || endsAfterWord(text.slice(Math.max(from, at - 16), at), follows);
}

/** Whether the full stop behind these characters ends a sentence, and not an abbreviation. */
function endsAfterWord(before: string, follows: string): boolean {
  const [word = ''] = /[\p{L}.]{1,16}$/u.exec(before) ?? [];
  const lower = word.toLowerCase();
  if (BEFORE_FIGURE.test(lower) && /^[([]?[\p{N}$€£]/u.test(follows)) return false;
  const isInitial = /^\p{Lu}$/u.test(word) || /(?:^|[\s(])\p{Ll}$/u.test(before);
  const isShort = isInitial || ABBREVIATIONS.test(lower) || /^(?:\p{L}\.){1,5}\p{L}{1,2}$/u.test(word);
  const [next = ''] = /(?<=^["'“‘«([]{0,3})\p{L}+(?![\p{L}.])/u.exec(follows) ?? [];
  return !isShort || STARTERS.test(next.toLowerCase());
}
