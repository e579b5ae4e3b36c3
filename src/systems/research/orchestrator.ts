// The orchestrator: an execution as a diagram made from its plan, and what its workers gave, in the plan's order.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { WorkerResult } from './agent-state.ts';
import { collectStep, gatherStep, joinSettings, outputMapping, workerStep } from './flow-settings.ts';
import type { Plan, PlanStep, StepName } from './plan.ts';
import type { RemainingLimits } from './strategy.ts';
import { STEP_NAMES, workersWith } from './workers/definitions.ts';
import type { WorkerDefinition } from './workers/worker.ts';

export { type PlanReading, plan_of } from './plan-of.ts';

export interface FlowOptions {
  /** What this execution may use. */
  readonly left: RemainingLimits;
  readonly own?: readonly WorkerDefinition[];
  /** The model of an MCP client searches by its own means: research workers are steps of agents, too. */
  readonly by_client?: boolean;
}

interface Drawing {
  readonly lines: readonly string[];
  readonly settings: readonly (readonly [step: string, settings: JsonObject])[];
  /** What the next step is drawn behind. */
  readonly last: string;
}

const START = 'Start([START])';
const END = 'Finish([END])';

/** The Mermaid text of an execution: steps named for their workers, a fork and a join for each parallel step,
 *  `research` where sources are collected, and `analysis`, `writing` and `quality` where the results of several
 *  workers are. */
export function flow_of(plan: Plan, options: FlowOptions): string {
  let drawing: Drawing = { lines: [], settings: [], last: START };
  for (const name of STEP_NAMES) drawing = drawGroup(drawing, name, plan, options);
  const workflow = {
    name: options.by_client === true ? 'research-client' : 'research-execution',
    description: `The execution of ${plan.plan_id}.`,
    budget: { cost: options.left.budget, onBudget: 'finish' },
    output: outputMapping(plan),
  };
  return textOf(drawing, workflow);
}

/** An execution in which nobody works: the limits leave no room for the plan, and a draft is there already. */
export function empty_flow_of(plan: Plan, by: 'budget' | 'time'): string {
  const step = 'nothing_to_do';
  const drawing: Drawing = {
    lines: [`${START} --> ${step}["Nobody works: the ${by} is used up"]`],
    settings: [[step, { action: 'research.gather', prepare: 'research.here', config: { step: 'None' } }]],
    last: step,
  };
  return textOf(drawing, {
    ...{ name: 'research-execution', description: `Nothing of ${plan.plan_id} is carried out.` },
    output: { is_whole: 'false', cut_by: `'${by}'` },
  });
}

function textOf({ lines, settings, last }: Drawing, workflow: JsonObject): string {
  return [
    'graph TD',
    ...[...lines, `${last} --> ${END}`].map((line) => `    ${line}`),
    '%% === WORKFLOW_CONFIG ===',
    ...[['workflow', workflow] as const, ...settings].map(([id, each]) => `%% @${id}: ${JSON.stringify(each)}`),
    '%% === END_CONFIG ===',
    '',
  ].join('\n');
}

/** Where the results of a group are collected: the same name as its step, in small letters. */
function gatherId(name: StepName): string {
  return name.toLowerCase();
}

/** What the workers of a group gave, as a step sees it: `read` reads from its place, `joined` is the input of the join
 *  that asks. A worker that failed or was left out is not among them. */
export function results_of(
  name: StepName,
  plan: Plan,
  read: (root: string, ...parts: readonly (string | number)[]) => Json | undefined,
  joined: Json = null,
): WorkerResult[] {
  const steps = plan.steps.filter((step) => step.name === name);
  const gathered = read('steps', gatherId(name), 'output');
  const whole = isJsonObject(gathered) ? (gathered.research_results ?? gathered.results) : undefined;
  if (Array.isArray(whole)) return whole as WorkerResult[];
  return steps.flatMap((step, at) => {
    const input = at === steps.length - 1 ? joined : read('steps', innerJoin(name, at), 'output');
    return step.workers.flatMap(({ worker_id }) => {
      const output = step.mode === 'PARALLEL' ? arrivedFrom(worker_id, input) : read('steps', worker_id, 'output');
      return isJsonObject(output) ? [{ ...output, worker: worker_id }] : [];
    });
  });
}

/** A worker that failed for good beside others: its attempts are known to the join. */
export type FailedWorker = JsonObject & { readonly worker: string; readonly attempts: number };

/** Those of a group, as its last step sees them. */
export function failures_of(
  name: StepName,
  plan: Plan,
  read: (root: string, ...parts: readonly (string | number)[]) => Json | undefined,
  joined: Json = null,
): FailedWorker[] {
  const steps = plan.steps.filter((step) => step.name === name);
  return steps.flatMap(({ mode }, at) => {
    if (mode !== 'PARALLEL') return [];
    const input = at === steps.length - 1 ? joined : read('steps', innerJoin(name, at), 'output');
    const { failed } = isJsonObject(input ?? null) ? (input as JsonObject) : {};
    return Array.isArray(failed) ? failed.flatMap(failedWorker) : [];
  });
}

function failedWorker(each: Json): readonly FailedWorker[] {
  const { item = null, error = null } = isJsonObject(each) ? each : {};
  if (typeof item !== 'string') return [];
  return [{ worker: item, attempts: isJsonObject(error) ? Number(error.attempts ?? 1) : 1 }];
}

function drawGroup(drawing: Drawing, name: StepName, plan: Plan, options: FlowOptions): Drawing {
  const steps = plan.steps.filter((step) => step.name === name);
  const count = steps.reduce((sum, { workers }) => sum + workers.length, 0);
  const gathers = name === 'Research' || count > 1;
  let next = drawing;
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    const isOnly = count === 1;
    const join = isLast ? gatherId(name) : innerJoin(name, at);
    next = step.mode === 'PARALLEL' ? fork(next, step, join, plan, options) : chain(next, step, isOnly, options);
  }
  const isJoined = steps.at(-1)?.mode === 'PARALLEL';
  if (steps.length === 0 || isJoined || !gathers) return next;
  const id = gatherId(name);
  return {
    lines: [...next.lines, `${next.last} --> ${id}["Collect ${id}"]`],
    settings: [...next.settings, [id, name === 'Research' ? collectStep() : gatherStep(name)]],
    last: id,
  };
}

function fork(drawing: Drawing, step: PlanStep, join: string, plan: Plan, options: FlowOptions): Drawing {
  const workers = definitions(step, options);
  return {
    lines: [
      ...drawing.lines,
      `${drawing.last} --> ${workers.map(boxOf).join(' & ')}`,
      ...workers.map(({ id }, at) => `${id} --> ${join}${at === 0 ? `["Join ${join}"]` : ''}`),
    ],
    settings: [
      ...drawing.settings,
      ...workers.map((worker, at) => [worker.id, workerStep(worker, step.workers[at], 'branch', options)] as const),
      [join, joinSettings(join === gatherId(step.name), step, shareOf(step, plan, options.left))],
    ],
    last: join,
  };
}

function chain(drawing: Drawing, step: PlanStep, isOnly: boolean, options: FlowOptions): Drawing {
  const workers = definitions(step, options);
  const befores = [drawing.last, ...workers.map(({ id }) => id)];
  const place = isOnly && step.name === 'Research' ? 'only' : 'row';
  return {
    lines: [...drawing.lines, ...workers.map((worker, at) => `${befores[at]} --> ${boxOf(worker)}`)],
    settings: [
      ...drawing.settings,
      ...workers.map((worker, at) => [worker.id, workerStep(worker, step.workers[at], place, options)] as const),
    ],
    last: befores.at(-1) ?? drawing.last,
  };
}

/** Seconds: a step gets as much of the time that is left as it has of the plan's estimate. */
function shareOf({ estimated_time }: PlanStep, plan: Plan, { minutes }: RemainingLimits): number {
  const share = plan.estimated_time === 0 ? 1 : estimated_time / plan.estimated_time;
  return Math.max(1, Math.floor(minutes * 60 * share));
}

function definitions(step: PlanStep, { own = [] }: FlowOptions): WorkerDefinition[] {
  const workers = workersWith(own);
  return step.workers.map(({ worker_id }) => {
    const worker = workers.get(worker_id);
    if (worker === undefined) throw new Error(`The plan names a worker that there is not: "${worker_id}".`);
    return worker;
  });
}

/** A quote would end the label. */
function boxOf({ id, name }: WorkerDefinition): string {
  return `${id}["${name.replaceAll('"', "'").split(/\s/).filter(Boolean).join(' ')}"]`;
}

function innerJoin(name: StepName, at: number): string {
  return `${gatherId(name)}_${at + 1}`;
}

function arrivedFrom(worker: string, input: Json | undefined): Json | undefined {
  const results = isJsonObject(input ?? null) ? (input as JsonObject).aggregatedResults : undefined;
  if (!Array.isArray(results)) return undefined;
  const arrived = results.find((each) => isJsonObject(each) && each.item === worker);
  return isJsonObject(arrived) ? arrived.output : undefined;
}
