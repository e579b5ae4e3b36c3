// The settings of the steps in an execution's diagram: who does each, by which prompt, and what its failure means.

import type { JsonObject } from '../../json.ts';
import type { Plan, PlannedWorker, PlanStep, StepName } from './plan.ts';
import { STEP_NAMES } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

/** A branch of a fork; in a row with others, or alone; the only worker that finds sources. */
type Place = 'branch' | 'row' | 'only';

const WORKER_TIMEOUT = '300s';
/** How long a model may give no token. */
const SILENCE_MS = 30_000;
/** Stored texts are in the project's folder: a process that works elsewhere leaves them alone. */
const HERE = 'research.here';
/** Schemas of what agents give, and the code that accepts it. */
const ANSWERS: { readonly [worker: string]: readonly [schema: string, accept: string] } = {
  content_synthesizer: ['synthesis', 'research.acceptAnalysis'],
  summarization: ['summary', 'research.acceptAnalysis'],
  insight_extractor: ['insights', 'research.acceptAnalysis'],
  introduction_writer: ['draft', 'research.acceptDraft'],
  article_writer: ['draft', 'research.acceptDraft'],
  conclusion_writer: ['draft', 'research.acceptDraft'],
  citation_formatter: ['problems', 'research.acceptCheck'],
  fact_checker: ['fact-check', 'research.acceptCheck'],
  editor: ['edits', 'research.acceptCheck'],
  seo_optimizer: ['seo', 'research.acceptCheck'],
  readability_checker: ['problems', 'research.acceptCheck'],
  plagiarism_checker: ['problems', 'research.acceptCheck'],
};
const TEXTS_OF_A_CLIENT = ['found-texts', 'research.acceptTexts'] as const;

export function workerStep(
  worker: WorkerDefinition,
  planned: PlannedWorker | undefined,
  place: Place,
  { by_client = false, own = [] }: { readonly by_client?: boolean; readonly own?: readonly WorkerDefinition[] },
): JsonObject {
  const isOwn = own.some(({ id }) => id === worker.id);
  const isFound = worker.step === 'Research' && (isOwn || !by_client);
  const config = {
    worker: worker.id,
    ...(worker.fallback !== undefined && { fallback: worker.fallback }),
    ...(planned?.is_cheaper === true && { cheaper: true }),
    // Each worker has its three attempts, as the source document says, and nobody waits longer for it.
    ...(!isFound && !by_client && { silenceMs: SILENCE_MS, countsOverload: true }),
  };
  return { ...(isFound ? findStep(worker) : agentStep(worker, by_client)), config, ...criticalityOf(worker, place) };
}

/** All sources together. Without a single research worker there is nothing to write from: that is critical. */
export function collectStep(): JsonObject {
  return { action: 'research.collect', prepare: HERE, critical: true };
}

export function gatherStep(name: StepName): JsonObject {
  return { action: 'research.gather', prepare: HERE, config: { step: name }, critical: true };
}

/** `seconds` from the beginning of the step; then it goes on with what has arrived. */
export function joinSettings(isLastOfGroup: boolean, { name }: PlanStep, seconds: number): JsonObject {
  const time = { timeout: `${seconds}s`, rest: 'cancel' };
  if (!isLastOfGroup) return { minCount: 0, ...time };
  if (name === 'Research') return { ...collectStep(), minCount: 1, ...time };
  return { ...gatherStep(name), minCount: 0, ...time };
}

/** Each group's results where they are collected; before that, and of one worker alone, what the first worker gave. */
export function outputMapping(plan: Plan): JsonObject {
  const results = STEP_NAMES.map((name) => {
    const steps = plan.steps.filter((step) => step.name === name);
    return [`${name.toLowerCase()}_results`, resultsPath(name, steps)] as const;
  });
  return {
    ...Object.fromEntries(results),
    ...Object.fromEntries(STEP_NAMES.flatMap((name) => failedPath(name, plan))),
    evidence: 'steps.research.output.evidence',
    tried: 'data',
    cut_reason: 'run.partial',
    // Where the budget ended it, the last step has no status.
    is_whole: `['completed', 'skipped'].includes(steps.${lastStep(plan)}.status)`,
  };
}

/** Workers that failed for good beside others, with their attempts. */
function failedPath(name: StepName, { steps }: Plan): readonly (readonly [string, string])[] {
  const own = steps.filter((step) => step.name === name);
  const isJoined = own.some(({ mode }) => mode === 'PARALLEL');
  return isJoined ? [[`${name.toLowerCase()}_failed`, `steps.${name.toLowerCase()}.output.failed || []`]] : [];
}

function lastStep({ steps }: Plan): string {
  const { name = 'Research', workers = [] } = steps.at(-1) ?? {};
  const count = steps.filter((step) => step.name === name).reduce((sum, step) => sum + step.workers.length, 0);
  return name === 'Research' || count > 1 ? name.toLowerCase() : (workers[0]?.worker_id ?? '');
}

function resultsPath(name: StepName, steps: readonly PlanStep[]): string {
  if (steps.length === 0) return '[]';
  if (name === 'Research') return 'steps.research.output.research_results || []';
  const workers = steps.flatMap(({ workers: each }) => each);
  const gathered = workers.length > 1 ? `steps.${name.toLowerCase()}.output.results || ` : '';
  const [first] = steps;
  const path = `steps.${first?.workers[0]?.worker_id}.output`;
  return `${gathered}${first?.mode === 'SEQUENTIAL' ? `${path} && [${path}] || ` : ''}[]`;
}

/** The fallback is asked by the same code, as `config` says. */
function findStep({ fallback }: WorkerDefinition): JsonObject {
  const instead = fallback === undefined ? {} : { fallback: { action: 'research.findInstead' } };
  return { action: 'research.find', prepare: HERE, timeout: WORKER_TIMEOUT, ...instead };
}

/** The model of a client works with a person beside it, who may take their time. */
function agentStep({ id, step }: WorkerDefinition, byClient: boolean): JsonObject {
  const [output, accept] = step === 'Research' ? TEXTS_OF_A_CLIENT : (ANSWERS[id] ?? [id, 'research.acceptCheck']);
  return {
    assignee: `agent:${id}`,
    promptFile: `${id}.md`,
    context: 'none',
    ...(!byClient && { timeout: WORKER_TIMEOUT }),
    output,
    prepare: 'research.brief',
    accept,
  };
}

/** A branch that fails is missing at its join. */
function criticalityOf({ criticality }: WorkerDefinition, place: Place): JsonObject {
  if (criticality === 'critical' || place === 'only') return { critical: true };
  return place === 'branch' ? {} : { critical: false };
}
