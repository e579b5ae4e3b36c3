// What a run of an example came to, beside what the source document says of it.

import { isDeepStrictEqual } from 'node:util';
import type { AgentState } from '../../src/systems/research/agent-state.ts';
import type { Plan } from '../../src/systems/research/plan.ts';
import type { Expected, ExpectedIteration } from './script.ts';

export interface ExampleOutcome {
  readonly state: AgentState;
  readonly output: {
    readonly status: string;
    readonly warnings: readonly string[];
    readonly system_notes: string;
    readonly metrics: { readonly iteration_count: number; readonly improvement?: string };
  };
  /** How many sources each evaluation knew. */
  readonly sources: readonly number[];
  /** How often each worker was called in each iteration. */
  readonly attempts: readonly ReadonlyMap<string, number>[];
}

/** Differences, in sentences; none: it is as expected. */
export function differencesOf(expected: Expected, outcome: ExampleOutcome): string[] {
  const found = outcomeOf(expected, outcome);
  return Object.entries(expected).flatMap(([name, value]) => {
    const own = found[name as keyof Expected];
    if (isDeepStrictEqual(own, inOrder(value))) return [];
    return [`${name}: expected ${JSON.stringify(inOrder(value))}, found ${JSON.stringify(own)}`];
  });
}

function outcomeOf(
  { iterations, warnings, system_notes }: Expected,
  { state, output, sources, attempts }: ExampleOutcome,
): Partial<Expected> {
  const decisions = state.agent_actions.filter(({ action }) => action === 'evaluate').map(({ details }) => details);
  return {
    complexity: state.plan_history[0]?.plan.complexity ?? -1,
    phases: state.phase_history.map(({ to }) => to),
    iterations: state.plan_history.map(({ plan, quality }, at) => {
      const wanted: Partial<ExpectedIteration> = iterations[at] ?? {};
      const calls = attempts[at] ?? new Map<string, number>();
      const own = Object.keys(wanted.attempts ?? {}).map((worker) => [worker, calls.get(worker) ?? 0]);
      return {
        workers: workersOf(plan),
        ...(wanted.sources !== undefined && { sources: sources[at] ?? 0 }),
        ...(wanted.attempts !== undefined && { attempts: Object.fromEntries(own) }),
        ...(wanted.failed !== undefined && { failed: failedOf(state) }),
        quality: Math.round(quality * 100) / 100,
        decision: String(decisions[at]?.decision),
      };
    }),
    iteration_count: output.metrics.iteration_count,
    status: output.status,
    ...(state.feedback !== null && { feedback: state.feedback }),
    // The document's warnings come first; what is missing of the order is told behind them.
    warnings: output.warnings.slice(0, warnings.length),
    unfulfilled: output.warnings.slice(warnings.length),
    ...(output.metrics.improvement !== undefined && { improvement: output.metrics.improvement }),
    ...notesOf(output.system_notes, system_notes),
  };
}

/** The document's note comes first. */
function notesOf(notes: string, expected: string): Pick<Expected, 'system_notes' | 'without_model'> {
  const isFirst = notes.startsWith(expected);
  const rest = isFirst ? notes.slice(expected.length).replace(/^\.? /, '') : '';
  return { system_notes: isFirst ? expected : notes, without_model: rest };
}

function workersOf({ steps }: Plan): { readonly [step: string]: readonly string[] } {
  const found: { [step: string]: string[] } = {};
  for (const { name, workers } of steps)
    found[name] = [...(found[name] ?? []), ...workers.map(({ worker_id }) => worker_id)].sort();
  return found;
}

const failedOf = ({ all_tasks }: AgentState): readonly string[] =>
  all_tasks.filter(({ status }) => status === 'FAILED' || status === 'SKIPPED').map(({ worker_id }) => worker_id);

/** The document lists the workers of a step in no fixed order. */
function inOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('workers' in each)) return each;
    const steps = Object.entries(each.workers as ExpectedIteration['workers']);
    return { ...each, workers: Object.fromEntries(steps.map(([step, workers]) => [step, workers.toSorted()])) };
  });
}
