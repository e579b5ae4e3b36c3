// What a text is about, as stems of its content words, and the figures it names.

import { contentWordsOf } from '../words/content-words.ts';
import { remembered } from '../words/remembered.ts';

const NUMBER = /\d/;
const YEAR = /(?<![\d.,/-])(?:1[0-9]|20)\d\d(?![\d/]|[.,]\d)/g;
const FIGURE = /(?<![\w.])(\d[\d,]{0,15}(?:\.\d{1,8})?)\s{0,2}(%|percent\b|per cent\b|[a-zµ°]{1,12}\b)?/gi;

/** Stems of content words; numbers are left out. */
export const termsOf = remembered(
  (text: string): ReadonlySet<string> =>
    new Set(
      contentWordsOf(text).flatMap(({ meaning, kind }) =>
        kind === 'number' || NUMBER.test(meaning) || meaning.length < 2 ? [] : [meaning],
      ),
    ),
);

/** `40 %`, `12 gigawatts`, `1951`: the number and the word after it, written one way. */
export const figuresOf = remembered((text: string): readonly string[] =>
  Array.from(text.slice(0, 5000).matchAll(FIGURE), ([, number = '', unit = '']) => {
    const plain = number.replace(/,/g, '').replace(/\.0+$/, '');
    return `${plain}${/^per ?cent$/i.test(unit) ? '%' : unit === '%' ? '%' : ''}`;
  }),
);

export const yearsOf = (text: string): readonly number[] => Array.from(text.matchAll(YEAR), ([year]) => Number(year));

export const yearOf = (date: string | null): number | null => {
  const year = /^(\d{4})/.exec(date ?? '')?.[1];
  return year === undefined ? null : Number(year);
};

/** How many of the smaller set's terms are in the other: 1 says that one repeats the other. */
export function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let common = 0;
  for (const term of small) if (large.has(term)) common++;
  return common / small.size;
}

export function jaccardOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let common = 0;
  for (const term of small) if (large.has(term)) common++;
  return common === 0 ? 0 : common / (one.size + other.size - common);
}

/** Every term of `wanted` is in `terms`; of nothing, nothing is. */
export const hasTerms = (terms: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean =>
  wanted.size > 0 && [...wanted].every((term) => terms.has(term));

export const wordCount = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,%-]*/gu)?.length ?? 0;
