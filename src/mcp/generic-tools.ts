// Five small tools for any workflow: start, what is next, give a result, give a person's answer, how a run stands.

import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { ATTACHMENTS_MAX } from '../engine/attachments.ts';
import type { Json, JsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import { findRun } from '../operations/find-run.ts';
import { findWorkflow } from '../operations/find-workflow.ts';
import type { Store, StoredWorkflow } from '../ports/store.ts';
import { advanceRun, type Session, threadAgain } from './advance-run.ts';
import { reasonAgainst } from './check-folders.ts';
import { allToClient, clientAgents } from './client-agents.ts';
import { answer, catchRejection, clientCall, refusal } from './client-call.ts';
import type { McpOptions } from './mcp-options.ts';
import { assignToClient, nextStep, personOf } from './next-step.ts';
import { openRuns, openTasks } from './open-runs.ts';
import { type ReportResult, type Result, refusedResult } from './report-outcome.ts';
import { noteOf, reportResult, whatNow } from './report-result.ts';
import { type HoldMoveGiven, resolveHold } from './resolve-hold.ts';
import { runStatus, showHandOut } from './show-hand-out.ts';
import { systemOf } from './system-of.ts';
import { parseThread, type Thread } from './thread-id.ts';

const task = z.string().describe('the `task` exactly as you received it');
const output = z.unknown().optional();
const CHANGES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Looked through for a turn in a conversation when no run is named. */
const TASKS_MAX = 500;
const LISTED_MAX = 10;

export const GENERIC_TOOLS: readonly string[] = [
  ...['runs_start', 'tasks_next', 'tasks_submit', 'tasks_answer', 'runs_status'],
];

export function genericTools(server: McpServer, options: McpOptions): void {
  startTool(server, options);
  nextTool(server, options);
  submitTool(server, options);
  answerTool(server, options);
  server.registerTool(
    'runs_status',
    {
      description: 'Show a run: status, open tasks, output. Changes nothing.',
      inputSchema: z.strictObject({ run: z.string() }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ run }) => catchRejection(statusOf(options, run).then(answer)),
  );
}

function startTool(server: McpServer, options: McpOptions): void {
  server.registerTool(
    'runs_start',
    {
      description:
        'Start a run of a workflow and return the next step. by: who does its agent steps: "client" (you, step by ' +
        'step; the default), "agents" (those configured here) or "sampling" (your model, called by the server).',
      inputSchema: z.strictObject({
        workflow: z.string(),
        input: z.record(z.string(), z.unknown()).optional(),
        by: z.enum(['agents', 'client', 'sampling']).optional(),
      }),
      annotations: { ...CHANGES, idempotentHint: false },
    },
    ({ workflow, input = {}, by = 'client' }, context) => {
      const session = { server, options, context, samples: by === 'sampling' };
      const begun = async (): Promise<Thread> =>
        threadAgain(context) ?? start(options, workflow, input as JsonObject, by !== 'agents');
      return catchRejection(begun().then((thread) => advanceRun(session, thread)));
    },
  );
}

function nextTool(server: McpServer, options: McpOptions): void {
  server.registerTool(
    'tasks_next',
    {
      description:
        'Get the next step: work for you, a gate or question for the person, or that others are working (call ' +
        'again). Claims the work for you. Without run: the oldest task for clients, else the open runs. by ' +
        '"client": you also do tasks of the run that no agent has claimed; by "sampling": the server calls your ' +
        'model for them.',
      inputSchema: z.strictObject({
        run: z.string().optional().describe('a run, or a `task` to show again'),
        by: z.enum(['client', 'sampling']).optional(),
      }),
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ run, by }, context) => {
      const session: Session = { server, options, context, samples: by === 'sampling' };
      return catchRejection(nextOf(session, run, by === 'client'));
    },
  );
}

function submitTool(server: McpServer, options: McpOptions): void {
  server.registerTool(
    'tasks_submit',
    {
      description:
        'Report the result of your work as output, matching its schema. In a conversation, message is your ' +
        'message to the person, and output is the result you propose.',
      inputSchema: z.strictObject({ task, output, message: z.string().optional() }),
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ task: named, output: given, message }, context) => {
      const result = {
        ...(given !== undefined && { output: given as Json }),
        ...(message !== undefined && { message }),
      };
      return catchRejection(report({ server, options, context, samples: false }, named, 'agent', result));
    },
  );
}

function answerTool(server: McpServer, options: McpOptions): void {
  server.registerTool(
    'tasks_answer',
    {
      description:
        "Relay the person's own answer: verdict and comment at a gate (output if it has a schema), the move they " +
        'chose as verdict at a hold, or their message in a conversation, where a verdict or output accepts the ' +
        'result. Never answer for them.',
      inputSchema: z.strictObject({
        task,
        verdict: z.string().optional(),
        comment: z.string().optional(),
        output,
        message: z.string().optional(),
        ends: z.boolean().optional().describe('the person wants the result now'),
        attachments: z
          .array(z.strictObject({ name: z.string(), text: z.string() }))
          .max(ATTACHMENTS_MAX)
          .optional()
          .describe('text files the person gives with their message, whole and unchanged'),
      }),
      annotations: { ...CHANGES, idempotentHint: true },
    },
    ({ task: named, output: given, ...said }, context) => {
      const words = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Result;
      const result = { ...words, ...(given !== undefined && { output: given as Json }) };
      return catchRejection(report({ server, options, context, samples: false }, named, 'person', result));
    },
  );
}

async function start(options: McpOptions, name: string, input: JsonObject, byClient: boolean): Promise<Thread> {
  const against = await reasonAgainst(options, name, input);
  if (against !== null) throw new RejectionError(against);
  const stored = await workflowOf(options, name);
  const clients = await clientAgents(options.engine.store);
  const assign = byClient ? { assign: allToClient(stored.workflow, clients) } : {};
  const started = await options.engine.start(stored, input, { by: personOf(options), ...assign });
  if (!started.ok) throw new RejectionError(started.rejection);
  return { run: started.run, task: null, shown: null };
}

async function workflowOf(options: McpOptions, name: string): Promise<StoredWorkflow> {
  const known = systemOf(options, name);
  // A run that nobody here can do is not begun.
  const lacking = known === undefined ? (options.whyLacking?.(name) ?? null) : null;
  if (lacking !== null) throw new RejectionError(lacking);
  return known === undefined ? findWorkflow(options.engine.store, name) : known.workflow();
}

async function nextOf(session: Session, named: string | undefined, takesOver: boolean): ReturnType<typeof advanceRun> {
  const { options, context } = session;
  const again = threadAgain(context);
  const thread = again ?? (await threadNamed(options, named));
  if (thread === null) return answer(await nothingToDo(options));
  if (again === null && named !== undefined && takesOver) await assignToClient(options, thread.run);
  return advanceRun(session, thread);
}

async function nothingToDo(options: McpOptions): Promise<JsonObject> {
  const [runs, { gates, held }] = await Promise.all([
    openRuns(options, LISTED_MAX),
    openTasks(options, await clientAgents(options.engine.store), LISTED_MAX),
  ]);
  const message =
    runs.length === 0
      ? 'There are no open runs. Start one with runs_start.'
      : 'No run has unclaimed work for a client. Call tasks_next with one of these runs to continue it.';
  return {
    ...{ next: 'nothing', message },
    ...(gates.length > 0 && { gates }),
    ...(held.length > 0 && { held }),
    ...(runs.length > 0 && { runs: runs.map((run) => ({ ...run })) }),
  };
}

/** null: no run is named, and none has work. */
async function threadNamed({ engine }: McpOptions, named: string | undefined): Promise<Thread | null> {
  const thread = parseThread(named ?? '');
  if (thread?.task != null) return thread;
  if (named !== undefined) return { run: (await findRun(engine.store, named)).run, task: null, shown: null };
  const clients = await clientAgents(engine.store);
  const [ready] = await engine.store.claimable([...clients], {}, 1);
  const run = ready?.run ?? (await turnIn(engine.store, clients));
  return run === null ? null : { run, task: null, shown: null };
}

/** The oldest run in which a client has the word in a conversation. */
async function turnIn(store: Store, clients: ReadonlySet<string>): Promise<string | null> {
  const { items } = await store.listTasks({ status: ['pending'] }, { limit: TASKS_MAX });
  return items.find(({ queue, ready }) => ready && clients.has(queue))?.run ?? null;
}

async function report(
  session: Session,
  named: string,
  from: 'agent' | 'person',
  result: Result,
): Promise<Awaited<ReturnType<typeof advanceRun>> | CallToolResult> {
  const thread = parseThread(named);
  if (thread === null) {
    const message = `Expected the task as you received it, such as run_01...#12, found "${named.slice(0, 80)}".`;
    return refusal({ code: 'unknown-task', message: `${message} Nothing was changed.` });
  }
  const again = threadAgain(session.context);
  if (again !== null) return advanceRun(session, again);
  const { hold } = thread;
  const reported =
    hold === undefined
      ? await reportResult(session.options, thread, { ...result, from })
      : await reportMove(session.options, { run: thread.run, hold }, from, result);
  if (reported.kind === 'refused') return refusedReport(session, thread, reported);
  return advanceRun(session, { ...thread, task: null }, noteOf(reported));
}

/** A hold is a person's to resolve. */
function reportMove(
  options: McpOptions,
  held: Pick<HoldMoveGiven, 'run' | 'hold'>,
  from: 'agent' | 'person',
  { verdict, comment }: Result,
): Promise<ReportResult> | ReportResult {
  if (from === 'agent' || verdict === undefined) {
    const found = from === 'agent' ? 'a result' : 'none';
    const message = `Expected the move that the person chose, as \`verdict\` of tasks_answer, found ${found}.`;
    return refusedResult('person-expected', message);
  }
  return resolveHold(options, { ...held, move: verdict, reason: comment });
}

/** At a gate nothing is corrected but by the person; what changed meanwhile is shown as it is now. */
async function refusedReport(
  { options, context }: Session,
  thread: Thread,
  reported: Extract<ReportResult, { readonly kind: 'refused' }>,
): Promise<CallToolResult> {
  const { rejection, turn } = reported;
  const advice = turn === 'person' ? ` ${whatNow(reported)}` : '';
  const { content, ...rest } = refusal({ ...rejection, message: `${rejection.message}${advice}` });
  if (rejection.code !== 'stale-verdict') return { content, ...rest };
  const handOut = await nextStep(options, thread.run, thread.task, clientCall(options, context));
  const now = await showHandOut(options, handOut, null);
  return { content: [...content, { type: 'text', text: JSON.stringify(now) }], ...rest };
}

async function statusOf({ engine }: McpOptions, named: string): Promise<JsonObject> {
  const { run } = await findRun(engine.store, parseThread(named)?.run ?? named);
  const view = await engine.view(run);
  if (view === null) throw new RejectionError({ code: 'unknown-run', message: `The run ${run} was deleted.` });
  return runStatus(view);
}
