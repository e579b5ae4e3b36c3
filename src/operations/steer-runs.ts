// Operations that steer a run: cancel, pause, resume, retry, skip, resolve a hold, fork, migrate.

import * as z from 'zod';
import type { Command } from '../engine/commands.ts';
import { planMigration } from '../engine/migrate.ts';
import type { Engine } from '../runtime/open-engine.ts';
import { type AnyOperation, defineOperation, Rejected, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import { findRun, findTask } from './find-run.ts';
import { findWorkflow } from './find-workflow.ts';
import { runShape, shownNow } from './run-shapes.ts';
import { senderOf, sendOnce, unlessRefused } from './send-once.ts';

/** cancel, pause and resume differ in the command alone. */
function lifeOperation(verb: string, summary: string, type: 'CancelRun' | 'PauseRun' | 'ResumeRun') {
  const operation = `runs.${verb}`;
  return defineOperation({
    name: operation,
    summary,
    who: 'operator',
    changes: true,
    keyed: true,
    places: ['run'],
    input: z.object({ run: fields.run, reason: fields.reason }),
    output: runShape,
    async handler(context, input) {
      const store = await context.store();
      const { run } = await findRun(store, input.run);
      await sendOnce({ context, operation, input, run, command: { type, reason: input.reason } });
      return shownNow(store, run);
    },
  });
}

const cancel = lifeOperation('cancel', 'cancel a run; its open tasks are closed, its clean-up runs', 'CancelRun');
const pause = lifeOperation('pause', 'pause a run: nothing new is handed out until it is resumed', 'PauseRun');
const resume = lifeOperation('resume', 'let a paused run go on', 'ResumeRun');

const retry = defineOperation({
  name: 'runs.retry',
  summary: 'retry a failed run where it failed, or one task that failed or is on hold',
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['run'],
  input: z.object({
    run: z.string().min(1).describe('a run, or a task of one: RUN#NUMBER'),
    reason: fields.reason,
    fresh: z.boolean().default(false).describe('a failed subflow: start it anew instead of where it failed'),
  }),
  output: runShape,
  async handler(context, input) {
    const store = await context.store();
    const { reason, fresh } = input;
    const of = input.run.includes('#') ? await findTask(store, input.run) : { row: await findRun(store, input.run) };
    const { run } = of.row;
    const command: Command =
      'task' in of
        ? { type: 'RetryTask', task: of.task, reason, ...(fresh && { fresh }) }
        : { type: 'RetryRun', reason };
    await sendOnce({ context, operation: 'runs.retry', input, run, command });
    return shownNow(store, run);
  },
});

const skip = defineOperation({
  name: 'runs.skip',
  summary: "skip a task: the run goes on with the output you give in the task's place",
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['task'],
  input: z.object({
    task: fields.task,
    output: fields.json.default(null).meta({ description: 'what stands for its output, as JSON', 'x-form': 'json' }),
    reason: fields.reason,
  }),
  output: runShape,
  async handler(context, input) {
    const store = await context.store();
    const { row, task } = await findTask(store, input.task);
    const { output, reason } = input;
    const command: Command = { type: 'SkipTask', task, output, reason };
    await sendOnce({ context, operation: 'runs.skip', input, run: row.run, command });
    return shownNow(store, row.run);
  },
});

const resolve = defineOperation({
  name: 'runs.resolve',
  summary: 'end a hold by one of its moves (runs show lists them)',
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['run', 'move'],
  input: z.object({
    run: fields.run,
    move: z
      .enum(['retry', 'choose', 'skip', 'raise', 'end', 'retry-failed', 'skip-failed', 'force'])
      .describe('what to do'),
    hold: z.coerce.number().int().min(1).optional().describe('which hold; needed when there are several'),
    to: z.string().optional().describe('for choose: the step to go on to'),
    output: fields.json.optional().meta({ description: 'for skip: the output, as JSON', 'x-form': 'json' }),
    limit: z.coerce.number().positive().optional().describe('for raise: the new limit'),
    reason: fields.reason,
  }),
  output: runShape,
  async handler(context, input) {
    const store = await context.store();
    const { run } = await findRun(store, input.run);
    const { move, reason, to, output, limit } = input;
    const hold = input.hold ?? (await onlyHold(await context.engine(), run));
    const command: Command = {
      ...{ type: 'ResolveHold', hold, move, reason },
      ...(to !== undefined && { to }),
      ...(output !== undefined && { output }),
      ...(limit !== undefined && { limit }),
    };
    await sendOnce({ context, operation: 'runs.resolve', input, run, command });
    return shownNow(store, run);
  },
});

async function onlyHold(engine: Engine, run: string): Promise<number> {
  const holds = [...((await engine.view(run))?.state.holds.values() ?? [])];
  const [first, ...others] = holds;
  if (first === undefined) return reject('unknown-hold', `Expected a hold in ${run}, found none.`);
  if (others.length === 0) return first.id;
  const listed = holds.map(({ id, step, code }) => `${id} (${code} at ${step})`);
  const shown = listed.slice(0, 10).join(', ');
  return reject('unknown-hold', `Expected the number of one of ${holds.length} holds, found none: ${shown}.`, listed);
}

const fork = defineOperation({
  name: 'runs.fork',
  summary: "start a new run from another one's past, as it stood after an event",
  who: 'operator',
  changes: true,
  places: ['run'],
  input: z.object({
    run: fields.run,
    at: z.coerce.number().int().min(1).optional().describe('the number of the event; its last one when left out'),
  }),
  output: runShape,
  async handler(context, input) {
    const store = await context.store();
    const row = await findRun(store, input.run);
    const forked = await (await context.engine()).fork(row.run, input.at ?? row.head, senderOf(context));
    if (!forked.ok) throw new Rejected(forked.rejection);
    return shownNow(store, forked.run);
  },
});

const migrate = defineOperation({
  name: 'runs.migrate',
  summary: 'show how a run would move to another version of its workflow; with --yes, move it',
  who: 'operator',
  changes: true,
  places: ['run'],
  input: z.object({
    run: fields.run,
    version: z.string().optional().describe('the version to move to; the newest when left out'),
    map: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'OLD=NEW: a step that has another id there', 'x-form': 'pairs' }),
    yes: z.boolean().default(false).describe('do it; without this nothing is changed'),
    reason: fields.reason,
  }),
  output: z.object({
    run: z.string(),
    from: z.string(),
    to: z.string(),
    moves: z.array(
      z.object({ what: z.string(), from: z.string(), to: z.string().nullable(), reason: z.string().nullable() }),
    ),
    possible: z.boolean(),
    done: z.boolean(),
  }),
  async handler(context, input) {
    const store = await context.store();
    const row = await findRun(store, input.run);
    const to = await findWorkflow(store, row.workflowName, input.version);
    const engine = await context.engine();
    const view = await engine.view(row.run);
    if (view === null) return reject('unknown-run', `Expected the run ${row.run}, but it was removed just now.`);
    const moves = planMigration(view.workflow, view.state, to.workflow, input.map).map((move) => ({ ...move }));
    const possible = moves.every(({ reason }) => reason === null);
    const plan = { run: row.run, from: row.version, to: to.version, moves, possible };
    if (!input.yes) return { ...plan, done: false };
    const by = senderOf(context);
    unlessRefused(await engine.migrate(row.run, to, input.map, input.reason, by));
    return { ...plan, done: true };
  },
});

export const steerOperations: readonly AnyOperation[] = [cancel, pause, resume, retry, skip, resolve, fork, migrate];
