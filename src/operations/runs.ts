// Operations on runs: start, look at, wait for, delete. Those that steer a run are in steer-runs.ts.

import * as z from 'zod';
import { WHOLE_RUN } from '../engine/spending.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { RunRow } from '../ports/store.ts';
import { newId } from '../runtime/new-id.ts';
import { readFacts } from '../runtime/outside-facts.ts';
import { budgetWarnings } from './budget-warnings.ts';
import { type AnyOperation, defineOperation, RejectionError, reject } from './define-operation.ts';
import { agentsAmong, ensureNamed } from './ensure-agents.ts';
import { estimateRun } from './estimate-run.ts';
import * as fields from './fields.ts';
import { findRun } from './find-run.ts';
import { findWorkflow } from './find-workflow.ts';
import { taskRefusals } from './refusals.ts';
import { runCalls } from './run-calls.ts';
import { partialShape, runShape, shownListed, shownNow, shownPartial, shownRun } from './run-shapes.ts';
import { runWarnings } from './run-warnings.ts';
import { findKeyedRequest, senderOf } from './send-once.ts';
import { detailShape, shownDetail } from './show-run.ts';
import { steerOperations } from './steer-runs.ts';
import { systemNote } from './system-note.ts';

const WAIT_MS_MAX = 30 * 86_400_000;
const EVENTS_LIMIT = 200;

const start = defineOperation({
  name: 'runs.start',
  summary: 'start a run of a stored workflow',
  who: 'operator',
  changes: true,
  keyed: true,
  places: ['workflow'],
  input: z.object({
    workflow: fields.workflowName,
    version: fields.version,
    input: fields.json.default({}).meta({ description: "a field of the run's input", 'x-form': 'fields' }),
    assign: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'STEP=WHO: assign a step of this run, overriding the diagram', 'x-form': 'pairs' }),
    title: z.string().max(200).optional().describe('the title of the run in lists'),
  }),
  output: z.object({
    ...runShape.shape,
    warnings: z.array(z.string()).describe('budgets that cannot be enforced because a model has no price'),
  }),
  async handler(context, input) {
    const store = await context.store();
    const workflow = await findWorkflow(store, input.workflow, input.version);
    const strangers = Object.keys(input.assign).filter((id) => !workflow.workflow.steps.some((step) => step.id === id));
    if (strangers.length > 0) {
      const known = workflow.workflow.steps.map(({ id }) => id).join(', ');
      reject(
        'unknown-step',
        `Workflow "${workflow.name}" has no steps ${strangers.join(', ')} to assign; it has ${known}.`,
      );
    }
    const run = newId('run', context.now());
    const { request, known } = await findKeyedRequest(context, 'runs.start', input, { run });
    const warnings = [...(await budgetWarnings(() => context.agents(), workflow.workflow, input.assign))];
    if (known !== null) return { ...(await shownNow(store, String(known.run))), warnings };
    await ensureNamed(store, agentsAmong(Object.values(input.assign)), (id) =>
      systemNote(context, 'AgentCreated', { id }),
    );
    const engine = await context.engine();
    const started = await engine.start(workflow, input.input, {
      by: senderOf(context),
      run,
      ...(Object.keys(input.assign).length > 0 && { assign: input.assign }),
      ...(input.title !== undefined && { title: input.title }),
      ...(request !== undefined && { request }),
    });
    if (!started.ok) throw new RejectionError(started.rejection);
    return { ...(await shownNow(store, ranBefore(started.known) ?? started.run)), warnings };
  },
});

/** The same key came at the same moment: the run of the first request. */
function ranBefore(known: Json | undefined): string | null {
  return isJsonObject(known) && typeof known.run === 'string' ? known.run : null;
}

const list = defineOperation({
  name: 'runs.list',
  summary: 'list runs, newest first',
  who: 'viewer',
  changes: false,
  input: z.object({
    status: z.array(fields.runStatus).optional().describe('only runs with this status'),
    workflow: z.string().optional().describe('only runs of this workflow'),
    version: fields.version,
    starter: z.string().optional().describe('only runs this actor started'),
    parent: z.string().optional().describe('only subflows of this run'),
    roots: z.boolean().default(false).describe('only runs that are not subflows'),
    since: fields.moment.optional().describe('only runs started at or after this: a date, or -7d'),
    before: fields.moment.optional().describe('only runs started before this'),
    ...fields.page,
  }),
  output: z.object({ runs: z.array(z.object({ ...runShape.shape, partial: partialShape })), next: fields.next }),
  async handler(context, { status, workflow, version, starter, parent, roots, since, before, limit, after }) {
    const store = await context.store();
    const now = context.now();
    const from = since === undefined ? null : fields.momentOf(since, now);
    const to = before === undefined ? null : fields.momentOf(before, now);
    const filter = {
      ...(status !== undefined && { status }),
      ...(workflow !== undefined && { workflow }),
      ...(version !== undefined && { version }),
      ...(starter !== undefined && { starter }),
      ...(parent !== undefined && { parent: (await findRun(store, parent)).run }),
      ...(roots && { isRoot: true }),
      ...(from !== null && { startedFrom: from }),
      ...(to !== null && { startedBefore: to }),
    };
    const page = await store.listRuns(filter, { limit, ...(after !== undefined && { after }) });
    return { runs: await Promise.all(page.items.map((row) => shownListed(store, row))), next: page.next };
  },
});

const show = defineOperation({
  name: 'runs.show',
  summary: 'show a run: its status, what it waits for, its output',
  who: 'viewer',
  changes: false,
  places: ['run'],
  input: z.object({
    run: fields.run,
    at: z.coerce.number().int().min(1).optional().describe('show the run as it was after this event number'),
  }),
  output: detailShape,
  async handler(context, input) {
    const { run } = await findRun(await context.store(), input.run);
    const engine = await context.engine();
    const view = await engine.view(run, input.at);
    if (view === null) return reject('unknown-run', `Run ${run} was just deleted.`);
    const now = context.now();
    const facts = await readFacts(await context.store(), now);
    const refused = await taskRefusals(context, view, [...view.state.tasks.values()]);
    // Only agents do a part of their work and say so.
    const hasCalls = view.state.spending.get(WHOLE_RUN) !== undefined;
    const until = input.at ?? Number.POSITIVE_INFINITY;
    const warnings = hasCalls ? await runWarnings(engine, run, until) : [];
    return shownDetail(view, { facts, refused, warnings, now });
  },
});

const events = defineOperation({
  name: 'runs.events',
  summary: "list a run's events in order",
  who: 'viewer',
  changes: false,
  places: ['run'],
  input: z.object({
    run: fields.run,
    after: z.coerce.number().int().min(0).default(0).describe('only events after this number'),
    limit: z.coerce.number().int().min(1).max(1000).default(EVENTS_LIMIT).describe('the maximum number to return'),
  }),
  output: z.object({
    run: z.string(),
    events: z.array(
      z.object({
        number: z.number(),
        type: z.string(),
        v: z.number(),
        at: fields.at,
        actor: z.string(),
        channel: z.string(),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
    next: z.number().nullable().describe('pass it as "after" to get the next page; null on the last page'),
  }),
  async handler(context, { run: named, after, limit }) {
    const row = await findRun(await context.store(), named);
    const found = await (await context.engine()).events(row.run, after, limit);
    const last = found.at(-1)?.number ?? after;
    const listed = found.map(({ number, type, v, at, actor, channel, data }) => ({
      ...{ number, type, v, at, actor, channel },
      data: { ...data } as Record<string, unknown>,
    }));
    return { run: row.run, events: listed, next: last < row.head ? last : null };
  },
});

const wait = defineOperation({
  name: 'runs.wait',
  summary: 'wait until a run has ended or needs a person',
  who: 'viewer',
  changes: false,
  places: ['run'],
  input: z.object({
    run: fields.run,
    timeout: fields.duration.optional().describe('the longest time to wait, such as 30s or 10m'),
    ended: z.boolean().default(false).describe('keep waiting while the run is on hold or paused'),
  }),
  output: z.object({ ...runShape.shape, partial: partialShape, waited: z.enum(['over', 'time-up']) }),
  async handler(context, { run: named, timeout, ended }) {
    const store = await context.store();
    const row = await findRun(store, named);
    const isOver = ({ status, endedAt }: RunRow): boolean =>
      endedAt !== null || (!ended && (status === 'on_hold' || status === 'paused'));
    const limits = [AbortSignal.timeout(Math.min(timeout ?? WAIT_MS_MAX, 2 ** 31 - 1))];
    if (context.signal !== undefined) limits.push(context.signal);
    const engine = await context.engine();
    const over = await engine.wait(row.run, isOver, AbortSignal.any(limits));
    if (over === null) return { ...(await shownNow(store, row.run)), partial: null, waited: 'time-up' as const };
    const view = over.status === 'completed' ? await engine.view(over.run) : null;
    return { ...shownRun(over), partial: shownPartial(view?.state), waited: 'over' as const };
  },
});

const remove = defineOperation({
  name: 'runs.delete',
  summary: 'delete a run that has ended; its id, length and hash are kept as a tombstone',
  who: 'operator',
  changes: true,
  places: ['run'],
  input: z.object({ run: fields.run }),
  output: z.object({ run: z.string(), removed: z.literal(true) }),
  async handler(context, input) {
    const store = await context.store();
    const row = await findRun(store, input.run);
    if (row.endedAt === null || row.live)
      reject('run-not-ended', `Run ${row.run} has not ended; it is ${row.status}. Cancel it first.`);
    await store.removeRuns([row.key], systemNote(context, 'RunRemoved', { run: row.run, events: row.head }));
    return { run: row.run, removed: true as const };
  },
});

export const operations: readonly AnyOperation[] = [
  start,
  list,
  show,
  events,
  runCalls,
  estimateRun,
  wait,
  ...steerOperations,
  remove,
];
