// The first and the last year of a span: what lasted from 2013 to 2019 began in 2013 and ended in 2019.

import { anyOf } from './any-of.ts';
import type { DateMention } from './read-dates.ts';

const BEGINS = anyOf('begin start launch open commence introduce found establish create build');
const ENDS = anyOf('end stop finish close conclude cease');

/** Asked with base forms of verbs. */
export const isBegin = (base: string): boolean => BEGINS.test(base);
export const isEnd = (base: string): boolean => ENDS.test(base);

const yearOf = (day: number): number => Math.floor(day / 10_000);

const isSpan = ({ relation, from, to }: DateMention): boolean => relation === 'from' && to - from >= 10_000;

export const isFirstOf = (date: DateMention, span: DateMention): boolean =>
  isSpan(span) && yearOf(span.from) === yearOf(date.from);

export const isLastOf = (date: DateMention, span: DateMention): boolean =>
  isSpan(span) && yearOf(span.to) === yearOf(date.to);
