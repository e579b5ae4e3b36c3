// Shows readers the sides of a contradiction.

import type { Contradiction } from './ledger.ts';

/** `nameOf` a source's id. Says only what stands in the article. */
export function tellSides({ spans, followed, told }: Contradiction, nameOf: (source: string) => string): string {
  const sides = new Set(spans.map(({ source }) => source));
  const here = told ?? [...sides];
  const why = followed !== null && here.includes(followed.source) ? followed.why : null;
  const follows = why === null ? '' : `The article follows ${nameOf(followed?.source ?? '')}: ${why}`;
  if (here.length === 0) return 'The article does not mention it.';
  if (told === undefined && follows !== '') return follows;
  const all = sides.size === 2 ? 'both' : `all ${sides.size}`;
  if (here.length === sides.size && sides.size > 1) return [`The article names ${all}.`, follows].join(' ').trim();
  return follows === '' ? `The article names only ${here.map(nameOf).join(' and ')}.` : follows;
}
