// What stands before an amount and bounds it: `more than`, `at least`, `up to`, `about`.

import type { TextToken } from './number-words.ts';
import type { Bound } from './read-quantities.ts';

const ABOUT = /^(?:about|around|roughly|approximately|approx|some|estimated|circa|nearly|almost|~|≈|close)$/;
const OVER = /^(?:over|above|exceeding|exceeded|exceeds|exceed|least|beyond|>|≥|minimum|surpassed|surpassing|topped)$/;
const UNDER = /^(?:under|below|most|maximum|<|≤)$/;
const MORE = /^(?:more|greater|higher|larger|longer|older|better)$/;
const LESS = /^(?:less|fewer|lower|smaller|shorter|younger)$/;

const MOVED =
  /^(?:edged|went|go|goes|crept|ticked|inched|moved|climbed|jumped|shot|bumped|pushed|drove|nudged|was|were|is|are)$/;

/** `edged up to 6 percent`: it is 6 percent, not less. */
const upTo = (before: string, at: number): { readonly bound: Bound; readonly from: number } =>
  MOVED.test(before) ? { bound: 'exact', from: at } : { bound: 'under', from: at - 2 };

/** What stands before the number: `more than`, `at least`, `up to`, `about`, `nearly`. */
export function boundBefore(
  tokens: readonly TextToken[],
  at: number,
  next: number,
): { readonly bound: Bound; readonly from: number } {
  const word = (back: number): string => tokens[at - back]?.lower ?? '';
  if (word(1) === 'a' || word(1) === 'an') return boundBefore(tokens, at - 1, next);
  // `six points lower than four years ago`: when, not how many.
  if (word(1) === 'than' && /^(?:ago|earlier|before)$/.test(tokens[next]?.lower ?? ''))
    return { bound: 'exact', from: at };
  if (word(1) === 'than') {
    const isNo = word(3) === 'no' || word(3) === 'not';
    if (MORE.test(word(2))) return { bound: isNo ? 'under' : 'over', from: at - (isNo ? 3 : 2) };
    if (LESS.test(word(2))) return { bound: isNo ? 'over' : 'under', from: at - (isNo ? 3 : 2) };
  }
  if (/^(?:over|above|under|below)$/.test(word(1)) && /^(?:just|slightly|little)$/.test(word(2))) {
    return { bound: 'about', from: at - 2 };
  }
  if (word(1) === 'to' && word(2) === 'up') return upTo(word(3), at);
  // `by as much as 13 points`
  if (word(1) === 'as' && word(3) === 'as' && /^(?:much|many|high|far|long|large)$/.test(word(2)))
    return { bound: 'under', from: at - 3 };
  if (word(1) === 'to' && word(2) === 'close') return { bound: 'about', from: at - 2 };
  if (/^(?:least|most)$/.test(word(1)) && word(2) !== 'at') return { bound: 'exact', from: at };
  if (OVER.test(word(1))) return { bound: 'over', from: at - (word(2) === 'at' ? 2 : 1) };
  if (UNDER.test(word(1))) return { bound: 'under', from: at - (word(2) === 'at' ? 2 : 1) };
  if (ABOUT.test(word(1))) return { bound: 'about', from: at - 1 };
  if (/^(?:hundreds|thousands|millions|billions|dozens)$/.test(tokens[next - 1]?.lower ?? ''))
    return { bound: 'about', from: at };
  return { bound: 'exact', from: at };
}
