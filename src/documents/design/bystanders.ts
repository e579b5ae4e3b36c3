// People whom the input names and whom no use case serves.

import type { Reading } from './domain-actions.ts';
import { headOf, isPerson, singularOf, upperFirst } from './nouns.ts';

const WHO = /\b(?:the|an?|each|every|its|their|all|and|or|to) ([a-z]{3,30})\b/gi;

/** `served`: names of actors, titles of use cases. */
export function bystandersOf({ phrases, canonical, sentences }: Reading, served: readonly string[]): readonly string[] {
  const acting = new Set(served.map((name) => headOf(name.toLowerCase())));
  const words = sentences.flatMap(({ text }) => [...text.matchAll(WHO)].map(([, word = '']) => singularOf(word)));
  const named = [...phrases.map(({ noun }) => noun), ...words].map(canonical).filter((noun) => isPerson(noun));
  const others = [...new Set(named)].filter((noun) => !acting.has(headOf(noun)));
  // `manager` says no more where there is a `line manager`.
  return others.filter((noun) => !others.some((each) => each.endsWith(` ${noun}`))).map(upperFirst);
}
