// Small words that turn what a sentence says: names of days and months, denials, amounts of a whole.

import { anyOf } from './any-of.ts';

/** Names that say when, and nobody's. */
export const DATE_NAMES = anyOf(`
  january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday
`);

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Negate what follows them in their clause. */
const NEGATORS = words(
  `not n't never neither nor cannot no none nobody nothing nowhere hardly barely scarcely seldom rarely without`,
);
export const isNegator = (word: string): boolean => NEGATORS.has(word) || /n['’]t$/.test(word);

/** Of a whole: from none to all. The amounts are what readers take them for. */
export const QUANTIFIERS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ...each(
    'all every each entire whole everyone everybody always entirely completely fully universally invariably',
    1,
    1,
  ),
  ...each('most majority mostly mainly usually generally typically largely predominantly', 0.5, 1),
  ...each('many often frequently commonly', 0.2, 1),
  ...each('some several certain sometimes occasionally partly partially', 0.01, 1),
  ...each('few rarely seldom minority', 0, 0.49),
  ...each('no none nobody never neither', 0, 0),
]);

function each(text: string, low: number, high: number): [string, readonly [number, number]][] {
  return text.split(' ').map((word) => [word, [low, high]]);
}
