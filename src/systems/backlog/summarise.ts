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
  return {
    isFinished: output !== null,
    totals:
      output === null
        ? []
        : [
            ...(textOf(article) === '' ? [] : [{ name: 'research', text: `${textOf(article)}/article.md` }]),
            { name: 'stories', text: `${all.length}, ${pointsText(all)}` },
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

function pointsText(stories: readonly JsonObject[]): string {
  const estimated = stories.filter((story) => story.estimated !== false);
  const left = stories.length - estimated.length;
  if (left > 0 && estimated.length === 0) return 'not estimated';
  const points = estimated.reduce((sum, story) => sum + Number(story.points ?? 0), 0);
  return `${points} points${left === 0 ? '' : `, ${left} not estimated`}`;
}

function missingLines(missing: readonly ChainGap[]): readonly string[] {
  if (missing.length === 0) return ['nothing: each requirement stands in the design, the specification and a story'];
  const lines = missing.slice(0, LISTED_MAX).map(({ message, file, line }) => `${message} (${file}:${line})`);
  const more = missing.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
