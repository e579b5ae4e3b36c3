// How often two sentences of two sources are said to contradict each other, of those that do and of those that do not.

import { readFileSync } from 'node:fs';
import { findContradictions } from '../../../src/documents/evidence/find-contradictions.ts';
import type { Passage } from '../../../src/documents/evidence/passage.ts';
import type { Source } from '../../../src/documents/evidence/source.ts';

export interface SentencePair {
  readonly id: string;
  readonly one: string;
  readonly other: string;
  readonly contradict: boolean;
}

export interface ContradictionScore {
  readonly recall: number;
  readonly precision: number;
  readonly missed: readonly SentencePair[];
  readonly unjustified: readonly SentencePair[];
}

const FILE = new URL('contradictions-further.json', import.meta.url);

/** Other sentences, so that some words are rarer than others. */
const BESIDE = [
  'The violin was made in Cremona by a master.',
  'Bakers begin their work long before sunrise.',
  'Rain fell on the hills for most of the week.',
];

export function measureContradictions(): ContradictionScore {
  const pairs = JSON.parse(readFileSync(FILE, 'utf8')) as SentencePair[];
  const told = pairs.filter(isTold);
  const right = told.filter(({ contradict }) => contradict).length;
  return {
    recall: right / pairs.filter(({ contradict }) => contradict).length,
    precision: right / Math.max(1, told.length),
    missed: pairs.filter((pair) => pair.contradict && !told.includes(pair)),
    unjustified: told.filter(({ contradict }) => !contradict),
  };
}

function isTold({ one, other }: SentencePair): boolean {
  const texts = [one, other, ...BESIDE];
  const found = findContradictions(texts.map(passageOf), texts.map(sourceOf));
  return found.some(({ spans }) => [one, other].every((text) => spans.some(({ quote }) => quote === text)));
}

const passageOf = (text: string, at: number): Passage => ({
  ...{ id: `e${at}`, source: `s${at}`, start: 0, end: text.length, text, heading: '', before: '' },
});

const sourceOf = (text: string, at: number): Source => ({
  ...{ id: `s${at}`, hash: '', address: `s${at}.md`, also: [], title: `s${at}`, type: 'local', publishedAt: null },
  ...{
    authors: [],
    publisher: '',
    retrievedAt: '',
    words: text.split(' ').length,
    isWhole: true,
    score: 0,
    reasons: [],
  },
});
