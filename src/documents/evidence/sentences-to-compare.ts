// Which sentences are compared: those that may be cited, and those that share rare words with another source.
// Told by words alone: a tagger would take minutes for tens of thousands of sentences.

import { candidatesOf } from './evidence-candidates.ts';
import type { Passage } from './passage.ts';
import type { SourceText } from './source.ts';

/** The tagger reads so many sentences in about two seconds. */
const SENTENCES_MAX = 1000;
/** A word in more sentences than these tells nothing of any of them. */
const PLACES_MAX = 60;

export function sentencesToCompare(passages: readonly Passage[], texts: readonly SourceText[]): readonly Passage[] {
  const known = new Set(passages.map(({ source, start }) => `${source} ${start}`));
  const candidates = texts.flatMap((text, index) => candidatesOf(text, index, []));
  const worths = candidates.length <= SENTENCES_MAX ? candidates.map(() => 1) : worthsOf(candidates);
  const rest = candidates
    .map((candidate, at) => ({ candidate, worth: worths[at] ?? 0 }))
    .filter(({ candidate: { source, start }, worth }) => worth > 0 && !known.has(`${source} ${start}`))
    .sort((one, other) => other.worth - one.worth)
    .slice(0, Math.max(0, SENTENCES_MAX - passages.length));
  const more = rest.map(
    ({ candidate: { source, start, end, text, heading, before } }, at): Passage => ({
      ...{ id: `x${at + 1}`, source, start, end, text, heading, before },
    }),
  );
  return [...passages, ...more];
}

type Candidates = ReturnType<typeof candidatesOf>;

/** Of each sentence how much it shares with the sentence of another source that is most like it. */
function worthsOf(candidates: Candidates): readonly number[] {
  const places = new Map<string, number[]>();
  for (const [at, { roots }] of candidates.entries()) {
    for (const root of roots) {
      const own = places.get(root);
      if (own === undefined) places.set(root, [at]);
      else own.push(at);
    }
  }
  return candidates.map(({ roots, sourceIndex, decisive }) => {
    const shared = new Map<number, number>();
    for (const root of roots) {
      const own = places.get(root) ?? [];
      if (own.length > PLACES_MAX) continue;
      const rarity = Math.log(candidates.length / own.length);
      for (const other of own) {
        if (candidates[other]?.sourceIndex !== sourceIndex) shared.set(other, (shared.get(other) ?? 0) + rarity);
      }
    }
    let most = 0;
    for (const worth of shared.values()) most = Math.max(most, worth);
    return decisive === '' ? most * 0.8 : most;
  });
}
