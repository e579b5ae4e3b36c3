// What a design run came to: how it stands, its rounds, what was accepted.

import { openPointsIn } from '../../documents/design/open-points.ts';
import { readReview } from '../../documents/design/review.ts';
import type { JsonObject } from '../../json.ts';
import type { RunFacts, RunSummary } from '../../ports/system.ts';
import { draftsOf, listOf, objectOf, textOf } from './sdd-deps.ts';

/** What the last review and the person's own reviews left open. */
function openIn(data: JsonObject): readonly JsonObject[] {
  const { issues } = readReview(data.review_feedback ?? null);
  const own = openPointsIn(draftsOf(data)).map(({ section, point }) => ({
    ...{ category: 'human review', severity: 'HIGH', description: point, location: section },
  }));
  return [...own, ...issues.map((issue) => ({ ...issue }))];
}

export async function summarise({ data }: RunFacts): Promise<RunSummary> {
  const { revision_count, human_revisions, document_status, feature_id } = data;
  const { overall_score } = objectOf(data.review_feedback);
  const accepted = listOf<string>(data.accepted_issues);
  const rounds = listOf(data.rounds).length;
  return {
    isFinished: document_status === 'FINAL',
    totals: [
      ...(rounds > 0 ? [{ name: 'rounds', text: `${rounds}, ${Number(human_revisions)} asked for by you` }] : []),
      ...(typeof overall_score === 'number' ? [{ name: 'score', text: overall_score.toFixed(2) }] : []),
      ...(accepted.length > 0 ? [{ name: 'accepted issues', text: String(accepted.length) }] : []),
    ],
    data: {
      ...{ featureId: textOf(feature_id) || null, documentStatus: document_status ?? null },
      ...{ score: typeof overall_score === 'number' ? overall_score : null, rounds, openIssues: openIn(data) },
      ...{ revisionCount: revision_count ?? 0, humanRevisions: human_revisions ?? 0, acceptedIssues: accepted },
    },
    messages: [],
  };
}
