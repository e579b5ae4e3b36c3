// Participles that the tagger takes for adjectives: `was reconstructed in 1951`, `an operation lasting nine hours`.

import { canBeVerb, isKnownWord } from '../words/tagger.ts';
import { baseOfParticiple } from '../words/verbs.ts';
import type { PlacedWord } from './read-statement.ts';

const BEHIND = /^(?:preposition|particle|subordinator|number)$/;
const BEFORE = /^(?:noun|name|mark)$/;

/** Pasts that the tagger takes for nouns or adjectives. */
const PASTS: ReadonlyMap<string, string> = new Map(
  `drank drink, overthrew overthrow, overtook overtake, swam swim, wove weave, clung cling, dwelt dwell,
  mistook mistake, outran outrun, slew slay, shone shine, flung fling, burnt burn, learnt learn, forgave forgive,
  retook retake, rewrote rewrite, resold resell, ridden ride, swum swim, worn wear, shot shoot, lit light`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/) as [string, string]),
);

/** `drink` of `drank`; null for all that the tagger knows. */
export const irregularBase = (lower: string): string | null => PASTS.get(lower) ?? null;

/** The verb of a word that stands as one: behind `be` or a thing, and before `in`, `by`, `since` or an amount. */
export function participleBase(words: readonly PlacedWord[], at: number): string | null {
  const word = words[at];
  if (word?.kind !== 'adjective' || !/(?:ed|ing)$/.test(word.lower)) return null;
  const next = words[at + 1];
  const before = words[at - 1]?.kind === 'adverb' ? words[at - 2] : words[at - 1];
  if (next === undefined || !BEHIND.test(next.kind) || before?.sentence !== word.sentence) return null;
  if (word.lower.endsWith('ing')) return BEFORE.test(before.kind) && next.kind === 'number' ? ofIng(word.lower) : null;
  if (before.base !== 'be' && !BEFORE.test(before.kind)) return null;
  const base = baseOfParticiple(word.lower);
  return base !== null && isKnownWord(base) && canBeVerb(base) ? base : null;
}

/** `last` of `lasting`, `cover` of `covering`. */
function ofIng(lower: string): string | null {
  const stem = lower.slice(0, -3);
  const forms = [stem, `${stem}e`, stem.replace(/([bdglmnprt])\1$/, '$1')];
  return forms.find((form) => isKnownWord(form) && canBeVerb(form)) ?? null;
}
