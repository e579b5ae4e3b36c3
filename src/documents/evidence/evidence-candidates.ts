// Sentences of sources that a claim could rest on, by their looks alone: whole sentences of some length, no questions.

import { isNegator } from './cue-words.ts';
import type { Language } from './language.ts';
import { isReferenceHeading } from './references-of.ts';
import type { SourceText } from './source.ts';
import { wholeSentencesOf } from './whole-sentences.ts';
import { rootsOf } from './word-roots.ts';

export interface Candidate {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly heading: string;
  readonly before: string;
  /** All its content words, of its heading and of its source's title. */
  readonly roots: readonly string[];
  readonly headingRoots: readonly string[];
  readonly titleRoots: readonly string[];
  /** Of its whole source, each once. */
  readonly sourceRoots: readonly string[];
}

const CHARACTERS = { min: 20, max: 420 };
/** A character of these says as much as a word of others. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const UNSPACED_MIN = 8;
const WORDS = { min: 5, minWithFigure: 3, max: 70 };
const ROOTS_MIN = 2;
/** Of one source: more of a book than of an article, and never all of it. */
const PER_SOURCE_MAX = 4_000;
const BEFORE_MAX = 600;
const READ_MAX = 200_000;

/** Without those of topics that are not wanted. */
export function candidatesOf(
  source: SourceText,
  excluded: readonly ReadonlySet<string>[],
  language: Language,
): readonly Candidate[] {
  const found: Candidate[] = [];
  const titleRoots = rootsOf(source.title);
  const sourceRoots = [...new Set(rootsOf(source.text.slice(0, READ_MAX)))];
  let [before, heading, isClosed]: [string, string | null, boolean] = ['', null, false];
  let headingRoots: readonly string[] = [];
  for (const sentence of wholeSentencesOf(source.text, language, CHARACTERS.max)) {
    if (sentence.heading !== heading) {
      heading = sentence.heading;
      headingRoots = rootsOf(heading);
      isClosed = isReferenceHeading(heading) || isExcluded(headingRoots, excluded);
      before = '';
    }
    const { start, end, text } = sentence;
    if (!isClosed && !sentence.isSpeech && looksWhole(text)) {
      const roots = rootsOf(text);
      if (new Set(roots).size >= ROOTS_MIN && !isExcluded(roots, excluded))
        found.push({
          ...{ source: source.id, start, end, text, heading, before },
          ...{ roots, headingRoots, titleRoots, sourceRoots },
        });
    }
    before = text.slice(0, BEFORE_MAX);
    if (found.length >= PER_SOURCE_MAX) break;
  }
  return found;
}

/** All words of a topic that the article must not be about. */
const isExcluded = (roots: readonly string[], excluded: readonly ReadonlySet<string>[]): boolean =>
  excluded.some((topic) => topic.size > 0 && [...topic].every((root) => roots.includes(root)));

/** No question, no fragment, no part of a quotation. */
function looksWhole(text: string): boolean {
  const isUnspaced = UNSPACED.test(text);
  if (text.length < (isUnspaced ? UNSPACED_MIN : CHARACTERS.min) || text.length > CHARACTERS.max) return false;
  if (/^["“‘'«„(]?\p{Ll}/u.test(text) || !/[.!。！]["”’»“)」]{0,2}(?:\[[\w, –-]{1,20}\]){0,4}$/.test(text))
    return false;
  const words = text.split(' ');
  const least = /\p{N}/u.test(text) ? WORDS.minWithFigure : WORDS.min;
  if (!isUnspaced && (words.length < least || words.length > WORDS.max)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < text.length * 0.5 || /\S \| \S|[{}<>]|\bhttps?:\/\/\S{60}|\.{3}$/.test(text)) return false;
  return isBalanced(text);
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  // German closes with the mark that English opens with.
  const isQuoted = text.includes('„') ? count(/[„“”]/g) % 2 === 0 : count(/“/g) === count(/”/g);
  return isQuoted && count(/"/g) % 2 === 0 && count(/\(/g) === count(/\)/g);
}

/** Figures and negations, in order: another one makes another statement. */
export function decisiveIn(text: string): string {
  const found = text.toLowerCase().match(/\p{N}{1,20}(?:[.,:]\p{N}{1,20}){0,4}|[\p{L}'’]{1,40}/gu) ?? [];
  return found.filter((word) => /^\p{N}/u.test(word) || isNegator(word)).join(' ');
}
