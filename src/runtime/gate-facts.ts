// A run at a gate as its system reads it: the record, what steps gave, files of the project.

import type { AnyEvent } from '../engine/events.ts';
import { recordKey, type Task } from '../engine/run-state.ts';
import { type Payloads, readValue } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { GateFacts, RunFacts } from '../ports/system.ts';
import { agentFacts, dataOf } from './agent-facts.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { viewTask } from './task-view.ts';

export interface FactSources {
  readonly payloads: Payloads;
  /** The run's history; read only where a gate asks for earlier versions. */
  events(): AsyncIterable<AnyEvent> | Iterable<AnyEvent>;
  /** A value that may lie outside the event. */
  load(value: Json): Promise<Json>;
  /** A file of the project; null where there is none, or it cannot be read. */
  read(path: string): Promise<string | null>;
}

export function runFacts(run: RunWithWorkflow, sources: FactSources): RunFacts {
  const record = (step: string) => run.state.records.get(recordKey(0, 0, step));
  return {
    run: run.id,
    runInput: readValue(run.state.input, [], sources.payloads) ?? null,
    state: machineState(run),
    data: dataOf(run, sources.payloads),
    children: [...run.state.detached.keys()],
    output: (step) => readValue(record(step)?.output, [], sources.payloads) ?? null,
    visits: (step) => record(step)?.visits ?? 0,
    versions: (name) => versionsOf(name, sources),
    read: async (path) => (path === '' ? null : sources.read(path)),
  };
}

/** The state that a state machine is in; null: the run is not a state machine, or is over. */
export function machineState({ workflow, state }: RunWithWorkflow): string | null {
  if (workflow.kind !== 'machine' || state.status !== 'running') return null;
  for (const { scope, step } of state.tokens.values()) if (scope === 0) return step;
  return null;
}

/** May throw NeedsPayloads. */
export function gateFacts(run: RunWithWorkflow, task: Task, sources: FactSources): GateFacts {
  const { payloads } = sources;
  return {
    ...runFacts(run, sources),
    step: task.step,
    visit: task.visit,
    input: viewTask(run, task, payloads).input,
    offer: readValue(task.offer, [], payloads) ?? null,
    messages: agentFacts(run, task, payloads).messages ?? [],
  };
}

async function versionsOf(name: string, { events, load }: FactSources): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const event of events()) {
    const value = event.type === 'DataSet' ? event.data.values[name] : undefined;
    const text = value === undefined ? null : await load(value);
    if (typeof text === 'string' && text !== found.at(-1)) found.push(text);
  }
  return found;
}
