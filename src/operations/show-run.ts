// A run in detail: where its tokens stand, what is held, what it waits for, what went in and came out.

import * as z from 'zod';
import type { Step } from '../diagram/workflow.ts';
import type { Hold, RunState } from '../engine/run-state.ts';
import { WHOLE_RUN } from '../engine/run-state.ts';
import { readValue, type Value } from '../engine/value.ts';
import type { Json } from '../json.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunView } from '../runtime/read-run.ts';
import { at, json, taskStatus } from './fields.ts';
import { taskName } from './find-run.ts';
import { runShape, shownRun } from './run-shapes.ts';

/** A run may stand in 100,000 places at once; the counts tell of the rest. */
const LISTED_MAX = 50;

const holdShape = z.object({
  hold: z.number(),
  step: z.string(),
  code: z.string(),
  message: z.string(),
  moves: z.array(z.string()),
  targets: z.array(z.string()).describe('where the move "choose" may lead'),
});

const openTaskShape = z.object({
  task: z.string(),
  step: z.string(),
  label: z.string(),
  status: taskStatus,
  assignee: z.string().nullable(),
  worker: z.string().nullable(),
});

export const detailShape = z.object({
  ...runShape.shape,
  input: json,
  output: json.nullable(),
  error: json.nullable(),
  values: z.record(z.string(), json),
  cost: z.number().describe('US dollars, of the calls whose cost is known; subflows included'),
  tokens: z.number(),
  calls: z.number().describe("of its own steps' agents"),
  unknown: z.number().describe('calls whose cost nobody knows'),
  assign: z.record(z.string(), z.string()),
  tasks: z.array(openTaskShape),
  openTasks: z.number(),
  holds: z.array(holdShape),
  waits: z.array(z.object({ step: z.string(), signals: z.array(z.string()) })),
  timers: z.array(z.object({ timer: z.number(), kind: z.string(), due: at, task: z.string().nullable() })),
});

export type RunDetail = z.output<typeof detailShape>;

export function shownDetail(view: RunView): RunDetail {
  const { row, state, payloads } = view;
  const read = (value: Value | undefined): Json => readValue(value, [], payloads) ?? null;
  const open = [...state.tasks.values()].filter(({ kind }) => kind !== 'foreach');
  const own = state.spending.get(WHOLE_RUN);
  const timers = [...state.timers.values()].sort((a, b) => a.due - b.due);
  return {
    ...shownRun(row),
    input: read(state.input),
    output: state.status === 'completed' ? read(state.output) : null,
    error: state.status === 'failed' ? read(state.output) : null,
    values: Object.fromEntries([...state.values.entries()].map(([name, { value }]) => [name, read(value)])),
    cost: state.cost,
    tokens: state.spentTokens,
    calls: own?.calls ?? 0,
    unknown: own?.unknown ?? 0,
    assign: { ...state.assign },
    tasks: open.slice(0, LISTED_MAX).map((task) => ({
      task: taskName(row.run, task.id),
      step: task.step,
      label: stepOf(view, task.step).label,
      status: task.status,
      assignee: task.assignee ?? null,
      worker: task.lease?.worker ?? null,
    })),
    openTasks: open.length,
    holds: [...state.holds.values()].slice(0, LISTED_MAX).map((hold) => shownHold(view, hold)),
    waits: waitsOf(view).slice(0, LISTED_MAX),
    timers: timers.slice(0, LISTED_MAX).map(({ id, kind, due, task }) => ({
      ...{ timer: id, kind, due },
      task: task === undefined ? null : taskName(row.run, task),
    })),
  };
}

function shownHold(view: RunView, hold: Hold) {
  const step = stepOf(view, hold.step);
  const targets = [...step.edges, ...step.transitions].flatMap(({ target }) => target ?? []);
  const { id, code, message, moves } = hold;
  return { hold: id, step: hold.step, code, message, moves: [...moves], targets: [...new Set(targets)] };
}

const OWN_EVENTS: ReadonlySet<string> = new Set(['done', 'error', 'always', 'timeout']);

function waitsOf(view: RunView): { step: string; signals: string[] }[] {
  const found: { step: string; signals: string[] }[] = [];
  for (const token of (view.state as RunState).tokens.values()) {
    const step = stepOf(view, token.step);
    const signals = token.wait === undefined ? answeredIn(step) : [step.wait?.signal ?? ''];
    if (signals.length > 0) found.push({ step: step.id, signals });
  }
  return found;
}

function answeredIn(step: Step): string[] {
  return [...new Set(step.transitions.map(({ event }) => event))].filter((event) => !OWN_EVENTS.has(event));
}
