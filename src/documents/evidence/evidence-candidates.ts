// Sentences of sources that a claim could rest on, by their looks alone: cheap, since there are tens of thousands of
// them.

import { longPattern } from '../article/long-pattern.ts';
import { isBoilerplate, isBoilerplateHeading } from './boilerplate.ts';
import { sentencesOf } from './sentences-of.ts';
import type { SourceText } from './source.ts';
import { rootsOf } from './word-roots.ts';

export interface Candidate {
  readonly source: string;
  /** Of its source, from 0, in the order in which they were given. */
  readonly sourceIndex: number;
  /** Among all sentences of its source, from 0. */
  readonly place: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly heading: string;
  readonly before: string;
  /** Each once. A list takes a tenth of the memory of a set, and there are tens of thousands. */
  readonly roots: readonly string[];
  /** Of the heading and of the source's title. */
  readonly around: ReadonlySet<string>;
  /** Figures and negations, in order: another one makes another statement. */
  readonly decisive: string;
}

const CHARACTERS = { min: 20, max: 420 };
const WORDS = { min: 5, minWithFigure: 3, max: 70 };
const HAS_FIGURE = longPattern(
  String.raw`\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,6}teen|twenty|thirty|forty|fifty
      |sixty|seventy|eighty|ninety|hundred|thousand|million)\b`,
  'i',
);
/** Of one source: more of a book than of an article, and never all of it. */
const PER_SOURCE_MAX = 4_000;

export function candidatesOf(
  source: SourceText,
  sourceIndex: number,
  excluded: readonly ReadonlySet<string>[],
): readonly Candidate[] {
  const found: Candidate[] = [];
  const title = new Set(rootsOf(source.title));
  let [before, heading, around, isClosed]: [string, string | null, ReadonlySet<string>, boolean] = [
    '',
    null,
    title,
    false,
  ];
  for (const [place, sentence] of sentencesOf(source.text).entries()) {
    if (sentence.heading !== heading) {
      heading = sentence.heading;
      const own = rootsOf(heading);
      around = new Set([...title, ...own]);
      isClosed = isBoilerplateHeading(heading) || isExcluded(own, excluded);
      before = '';
    }
    if (!isClosed && !sentence.isSpeech && looksWhole(sentence.text) && !isBoilerplate(sentence.text)) {
      const roots = [...new Set(rootsOf(sentence.text))];
      if (roots.length >= 3 && !isExcluded(roots, excluded)) {
        const { start, end, text } = sentence;
        const decisive = decisiveIn(text);
        found.push({
          source: source.id,
          sourceIndex,
          place,
          start,
          end,
          text,
          heading,
          before,
          roots,
          around,
          decisive,
        });
      }
    }
    before = sentence.text.slice(0, 600);
    if (found.length >= PER_SOURCE_MAX) break;
  }
  return found;
}

/** All words of a topic that the article must not be about. */
const isExcluded = (roots: readonly string[], excluded: readonly ReadonlySet<string>[]): boolean =>
  excluded.some((topic) => topic.size > 0 && [...topic].every((root) => roots.includes(root)));

/** A whole sentence that states something: no question, no fragment, no part of a quotation. */
function looksWhole(text: string): boolean {
  if (text.length < CHARACTERS.min || text.length > CHARACTERS.max) return false;
  if (!/^["“‘'(]?[\p{Lu}\p{N}$€£]/u.test(text) || !/[.!]["”’')]{0,2}(?:\[[\w, –-]{1,20}\]){0,4}$/.test(text))
    return false;
  const words = text.split(' ');
  const least = HAS_FIGURE.test(text) ? WORDS.minWithFigure : WORDS.min;
  if (words.length < least || words.length > WORDS.max) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < text.length * 0.6 || !/\p{Ll}/u.test(text)) return false;
  if (/\S \| \S|[{}<>]|\bhttps?:\/\/\S{60}|\.{3}$/.test(text)) return false;
  return isBalanced(text);
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(/"/g) % 2 === 0 && count(/“/g) === count(/”/g) && count(/\(/g) === count(/\)/g);
}

export function decisiveIn(text: string): string {
  const found = text
    .toLowerCase()
    .match(/\p{N}{1,20}(?:[.,:]\p{N}{1,20}){0,4}|\b(?:not|no|never|none|without|cannot|neither|nor)\b|n['’]t\b/gu);
  return (found ?? []).join(' ');
}
