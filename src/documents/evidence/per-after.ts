// What an amount is counted by: `year` of `5 mg per year`, `month` of `220 euros per hive and month`.

import { anyOf } from './any-of.ts';
import type { TextToken } from './number-words.ts';

const TIMES = anyOf(`
  second minute hour day week month year annum decade person capita head household patient litre liter kilogram kg tonne
  ton hectare night shift kilometre kilometer mile
`);

export function perAfter(tokens: readonly TextToken[], next: number): string {
  for (let at = next; at < Math.min(tokens.length, next + 4); at++) {
    const word = tokens[at]?.lower ?? '';
    const after = tokens[at + 1]?.lower ?? '';
    if (/^(?:a|an|per|each|every|\/)$/.test(word) && TIMES.test(after)) return after === 'annum' ? 'year' : after;
    // `per hive and month`
    const [joint, last] = [tokens[at + 2]?.lower, tokens[at + 3]?.lower ?? ''];
    if (word === 'per' && joint === 'and' && TIMES.test(last)) return last;
    if (/^(?:annually|yearly)$/.test(word)) return 'year';
    if (word === 'daily') return 'day';
    if (word === 'weekly') return 'week';
    if (word === 'monthly') return 'month';
    if (/^[.,;:()]$/.test(word)) return '';
  }
  return '';
}
