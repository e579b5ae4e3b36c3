// Whether what a gate gives is a review that faces can draw: a system may be anybody's code.

import type { ReviewBody } from '../ports/review.ts';

const LISTS: { readonly [kind in ReviewBody['kind']]: readonly string[] } = {
  document: ['fixed', 'doubts', 'assumptions'],
  items: ['items', 'verdicts', 'fields', 'leftOut', 'noun'],
  choice: ['groups', 'options'],
  conversation: ['messages', 'groups', 'questions', 'assumptions'],
  form: ['shows', 'verdicts'],
};
const TEXTS: { readonly [kind in ReviewBody['kind']]: readonly string[] } = {
  document: ['text', 'file', 'path'],
  items: [],
  choice: ['about', 'note'],
  conversation: [],
  form: [],
};

/** null: it is one. */
export function reviewProblem(given: unknown): string | null {
  const review = (typeof given === 'object' && given !== null ? given : {}) as { readonly [name: string]: unknown };
  const kinds = Object.keys(LISTS);
  const kind = kinds.find((each) => each === review.kind) as ReviewBody['kind'] | undefined;
  if (kind === undefined) return `its kind is ${JSON.stringify(review.kind)}, none of ${kinds.join(', ')}`;
  const text = ['title', ...TEXTS[kind]].find((name) => typeof review[name] !== 'string');
  if (text !== undefined) return `"${text}" of a review of the kind "${kind}" is not a text`;
  const list = ['notices', ...LISTS[kind]].find((name) => !Array.isArray(review[name]));
  return list === undefined ? null : `"${list}" of a review of the kind "${kind}" is not a list`;
}
