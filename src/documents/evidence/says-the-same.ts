// Whether a passage has a claim as one of its sentences: then it supports it, whatever the rules make of its words.

import { remembered } from '../words/remembered.ts';
import { sentencesOf } from './sentences-of.ts';

export const saysTheSame = (claim: string, passage: string): boolean => {
  const own = folded(claim);
  return own !== '' && sentencesIn(passage).has(own);
};

const sentencesIn = remembered(
  (passage: string): ReadonlySet<string> =>
    new Set([folded(passage), ...sentencesOf(passage).map(({ text }) => folded(text))]),
);

/** Case, punctuation and white space make no difference; a question, a sign and a point inside a figure do. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\u2212/g, '-')
    .replace(/(?<!\p{N})[.,:]|[.,:](?!\p{N})|[;!…"“”«»()*_`]|(?<!\p{L})'|'(?!\p{L})|(?<=\s)[–—-](?=\s)/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
