// The figures of a text as they are looked up: each amount with all that its digits can mean.

import { readNumber, tokensOf } from './number-words.ts';
import { type Quantity, readQuantities } from './read-quantities.ts';
import { blanked, clocksIn, type Duration, digitDatesIn, durationsIn, readingsOf } from './written-numbers.ts';

export interface FigureReading {
  readonly quantity: Quantity;
  /** The bare numbers in it, without their units, each with all that it can mean. */
  readonly numbers: readonly (readonly number[])[];
  /** By how much another reading of its digits differs: 1000 of `1.250`. */
  readonly scales: readonly number[];
  /** In a sentence, not in a title: amounts are derived only from those. */
  readonly isInSentence: boolean;
}

/** Of a text in plain figures. Numeric dates and times of day are no amounts. */
export function readFigures(text: string, isInSentence: boolean): readonly FigureReading[] {
  const durations = durationsIn(text);
  const blank = blanked(text, [...digitDatesIn(text), ...clocksIn(text), ...durations]);
  return [...readQuantities(blank), ...durations.map(quantityOf)].map((quantity) => {
    const read = numbersOf(quantity.text);
    const [first] = read;
    const scales = (first?.readings ?? []).map((value) =>
      first === undefined || first.value === 0 ? 1 : value / first.value,
    );
    return {
      quantity,
      numbers: read.map(({ readings }) => readings),
      scales: [...new Set([1, ...scales])],
      isInSentence,
    };
  });
}

const quantityOf = ({ text, start, end, seconds }: Duration): Quantity => ({
  ...{ text, start, end, dimension: 'time', low: seconds, high: seconds, step: 0.5 },
  ...{ bound: 'exact', per: '', role: '', following: [] },
});

function numbersOf(text: string): readonly { readonly value: number; readonly readings: readonly number[] }[] {
  const tokens = tokensOf(text);
  const found: { value: number; readings: readonly number[] }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const number = readNumber(tokens, at);
    if (number === null) {
      at++;
      continue;
    }
    const { value, scale = 1 } = number;
    const digits = /^\d/.test(tokens[at]?.text ?? '') && !number.isFraction ? readingsOf(tokens[at]?.text ?? '') : [];
    found.push({ value, readings: [...new Set([value, ...digits.map((each) => each * scale)])] });
    at = Math.max(number.next, at + 1);
  }
  return found;
}
