// What a re-plan adds: workers for each score that is too low, and those that the feedback names.

import type { QualityScore } from './agent-state.ts';
import { isReached } from './decimals.ts';
import { workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export type Area = 'article' | 'source' | 'factual' | 'writing';

const AREAS: readonly Area[] = ['article', 'source', 'factual', 'writing'];

const ADDED: { readonly [area in Area]: readonly string[] } = {
  article: ['insight_extractor', 'introduction_writer', 'conclusion_writer'],
  source: ['academic_search', 'web_scraper', 'citation_formatter'],
  factual: ['fact_checker'],
  writing: ['editor', 'readability_checker'],
};
/** Words of feedback that say what was too little. */
const WORDS: { readonly [area in Area]: readonly string[] } = {
  article: [
    'analysis',
    'deeper',
    'section',
    'sections',
    'structure',
    'aspects',
    'longer',
    'introduction',
    'conclusion',
  ],
  source: ['source', 'sources', 'academic', 'papers', 'citations', 'references'],
  factual: ['evidence', 'facts', 'claims', 'accuracy', 'contradictions', 'contradicted'],
  writing: ['grammar', 'readability', 'readable', 'tone', 'wording'],
};

/** What nobody judged or measured is not low. */
export function scoreOf(area: Area, quality: QualityScore): number {
  return (area === 'factual' ? quality.accuracy : quality[area]) ?? 1;
}

/** The parts of the score that are below the bar, the lowest first. */
export function lowAreas(quality: QualityScore, threshold: number): Area[] {
  const low = AREAS.filter((area) => !isReached(scoreOf(area, quality), threshold));
  return low.toSorted((one, other) => scoreOf(one, quality) - scoreOf(other, quality));
}

export function workersAddedFor(
  more: {
    readonly feedback?: string | null;
    readonly quality?: QualityScore | null;
    readonly own?: readonly WorkerDefinition[];
  },
  threshold: number,
): string[] {
  const feedback = (more.feedback ?? '').toLowerCase();
  const words = new Set(feedback.split(/[^a-z]/));
  const areas = [
    ...(more.quality ? lowAreas(more.quality, threshold) : []),
    ...AREAS.filter((area) => WORDS[area].some((word) => words.has(word))),
  ];
  const named = [...workersWith(more.own).values()].filter(
    ({ id, name }) => feedback.includes(id) || feedback.includes(name.toLowerCase()),
  );
  return [...areas.flatMap((area) => ADDED[area]), ...named.map(({ id }) => id)];
}
