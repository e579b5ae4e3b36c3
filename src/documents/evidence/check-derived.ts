// Amounts of a claim that a source does not write: how much it changed, which part it is, what a list adds up to.

import { compareQuantities } from './compare-quantities.ts';
import { changeOf, derivedAmounts, summedAmounts } from './derived-amounts.ts';
import { extentsOf } from './extents-of.ts';
import type { Objection } from './objection.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';

const TOGETHER = /\b(?:together|in total|in all|combined|altogether|a total of|between them|both)\b/i;
/** `half a million below the figure of 2019`. */
const IS_DIFFERENCE = /^(?:below|above|more|less|fewer|higher|lower|short)$/;
const CHANGED_BY = /\b(?:by|than)$/;

/** `rose by 7 points` where the source has 21 % and later 28 %; `nine years after` where it has both years. */
export function derivedObjection(quantity: Quantity, claim: Statement, source: Statement): Objection | 'same' | null {
  const derived = derivedAmounts(source);
  if (quantity.dimension === 'count' && listedSum(source).some((sum) => compareQuantities(quantity, sum) === 'same'))
    return 'same';
  if (quantity.dimension === 'count' && allBut(source).some((rest) => compareQuantities(quantity, rest) === 'same'))
    return 'same';
  const part = partConflict(quantity, source);
  if (part !== null) return part;
  if (TOGETHER.test(claim.text) && summedAmounts(source).some((sum) => compareQuantities(quantity, sum) === 'same'))
    return 'same';
  if (derived.some((other) => compareQuantities({ ...quantity, per: '' }, other) === 'same')) {
    const isPlainCount = quantity.dimension === 'count' && !IS_DIFFERENCE.test(quantity.following[0] ?? '');
    return isPlainCount ? null : 'same';
  }
  const isChange = CHANGED_BY.test(claim.text.slice(Math.max(0, quantity.start - 12), quantity.start).trimEnd());
  const isAfter = quantity.dimension === 'time' && /^(?:after|before|later|earlier)$/.test(quantity.following[0] ?? '');
  const pairs = { ...source, quantities: source.quantities.filter((other) => !isChangedBy(other, source)) };
  const comparable = derivedAmounts(pairs).find(
    ({ dimension, text }) => dimension === quantity.dimension && text.includes(' and '),
  );
  const grown = quantity.dimension === 'factor' ? changeOf(source) : null;
  if (grown !== null && compareQuantities(quantity, grown) === 'different')
    return { kind: 'conflict', reason: `The source says ${grown.text}, which is not "${quantity.text}".` };
  if ((!isChange || (quantity.dimension !== 'share' && quantity.dimension !== 'points')) && !isAfter) return null;
  if (
    comparable === undefined ||
    source.quantities.some((other) => other.dimension === quantity.dimension && isChangedBy(other, source))
  )
    return null;
  return { kind: 'conflict', reason: `The source says ${comparable.text}, which is not ${quantity.text}.` };
}

/** `150 girls and 170 boys` are 320. */
function listedSum({ quantities, text }: Statement): readonly Quantity[] {
  return quantities.flatMap((first, at): Quantity[] => {
    const second = quantities[at + 1];
    if (second === undefined || first.dimension !== 'count' || second.dimension !== 'count') return [];
    if (!/^ [\p{L} -]{2,30} and $/u.test(text.slice(first.end, second.start))) return [];
    const low = first.low + second.low;
    return [{ ...first, text: `${first.text} and ${second.text}`, low, high: low, bound: 'exact' }];
  });
}

const ALL_BUT = /\ball but (one|two|three|four|five|[1-9]) of (?:the |its |their |her |his |our )?$/i;
const FEW = ['', 'one', 'two', 'three', 'four', 'five'];

const ALL_BUT_THEN = /\ball but (one|two|three|four|five|[1-9])\b(?! of\b)/i;

/** `all but one of the seven bridges` are six, `seven bridges, all but one` too. */
function allBut({ quantities, text }: Statement): readonly Quantity[] {
  return quantities.flatMap((whole): Quantity[] => {
    const behind = text.slice(whole.end, whole.end + 90).split('.')[0] ?? '';
    const word = (ALL_BUT.exec(text.slice(Math.max(0, whole.start - 30), whole.start)) ??
      ALL_BUT_THEN.exec(behind))?.[1]?.toLowerCase();
    if (word === undefined || whole.dimension !== 'count') return [];
    const low = whole.low - (/\d/.test(word) ? Number(word) : FEW.indexOf(word));
    return [{ ...whole, text: `all but ${word} of ${whole.text}`, low, high: low, bound: 'exact' }];
  });
}

/** `three quarters of the patients` where the source has 90 of 200. */
function partConflict(quantity: Quantity, source: Statement): Objection | null {
  if (quantity.dimension !== 'share' || quantity.following[0] !== 'of') return null;
  const parts = extentsOf(source, () => true).filter(
    ({ text, of }) => / of /.test(text) && of !== null && quantity.following.some((word) => isForm(word, of)),
  );
  const [part] = parts;
  if (part === undefined || parts.length !== 1) return null;
  const compared = compareQuantities(quantity, {
    ...quantity,
    low: part.low,
    high: part.high,
    bound: 'exact',
    text: part.text,
  });
  return compared === 'different'
    ? { kind: 'conflict', reason: `The source says ${part.text}, which is not "${quantity.text}".` }
    : null;
}

const isForm = (text: string, { lower, base }: StatementWord): boolean => text === lower || text === base;

const isChangedBy = ({ start }: Quantity, { text }: Statement): boolean =>
  CHANGED_BY.test(text.slice(Math.max(0, start - 12), start).trimEnd());
