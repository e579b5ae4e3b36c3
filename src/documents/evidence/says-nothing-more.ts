// Words of a claim that add nothing to its amounts, dates and names: `accounted for 2 percent`, `up from 180,000`.

import { anyOf, inLines } from './any-of.ts';
import { compareQuantities } from './compare-quantities.ts';
import { isKindOf } from './kinds-of-things.ts';
import type { DateMention } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { saysUnchanged } from './same-denial.ts';
import { isBegin, isEnd, isFirstOf, isLastOf } from './span-ends.ts';

/** Whether a word that a source lacks says nothing that the source does not say otherwise. */
export const saysNothingMore = (word: StatementWord, claim: Statement, source: Statement): boolean =>
  isPlainVerb(word, claim, source) ||
  isChangeOfAmounts(word, claim, source) ||
  isDifference(word, claim, source) ||
  isUnchanged(word, source) ||
  isEndOfSpan(word, claim, source) ||
  isAge(word, claim, source) ||
  isKindOfWhatIsSaid(word, claim, source);

const OF_ALL = /^(?:all|every|each|no|none|any|most|only|first|last|banned|forbidden|ban|forbid)$/;

/** `animals died` where the source says that rats died; not `all animals`, `the largest building`, `60 % of adults`. */
function isKindOfWhatIsSaid(word: StatementWord, { words, quantities }: Statement, source: Statement): boolean {
  if (word.kind !== 'noun' || quantities.some(({ dimension }) => dimension === 'share')) return false;
  if (words.some(({ lower, base }) => OF_ALL.test(lower) || OF_ALL.test(base) || /^[a-z]{3,}est$/.test(lower)))
    return false;
  return source.words.some(({ base, kind }) => kind === 'noun' && isKindOf(word.base, base));
}

/** Say of an amount that it is one. */
const IS_SO_MUCH = anyOf(`
  account amount represent constitute comprise total number equal average stand reach make-up consist count
`);
/** Say that something is the case, or that somebody has it. */
const IS_THERE = anyOf(
  'occur happen arise experience possess boast feature undergo register record report post see offer provide',
);
const IS =
  /^(?:be|have|occur|happen|arise|experience|suffer|see|come|find|report|record|get|receive|undergo|register)$/;

/** `data centres used 460 terawatt hours, roughly 2 percent`: they accounted for it. */
function isPlainVerb({ base, kind, clause }: StatementWord, claim: Statement, source: Statement): boolean {
  if (kind !== 'verb') return false;
  const hasAmount = claim.quantities.some(
    ({ start, end }) => claim.words.find((word) => word.end > start && word.start < end)?.clause === clause,
  );
  if (!hasAmount) return false;
  if (IS_SO_MUCH.test(base)) return true;
  return IS_THERE.test(base) && source.words.some((other) => IS.test(other.base));
}

const UP = /^(?:rise|up|increase|grow|climb|higher)$/;
const DOWN = /^(?:fall|down|decrease|drop|decline|lower)$/;
/** Tells which of two amounts is the earlier one. */
const EARLIER =
  /\b(?:compared (?:with|to)|against|after|instead of|from|up|down|earlier|before|previous(?:ly)?|last year)\b/i;

/** `210,000 visitors, up from 180,000` where the source has both, the one compared with the other. */
function isChangeOfAmounts(word: StatementWord, { quantities, words }: Statement, source: Statement): boolean {
  const isUp = UP.test(word.base);
  if (!isUp && !DOWN.test(word.base)) return false;
  const next = words[words.indexOf(word) + 1];
  const earlier = next?.lower === 'from' ? quantities.find(({ start }) => start > next.start) : undefined;
  const later = quantities.find(
    (each) => each !== earlier && each.dimension === earlier?.dimension && each.dimension !== 'ordinal',
  );
  if (earlier === undefined || later === undefined || earlier.low === later.low) return false;
  const [before, now] = [earlier, later].map((amount) => placeOf(amount, source));
  if (before === undefined || now === undefined || isUp !== later.low > earlier.low) return false;
  return before.start > now.start && EARLIER.test(source.text.slice(now.end, before.end + 40));
}

const MORE = /^(?:longer|higher|more|larger|bigger|heavier|taller|older|later|wider|faster|above)$/;
const LESS = /^(?:shorter|lower|less|fewer|smaller|lighter|younger|earlier|narrower|slower|below)$/;

/** `eight minutes longer` where the source says `rose from 95 to 103 minutes`, `6 points higher` by `up from`. */
function isDifference({ lower, start }: StatementWord, claim: Statement, source: Statement): boolean {
  const isMore = MORE.test(lower);
  if (!isMore && !LESS.test(lower)) return false;
  const amount = claim.quantities.find(({ end }) => /^ (?:points? )?$/.test(claim.text.slice(end, start)));
  return source.quantities.some((first, at) => {
    const second = source.quantities[at + 1];
    if (amount === undefined || second === undefined || second.dimension !== first.dimension) return false;
    const isUpFrom = /\b(?:up|down) from $/.test(source.text.slice(first.end, second.start));
    if (!isUpFrom && (first.role !== 'from' || second.role !== 'to')) return false;
    const rise = isUpFrom ? first.low - second.low : second.low - first.low;
    const value = isMore ? rise : -rise;
    const dimension = first.dimension === 'share' ? 'points' : first.dimension;
    const apart: Quantity = { ...first, dimension, low: value, high: value, bound: 'exact', per: '' };
    return compareQuantities(amount, apart) === 'same';
  });
}

const CHANGES = /^(?:grow|rise|increase|change|improve)$/;

/** `have not grown` where the source says `have stagnated`. */
const isUnchanged = ({ base, isNegated }: StatementWord, source: Statement): boolean =>
  isNegated && CHANGES.test(base) && saysUnchanged(source);

const placeOf = (amount: Quantity, { quantities }: Statement): Quantity | undefined =>
  quantities.find((other) => compareQuantities({ ...amount, role: '' }, other) === 'same');

/** `began in 2013` where the source says `lasted from 2013 to 2019`. */
function isEndOfSpan({ base, clause }: StatementWord, claim: Statement, source: Statement): boolean {
  if (!isBegin(base) && !isEnd(base)) return false;
  const own = claim.dates.filter(({ start }) => claim.words.find((word) => word.end > start)?.clause === clause);
  const isBound = (date: DateMention): boolean =>
    source.dates.some((span) => (isBegin(base) ? isFirstOf(date, span) : isLastOf(date, span)));
  return own.length > 0 && own.every(isBound);
}

const YEARS = inLines(
  String.raw`
      \b(?:aged?(?: of)?|was|is|were) (\d{1,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|
      [a-z]{3,5}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]{3,5})?))\b
    `,
  'gi',
);

/** `at the age of 19` where the source says `was 19 when`. */
function isAge({ base }: StatementWord, claim: Statement, source: Statement): boolean {
  if (!/^(?:age|aged|old)$/.test(base)) return false;
  const said = [...source.text.matchAll(YEARS)].map((found) => found[1]?.toLowerCase());
  return [...claim.text.matchAll(YEARS)].some((found) => said.includes(found[1]?.toLowerCase()));
}
