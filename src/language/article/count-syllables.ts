// The syllables of an English word, by its vowels and the usual endings. Right for about nine words of ten; what it
// gets wrong it gets wrong by one.

import { byWord } from '../../documents/lookup/by-word.ts';
import { remembered } from '../../documents/lookup/remembered.ts';

const ODD: Readonly<Record<string, number>> = byWord({
  ...{ people: 2, business: 2, every: 2, evening: 2, area: 3, idea: 3, being: 2, doing: 2, going: 2, science: 2 },
  ...{ quiet: 2, diet: 2, poet: 2, poem: 2, lion: 2, hour: 1, hours: 1, our: 1, fire: 1, wire: 1 },
  ...{ create: 2, created: 3, creates: 2, recipe: 3, maybe: 2, something: 2, sometimes: 2, someone: 2, whole: 1 },
  ...{ eight: 1, queue: 1, queues: 1, chaos: 2, real: 1, ideal: 3, museum: 3, interesting: 3, vegetable: 3 },
  ...{ different: 3, family: 3, favourite: 3, several: 3, chocolate: 2, average: 3, the: 1, are: 1, were: 1 },
});

/** Two vowels that are spoken apart. */
const APART =
  /i(?:a(?!n$|l$)|o(?!n|us)|um|us$)|eo(?!u)|[aeiou]ing$|iet|[vr]ious|rience|yee|[^aeiougq]ua|[aeiou]{2}ity$/g;

export const countSyllables = remembered((word: string): number => {
  const lower = word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[^a-z]/g, '');
  if (lower === '') return spokenDigits(word);
  const odd = ODD[lower];
  if (odd !== undefined) return odd;
  // An abbreviation is spelt out: `CGRP` has four.
  if (/^[A-Z]{2,6}$/.test(word) && !/[AEIOU]/.test(word.slice(0, 3))) return word.length;
  if (lower.length <= 3) return 1;
  let count = lower.match(/[aeiouy]+/g)?.length ?? 0;
  if (/[^aeiouyl]e$|[aeiouy]le$/.test(lower) && !/[tbc]re$/.test(lower)) count--;
  if (
    /(?:[^td]ed|[^sxzcg]es|[^aeiouy]ely)$/.test(lower) &&
    !/(?:[sc]h|[cgszx])es$|[^aeioul]led$|[^aeioul]les$/.test(lower)
  )
    count--;
  count += lower.match(APART)?.length ?? 0;
  if (/(?:[^aeioucst]ian|[rndbv]ial)s?$/.test(lower)) count++;
  if (/sm$|thm$/.test(lower)) count++;
  return Math.max(1, count);
});

/** A number is read aloud: about one syllable and a half for a digit, at most five. */
function spokenDigits(word: string): number {
  const digits = word.match(/\d/g)?.length ?? 0;
  return digits === 0 ? 0 : Math.min(5, Math.ceil(digits * 1.5));
}
