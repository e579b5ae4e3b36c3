// A heading of a source as an article can have it: short, without numbers, questions and titles' capitals. Null where
// it would not read as a heading.

import { tagWords } from '../words/tag-words.ts';
import { isOrder } from './is-usable.ts';
import { longPattern } from './long-pattern.ts';
import { withoutQuestion } from './question-heading.ts';
import { termsOf } from './terms-of.ts';

const WORDS_MAX = 7;
/** `3.1 Costs`, `2) Costs`, `2 Costs`; not `12 euros a metre`. */
const NUMBERING = new RegExp(
  [
    String.raw`^(?:(?:[Cc]hapter|[Ss]ection|[Pp]art|[Ss]tep) (?:\d{1,2}|[IVX]{1,5})[.):]?`,
    String.raw`\d{1,2}(?:\.\d{1,2}){1,3}[.):]?`,
    String.raw`\d{1,2}[.):]|\d{1,2}(?=\s+\p{Lu})|[ivxIVX]{1,5}[.):]|[A-Za-z][.)])\s+`,
  ].join('|'),
  'u',
);
const EMPTY = longPattern(
  `^(?:introduction|conclusions?|summary|abstract|overview|references|bibliography|further reading
    |see also|notes?|sources?|contents?|table of contents|appendix|acknowledge?ments?
    |discussion|key (?:points|facts|takeaways|figures|findings)|takeaways?|faq|about|contact
    |related|more|final (?:thoughts|remarks)|in (?:short|brief)|main (?:points|findings)
    |editor'?s note|in detail|report|news|article|untitled|document|text|body)$`,
  'i',
);
/** Heads a part, but says nothing of the subject: such a part is called by its kind. */
const OF_PAPERS = longPattern(
  `^(?:(?:results?|findings|methods?) in .{1,30}|recommendations?|lessons?|(?:study |our )?(?:methods?
  |methodology|results?|findings|data|materials?|literature
    |limitations?|sample|participants|design|procedure|area|site|setting)|setting|interpretation
    |measurements?|outcomes?|analysis|what remains|what is left|(?:further|other|more|additional) (?:results|findings
    |points|information)|the usual objections|in practice|the details|background)$`,
  'i',
);
const NOT_PLAIN = /[?!:;|{}<>[\]()"“”/\\@#]|\d{3}|\.\S|,.*,/;
const PERSONAL = /\b(?:you|your|we|our|us|my|i|they|them|their|he|she)\b/i;
/** `Five rules`, `A good year`: of one page, not of the subject. */
const NOT_A_THING =
  /^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|this|these|my|no|more|some|if|when|but|and) /i;
const FUNCTION_END = /^(?:determiner|preposition|conjunction|subordinator|auxiliary|particle|pronoun)$/;

/** Says nothing about what stands under it. */
export const isEmptyHeading = (heading: string): boolean => EMPTY.test(withoutNumbers(heading));

/** Begins as nothing that an article could be headed with does. */
export const isOfOnePage = (heading: string): boolean => NOT_A_THING.test(heading.trim());

/** `Methods`, `Results`: of any paper, whatever it is about. */
export const isPaperHeading = (heading: string): boolean => OF_PAPERS.test(withoutNumbers(heading));

const withoutNumbers = (heading: string): string =>
  withoutQuestion(heading)
    .slice(0, 200)
    .replace(/[*_`]/g, '')
    .replace(NUMBERING, '')
    .replace(/[.:\s]{1,4}$/, '')
    .trim();

export function plainHeading(heading: string, names: ReadonlySet<string>): string | null {
  const text = withoutNumbers(heading).replace(/\s+/g, ' ');
  const words = text.split(' ');
  if (
    text.length < 3 ||
    words.length > WORDS_MAX ||
    EMPTY.test(text) ||
    OF_PAPERS.test(text) ||
    NOT_PLAIN.test(text) ||
    PERSONAL.test(text)
  )
    return null;
  if (words.some((word, at) => at > 0 && word.toLowerCase() === words[at - 1]?.toLowerCase())) return null;
  if (isOrder(text) || NOT_A_THING.test(text)) return null;
  const tagged = tagWords(text);
  const last = tagged.at(-1);
  if (last === undefined || FUNCTION_END.test(last.kind) || termsOf(text).size === 0) return null;
  if (!/^\p{L}/u.test(text) || !tagged.some(({ kind }) => kind === 'noun' || kind === 'name' || kind === 'verb'))
    return null;
  return sentenceCase(text, names);
}

/** `Costs And Prices` as `Costs and prices`; names and abbreviations keep their capitals. */
export function sentenceCase(text: string, names: ReadonlySet<string>): string {
  const lowered = text.split(' ').map((word, at) => {
    if (/\p{L}.{0,40}\p{Lu}|\d/u.test(word) && word !== word.toUpperCase()) return word;
    const isShout = word.length > 4 && word === word.toUpperCase();
    if (!isShout && (names.has(word.toLowerCase()) || (word.length > 1 && word === word.toUpperCase()))) return word;
    return at === 0 ? word[0]?.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase();
  });
  return lowered.join(' ');
}

/** Words that the texts write with a capital inside of sentences, and never without. */
export function namesIn(texts: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const plain = new Set<string>();
  for (const text of texts) {
    for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}'’-]*/gu)) {
      if (/^\p{Ll}/u.test(word)) plain.add(word);
      else if (index > 0 && !/[.!?:"“(]\s?$/.test(text.slice(Math.max(0, index - 2), index)))
        names.add(word.toLowerCase());
    }
  }
  for (const word of plain) names.delete(word);
  return names;
}
