// Compares a specification with what was said in its interview, by content words: what was answered and reached no
// requirement, and what is required though nobody said it. Both stay silent where they are not sure.

import type { SpecFinding } from '../../documents/spec/spec.ts';
import { contentWordsOf } from '../words/content-words.ts';
import type { ReadRequirement } from './find-in-spec.ts';

/** The checklist of an interview, as far as it is read here. */
export interface InterviewQuotes {
  readonly checklist: readonly {
    readonly topic: string;
    readonly quotes: readonly { readonly turn: number; readonly quote: string }[];
  }[];
}

/** Topics whose answers must end up in requirements; the others shape vision, scope and order. */
const REQUIRING = new Set(['requirements', 'acceptance', 'constraints']);
/** Fewer words say too little to look for. */
const WORDS_MIN = 3;
/** Less of an answer in the nearest requirement, and in all together, means that none speaks of it. */
const NEAREST_MIN = 0.34;
const TOGETHER_MIN = 0.5;
/** Less of a requirement in all that was said means that nobody asked for it. */
const ASKED_MIN = 0.25;

/** `line`: that of the section Requirements, from 1. */
export function compareWithInterview(
  requirements: readonly ReadRequirement[],
  { checklist }: InterviewQuotes,
  line: number,
): readonly SpecFinding[] {
  const quotes = checklist.flatMap(({ topic, quotes: own }) => own.map((each) => ({ topic, ...each })));
  if (quotes.length === 0 || requirements.length === 0) return [];
  const texts = requirements.map((each) => ({ each, words: meaningsIn(textOf(each)) }));
  const all = new Set(texts.flatMap(({ words }) => [...words]));
  const said = meaningsIn(quotes.map(({ quote }) => quote).join('\n'));
  return [
    ...quotes
      .filter(({ topic }) => REQUIRING.has(topic))
      .filter(({ quote }) => {
        const words = meaningsIn(quote);
        if (words.size < WORDS_MIN || shareOf(words, all) >= TOGETHER_MIN) return false;
        return texts.every((text) => shareOf(words, text.words) < NEAREST_MIN);
      })
      .map(({ quote, turn }) => ({
        ...{ rule: 'answer-not-covered', line, column: 1 },
        message: `Expected a requirement for what was said in turn ${turn}, found none: "${quote}".`,
        suggestion: 'Add a requirement for it, or name it under ### Out of Scope.',
      })),
    ...requirements.filter((each) => isUnasked(each, said)).map(unasked),
  ];
}

function isUnasked({ place, fields }: ReadRequirement, said: ReadonlySet<string>): boolean {
  // What comes from the PRD was asked for there.
  if (fields.sources.length > 0) return false;
  const words = meaningsIn(`${place.title}\n${fields.description.text}`);
  return words.size >= WORDS_MIN && shareOf(words, said) < ASKED_MIN;
}

const unasked = ({ place }: ReadRequirement): SpecFinding => ({
  ...{ rule: 'requirement-not-asked', line: place.line + 1, column: 1 },
  message: `${place.id}: Expected a requirement that somebody asked for in the interview, found no answer about it.`,
  suggestion: 'Ask about it, or remove it.',
});

const textOf = ({ place, fields }: ReadRequirement): string =>
  [place.title, fields.description.text, ...fields.criteria.map(({ text }) => text)].join('\n');

const meaningsIn = (text: string): ReadonlySet<string> => new Set(contentWordsOf(text).map(({ meaning }) => meaning));

const shareOf = (part: ReadonlySet<string>, whole: ReadonlySet<string>): number =>
  [...part].filter((word) => whole.has(word)).length / Math.max(1, part.size);
