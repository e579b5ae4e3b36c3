// Words that point to an amount, an act or a place of another sentence: `less than that`, `For that one needs cranes`,
// `ran there with a number`, `on that first trip`.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { longPattern } from './long-pattern.ts';

const POINTS_BACK = longPattern(
  String.raw`\b(?:than|of|for|with|from|to|by|about|below|above|like|at|on|after|before|against|behind
    |without|despite) (?:that|this|these|those)(?=[,.;]|$)
    |^(?:For|With|After|Before|Behind|By|From|On|To|Without|Despite|Against) (?:that|this|these|them|it)\b
    |^The [\w-]+-year-old\b(?! \p{L}+ (?:of|who|that)\b)|\bin this (?:sense|respect|way)\b`,
  'u',
);
const EXISTS = /^(?:is|are|was|were|has|have|had|be|been|being|will|may|might|must|can|could|would|remains?|exists?)$/;
const PLACE = /^(?:in|at|to|from|on|near|into|through|around|of|outside|inside|across|behind|between)$/;
const TIME = longPattern(`^(?:years?|months?|weeks?|days?|hours?|minutes?|decades?|centur(?:y|ies)|time|times|seasons?
    |spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november
    |december|percent|euros?)$`);

export function pointsElsewhere(text: string): boolean {
  if (POINTS_BACK.test(text)) return true;
  const words = tagWords(text);
  return words.some(({ lower }, at) => at > 0 && (isHere(words, at) || (lower === 'there' && isThere(words, at))));
}

/** The place of the page itself; `here and there` is none. */
const isHere = (words: readonly TaggedWord[], at: number): boolean =>
  words[at]?.lower === 'here' && words[at + 1]?.lower !== 'and';

/** `there are` names no place, and a place that the sentence named before may be meant. */
function isThere(words: readonly TaggedWord[], at: number): boolean {
  const near = [words[at - 1], words[at + 1]].map((word) => word?.lower ?? '');
  if (near.some((word) => EXISTS.test(word)) || near[0] === 'and') return false;
  const before = words.slice(0, at);
  // `Bogs are sour and poor, and moss grows there`.
  const joint = before.findLastIndex(({ lower }) => lower === ',');
  if (joint > 0 && before.slice(0, joint).some(({ kind }) => kind === 'auxiliary' || kind === 'verb')) return false;
  return !before.some(({ kind, lower }, place) => {
    if ((kind !== 'noun' && kind !== 'name') || TIME.test(lower)) return false;
    let first = place;
    while (/^(?:noun|name|adjective|determiner)$/.test(words[first - 1]?.kind ?? '')) first--;
    return PLACE.test(words[first - 1]?.lower ?? '');
  });
}
