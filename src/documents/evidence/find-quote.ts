// Quotations: which words a sentence quotes, and where a text has them word for word. White space and the form of
// quotation marks, dashes and apostrophes may differ, nothing else may.

import { byWord } from '../lookup/by-word.ts';

const QUOTED = new RegExp(
  [
    '“([^“”]{1,5000})”',
    // Not the inches of `a 5" pipe`.
    String.raw`(?<![\p{L}\p{N}])"([^"]{1,5000})"`,
    '«([^«»]{1,5000})»',
    '»([^«»]{1,5000})«',
    '„([^„“”]{1,5000})[“”]',
    '”([^“”]{1,5000})”',
    // A closing one is an apostrophe as well.
    String.raw`‘([^‘]{1,5000}?)’(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])'(?=\p{L})([^']{1,5000})'(?![\p{L}\p{N}])`,
    '「([^「」]{1,5000})」',
  ].join('|'),
  'gu',
);
/** Fewer words are a name or a way of speaking. */
const WORDS_MIN = 4;

/** What stands in quotation marks, four words or more. */
export const quotesIn = (text: string): readonly string[] => quotationsIn(text).flat();

/** `[T]he`: a letter in another case. */
const BRACKETED = /\[(\p{L}{1,2})\](?=\p{L})/gu;
/** What is left out, or put in by the writer. */
const OMISSION = /\[[^[\]]{0,200}\]|…|\.{3,}/;

/** Each quotation by its parts: an omission `[...]` or `…` parts it in two, and so does `[the town]`. */
export function quotationsIn(text: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  for (const match of text.matchAll(QUOTED)) {
    const quote = (match.slice(1).find((each) => each !== undefined) ?? '').trim();
    if (quote.split(/\s+/, WORDS_MIN).length < WORDS_MIN) continue;
    found.push(
      quote
        .replace(BRACKETED, '$1')
        .split(OMISSION)
        .map((part) => part.trim())
        .filter((part) => /\p{L}/u.test(part)),
    );
  }
  return found;
}

export interface PlainText {
  readonly text: string;
  /** For each character of the plain text, its place in the original. */
  readonly places: Int32Array;
}

/** Soft hyphens, and blanks without a width. */
const UNSEEN = /[\u00ad\u200b-\u200d\ufeff]/;

/** One white space for all, one form for quotation marks and dashes, small letters. */
export function plainText(original: string): PlainText {
  const places = new Int32Array(original.length + 1);
  const parts: string[] = [];
  let length = 0;
  let isSpace = true;
  for (let at = 0; at < original.length; at++) {
    const character = original[at] ?? '';
    if (UNSEEN.test(character)) continue;
    if (/\s/.test(character)) {
      if (isSpace) continue;
      isSpace = true;
      parts.push(' ');
    } else {
      isSpace = false;
      parts.push(PLAIN[character] ?? small(character));
    }
    places[length++] = at;
  }
  places[length] = original.length;
  return { text: parts.join(''), places };
}

/** Quotation marks of any form: a quotation inside another one has the other kind. */
const PLAIN: Readonly<Record<string, string>> = byWord({
  ...{ '"': "'", '“': "'", '”': "'", '„': "'", '«': "'", '»': "'", '’': "'", '‘': "'", '‚': "'" },
  ...{ '–': '-', '—': '-', '−': '-', '\u2010': '-', '\u2011': '-' },
});

const small = (character: string): string => {
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
};

export interface QuotePlace {
  readonly start: number;
  readonly end: number;
}

/** More than that was left out between two parts: they are no longer one quotation. */
const OMITTED_MAX = 600;
const PART_WORDS_MIN = 3;

/** Where the parts of one quotation stand, in their order and near to each other; null: nowhere. */
export function findParts(
  parts: readonly string[],
  plain: PlainText,
  wordsMin = PART_WORDS_MIN,
): readonly QuotePlace[] | null {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) {
    const found = findQuote(first, plain);
    return found === null ? null : [found];
  }
  if (parts.some((part) => part.split(/\s+/, wordsMin).length < wordsMin)) return null;
  const places: QuotePlace[] = [];
  for (const part of parts) {
    const last = places.at(-1);
    const found = findQuote(part, plain, last?.end ?? 0);
    if (found === null || (last !== undefined && found.start - last.end > OMITTED_MAX)) return null;
    places.push(found);
  }
  return places;
}

/** Where the words stand in the original, not before `from`; null: nowhere. A full stop or comma that the sentence
 *  put inside the marks does not count. */
export function findQuote(quote: string, { text, places }: PlainText, from = 0): QuotePlace | null {
  const words = plainText(quote)
    .text.trim()
    .replace(/[.,;:]{1,3}$/, '');
  if (words === '') return null;
  for (let at = indexIn(text, words, 0); at >= 0; at = indexIn(text, words, at + 1)) {
    const end = at + words.length;
    if (cutsWord(text, at) || cutsWord(text, end) || (places[at] ?? 0) < from) continue;
    return { start: places[at] ?? 0, end: (places[end - 1] ?? 0) + 1 };
  }
  return null;
}

/** The time of `indexOf` grows with both texts where one sign is repeated in them: a long quote is looked up by its
 *  first words and then compared. */
const LOOKED_UP = 200;
const TRIES_MAX = 50;

function indexIn(text: string, words: string, from: number): number {
  const head = words.slice(0, LOOKED_UP);
  let at = text.indexOf(head, from);
  for (let tries = 0; at >= 0 && tries < TRIES_MAX; tries++) {
    if (head.length === words.length || text.startsWith(words, at)) return at;
    at = text.indexOf(head, at + 1);
  }
  return -1;
}

const WORD = /[\p{L}\p{N}]/u;

const cutsWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? '');
