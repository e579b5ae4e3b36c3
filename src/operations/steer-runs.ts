// Operations that steer a run: cancel, pause, resume, retry, skip, resolve a hold, fork, migrate.

import * as z from 'zod';
import type { Command } from '../engine/commands.ts';
import { byCause, causeOf } from '../engine/hold-causes.ts';
import { planMigration } from '../engine/migrate.ts';
import type { Store } from '../ports/store.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { RunView } from '../runtime/read-run.ts';
import { retryHold } from '../runtime/retry-hold.ts';
import { draftedTask, takeDraft } from '../runtime/take-draft.ts';
import { type AnyOperation, defineOperation, RejectionError, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import { findRun, findTask } from './find-run.ts';
import { findWorkflow } from './find-workflow.ts';
import { pauseChildren } from './pause-children.ts';
import { runShape, shownNow } from './run-shapes.ts';
import { findKeyedRequest, orThrowRejection, senderOf, sendOnce } from './send-once.ts';

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
      // Children that are cancelled are cancelled by the run itself.
      if (type !== 'CancelRun' && (await isAsAsked(store, run, type)))
        await pauseChildren({ store, engine: await context.engine(), by: senderOf(context) }, run, {
          ...{ type, reason: input.reason },
        });
      return shownNow(store, run);
    },
  });
}

/** A request that came before may have been followed by its contrary. */
async function isAsAsked(store: Store, run: string, type: 'PauseRun' | 'ResumeRun'): Promise<boolean> {
  return ((await store.run(run))?.status === 'paused') === (type === 'PauseRun');
}

const cancel = lifeOperation(
  'cancel',
  'cancel a run: its open tasks are closed and its clean-up steps run',
  'CancelRun',
);
const pause = lifeOperation(
  'pause',
  'pause a run and those it started: no new tasks start until it is resumed',
  'PauseRun',
);
const resume = lifeOperation('resume', 'resume a paused run', 'ResumeRun');

const retry = defineOperation({
  name: 'runs.retry',
  summary: 'retry a failed run where it failed, or one task that failed or is on hold',
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['run'],
  input: z.object({
    run: z.string().min(1).describe('a run, or one of its tasks as RUN#NUMBER'),
    reason: fields.reason,
    fresh: z
      .boolean()
      .default(false)
      .describe('restart a failed subflow from the beginning instead of where it failed'),
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
  summary: 'skip a task: the run continues with the output you give',
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['task'],
  input: z.object({
    task: fields.task,
    output: fields.json.default(null).meta({ description: 'the output to use instead, as JSON', 'x-form': 'json' }),
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
  summary: 'let a run on hold go on by one of the moves that runs show lists; holds with the same cause end together',
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['run', 'move'],
  input: z.object({
    run: fields.run,
    move: z
      .enum(['retry', 'choose', 'take', 'skip', 'raise', 'end', 'retry-failed', 'skip-failed', 'force'])
      .describe('the move'),
    hold: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('resolve only this hold; required if the holds have several causes'),
    same: z.boolean().default(false).describe('with --hold: also resolve the other holds with the same cause'),
    to: z.string().optional().describe('for choose: the step to continue with'),
    output: fields.json.optional().meta({ description: 'for skip: the output, as JSON', 'x-form': 'json' }),
    limit: z.coerce.number().positive().optional().describe('for raise: the new limit'),
    reason: fields.reason,
  }),
  output: runShape,
  async handler(context, input) {
    const store = await context.store();
    const { run } = await findRun(store, input.run);
    const { move, reason, to, output, limit } = input;
    const hold = input.hold ?? (await onlyCause(await context.engine(), run, move === 'take'));
    if (move === 'take') {
      const { request, known } = await findKeyedRequest(context, 'runs.resolve', input, { run });
      const engine = await context.engine();
      if (known === null) orThrowRejection(await takeDraft(engine, run, hold, senderOf(context), request));
      return shownNow(store, run);
    }
    const isTogether = input.hold === undefined || input.same;
    if (move === 'retry') {
      const { request, known } = await findKeyedRequest(context, 'runs.resolve', input, { run });
      const retried = { run, hold, reason, together: isTogether };
      if (known === null)
        orThrowRejection(await retryHold(await context.engine(), retried, senderOf(context), request));
      return shownNow(store, run);
    }
    if (move === 'skip' && output === undefined) refuseSkip(await (await context.engine()).view(run), hold, isTogether);
    const command: Command = {
      ...{ type: 'ResolveHold', hold, move, reason },
      ...(isTogether && { together: true }),
      ...(to !== undefined && { to }),
      ...(output !== undefined && { output }),
      ...(limit !== undefined && { limit }),
    };
    await sendOnce({ context, operation: 'runs.resolve', input, run, command });
    return shownNow(store, run);
  },
});

/** What was drafted is not passed over unseen: the steps after it would go on with null. */
function refuseSkip(view: RunView | null, id: number, isTogether: boolean): void {
  const chosen = view?.state.holds.get(id);
  if (view === null || chosen === undefined) return;
  const meant = [...view.state.holds.values()].filter(
    (hold) => hold.id === id || (isTogether && causeOf(hold) === causeOf(chosen)),
  );
  const drafted = meant.find((hold) => draftedTask(view, hold) !== null);
  if (drafted === undefined) return;
  const found = `"${drafted.step}" has a draft, and no --output was given for skip`;
  const take = `signoff runs resolve ${view.row.run} take --hold ${drafted.id}`;
  const advice = `Continue with the draft: ${take}; or give --output, null if you want that.`;
  reject('invalid-request', `${found}: the run would continue with null. ${advice}`);
}

/** The oldest of the holds, where all of them have one cause. `isOne`: what is done is done to one alone. */
async function onlyCause(engine: Engine, run: string, isOne: boolean): Promise<number> {
  const holds = [...((await engine.view(run))?.state.holds.values() ?? [])];
  const causes = isOne ? holds.map((hold) => [hold] as const) : byCause(holds);
  const [first, ...others] = causes;
  if (first === undefined) return reject('unknown-hold', `Run ${run} has no hold.`);
  if (others.length === 0) return first[0].id;
  const listed = causes.map(
    ([{ id, step, code }, ...more]) =>
      `${id} (${code} at ${step}${more.length === 0 ? '' : `, and ${more.length} of the same cause`})`,
  );
  const shown = listed.slice(0, 10).join(', ');
  const advice = 'Choose one with --hold N; add --same to resolve all with the same cause.';
  const message = `The holds have ${causes.length} different causes: ${shown}.`;
  return reject('unknown-hold', `${message} ${advice}`, listed);
}

const fork = defineOperation({
  name: 'runs.fork',
  summary: 'start a new run from the state of another run after a given event',
  who: 'operator',
  changes: true,
  places: ['run'],
  input: z.object({
    run: fields.run,
    at: z.coerce.number().int().min(1).optional().describe('the event number (default: the last one)'),
  }),
  output: runShape,
  async handler(context, input) {
    const store = await context.store();
    const row = await findRun(store, input.run);
    // What goes on from a rehearsal is one.
    const by = { ...senderOf(context), ...(row.channel === 'rehearsal' && { channel: row.channel }) };
    const forked = await (await context.engine()).fork(row.run, input.at ?? row.head, by);
    if (!forked.ok) throw new RejectionError(forked.rejection);
    return shownNow(store, forked.run);
  },
});

const migrate = defineOperation({
  name: 'runs.migrate',
  summary: 'show how a run would migrate to another version of its workflow; --yes migrates it',
  who: 'operator',
  changes: true,
  onlyReads: ({ yes }) => yes !== true,
  places: ['run'],
  input: z.object({
    run: fields.run,
    version: z.string().optional().describe('the version to migrate to (default: the newest)'),
    map: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'OLD=NEW: a step whose id differs in that version', 'x-form': 'pairs' }),
    yes: z.boolean().default(false).describe('migrate the run; without this, nothing is changed'),
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
    if (view === null) return reject('unknown-run', `Run ${row.run} was just deleted.`);
    const moves = planMigration(view.workflow, view.state, to.workflow, input.map).map((move) => ({ ...move }));
    const possible = moves.every(({ reason }) => reason === null);
    const plan = { run: row.run, from: row.version, to: to.version, moves, possible };
    if (!input.yes) return { ...plan, done: false };
    const by = senderOf(context);
    orThrowRejection(await engine.migrate(row.run, to, input.map, input.reason, by));
    return { ...plan, done: true };
  },
});

export const steerOperations: readonly AnyOperation[] = [cancel, pause, resume, retry, skip, resolve, fork, migrate];
