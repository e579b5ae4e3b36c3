// What a chain came to: the stories, and what is missing.

import type { JsonObject } from '../../json.ts';
import type { RunFacts, RunSummary } from '../../ports/system.ts';
import { listOf, objectOf, textOf } from '../features/step-values.ts';
import type { ChainGap } from './list-gaps.ts';

/** Of many, the first: `signoff trace --gaps` has them all. */
const LISTED_MAX = 8;

export async function summarise(facts: RunFacts): Promise<RunSummary> {
  const { feature_id, folder, article } = facts.data;
  const output = facts.output('gaps');
  const { stories, missing: found } = objectOf(output);
  const [all, missing] = [listOf<JsonObject>(stories), listOf<ChainGap>(found)];
  const points = all.reduce((sum, story) => sum + Number(story.points ?? 0), 0);
  return {
    isFinished: output !== null,
    totals:
      output === null
        ? []
        : [
            ...(textOf(article) === '' ? [] : [{ name: 'research', text: `${textOf(article)}/article.md` }]),
            { name: 'stories', text: `${all.length}, ${points} points` },
            ...missingLines(missing).map((text, at) => ({ name: at === 0 ? 'missing' : '', text })),
          ],
    data: {
      feature_id: textOf(feature_id) || null,
      folder: textOf(folder) || null,
      stories: all,
      missing,
      ...(textOf(article) !== '' && { article: textOf(article) }),
    },
    messages: [],
  };
}

function missingLines(missing: readonly ChainGap[]): readonly string[] {
  if (missing.length === 0) return ['nothing: each requirement stands in the design, the specification and a story'];
  const lines = missing.slice(0, LISTED_MAX).map(({ message, file, line }) => `${message} (${file}:${line})`);
  const more = missing.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
