// The planner: how complex a topic is, which workers it needs, in which steps, and what that costs.

import type { QualityScore } from './agent-state.ts';
import type { Brief } from './brief.ts';
import { estimate_plan } from './estimate-plan.ts';
import type { Plan, PlannedWorker } from './plan.ts';
import { stepsOf } from './plan-steps.ts';
import { workersAddedFor } from './replan-workers.ts';
import { WORKERS, workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export { cheapest_plan, estimate_plan } from './estimate-plan.ts';

/** How many workers complexity alone gives a plan. */
export interface Band {
  readonly min: number;
  readonly max: number;
}

export interface PlanOptions {
  /** From 1; the plan's number. */
  readonly iteration?: number;
  /** Of a re-plan: the plan that was carried out; its workers are kept. */
  readonly last_plan?: Plan | null;
  /** Of a re-plan: what the supervisor, or a person, asked for. */
  readonly feedback?: string | null;
  /** Of a re-plan: how the last result was scored; what is below the brief's bar gets more workers. */
  readonly quality?: QualityScore | null;
  /** Workers of the project. */
  readonly own?: readonly WorkerDefinition[];
}

const LONG_TOPIC = 50;
const LONG_ARTICLE = 3000;
const MANY_SOURCES = 15;
/** Above the first number the workers behind it come in addition; above the last come all others. */
const BASE: readonly (readonly [above: number, workers: readonly string[]])[] = [
  [-1, ['web_search', 'article_writer', 'editor']],
  [0.39, ['news_search', 'content_synthesizer', 'fact_checker']],
  [0.55, ['academic_search', 'citation_formatter']],
  [0.7, ['web_scraper', 'insight_extractor', 'introduction_writer', 'conclusion_writer']],
];
const COMPLEX = 0.7;

export function complexity_of(
  brief: Pick<Brief, 'topic' | 'research_depth' | 'specific_sections' | 'preferred_sources' | 'target_length'>,
): number {
  const tenths =
    5 +
    (brief.research_depth === 'light' ? -2 : 0) +
    (brief.research_depth === 'deep' ? 1 : 0) +
    (brief.topic.length > LONG_TOPIC ? 1 : 0) +
    (brief.specific_sections.length > 0 ? 1 : 0) +
    (brief.preferred_sources.length > 0 ? 1 : 0) +
    (brief.target_length > LONG_ARTICLE ? 2 : 0);
  return Math.min(10, Math.max(0, tenths)) / 10;
}

export function band_of(complexity: number): Band {
  if (complexity < 0.4) return { min: 3, max: 5 };
  return complexity <= COMPLEX ? { min: 6, max: 10 } : { min: 11, max: 17 };
}

/** The plan of an execution, with what it is expected to cost. What the brief names comes besides what its complexity
 *  gives, also where that is more than the band of its complexity. */
export function create_plan(brief: Brief, options: PlanOptions = {}): Plan {
  const { iteration = 1, last_plan = null, own = [] } = options;
  const complexity = complexity_of(brief);
  const kept = last_plan?.steps.flatMap(({ workers }) => workers) ?? [];
  const chosen = last_plan === null ? firstWorkers(brief, complexity, own) : kept.map(({ worker_id }) => worker_id);
  const added = last_plan === null ? [] : workersAddedFor(options, brief.min_quality_score);
  const ids = new Set([...chosen, ...added]);
  const planned = [...workersWith(own).keys()]
    .filter((id) => ids.has(id))
    .map((worker_id): PlannedWorker => ({ worker_id }));
  const plan_id = `plan_${String(iteration).padStart(3, '0')}`;
  const steps = stepsOf(planned, own);
  return estimate_plan({ plan_id, complexity, steps, estimated_time: 0, estimated_cost: 0 }, brief, own);
}

/** What complexity gives, what the brief names, and what the project brings along. */
function firstWorkers(brief: Brief, complexity: number, own: readonly WorkerDefinition[]): string[] {
  return [...base_workers(complexity), ...workersNamedBy(brief), ...own.map(({ id }) => id)];
}

/** What counts as asked for in a re-plan: all that this one or one before it added, and what a person put into the
 *  first plan. Its strategy leaves none of them out unless a limit forces it. */
export function workers_asked_by_replans(plan: Plan, first: Plan | null): string[] {
  if (first === null) return [];
  const core = core_workers(plan.complexity);
  const before = workersOf(first);
  return workersOf(plan).filter((id) => !before.includes(id) || !core.includes(id));
}

const workersOf = ({ steps }: Plan): readonly string[] =>
  steps.flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));

/** What a plan of this complexity has whatever else the brief says; nobody has to ask for these. */
export function core_workers(complexity: number): string[] {
  return BASE.flatMap(([above, workers]) => (complexity > above ? workers : []));
}

function base_workers(complexity: number): string[] {
  return complexity > COMPLEX ? WORKERS.map(({ id }) => id) : core_workers(complexity);
}

function workersNamedBy({ preferred_sources, min_sources, tone }: Brief): string[] {
  const preferred = { web: 'web_search', academic: 'academic_search', news: 'news_search', social: 'social_media' };
  return [
    ...preferred_sources.flatMap((kind) => (kind === 'local' ? [] : preferred[kind])),
    ...(min_sources >= MANY_SOURCES ? ['web_search', 'academic_search', 'news_search', 'web_scraper'] : []),
    ...(tone === 'academic' ? ['citation_formatter'] : []),
  ];
}

/** Whether something in the brief asks for a worker, besides the topic's complexity. */
export function is_asked_for(worker: string, brief: Brief): boolean {
  if (workersNamedBy(brief).includes(worker)) return true;
  if (worker === 'seo_optimizer') return brief.include_keywords.length > 0 || brief.content_type === 'blog_post';
  if (worker === 'readability_checker') return brief.target_audience !== '' || brief.tone === 'casual';
  if (worker === 'plagiarism_checker') return brief.content_type === 'research_report' || brief.tone === 'academic';
  return worker === 'summarization' && brief.target_length > LONG_ARTICLE;
}
