// The figures of a sentence: what they bound and what they count.

import { numberOf } from '../words/spelling.ts';
import type { Figure } from './domain.ts';
import { singularOf } from './nouns.ts';

const LEADS = [
  'at most|up to|no more than|not more than|a maximum of|within|under|below|less than|at least|no less than',
  'a minimum of|more than|over|above|exceeds?|exactly|every|for|after|around|about',
].join('|');
const WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty';
const FIGURE = new RegExp(
  String.raw`(?:\b(${LEADS})\s+)?((?:\b(?:${WORDS})\b)|\b\d[\d,]*(?:\.\d+)?)\s*(%|°C|[A-Za-z]+)?`,
  'gi',
);
const BOUNDS: Readonly<Record<string, Figure['bound']>> = {
  ...{ 'at most': 'max', 'up to': 'max', 'no more than': 'max', 'not more than': 'max', 'a maximum of': 'max' },
  ...{ within: 'max', under: 'max', below: 'max', 'less than': 'max', 'at least': 'min', 'no less than': 'min' },
  ...{ 'a minimum of': 'min', 'more than': 'over', over: 'over', above: 'over', exceed: 'over', exceeds: 'over' },
};
const NO_UNIT = /^(?:and|or|of|to|in|on|at|the|a|an|after|before|for|per|with|then|is|are|th|by|until|day-old)$/i;

const RANGE = /\b(?:between|from) (\d[\d.,]*) (?:and|to) (\d[\d.,]*)\s*(%|°C|[A-Za-z]+)?/i;

export function readFigures(sentence: string): readonly Figure[] {
  const [range, low = '', high = '', counted = ''] = RANGE.exec(sentence) ?? [];
  if (range !== undefined) {
    const shared = { unit: unitOf(counted), text: range.trim() };
    return [
      { ...shared, bound: 'min', amount: Number(low.replaceAll(',', '')) },
      { ...shared, bound: 'max', amount: Number(high.replaceAll(',', '')) },
      ...readFigures(sentence.replace(range, '')),
    ];
  }
  return [...sentence.matchAll(FIGURE)].flatMap(([whole, bound = '', number = '', unit = '']) => {
    const amount = Number(numberOf(number.toLowerCase()) ?? number.replaceAll(',', ''));
    const isOne = /^one$/i.test(number) && !/^(?:hour|day|week|month|year|minute|second|time)s?$/i.test(unit);
    if (!Number.isFinite(amount) || isOne || /^(?:th|st|nd|rd)$/i.test(unit)) return [];
    const named = NO_UNIT.test(unit) ? '' : unit;
    return [
      {
        ...{ bound: BOUNDS[bound.toLowerCase()] ?? 'exactly', amount, unit: unitOf(named) },
        text: (named === '' ? whole.slice(0, whole.length - unit.length) : whole).trim(),
      },
    ];
  });
}

const unitOf = (unit: string): string => (/^[A-Z]{2,}$|^%$|^°/.test(unit) ? unit : singularOf(unit.toLowerCase()));
