// A run in detail: where its tokens stand, what is held, what it waits for, what went in and came out.

import * as z from 'zod';
import { causeOf } from '../engine/hold-causes.ts';
import { type Hold, writingOf } from '../engine/run-state.ts';
import { WHOLE_RUN } from '../engine/spending.ts';
import { readValue, type Value } from '../engine/value.ts';
import { waitTexts } from '../engine/wait-text.ts';
import { type Wait, waitsFor } from '../engine/waits-for.ts';
import type { Json } from '../json.ts';
import { roundDollars } from '../round-dollars.ts';
import { stepOf } from '../runtime/code-call.ts';
import { outsideOf, type StoreFacts } from '../runtime/outside-facts.ts';
import type { RunView } from '../runtime/read-run.ts';
import { draftedTask } from '../runtime/take-draft.ts';
import { at, json, taskStatus } from './fields.ts';
import { taskName } from './find-run.ts';
import { partialShape, runShape, shownPartial, shownRun } from './run-shapes.ts';
import { warningShape } from './run-warnings.ts';

/** A run may stand in 100,000 places at once; the counts tell of the rest. */
const LISTED_MAX = 50;

export const holdShape = z.object({
  hold: z.number(),
  step: z.string(),
  code: z.string(),
  message: z.string(),
  moves: z.array(z.string()),
  cause: z.string().describe('equal for holds with the same cause'),
  targets: z.array(z.string()).describe('the steps that the move "choose" can continue with'),
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
  partial: partialShape,
  warnings: z.array(warningShape).describe('warnings of steps that completed'),
  error: json.nullable(),
  values: z.record(z.string(), json),
  cost: z.number().describe('US dollars, for calls with a known cost; subflows included'),
  tokens: z.number(),
  calls: z.number().describe('calls by agents of its own steps, without subflows'),
  unknown: z.number().describe('calls whose cost is unknown'),
  assign: z.record(z.string(), z.string()),
  tasks: z.array(openTaskShape),
  openTasks: z.number(),
  holds: z.array(holdShape),
  refused: z.array(z.string()).describe('why agents on this machine cannot do its open tasks'),
  waits: z.array(z.object({ step: z.string(), signals: z.array(z.string()) })),
  writing: z.array(z.object({ step: z.string(), path: z.string() })).describe('files that its steps wait for'),
  unwritten: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('files that could not be written, and why; the run continued without them'),
  waitsFor: z
    .array(z.object({ for: z.string(), step: z.string(), count: z.number(), until: at.nullable(), text: z.string() }))
    .describe('what the run waits for: a person, a signal, a timer, work, a process, a limit, a child, a file, a hold'),
  timers: z.array(z.object({ timer: z.number(), kind: z.string(), due: at, task: z.string().nullable() })),
});

export type RunDetail = z.output<typeof detailShape>;

/** What is known of a run beside its own state. */
interface Beside {
  readonly facts: StoreFacts;
  /** Why agents do not do tasks of it. */
  readonly refused: readonly string[];
  readonly warnings: RunDetail['warnings'];
  readonly now: number;
}

export function shownDetail(view: RunView, { facts, refused, warnings, now }: Beside): RunDetail {
  const { row, state, payloads, workflow } = view;
  const waits = waitsFor(state, workflow.steps, outsideOf(view, facts));
  const read = (value: Value | undefined): Json => readValue(value, [], payloads) ?? null;
  const open = [...state.tasks.values()].filter(({ kind }) => kind !== 'foreach');
  const own = state.spending.get(WHOLE_RUN);
  const timers = [...state.timers.values()].sort((a, b) => a.due - b.due);
  return {
    ...shownRun(row),
    input: read(state.input),
    output: state.status === 'completed' ? read(state.output) : null,
    partial: shownPartial(state),
    warnings,
    error: state.status === 'failed' ? read(state.output) : null,
    values: Object.fromEntries([...state.values.entries()].map(([name, { value }]) => [name, read(value)])),
    cost: roundDollars(state.cost),
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
    refused: [...refused],
    waits: waits
      .flatMap((wait) => (wait.for === 'signal' ? [{ step: wait.step, signals: [...wait.signals] }] : []))
      .slice(0, LISTED_MAX),
    waitsFor: shownWaits(waits, workflow.name, now).slice(0, LISTED_MAX),
    writing: writingOf(state).slice(0, LISTED_MAX),
    unwritten: [...state.unwritten.entries()].map(([path, message]) => ({ path, message })).slice(0, LISTED_MAX),
    timers: timers.slice(0, LISTED_MAX).map(({ id, kind, due, task }) => ({
      ...{ timer: id, kind, due },
      task: task === undefined ? null : taskName(row.run, task),
    })),
  };
}

export function shownHold(view: RunView, hold: Hold) {
  const step = stepOf(view, hold.step);
  const edges = hold.moves.includes('choose') ? [...step.edges, ...step.transitions] : [];
  const targets = edges.flatMap(({ target }) => target ?? []);
  const { id, code, message } = hold;
  const moves = [...(draftedTask(view, hold) === null ? [] : ['take']), ...hold.moves];
  const at = { hold: id, step: hold.step, code, message, moves, cause: causeOf(hold) };
  return { ...at, targets: [...new Set(targets)] };
}

/** What is alike once, with how often. */
function shownWaits(waits: readonly Wait[], workflow: string, now: number): RunDetail['waitsFor'] {
  return waitTexts(
    waits.map((wait) => ({ wait, workflow })),
    now,
  ).map(({ text, count, of: { wait } }) => {
    const until = 'until' in wait ? wait.until : null;
    return { for: wait.for, step: wait.step, count, until, text };
  });
}
