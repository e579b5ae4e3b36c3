// What can be read in any language: the day beside a month whose name the platform knows, and the sign of a currency.

import type { CitedText } from './cited-text.ts';
import { measuresIn } from './measure-names.ts';
import type { HardObjection } from './object-to.ts';

export const objectToForeign = (claim: string, cited: CitedText): readonly HardObjection[] => [
  ...objectToDays(claim, cited),
  ...objectToCurrencies(claim, cited),
];

/** `13. Mai`, `3 de mayo`, `1er avril`. */
const DAY = /(?<![\d.,:])(\d{1,2})(?:\.|º|er)? (?:\p{L}{1,2} )?(\p{L}{3,12})/gu;

interface Day {
  readonly text: string;
  readonly day: number;
  readonly month: string;
}

/** Another day than the passages have of that month, which none of their numbers is or leads to. */
function objectToDays(claim: string, { sentences, numbers, languages, language }: CitedText): readonly HardObjection[] {
  const months = measuresIn(languages, language);
  const daysIn = (text: string): readonly Day[] =>
    [...text.matchAll(DAY)].flatMap(({ 0: whole, 1: day, 2: name = '' }) => {
      const month = months.get(name.toLowerCase()) ?? '';
      return month.startsWith('month') ? [{ text: whole, day: Number(day), month }] : [];
    });
  const standing = sentences.flatMap(daysIn);
  return daysIn(claim).flatMap(({ text, day, month }) => {
    const same = standing.filter((each) => each.month === month);
    const leads = same.some((each) => numbers.has(Math.abs(each.day - day)));
    if (same.length === 0 || numbers.has(day) || leads) return [];
    const reason = `The passage says "${same[0]?.text ?? ''}", the claim says "${text}".`;
    return [{ kind: 'date', verdict: 'contradicted', reason }];
  });
}

const MONEY = /(?:(\p{Sc}) ?)?(?<![\d.,])(\d[\d.,]{0,20}\d|\d)(?: ?(\p{Sc}))?/gu;

/** `4.850 $` where the passages have 4.850 €. */
function objectToCurrencies(claim: string, { sentences }: CitedText): readonly HardObjection[] {
  const moneyIn = (text: string) =>
    [...text.matchAll(MONEY)].flatMap(({ 1: before, 2: number = '', 3: behind }) => {
      const sign = before ?? behind;
      return sign === undefined ? [] : [{ number, sign }];
    });
  const standing = sentences.flatMap(moneyIn);
  return moneyIn(claim).flatMap(({ number, sign }) => {
    const same = standing.filter((each) => each.number === number);
    if (same.length === 0 || same.some((each) => each.sign === sign)) return [];
    const reason = `The passage says ${number} ${same[0]?.sign ?? ''}, the claim says ${number} ${sign}.`;
    return [{ kind: 'unit', verdict: 'contradicted', reason }];
  });
}
