// Names the source in the text: with what one source reports of its own, and where sources disagree.

import { tagWords } from '../words/tag-words.ts';
import { baseOfThird, isVerb } from '../words/verbs.ts';
import type { ArticleBrief } from './article-brief.ts';
import type { PoolItem } from './evidence-pool.ts';
import { longPattern } from './long-pattern.ts';
import { lowerFirst } from './lower-first.ts';
import { nameOf, type SourceName, shortNameOf } from './source-name.ts';
import { subjectOf } from './subject-of.ts';
import { termsOf, wordCount, yearsOf } from './terms-of.ts';
import type { ToldSentence } from './told-sentence.ts';

type Form = (name: SourceName, inner: string, whole: string) => string;

const verbOf = ({ isPlural }: SourceName): string => (isPlural ? 'report' : 'reports');
const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const before: Form = ({ text }, inner) => `According to ${text}, ${inner}`;
const behind: Form = ({ text }, _inner, whole) => `${whole.replace(/\.$/, '')}, according to ${text}.`;

/** The words are the rules' own; what they frame stays as it is. */
const FORMS: readonly Form[] = [
  before,
  (name, inner) => `${capital(name.text)} ${verbOf(name)} that ${inner}`,
  behind,
  (name, inner) => `As ${name.text} ${verbOf(name)}, ${inner}`,
];
const HAS_SOURCE =
  /\b(?:according to|says?|said|reports? that|reported that|estimates? that|found that|expects? that|argues?)\b/i;
const PAST = longPattern(
  String.raw`\b(?:was|were|had|[a-z]{3,}ed|fell|rose|grew|led|found|won
    |lost|took|kept|became|began|saw|made|held|brought|came|went|ran|stood|told|gave
    |got|bought|paid|sent|left|built)\b`,
);
/** Books and guides tell what is known; who wrote them matters less. */
const GENERAL = /^(?:encyclopa?edia|reference|guide|textbook|handbook|overview|glossary|docs?|documentation)$/i;
/** In one paragraph. */
const NAMED_MAX = 2;
/** A casual text names every second. */
const EVERY: Readonly<Record<ArticleBrief['tone'], number>> = { academic: 1, professional: 1, casual: 2 };
/** Longer sentences are not framed by more words. */
const WORDS_MAX = 38;

export interface Attributor {
  /** Sentences that tell what one source found, where the sentence before is of another. */
  attribute(paragraph: readonly ToldSentence[]): readonly ToldSentence[];
  /** Names the source whatever the tone; `contrast`: it says something else than the one before. */
  force(sentence: ToldSentence, contrast: boolean): ToldSentence;
  /** As what its source reported in its year; null: nothing names the source. */
  older(sentence: ToldSentence): ToldSentence | null;
}

export function makeAttributor(brief: ArticleBrief, names: ReadonlySet<string>, newest: number | null): Attributor {
  const excluded = brief.exclude_topics.map((topic) => termsOf(topic));
  let form = 0;
  let found = 0;
  let last = '';
  const nameFor = ({ item }: ToldSentence): SourceName | null => {
    const name = item === null ? null : nameOf(item.source);
    const terms = termsOf(name?.text ?? '');
    return excluded.some((topic) => [...topic].some((term) => terms.has(term))) ? null : name;
  };
  const seen = new Set<string>();
  /** The year and the whole title once, then the short form. */
  const named = (sentence: ToldSentence, name: SourceName): SourceName => {
    const source = sentence.item?.source.id ?? '';
    if (seen.has(source)) return shortNameOf(name);
    seen.add(source);
    return name;
  };
  const apply = (sentence: ToldSentence, long: SourceName): ToldSentence => {
    const name = named(sentence, long);
    // `According to X, in 2021, the share`: two phrases before the subject are one too many.
    const hasLead = /^(?:In|By|Since|After|During|At|From|On|For|As|Of|Among|With|Under|Over|If|When|Because) /.test(
      sentence.text,
    );
    const make = hasLead && wordCount(sentence.text) < 26 ? behind : (FORMS[form++ % FORMS.length] ?? before);
    return { ...sentence, text: make(name, lowerFirst(sentence.text, names), sentence.text) };
  };
  return {
    attribute(plain) {
      let count = 0;
      return plain.map((each, at) => {
        // The year that stands with the sentence before holds for the next of the same source.
        const isGoingOn = at > 0 && plain[at - 1]?.item?.source.id === each.item?.source.id;
        const sentence = isGoingOn && each.item?.role !== 'figure' ? each : dated(each, names, newest);
        const source = sentence.item?.source.id ?? '';
        const isSame = source === last;
        last = source;
        const name = isSame || !canBeAttributed(sentence) ? null : nameFor(sentence);
        const isOwn = namesItself(sentence) || isBeside(plain, at);
        // A paragraph of one sentence has nothing else that says whose it is.
        const isLone = plain.length === 1;
        if (name === null || (!isOwn && !isLone && (count >= NAMED_MAX || !isFinding(sentence)))) return sentence;
        if (found++ % EVERY[brief.tone] !== 0 && !isOwn && !isLone) return sentence;
        count++;
        return apply(sentence, name);
      });
    },
    force(sentence, contrast) {
      const name = nameFor(sentence);
      last = sentence.item?.source.id ?? '';
      // Of two that disagree a reader wants to know which is newer: the year stays.
      seen.add(last);
      // `..., according to the sermon`: what the source itself names at the end leaves its own name to be told.
      const own = sentence.text.replace(/, according to [^,]{2,120}\.$/, '');
      if (name === null || HAS_SOURCE.test(own)) return sentence;
      const inner = lowerFirst(sentence.text, names);
      if (!contrast) return { ...sentence, text: before(name, inner, sentence.text) };
      return { ...sentence, text: `${capital(name.text)}, by contrast, ${verbOf(name)} that ${inner}` };
    },
    older(sentence) {
      const name = nameFor(sentence);
      if (name === null || !/\(\d{4}\)$/.test(name.text) || HAS_SOURCE.test(sentence.text)) return null;
      return { ...sentence, text: `${capital(name.text)} reported that ${lowerFirst(sentence.text, names)}` };
    },
  };
}

/** What a source that is much older than the newest says of its own day is told with its year. What something is, and
 *  what books say of it, does not change so soon. */
function dated(sentence: ToldSentence, names: ReadonlySet<string>, newest: number | null): ToldSentence {
  const { item, isBound, text } = sentence;
  if (newest === null || item === null || item.year === null || isBound || item.year > newest - OLD_YEARS)
    return sentence;
  if (!isMatterOfItsDay(item, text)) return sentence;
  return { ...sentence, text: `As of ${item.year}, ${lowerFirst(text, names)}` };
}

/** Says how something is, not what it is, and names no year. */
export function isMatterOfItsDay({ role, source, text: own }: PoolItem, text = own): boolean {
  const lasts = role === 'definition' || (role !== 'figure' && GENERAL.test(source.type));
  return !lasts && yearsOf(text).length === 0 && isOfItsDay(text);
}

const OLD_YEARS = 5;
const NOW = /^(?:is|are|has|have|does|do|can|cannot|must|may|will)$/;

/** Its first finite verb stands in the present. */
function isOfItsDay(text: string): boolean {
  const words = tagWords(text);
  const first = words.find(
    ({ kind, lower }, at) => at > 0 && (kind === 'auxiliary' || (kind === 'verb' && !lower.endsWith('ing'))),
  );
  if (first === undefined || PAST.test(text.slice(0, first.at))) return false;
  if (first.kind === 'auxiliary') return NOW.test(first.lower);
  return baseOfThird(first.lower) !== null || (!PAST.test(first.lower) && isVerb(first.lower));
}

const canBeAttributed = ({ item, isBound, text }: ToldSentence): boolean =>
  item !== null &&
  !isBound &&
  !HAS_SOURCE.test(text) &&
  !/^As of |^(?:Yet|But|And|Still|So|Nor|However)\b|["“]/.test(text) &&
  wordCount(text) <= WORDS_MAX;

const isFinding = ({ item, text }: ToldSentence): boolean =>
  item !== null && (item.role === 'figure' || (!GENERAL.test(item.source.type) && (PAST.test(text) || isView(item))));

/** Of a newspaper, a blog, a party to the matter: somebody's words. */
const isView = ({ source }: PoolItem): boolean => OWN_VIEW.test(source.type);
const OWN_VIEW = longPattern('^(?:news|blog|opinion|column|social|press|interview|letter|forum)', 'i');

/** Two sources speak of the same thing one behind the other: who says which must be told. */
function isBeside(paragraph: readonly ToldSentence[], at: number): boolean {
  const [own, ...others] = [paragraph[at], paragraph[at - 1], paragraph[at + 1]];
  const subject = subjectOf(own?.text ?? '')?.text.toLowerCase();
  return others.some(
    (other) =>
      subject !== undefined &&
      other?.item?.source.id !== own?.item?.source.id &&
      subjectOf(other?.text ?? '')?.text.toLowerCase() === subject,
  );
}

/** `The tribunal received 8,412 applications`, in a report of the Housing Tribunal. */
function namesItself({ item, text }: ToldSentence): boolean {
  if (item === null) return false;
  const own = termsOf([item.source.publisher, ...item.source.authors].join('. '));
  return Array.from(text.matchAll(/\b[Tt]he ([\p{L}-]+)/gu), ([, noun = '']) => [...termsOf(noun)]).some((terms) =>
    terms.some((term) => own.has(term)),
  );
}
