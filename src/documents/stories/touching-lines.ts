// Which of a spec's out-of-scope lines speak of what a requirement is about.

import { wordsOf } from './similar-texts.ts';
import type { StoryRequirement } from './story.ts';

/** Words too common to tie two texts together. */
const COMMON = new Set(
  (
    'about after all also any are been before being both but can could does each every for from has have how into it ' +
    'its just like make may more most must new not one only other our out over own per same shall should some such ' +
    'system than that the their them then there these they this those through time under until use used user users ' +
    'using very was were what when where which while who will with within without would you your first version later'
  ).split(' '),
);

export function touchingLines(
  lines: readonly string[],
  requirements: readonly Pick<StoryRequirement, 'title' | 'description' | 'criteria'>[],
): readonly string[] {
  const about = new Set(
    requirements.flatMap(({ title, description, criteria }) => keysOf([title, description, ...criteria].join(' '))),
  );
  return lines.filter((line) => keysOf(line).some((word) => about.has(word)));
}

/** `booking`, `bookings` and `booked` meet. */
function keysOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => word.length > 2 && !COMMON.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ings?|ies|ed|es|s|y)$/, '') : word));
}
