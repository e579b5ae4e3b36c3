// A sentence as it is compared with another one: its words, and what code can tell to be another one: figures, units,
// dates, names and denials.

import { datesOf } from './cited-text.ts';
import { comparableWord } from './comparable-word.ts';
import { DATE_NAMES, isNegator } from './cue-words.ts';
import { type FigureReading, readFigures } from './figure-readings.ts';
import type { Language } from './language.ts';
import { measureOf, measuresIn } from './measure-names.ts';
import { ordinalOf, readNumber, type TextToken, tokensOf } from './number-words.ts';
import type { DateMention } from './read-dates.ts';
import { moneyOfSign, unitNamed, unitSymbol } from './units-of-measure.ts';
import { rootOf, rootsOf } from './word-roots.ts';
import { plainFigures, readingsOf } from './written-numbers.ts';

export type PartKind = 'word' | 'small' | 'figure' | 'unit' | 'date' | 'name' | 'denial';

export interface SentencePart {
  readonly kind: PartKind;
  readonly text: string;
  /** Two parts of a kind are the same where they share one of these. */
  readonly keys: readonly string[];
  /** Of a figure: all that its digits can mean, and half of what the last one counts. */
  readonly values: readonly number[];
  readonly step: number;
  /** Characters of the sentence in plain figures. */
  readonly start: number;
  readonly end: number;
  /** A name, or a word with a capital letter of which nobody can tell whether it is one. */
  readonly mayBeName: boolean;
}

export interface ReadSentence {
  /** In plain figures. */
  readonly text: string;
  readonly figures: readonly FigureReading[];
  readonly dates: readonly DateMention[];
  readonly parts: readonly SentencePart[];
}

interface Around {
  readonly measures: ReadonlyMap<string, string>;
  /** Forms of a dictionary by words in small letters. */
  readonly bases: ReadonlyMap<string, string>;
  /** What the tagger takes for names, in small letters. */
  readonly named: ReadonlySet<string>;
  readonly language: Language;
  readonly isEnglish: boolean;
  readonly hasNames: boolean;
  /** Most of its letters are. */
  readonly isLatin: boolean;
}

/** In languages that give capitals to names alone they are one word in ten. */
const CAPITALS_MAX = 0.25;

export function readSentence(written: string, languages: readonly string[], language: Language): ReadSentence {
  const text = plainFigures(written);
  const tokens = tokensOf(text, language.cut);
  const around = aroundOf(text, tokens, languages, language);
  const parts: SentencePart[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const number = readNumber(tokens, at);
    const ordinal = number === null ? ordinalOf(tokens, at) : null;
    const next = number?.next ?? ordinal?.next ?? at + 1;
    if (number !== null) parts.push(figureOf(text, tokens, at, number));
    else if (ordinal !== null) parts.push(ordinalPart(text, token, tokens[ordinal.next - 1] ?? token, ordinal.value));
    else parts.push(...partOf(tokens, at, parts.at(-1), around));
    at = Math.max(next, at + 1);
  }
  const figures = readFigures(text, true);
  return { text, parts, figures, dates: datesOf(text, figures) };
}

function aroundOf(
  text: string,
  tokens: readonly TextToken[],
  languages: readonly string[],
  language: Language,
): Around {
  const isEnglish = language.isEnglish(text);
  const words = tokens.slice(1).filter((token) => /\p{L}{2}/u.test(token.text));
  const capitals = words.filter((token) => /^\p{Lu}/u.test(token.text));
  const tagged = language.words(text);
  return {
    ...{ language, isEnglish },
    measures: measuresIn(languages, language),
    bases: new Map(tagged.map((word) => [word.text.toLowerCase(), word.base])),
    named: new Set(tagged.flatMap((word) => (word.kind === 'name' ? [word.text.toLowerCase()] : []))),
    isLatin: (text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0),
    hasNames: isEnglish || capitals.length <= words.length * CAPITALS_MAX,
  };
}

function figureOf(
  text: string,
  tokens: readonly TextToken[],
  at: number,
  number: NonNullable<ReturnType<typeof readNumber>>,
): SentencePart {
  const { value, step, scale = 1, next } = number;
  const [first, last] = [tokens[at], tokens[Math.max(at, next - 1)]];
  const digits = /^\d/.test(first?.text ?? '') && !number.isFraction ? readingsOf(first?.text ?? '') : [];
  const values = [...new Set([value, ...digits.map((each) => each * scale)])].filter(Number.isFinite);
  const whole = text.slice(first?.start, last?.end);
  // `12.05.2019` and other numbers in parts are compared as they are written.
  const isDate = /\d[./-]\d+[./-]\d/.test(first?.text ?? '');
  const part = partAt('figure', first, last, whole, [whole.toLowerCase()]);
  return { ...part, values: isDate ? [] : values, step };
}

const ordinalPart = (text: string, first: TextToken, last: TextToken, value: number): SentencePart =>
  partAt('figure', first, last, text.slice(first.start, last.end), [`ordinal ${value}`]);

const partAt = (
  kind: PartKind,
  first: TextToken | undefined,
  last: TextToken | undefined,
  text: string,
  keys: readonly string[],
  mayBeName = false,
): SentencePart => ({
  ...{ kind, text, keys, values: [], step: 0, start: first?.start ?? 0, end: last?.end ?? 0, mayBeName },
});

function partOf(
  tokens: readonly TextToken[],
  at: number,
  before: SentencePart | undefined,
  around: Around,
): readonly SentencePart[] {
  const token = tokens[at];
  if (token === undefined) return [];
  const { text, lower } = token;
  const plain = (kind: PartKind, keys: readonly string[], mayBeName = false): readonly SentencePart[] => [
    partAt(kind, token, token, text, keys, mayBeName),
  ];
  const money = moneyOfSign(text);
  if (money !== null) return plain('unit', [`${money} 1`]);
  const isBehindFigure = before?.kind === 'figure';
  if (lower === 'percentage' && /^points?$/.test(tokens[at + 1]?.lower ?? '')) return plain('unit', ['points']);
  if (before?.keys[0] === 'points' && /^points?$/.test(lower)) return [];
  const unit = unitNamed(lower) ?? (isBehindFigure ? (unitSymbol(text) ?? unitNamed(text)) : null);
  if (unit !== null) return plain('unit', [`${unit.dimension} ${unit.factor}`]);
  if (!/\p{L}/u.test(text)) return [];
  const meaning = measureOf(lower, around.measures);
  if (meaning?.startsWith('month') === true && /^\p{Lu}/u.test(text)) return plain('date', [meaning]);
  if (DATE_NAMES.test(lower.replace(/s$/, '')) && /^\p{Lu}/u.test(text)) return plain('date', [lower]);
  if (meaning !== undefined && !meaning.startsWith('month')) return plain('unit', [meaning]);
  const base = around.bases.get(lower) ?? lower;
  if (isNegator(lower) || isNegator(base)) return plain('denial', [base]);
  if ((around.hasNames && isName(tokens, at, around)) || hasLookAlikes(text, around))
    return plain('name', nameKeys(text), true);
  const mayBeName = /^\p{Lu}/u.test(text) && (!around.isEnglish || around.named.has(lower));
  return rootsOf(lower).length === 0 ? plain('small', [lower]) : plain('word', wordKeys(lower, base), mayBeName);
}

/** `nеw` with a Cyrillic letter: as a name it is compared letter by letter, and found only where it stands so. */
const hasLookAlikes = (word: string, { isLatin }: Around): boolean =>
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word) && (isLatin || /\p{Script=Latin}/u.test(word));

const wordKeys = (lower: string, base: string): readonly string[] => [
  ...new Set([rootOf(lower.replace(/['’]s$/, '')), rootOf(base), comparableWord(base)]),
];

const nameKeys = (text: string): readonly string[] => [comparableWord(text).replace(/['’]s?$/, '')];

/** A capital letter; where an English sentence begins, of a word that the lexicon does not have. */
function isName(tokens: readonly TextToken[], at: number, { isEnglish, language }: Around): boolean {
  const text = tokens[at]?.text ?? '';
  if (!/^\p{Lu}/u.test(text) || text === 'I') return false;
  const isFirst = at === 0 || /^["'“”‘’«»„([:.!?…–—]$/u.test(tokens[at - 1]?.text ?? '');
  if (!isFirst || !isEnglish) return !isFirst;
  return language.words(text.toLowerCase().replace(/['’]s?$/, ''))[0]?.isKnown !== true;
}
