// What is said where a budget keeps a call back: money as money.

import type { CommandOf } from './commands.ts';

/** Rounded down, for a bound: `$1.00`, `$0.015`. */
export const moneyText = (dollars: number): string => asMoney(dollars, Math.floor, 1e-6);

/** Rounded up, for what is above a bound: the two never read the same. */
export const moneyTextUp = (dollars: number): string => asMoney(dollars, Math.ceil, -1e-6);

/** In cents; small amounts with as many digits as tell them apart. */
function asMoney(dollars: number, round: (value: number) => number, tolerance: number): string {
  const digits = dollars >= 1 ? 2 : dollars >= 0.01 ? 4 : 6;
  const text = (round(dollars * 10 ** digits + tolerance) / 10 ** digits).toFixed(digits);
  return `$${text.replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

interface SpentBound {
  /** `run`, `step "B"`. */
  readonly what: string;
  readonly max: number;
  readonly isCost: boolean;
}

/** `then`: what it would come to with the call. */
export function spentText({ what, max, isCost }: SpentBound, then: number, cutAt: number | undefined): string {
  const found = isCost
    ? `is ${moneyText(max)}; with this call it could cost ${moneyTextUp(then)}`
    : `is ${max} tokens; with this call it could use ${then}`;
  const cut =
    cutAt === undefined ? '' : ` It was asked for again with more room: its reply was cut at ${cutAt} tokens.`;
  return `The budget of the ${what} ${found}.${cut}`;
}

const UNPRICED = 'There is no price for';

export function unpricedText(what: string, { model, provider }: Pick<CommandOf<'BeginCall'>, 'model' | 'provider'>) {
  const asked = model === null ? provider : `${model} of ${provider}`;
  const fix = 'Set one under "prices" in signoff.config.json.';
  return `${UNPRICED} ${asked}: the budget of the ${what} lets no call of it through. ${fix}`;
}

/** Whether a budget kept a call back only because nobody knows what the model costs. */
export const isUnpriced = (reason: string): boolean => reason.startsWith(`${UNPRICED} `);
