// Names of a claim that stand nowhere in or around the cited passages. Only capitals tell a name, so nothing is said
// where the script has none, where the language gives them to all nouns, or where claim and sources differ in language.

import type { CitedText } from './cited-text.ts';
import { comparableWord } from './comparable-word.ts';
import { DATE_NAMES } from './cue-words.ts';
import type { Language } from './language.ts';
import type { HardObjection } from './object-to.ts';
import { readQuantities } from './read-quantities.ts';
import { isInitialsOf, sameName } from './same-name.ts';

interface CapitalWord {
  readonly text: string;
  readonly start: number;
  readonly isFirst: boolean;
  /** Of words with capitals that stand side by side. */
  readonly run: number;
}

/** Of runs of words: in languages that mark names alone it is about one in ten. */
const CAPITALS_MAX = 0.2;

export function objectToNames(claim: string, cited: CitedText, isEnglish: boolean): readonly HardObjection[] {
  if (!cited.isEnglish && capitalShare(cited.sentences.join('\n')) > CAPITALS_MAX) return [];
  const isDense = capitalShare(claim) > CAPITALS_MAX;
  if (isDense && !isEnglish) return [];
  if (isEnglish !== cited.isEnglish || (!isEnglish && cited.language.tell(claim) !== cited.code)) return [];
  // `356 degrees Fahrenheit`, `5 US dollars`.
  const amounts = readQuantities(claim);
  const capitals = capitalWords(claim).filter(
    ({ start }) => !amounts.some((amount) => amount.start <= start && start < amount.end),
  );
  const unknown = capitals.filter(
    (word) =>
      isName(word, capitals, { claim, isEnglish, isDense, language: cited.language }) && !stands(word, capitals, cited),
  );
  if (unknown.length === 0) return [];
  const names = [...new Set(unknown.map(({ text }) => `"${text}"`))].join(', ');
  const stand = unknown.length === 1 ? 'stands' : 'stand';
  const where = "in or beside the cited passages, nor in their sources' titles and authors";
  return [{ kind: 'name', verdict: 'insufficient', reason: `${names} ${stand} nowhere ${where}.` }];
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’.-]\p{L}[\p{L}\p{M}]*)*/gu;
const STARTS = /(?:^|[.!?:;…\n]["'“”‘’»«)\]]*\s*|["“‘«„([]|[–—] ?)["'“‘«„([]*$/u;

function capitalWords(text: string): readonly CapitalWord[] {
  const found: CapitalWord[] = [];
  let [run, end] = [0, -1];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!/^\p{Lu}/u.test(word)) continue;
    // `Dr. Halder` is a run as `Dr Halder` is.
    const between = end < 0 ? '-' : text.slice(end, index);
    const isTitled = between === '. ' && (found.at(-1)?.text.length ?? 0) <= SHORT_MAX;
    if (!/^ ?$/.test(between) && !isTitled) run++;
    end = index + word.length;
    const isFirst = !isTitled && STARTS.test(text.slice(Math.max(0, index - 8), index));
    found.push({ text: word, start: index, isFirst, run });
  }
  return found;
}

/** `Prof.`, `Mrs.` */
const SHORT_MAX = 4;

/** How many of the runs of words inside sentences have capitals; single letters say nothing. */
function capitalShare(text: string): number {
  const runs = new Set(
    capitalWords(text)
      .filter(({ isFirst }) => !isFirst)
      .map(({ run }) => run),
  ).size;
  const small = (text.match(/(?<![\p{L}\p{M}'’-])\p{Ll}[\p{L}\p{M}]*/gu) ?? []).length;
  return small === 0 ? 1 : runs / (runs + small);
}

/** What begins a sentence has its capital from there, in any language. */
function isName(
  word: CapitalWord,
  all: readonly CapitalWord[],
  {
    claim,
    isEnglish,
    isDense,
    language,
  }: Pick<CitedText, 'isEnglish' | 'language'> & { readonly claim: string; readonly isDense: boolean },
): boolean {
  const { text, isFirst, run } = word;
  if (isFirst || text.length < 2 || /^[IVXLCDM]+$/.test(text) || isUnit(word, claim)) return false;
  if (DATE_NAMES.test(text.toLowerCase().replace(/s$/, ''))) return false;
  const own = all.filter((other) => other.run === run && !(other.isFirst && isCommonWord(other.text, language)));
  // `Mr Weber`, `Prof. Weber`
  const titleMax = claim[word.start + text.length] === '.' ? SHORT_MAX : SHORT_MAX - 1;
  if (text.length <= titleMax && own.includes(word) && own.at(-1) !== word) return false;
  if (!isEnglish || !isCommonWord(text, language)) return true;
  // `As Smith reports`, `Anna Baker`, but not `the Guild`, `President Lang`.
  const before = claim.slice(0, own[0]?.start ?? 0).match(/(?<!\p{L})\p{L}+(?= $)/u)?.[0] ?? '';
  const isModifier = /^(?:determiner|adjective)$/.test(language.words(before)[0]?.kind ?? '');
  return (
    language.words(bare(text))[0]?.kind === 'noun' && !isDense && own.at(-1) === word && !isModifier && before !== ''
  );
}

const bare = (text: string): string => text.toLowerCase().replace(/'s?$/, '');
/** The tagger's lexicon has common words, and no names. */
const isCommonWord = (text: string, language: Language): boolean => language.words(bare(text))[0]?.isKnown === true;

/** `MWh` behind a figure. */
const isUnit = ({ text, start }: CapitalWord, claim: string): boolean =>
  text.length <= 5 && /\d[ -]?$/.test(claim.slice(0, start)) && (text.length === 1 || !/^\p{Lu}\p{Ll}+$/u.test(text));

function stands(word: CapitalWord, all: readonly CapitalWord[], cited: CitedText): boolean {
  const name = comparableWord(word.text).replace(/['’]s?$/, '');
  if (standsAlone(name, cited)) return true;
  const parts = name.split(/['’.-]/).filter((part) => part.length > 1);
  if (/['’.-]/.test(name) && parts.length > 0 && parts.every((part) => standsAlone(part, cited))) return true;
  const own = all.filter(({ run }) => run === word.run);
  const loud = cited.wordList.map((each) => each.toUpperCase());
  if (isInitialsOf(word.text.replaceAll('.', ''), loud)) return true;
  if (isSpeltOut(word, all, cited)) return true;
  // `Mira Toth` for M. Toth.
  return (
    cited.words.has(name[0] ?? '') &&
    own.some((other) => other !== word && standsAlone(comparableWord(other.text).replace(/'s?$/, ''), cited))
  );
}

const LONG_ENOUGH = 4;

function standsAlone(name: string, { words, wordList, language }: CitedText): boolean {
  if (words.has(name)) return true;
  const bases = language.words(name).map(({ base }) => base);
  if (bases.length === 1 && words.has(bases[0] ?? '')) return true;
  return wordList.some((word) => {
    const other = comparableWord(word);
    if (/^\p{Lu}/u.test(word) && sameName(name, other)) return true;
    const [short, long] = name.length < other.length ? [name, other] : [other, name];
    return short.length >= LONG_ENOUGH && long.startsWith(short) && long.length - short.length <= LONG_ENOUGH;
  });
}

/** `World Health Organization` for WHO. */
function isSpeltOut({ start }: CapitalWord, all: readonly CapitalWord[], { wordList }: CitedText): boolean {
  const at = all.findIndex((word) => word.start === start);
  const near = all.slice(Math.max(0, at - 5), at + 6).map(({ text }) => text);
  return wordList.some(
    (word) => /^\p{Lu}{2,6}$/u.test(word) && isInitialsOf(word, near) && word.includes(all[at]?.text[0] ?? ' '),
  );
}
