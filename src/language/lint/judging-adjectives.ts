// Adjectives that judge rather than describe, known by where they stand and how they end: `shall be persuasive`.

import { tagWords } from '../words/tag-words.ts';

/** What a test can see of a thing, though it ends like a judgement. */
const OBSERVABLE = new Set(
  `active inactive interactive exclusive inclusive native consecutive negative positive sensitive live alive
  anonymous synchronous asynchronous previous continuous contiguous simultaneous missing running pending existing
  remaining matching outstanding incoming outgoing current different present absent permanent transparent independent
  equivalent recurrent silent identical automatic electronic alphabetic numeric cyclic generic public static dynamic
  cryptographic domestic hydraulic magnetic specific basic metric optic atomic idempotent deterministic adjacent
  subsequent recent ambient dominant redundant compliant constant relevant resistant vacant distant pregnant
  waterproof dustproof fireproof bulletproof able available visible possible`.split(/\s+/),
);
const JUDGING = /(?:ive|ful|ous|ing|ant|ent|ic|ish|some|worthy|friendly|proof|oriented|centric)$/;
/** Of something that is asked to be so, and nothing after it that says by what it is seen. */
const ASKED = /(?:^|\b(?:shall|must|should|will|to) (?:also |always )?)(?:be|look|feel|appear|seem) /gi;
const AFTER = /^(?:\s*(?:[,.;]|$)|\s+(?:and|or|for|to|while|when)\b)/;

export function judgingAdjectives(plain: string): { at: number; word: string; lack: 'quality' }[] {
  const asked = [...plain.matchAll(ASKED)].map(({ index, 0: { length } }) => index + length);
  if (asked.length === 0) return [];
  const words = tagWords(plain);
  return asked.flatMap((from) => {
    let at = words.findIndex((word) => word.at >= from);
    while (words[at]?.kind === 'adverb') at++;
    const word = words[at];
    const isLooking = /\b(?:look|feel|appear|seem) $/i.test(plain.slice(0, from)) && word?.lower.endsWith('ing');
    if (word === undefined || !(word.kind === 'adjective' || isLooking) || OBSERVABLE.has(word.lower)) return [];
    const isJudging = JUDGING.test(word.lower) && AFTER.test(plain.slice(word.at + word.text.length));
    return isJudging ? [{ at: word.at, word: word.text, lack: 'quality' as const }] : [];
  });
}
