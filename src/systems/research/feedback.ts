// What a re-plan has to improve, in sentences: of each score below the bar, the lowest first.

import type { AgentState, Measurements, QualityScore } from './agent-state.ts';
import type { Brief } from './brief.ts';
import { scoreText } from './decimals.ts';
import { type Area, lowAreas } from './replan-workers.ts';

type Given = Pick<AgentState, 'brief' | 'current_plan'>;

/** Without measurements, what each score stands for. Words that mean another score do not occur: the planner
 *  reads them. */
export function feedback_of(quality: QualityScore, given: Given, measured?: Measurements): string {
  const low = lowAreas(quality, given.brief.min_quality_score);
  const sentences = low.flatMap((area) => {
    const found = measured === undefined ? [] : DETAILS[area](measured, given.brief);
    const advice = area === 'source' && !hasAcademic(given) ? 'Add academic sources' : ADVICE[area];
    return [...found, advice];
  });
  return sentences.length === 0 ? 'Quality is below the target.' : sentences.map((each) => `${each}.`).join(' ');
}

const ADVICE: { readonly [area in Area]: string } = {
  article: 'Need deeper analysis',
  source: 'Need more sources',
  factual: 'Claims need more evidence',
  writing: 'Grammar, readability or tone need work',
};

const DETAILS: { readonly [area in Area]: (measured: Measurements, brief: Brief) => string[] } = {
  article: ({ article }, { target_length }) => [
    ...(article.sections < 1 ? ['Missing key topic aspects'] : []),
    ...(article.length < 1 ? [`Only ${Math.round(article.length * target_length)} words (need ${target_length})`] : []),
    ...((article.structure ?? 1) < 1 ? ['An introduction, a body or a conclusion is missing'] : []),
  ],
  source: ({ source }, { min_sources }) => [
    ...(source.count < 1 ? [`Only ${Math.round(source.count * min_sources)} sources (need ${min_sources})`] : []),
    ...(source.types < 1 ? ['Too few kinds of sources'] : []),
    ...(source.citations < 1 ? ['Some citations are not correct'] : []),
  ],
  factual: ({ factual }) => (factual === null ? [] : factualDetails(factual)),
  writing: ({ writing }) => (writing === null ? [] : writingDetails(writing)),
};

function writingDetails({ grammar, readability, tone }: NonNullable<Measurements['writing']>): string[] {
  return [
    ...(grammar < 1 ? [`Grammar ${scoreText(grammar)}`] : []),
    ...(readability < 1 ? [`Readability ${scoreText(readability)}`] : []),
    ...(tone < 1 ? [`Tone ${scoreText(tone)}`] : []),
  ];
}

function factualDetails({ claims, supported, contradicted }: NonNullable<Measurements['factual']>): string[] {
  return [
    ...(supported < claims ? [`${claims - supported} of ${claims} claims are not supported`] : []),
    ...(contradicted > 0 ? [`${contradicted} of ${claims} claims are contradicted`] : []),
  ];
}

function hasAcademic({ current_plan }: Given): boolean {
  const workers = current_plan?.steps.flatMap((step) => step.workers) ?? [];
  return workers.some(({ worker_id }) => worker_id === 'academic_search');
}
