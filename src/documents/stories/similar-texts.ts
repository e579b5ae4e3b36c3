// How alike two short texts are, by their words: for criteria that were reworded a little, and stories told anew.

const NEGATION = /^(?:not|no|never|none|nobody|nothing|without|cannot|can't|don't|doesn't|won't|isn't|aren't|n't)$/;
/** Say nothing of what a text is about. */
const EMPTY = new Set(
  'a an the is are was were be been to of in on at for and or by with from it its this that as shall will must'.split(
    ' ',
  ),
);

export function wordsOf(text: string): readonly string[] {
  const plain = text.toLowerCase().replaceAll('’', "'");
  return plain.match(/\p{N}{1,40}(?:[.,:]\p{N}{1,40}){0,4}|[\p{L}\p{M}'_]{1,80}/gu) ?? [];
}

/** The same for texts that differ in case, punctuation and marks of Markdown only. */
export function textKey(text: string): string {
  const words = wordsOf(text);
  // Of a text without words only its signs are left to tell it by.
  return words.length === 0 ? text.trim() : words.join(' ');
}

export interface TextWords {
  readonly key: string;
  readonly content: ReadonlySet<string>;
  /** Figures and negations: another one makes another statement. */
  readonly decisive: string;
}

export function textWords(text: string): TextWords {
  const words = wordsOf(text);
  const content = words.filter((word) => !EMPTY.has(word)).map(stem);
  const decisive = words.filter((word) => /^\p{N}/u.test(word) || NEGATION.test(word)).sort();
  return { key: textKey(text), content: new Set(content), decisive: decisive.join(' ') };
}

/** 0 to 1, the share of words that both have. */
export function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0;
  let both = 0;
  for (const word of one) if (other.has(word)) both += 1;
  return (2 * both) / (one.size + other.size);
}

/** From here on two wordings say the same. */
const NEARLY = 0.8;

/** 0 where they say different things; 1 for equal wording. */
export function sameStatement(one: TextWords, other: TextWords): number {
  if (one.key === other.key) return 1;
  if (one.decisive !== other.decisive) return 0;
  const shared = sharedWords(one.content, other.content);
  return shared >= NEARLY ? Math.min(shared, 0.99) : 0;
}

/** Plurals and verbs in the third person; more would join words that differ. */
const stem = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);
