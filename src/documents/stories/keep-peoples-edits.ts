// What people did to the criteria of a story: boxes they ticked, and criteria of their own.

import type { StoryCriterion } from './story.ts';
import { textKey } from './text-key.ts';

/** Ticks stay with the wording, whatever its punctuation; what people wrote stays at the end, unless it is asked for by
 *  now. `old`: as the file has them. */
export function keepPeoplesEdits(
  own: readonly StoryCriterion[],
  old: readonly StoryCriterion[],
): readonly StoryCriterion[] {
  const same = new Map(old.map((each) => [each.text, each.isDone === true]));
  const done = new Set(old.filter(({ isDone }) => isDone === true).map(({ text }) => textKey(text)));
  const known = new Set(own.map(({ text }) => textKey(text)));
  return [
    ...own.map(({ isDone = false, ...each }) => {
      const isTicked = same.get(each.text) ?? (isDone || done.has(textKey(each.text)));
      return isTicked ? { ...each, isDone: true } : each;
    }),
    ...old.filter(({ isByHand, text }) => isByHand === true && !known.has(textKey(text))),
  ];
}
