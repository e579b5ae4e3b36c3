// What people asked for in their reviews, and which of it the drafts leave open.

import { filedPoint, openPointsIn } from '../../documents/design/open-points.ts';
import type { DesignTexts } from '../../documents/design/part.ts';
import type { HumanFeedback } from '../../documents/design/review.ts';
import type { ReviewIssue } from '../../documents/design/state.ts';
import type { Json, JsonObject } from '../../json.ts';
import { listOf } from './sdd-deps.ts';

/** Those that stand in the texts as not carried out. */
export function openHumanIssues(given: Json | undefined, texts: DesignTexts): readonly ReviewIssue[] {
  const points = new Set(openPointsIn(texts).map(({ point }) => point));
  return listOf<ReviewIssue & JsonObject>(given).filter(({ description }) => points.has(filedPoint(description)));
}

/** What was said of the whole, and of sections. */
export function saidBy(human: readonly ReviewIssue[]): HumanFeedback {
  return {
    feedback: human.flatMap(({ location, description }) => (location === undefined ? [description] : [])).join('\n'),
    comments: human.filter(({ location }) => location !== undefined),
  };
}
