// What the rule-based writers make of an utterance when everything is approved: four documents, and the gaps in words.

import { analyseGaps } from '../../../src/documents/gaps/analyse-gaps.ts';
import { isKept } from '../../../src/documents/gaps/cover-points.ts';
import { type Gap, ROUNDS_MAX, SCORE_ENOUGH } from '../../../src/documents/gaps/gap.ts';
import { lintRequirements } from '../../../src/documents/lint/lint-requirements.ts';
import { assemblePrd } from '../../../src/documents/prd/assemble-prd.ts';
import { parseBrief } from '../../../src/documents/prd/parse-brief.ts';
import { clarifyingQuestions } from '../../../src/documents/prd/unclear.ts';
import { emptyRequirements, mergeReview } from '../../../src/documents/requirements/merge-review.ts';
import { parseRequirements } from '../../../src/documents/requirements/parse-requirements.ts';
import type { Requirement } from '../../../src/documents/requirements/requirement.ts';
import type { JsonObject } from '../../../src/json.ts';
import { prdWriters } from '../../../src/systems/prd/offline.ts';

/** By file name. */
export type Outputs = Readonly<Record<string, string>>;

const DAY = '2026-01-02';

export async function playUtterance(utterance: string): Promise<Outputs> {
  const data = { userUtterance: utterance };
  const drafted = await write('FB', { currentFeatureIds: [] }, data);
  const featureBrief = String(drafted.featureBriefMarkdown);
  const featureId = String(drafted.recommendedFeatureId);
  let file = emptyRequirements(featureId);
  const input = () => ({ featureBrief, requirementsContent: file });
  const first = await write('IR', input(), data);
  file = approved(file, first, 0);
  let found = await write('GA', input(), data);
  for (let round = 0; round < ROUNDS_MAX && Number(found.gapAnalysisScore) < SCORE_ENOUGH; round += 1) {
    const more = await write('GR', input(), { ...data, identifiedGaps: found.identifiedGaps ?? [] });
    if (proposedIn(more).length === 0) break;
    file = approved(file, more, round + 1);
    found = await write('GA', input(), data);
  }
  const { items } = parseRequirements(file);
  const prdDraft = assemblePrd({
    ...{ featureId, author: 'ada', date: DAY, status: 'draft', isByRules: true },
    ...{ utterance, brief: featureBrief, requirements: items },
  });
  const { prdContent } = await write(
    'PG',
    { ...input(), prdDraft },
    { ...data, identifiedGaps: found.identifiedGaps ?? [] },
  );
  return {
    'feature-brief.md': featureBrief,
    'requirements.md': file,
    'gaps.md': gapText(utterance, featureBrief, file, found.identifiedGaps as unknown as readonly Gap[]),
    'PRD.md': String(prdContent),
  };
}

async function write(step: string, input: JsonObject, data: JsonObject): Promise<JsonObject> {
  const writer = prdWriters.find((each) => each.step === step);
  if (writer === undefined) throw new Error(`Expected a writer of the step "${step}", found none.`);
  const facts = { workflow: 'prd', step, title: step, prompt: '', item: null, runInput: {}, schema: null, input, data };
  return (await writer.write(facts)) as JsonObject;
}

const proposedIn = (output: JsonObject): readonly Requirement[] =>
  output.functionalRequirements as unknown as readonly Requirement[];

function approved(file: string, proposed: JsonObject, round: number): string {
  const none = { rejectedRequirements: [], modifiedRequirements: [], userFeedback: '' };
  const review = { ...none, approvedRequirements: proposedIn(proposed), reviewSummary: String(proposed.summary) };
  const merged = mergeReview(file, review, { time: `${DAY}T03:0${round}:00.000Z`, reviewer: 'ada', isByRules: true });
  if ('refused' in merged) throw new Error(merged.refused.join(' '));
  return merged.text;
}

/** The last analysis, as the person who decides sees it. */
function gapText(utterance: string, featureBrief: string, file: string, gaps: readonly Gap[]): string {
  const brief = parseBrief(featureBrief);
  const { items } = parseRequirements(file);
  const { explanation } = analyseGaps(brief, items, { findings: lintRequirements(items.filter(isKept), { brief }) });
  const asked = clarifyingQuestions(utterance).map(({ question, why }) => `- ${question} (${why})`);
  const lines = gaps.map(({ id, title, severity, category, description }) => {
    return `- ${id} ${severity}, ${category}: ${title}. ${description}`;
  });
  return [
    '# Gap Analysis',
    ...(asked.length === 0 ? [] : ['## Asked before anything is written', asked.join('\n')]),
    '## Score',
    explanation,
    '## Gaps',
    lines.length === 0 ? 'None.' : lines.join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}
