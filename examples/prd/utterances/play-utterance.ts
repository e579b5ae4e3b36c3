// What becomes of an utterance without a model when everything is approved: three documents.

import { assemblePrd } from '../../../src/documents/prd/assemble-prd.ts';
import { emptyRequirements, mergeReview } from '../../../src/documents/requirements/merge-review.ts';
import { parseRequirements } from '../../../src/documents/requirements/parse-requirements.ts';
import type { Requirement } from '../../../src/documents/requirements/requirement.ts';
import { withWrittenBy } from '../../../src/documents/requirements/written-by.ts';
import type { JsonObject } from '../../../src/json.ts';
import { shownRequirements } from '../../../src/systems/prd/not-sorted.ts';
import { prdWriters } from '../../../src/systems/prd/offline.ts';

/** By file name. */
export type Outputs = Readonly<Record<string, string>>;

const DAY = '2026-01-02';

export async function playUtterance(utterance: string): Promise<Outputs> {
  const data = { userUtterance: utterance };
  const drafted = await write('FB', { currentFeatureIds: [] }, data);
  const featureBrief = String(drafted.featureBriefMarkdown);
  const featureId = String(drafted.recommendedFeatureId);
  const empty = emptyRequirements(featureId);
  const proposal = await write('IR', { featureBrief, requirementsContent: empty }, data);
  const file = approved(empty, proposal);
  const prdDraft = assemblePrd({
    ...{ featureId, author: 'ada', date: DAY, status: 'draft', isByRules: true, writtenBy: 'without a model' },
    ...{ utterance, brief: featureBrief, requirements: parseRequirements(file).items },
  });
  const { prdContent } = await write('PG', { featureBrief, requirementsContent: file, prdDraft, reviews: [] }, data);
  return { 'feature-brief.md': featureBrief, 'requirements.md': file, 'PRD.md': String(prdContent) };
}

async function write(step: string, input: JsonObject, data: JsonObject): Promise<JsonObject> {
  const writer = prdWriters.find((each) => each.step === step);
  if (writer === undefined) throw new Error(`Expected a writer of the step "${step}", found none.`);
  const facts = { workflow: 'prd', step, title: step, prompt: '', item: null, runInput: {}, schema: null, input, data };
  return (await writer.write(facts)) as JsonObject;
}

function approved(file: string, proposal: JsonObject): string {
  const proposed = proposal.functionalRequirements as unknown as readonly Requirement[];
  const review = {
    ...{ rejectedRequirements: [], modifiedRequirements: [], userFeedback: '', reviewSummary: 'Approved.' },
    approvedRequirements: shownRequirements(proposed, proposal),
  };
  const merged = mergeReview(file, review, { time: `${DAY}T03:00:00.000Z`, reviewer: 'ada', isByRules: true });
  if ('refused' in merged) throw new Error(merged.refused.join(' '));
  return withWrittenBy(merged.text);
}
