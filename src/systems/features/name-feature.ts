// A free id for a feature, from its brief or its title.

import { FEATURE_ID } from './feature-id.ts';

const WORDS_MAX = 4;
const LITTLE = new Set(
  `a an the of for to in on at by with from and or that which who whom whose their his her its our my your can could
  should must will would be is are was were it this these those so as into via when where while we i they them us me
  want wants need needs needed build create make let lets allow system application app service please like get gets
  users user people someone each every one new`.split(/\s+/),
);

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');

/** The first that is free, and the one before it in the row, if there is one. */
export function featureIdFor(brief: string, taken: readonly string[]): { readonly id: string; readonly last?: string } {
  const words = wordsOf(firstSentence(brief)).map((word) => word.toLowerCase());
  const telling = words.filter((word) => !LITTLE.has(word) && !/^\d/.test(word)).slice(0, WORDS_MAX);
  const found = telling
    .join('-')
    .slice(0, 46)
    .replace(/-{1,9}$/, '');
  const stem = FEATURE_ID.test(found) ? found : 'design';
  const used = new Set(taken);
  if (!used.has(stem)) return { id: stem };
  for (let at = 2, last = stem; ; at++) {
    const id = `${stem}-${at}`;
    if (!used.has(id)) return { id, last };
    last = id;
  }
}

const firstSentence = (text: string): string =>
  text
    .replace(/^#+[ \t]+/gm, '')
    .trim()
    .split(/(?<=[.!?])\s|\n/)[0] ?? '';
