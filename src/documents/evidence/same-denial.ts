// What is denied in other words: what is voluntary nobody has to do, whoever lost power is without electricity.

import type { Statement } from './read-statement.ts';

/** One of the two texts denies by its verb or adjective what the other denies by `not`, `no` or `without`. */
export const deniesTheSame = (claim: Statement, source: Statement): boolean =>
  isFree(claim, source) || isFree(source, claim) || isDeprived(claim, source) || isDeprived(source, claim);

const VOLUNTARY = /\b(?:voluntary|voluntarily|optional|free to choose)\b/i;
const NO_DUTY = new RegExp(
  String.raw`\b(?:(?:not|n't) (?:have|need) to|need not|no (?:obligation|duty)|` +
    String.raw`not (?:required|obliged|obligatory|compulsory|mandatory))\b`,
  'i',
);

const isFree = (one: Statement, other: Statement): boolean =>
  VOLUNTARY.test(one.text) && !NO_DUTY.test(one.text) && NO_DUTY.test(other.text) && !VOLUNTARY.test(other.text);

const WITHOUT = /\b(?:without|no) (?:any )?([a-z]{3,15})\b/i;
const DEPRIVES =
  /\b(?:cut(?:s|ting)? off|lost|loses?|losing|depriv(?:ed?|es|ing)(?: them)? of|knocked out|interrupted|ran out of)\b/i;

/** `left 12,000 households without electricity` and `cut off power to 12,000 households`. */
function isDeprived(one: Statement, other: Statement): boolean {
  const thing = WITHOUT.exec(one.text)?.[1]?.toLowerCase();
  const word = one.words.find(({ lower }) => lower === thing);
  const place = DEPRIVES.exec(other.text);
  if (word === undefined || place === null || WITHOUT.test(other.text) || DEPRIVES.test(one.text)) return false;
  const end = place.index + place[0].length;
  return other.words
    .filter(({ start }) => start >= end)
    .slice(0, 4)
    .some(({ keys, isNegated }) => !isNegated && keys.some((key) => word.keys.includes(key)));
}
