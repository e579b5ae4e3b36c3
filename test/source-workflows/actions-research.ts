// Small working code for the research workflow: plans, the flow made from a plan, the judgement of what came out.

import type { Json, JsonObject } from '../../src/json.ts';
import type { Action, ActionResult, CodeCall, CodeRegistry } from '../../src/ports/action.ts';

const ASSIGNED: { readonly [worker: string]: JsonObject } = {
  academic_search: { assignee: 'agent:academic_search', fallback: { assignee: 'agent:web_search' } },
  news_search: { assignee: 'agent:news_search' },
};
const NAMES: { readonly [worker: string]: string } = {
  web_search: 'Web search',
  academic_search: 'Academic search',
  news_search: 'News search',
};
const OUTPUT = {
  research_results: 'steps.J1.output.sources',
  analysis_results: 'steps.content_synthesizer.output || []',
  writing_results: 'steps.article_writer.output',
  quality_results: 'steps.J2.output.aggregatedResults',
};
const PHASES = ['INITIALIZED', 'PLANNING', 'STRATEGY', 'EXECUTING', 'EVALUATING', 'RE_PLANNING', 'MERGING'];

interface Brief extends JsonObject {
  readonly topic: string;
  readonly target_length: number;
  readonly min_sources: number;
  readonly min_quality_score: number;
}

/** A phase named in `broken` throws on each attempt. */
export function researchCode(broken: readonly string[] = []): CodeRegistry {
  const phase =
    (work: (call: CodeCall) => ActionResult): Action =>
    (call) => {
      if (broken.includes(call.step)) throw new Error(`${call.step} broke`);
      const { output, set } = work(call);
      return { output, set: { current_phase: call.step.toLowerCase(), ...set } };
    };
  return {
    acceptRuns: { 'research.checkBrief': checkBrief },
    actions: {
      'research.init': phase(init),
      'research.plan': phase(plan),
      'research.strategy': phase(strategy),
      'research.evaluate': phase(evaluate),
      'research.replan': phase(replan),
      'research.merge': phase(merge),
      'research.complete': phase(complete),
      'research.fail': phase(fail),
      'research.collect': collect,
    },
  };
}

/** All reasons at once, before a run exists. */
function checkBrief(input: Json): string[] {
  const { topic, target_length = 2000, include_keywords = [], exclude_topics = [] } = input as JsonObject;
  const included = include_keywords as readonly Json[];
  const excluded = exclude_topics as readonly Json[];
  const isLong = typeof target_length === 'number' && target_length >= 500 && target_length <= 10_000;
  return [
    ...(isLong ? [] : [`target_length must be 500 to 10000, found ${target_length}`]),
    ...(excluded.includes(topic ?? null) ? [`the topic "${topic}" is excluded`] : []),
    ...included.filter((word) => excluded.includes(word)).map((word) => `"${word}" is both included and excluded`),
  ];
}

function init({ run }: CodeCall): ActionResult {
  const brief = { target_length: 2000, min_sources: 10, min_quality_score: 0.8, ...(run.input as JsonObject) };
  return { output: brief, set: { brief } };
}

/** Each new plan has one more way to find sources. */
function plan({ data }: CodeCall): ActionResult {
  const workers = ['web_search', 'news_search', 'academic_search'].slice(0, 1 + Number(data.iteration_count));
  const current_plan = { plan_id: `plan_${String(data.iteration_count).padStart(3, '0')}`, workers };
  return { output: current_plan, set: { current_plan } };
}

function strategy({ data }: CodeCall): ActionResult {
  const { workers } = data.current_plan as unknown as { readonly workers: readonly string[] };
  return { output: { flow: flowOf(Object.keys(NAMES).filter((worker) => workers.includes(worker))) } };
}

/** The flow of one execution: searches side by side, then the text, then two looks at it. */
export function flowOf(searches: readonly string[]): string {
  const configured = searches.flatMap((worker) => (ASSIGNED[worker] ? [[worker, ASSIGNED[worker]] as const] : []));
  const steps: readonly (readonly [string, JsonObject])[] = [
    ['workflow', { output: OUTPUT }],
    ...configured,
    ['J1', { action: 'research.collect', minCount: 1, critical: true }],
    ['J2', { minCount: 0 }],
    ['content_synthesizer', { critical: false }],
    ['article_writer', { critical: true }],
  ];
  return [
    'graph TD',
    `    S([START]) --> ${searches.map((worker) => `${worker}[${NAMES[worker]}]`).join(' & ')}`,
    ...searches.map((worker, at) => `    ${worker} --> J1${at === 0 ? '[Join research]' : ''}`),
    '    J1 --> content_synthesizer --> article_writer',
    '    article_writer --> fact_checker & editor',
    '    fact_checker --> J2[Join quality]',
    '    editor --> J2',
    '    J2 --> E([END])',
    '%% === WORKFLOW_CONFIG ===',
    ...steps.map(([id, config]) => `%% @${id}: ${JSON.stringify(config)}`),
    '%% === END_CONFIG ===',
    '',
  ].join('\n');
}

const collect: Action = ({ input }) => {
  const { aggregatedResults, failed } = input as unknown as {
    readonly aggregatedResults: readonly { readonly output: readonly string[] }[];
    readonly failed: readonly { readonly item: string }[];
  };
  const sources = [...new Set(aggregatedResults.flatMap(({ output }) => output))];
  return { output: { sources, missing: failed.map(({ item }) => item) } };
};

/** Half for sources found, half for length reached. */
function evaluate({ data }: CodeCall): ActionResult {
  const { min_sources, target_length, min_quality_score } = data.brief as Brief;
  const found = Math.min(1, listOf(data.research_results).length / min_sources);
  const length = Math.min(1, wordsOf(data) / target_length);
  const quality_score = Math.round(50 * (found + length)) / 100;
  const isGood = quality_score >= min_quality_score;
  const isLast = Number(data.iteration_count) >= Number(data.max_iterations);
  const feedback = isGood ? null : isLast ? 'Max iterations reached' : 'Need more sources';
  return { output: { quality_score }, set: { quality_score, feedback, should_continue: !isGood && !isLast } };
}

function replan({ data }: CodeCall): ActionResult {
  const iteration_count = Number(data.iteration_count) + 1;
  return { output: { iteration_count }, set: { iteration_count, plan_history: historyOf(data), current_plan: null } };
}

function merge({ data }: CodeCall): ActionResult {
  const { topic, min_quality_score } = data.brief as Brief;
  const isPartial = Number(data.quality_score) < min_quality_score;
  const [quality, target] = [Number(data.quality_score), min_quality_score].map((score) => score.toFixed(2));
  const missed = `Quality ${quality} below target ${target}, but max iterations reached`;
  const output = {
    article: { title: topic, content: listOf(data.writing_results).join('\n'), word_count: wordsOf(data) },
    sources: data.research_results ?? [],
    metrics: { cost: data.total_cost ?? 0, tokens: data.total_tokens ?? 0, iteration_count: data.iteration_count ?? 0 },
    warnings: isPartial ? [missed] : [],
    status: isPartial ? 'partial' : 'completed',
  };
  return { output, set: { plan_history: historyOf(data) } };
}

function complete({ data, read }: CodeCall): ActionResult {
  const nothing = {
    article: null,
    sources: data.research_results ?? [],
    warnings: [data.feedback ?? ''],
    status: 'partial',
  };
  return { output: read('steps', 'MERGING', 'output') ?? nothing };
}

function fail({ input }: CodeCall): ActionResult {
  const { code, message, step, attempts, partial = null } = input as JsonObject;
  const phase = PHASES.includes(String(step)) ? step : 'EXECUTING';
  const error = {
    type: code,
    message: `${step} failed after ${attempts} attempts`,
    cause: message,
    phase,
  } as JsonObject;
  return { output: { status: 'failed', error, partial_results: partial } };
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const wordsOf = (data: JsonObject): number =>
  listOf(data.writing_results).join(' ').split(/\s+/).filter(Boolean).length;

function historyOf({ plan_history, current_plan, quality_score }: JsonObject): Json[] {
  const { plan_id } = current_plan as JsonObject;
  return [...listOf(plan_history), { plan_id, plan: current_plan, quality: quality_score } as Json];
}
