// Which sides of a contradiction stand in a finished article, and what readers are told of that.

import { contentWordsOf } from '../words/content-words.ts';
import type { Contradiction, ContradictionSpan, LedgerEntry } from './ledger.ts';

/** Of a side's words a sentence must have that tells it. */
const WORDS_MIN = 0.6;

/** Sources of the sides that a claim tells: by the span that supports it, or with the same figures and words. */
export function toldSides({ spans }: Contradiction, entries: readonly LedgerEntry[]): readonly string[] {
  const claims = entries.filter(({ kind, verdict }) => kind !== 'framing' && verdict === 'supported');
  const told = spans.filter((span) => claims.some((claim) => tells(claim, span)));
  return [...new Set(told.map(({ source }) => source))];
}

function tells({ text, spans }: LedgerEntry, side: ContradictionSpan): boolean {
  const isOfPassage = spans.some(
    ({ source, start, end }) => source === side.source && start < side.end && side.start < end,
  );
  // A part of the sentence will do where it holds what differs.
  const core = coreOf(side.says ?? '');
  if (isOfPassage && core !== '' && text.toLowerCase().includes(core)) return true;
  const figures = figuresIn(side.quote);
  const own = figuresIn(text);
  if (!figures.every((figure) => own.includes(figure))) return false;
  if (isOfPassage) return true;
  const words = wordsOf(side.quote);
  const here = new Set(wordsOf(text));
  return words.length > 0 && words.filter((word) => here.has(word)).length >= WORDS_MIN * words.length;
}

/** Of `not "required"` the word itself; '' where it is cut. */
const coreOf = (says: string): string => {
  const core = (/"([^"]{1,200})"/.exec(says)?.[1] ?? says).toLowerCase();
  return core.endsWith('...') ? '' : core;
};

const figuresIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\d[\d,.]{0,20}/g), ([figure]) => figure.replace(/[.,]$/, ''));

const wordsOf = (text: string): readonly string[] => contentWordsOf(text).map(({ meaning }) => meaning);

/** `nameOf` a source's id. Says only what stands in the article. */
export function tellSides({ spans, followed, told }: Contradiction, nameOf: (source: string) => string): string {
  const sides = new Set(spans.map(({ source }) => source));
  const here = told ?? [...sides];
  const why = followed !== null && here.includes(followed.source) ? followed.why : null;
  const follows = why === null ? '' : `The article follows ${nameOf(followed?.source ?? '')}: ${why}`;
  if (here.length === 0) return 'The article does not mention it.';
  if (told === undefined && follows !== '') return follows;
  const all = sides.size === 2 ? 'both' : `all ${sides.size}`;
  if (here.length === sides.size && sides.size > 1) return [`The article names ${all}.`, follows].join(' ').trim();
  return follows === '' ? `The article names only ${here.map(nameOf).join(' and ')}.` : follows;
}
