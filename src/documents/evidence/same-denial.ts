// What is denied in other words: what is voluntary nobody has to do, whoever lost power is without electricity.

import { inLines } from './any-of.ts';
import type { Statement } from './read-statement.ts';

/** One of the two texts denies by its verb or adjective what the other denies by `not`, `no` or `without`. */
export const deniesTheSame = (claim: Statement, source: Statement): boolean =>
  (!DENIES_NOT.test(claim.text) && !DENIES_NOT.test(source.text) && isSaidOtherwise(claim, source)) ||
  isUnchanged(claim, source) ||
  isUnchanged(source, claim);

const isSaidOtherwise = (claim: Statement, source: Statement): boolean =>
  SAME.some(([one, other]) => isTold(one, other, claim, source) || isTold(one, other, source, claim)) ||
  isDeprived(claim, source) ||
  isDeprived(source, claim) ||
  isInstead(claim, source) ||
  isInstead(source, claim);

const VOLUNTARY = /\b(?:voluntary|voluntarily|optional|free to choose)\b/i;
const NO_DUTY = new RegExp(
  String.raw`\b(?:(?:not|n't) (?:have|need) to|need not|no (?:obligation|duty)|` +
    String.raw`not (?:required|obliged|obligatory|compulsory|mandatory))\b`,
  'i',
);

const FREE = /\b(?:free(?: of charge)?|at no cost)\b/i;
const PAYS_NOTHING =
  /\b(?:(?:not|n't) (?:have to |need to )?pay|need not pay|no (?:fee|charge|cost)|not charged?|pays? nothing)\b/i;
const UNCHANGED = inLines(
  String.raw`
      \b(?:stagnat(?:ed?|es|ing)|unchanged|(?:be|been|is|are|was|were|stay(?:s|ed)?|remain(?:s|ed)?) (?:flat|stable|
      constant|the same)\b(?! \p{L}{3}))
    `,
  'iu',
);
const MOVES = /^(?:grow|rise|increase|change|improve|raise|alter|climb)$/;
/** And nowhere that something moved: `rents rose, while wages stayed flat`. */
export const saysUnchanged = ({ text, words }: Statement): boolean =>
  UNCHANGED.test(text) && !words.some(({ base, kind, isNegated }) => kind === 'verb' && !isNegated && MOVES.test(base));
const NO_CHANGE = /\b(?:not|n't|hardly|never) (?:grown?|grew|risen?|increased?|changed?|improved?)\b/i;
const DENIES = /\bden(?:y|ies|ied|ying) (?:having|that|it|any|being|knowing)\b/i;
/** `denied that it is not safe` says that it is. */
const DENIES_NOT = /\bden(?:y|ies|ied|ying)\b[^.;]{0,80}\b(?:not|never|no|nothing)\b/i;
const SAYS_NOT =
  /\b(?:says?|said|insists?|insisted|maintains?|claims?|claimed)\b[^.;]{0,30}\b(?:not|never|no|nothing)\b/i;

/** Each of the two says what the other says. */
const SAME: readonly (readonly [RegExp, RegExp])[] = [
  [VOLUNTARY, NO_DUTY],
  [FREE, PAYS_NOTHING],
  [DENIES, SAYS_NOT],
];

const isTold = (one: RegExp, other: RegExp, first: Statement, second: Statement): boolean =>
  one.test(first.text) && !other.test(first.text) && other.test(second.text) && !one.test(second.text);

const isUnchanged = (one: Statement, other: Statement): boolean =>
  saysUnchanged(one) && NO_CHANGE.test(other.text) && !NO_CHANGE.test(one.text);

/** `buses run instead of trains` and `trains are replaced by buses`. */
function isInstead(first: Statement, second: Statement): boolean {
  const left = /\b(?:instead of|in place of|rather than) (?:the )?([a-z]{3,15})\b/i.exec(first.text)?.[1];
  const replaced = /\b([a-z]{3,15}) (?:will be|are|is|were|was|have been|has been) replaced by\b/i.exec(
    second.text,
  )?.[1];
  return left !== undefined && left.toLowerCase() === replaced?.toLowerCase();
}

const WITHOUT = /\b(?:without|no) (?:any )?([a-z]{3,15})\b/i;
const DEPRIVES = inLines(
  String.raw`
      \b(?:cut(?:s|ting)? off|lost|loses?|losing|depriv(?:ed?|es|ing)(?: them)? of|knocked out|interrupted|
      ran out of|skip(?:s|ped|ping)?|omit(?:s|ted|ting)?)\b
    `,
  'i',
);

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
