// Operations that answer or change a task: the commands a worker or a person sends to it.

import * as z from 'zod';
import type { Command } from '../engine/commands.ts';
import { isPerson, readName } from '../engine/people.ts';
import { completeTask, ownLease } from './complete-task.ts';
import { decide } from './decide-task.ts';
import { type AnyOperation, defineOperation, type Operation, reject } from './define-operation.ts';
import { agentsAmong, ensureNamed } from './ensure-agents.ts';
import * as fields from './fields.ts';
import { findTask } from './find-run.ts';
import type { Role } from './operation-context.ts';
import { say } from './say-in-task.ts';
import { orThrowRejection, senderOf, sendOnce } from './send-once.ts';
import { systemNote } from './system-note.ts';
import { runStatusShape, taskAnswer } from './task-answer.ts';

const jsonText = (description: string) => ({ description, 'x-form': 'json' as const });

interface Change<S extends z.ZodRawShape> {
  readonly verb: string;
  readonly summary: string;
  readonly who: Role;
  readonly fields: S;
  /** The field that stands after the task on a command line. */
  readonly second?: keyof S & string;
  command(task: number, input: z.output<z.ZodObject<S>>): Command;
}

/** Most of them are one command to the task's run. */
function change<S extends z.ZodRawShape>({
  verb,
  summary,
  who,
  fields: own,
  second,
  command,
}: Change<S>): AnyOperation {
  const name = `tasks.${verb}`;
  const operation: Operation<z.ZodObject<{ task: z.ZodString }>, typeof runStatusShape> = {
    ...{
      name,
      summary,
      who,
      changes: true,
      keyed: true,
      places: ['task', ...(second === undefined ? [] : [second])] as never,
    },
    input: z.object({ task: fields.task, ...own }) as never,
    output: runStatusShape,
    async handler(context, input) {
      const store = await context.store();
      const found = await findTask(store, input.task);
      if ('assignee' in input) {
        const named = agentsAmong([String(input.assignee)]);
        await ensureNamed(store, named, (id) => systemNote(context, 'AgentCreated', { id }));
      }
      const lease = 'lease' in own ? await ownLease(context, found, (input as { lease?: number }).lease) : undefined;
      const sent = command(found.task, (lease === undefined ? input : { ...input, lease }) as never);
      await sendOnce({ context, operation: name, input, run: found.row.run, command: sent });
      return taskAnswer(context, found);
    },
  };
  return operation;
}

const claim = defineOperation({
  name: 'tasks.claim',
  summary: 'claim a task: nobody else can answer it until you answer or release it',
  who: 'reviewer',
  changes: true,
  places: ['task'],
  input: z.object({ task: fields.task }),
  output: z.object({ ...runStatusShape.shape, lease: z.number().nullable() }),
  async handler(context, input) {
    const found = await findTask(await context.store(), input.task);
    const kind = isPerson(context.actor) ? 'person' : 'outside';
    const engine = await context.engine();
    const claimed = await engine.claim(found.row.run, found.task, context.actor, kind, senderOf(context));
    orThrowRejection(claimed);
    return { ...(await taskAnswer(context, found)), lease: claimed.lease ?? null };
  },
});

const complete = defineOperation({
  name: 'tasks.complete',
  summary:
    'answer a task: with an output, or at a gate with a verdict; if the gate takes votes, the verdict is your vote',
  who: 'reviewer',
  changes: true,
  keyed: true,
  places: ['task'],
  input: z.object({
    task: fields.task,
    output: fields.json.optional().meta(jsonText('the output, as JSON or text')),
    verdict: z.string().optional().describe('the verdict, for a gate'),
    comment: z.string().max(10_000).optional().describe('a comment on the verdict'),
    shown: z.string().optional().describe('the version you reviewed, from tasks show (default: the current one)'),
    lease: fields.lease,
  }),
  output: runStatusShape,
  async handler(context, input) {
    const store = await context.store();
    const found = await findTask(store, input.task);
    if (input.output === undefined && input.verdict === undefined)
      reject('invalid-output', `Expected an output or a verdict for ${found.name}, found neither.`);
    const { output, verdict, comment, shown, lease } = input;
    return completeTask(context, found, { operation: 'tasks.complete', input, output, verdict, comment, shown, lease });
  },
});

/** A name alone is a person's, as with --as. */
function assigneeIn(text: string, issue: z.core.$RefinementCtx): string {
  if (/^(?:team|role):\S/.test(text)) return text;
  const read = readName(text);
  if ('actor' in read) return read.actor;
  issue.addIssue(read.problem);
  return z.NEVER;
}

const withLease = <T extends object>(lease: number | undefined, command: T): T & { lease?: number } =>
  lease === undefined ? command : { ...command, lease };

const simple: readonly AnyOperation[] = [
  change({
    verb: 'release',
    summary: 'release a task so that someone else can claim it',
    who: 'reviewer',
    fields: { lease: fields.lease },
    command: (task, { lease }) => withLease(lease, { type: 'ReleaseTask', task }),
  }),
  change({
    verb: 'fail',
    second: 'message',
    summary: 'report that a task failed; its step defines what happens next',
    who: 'reviewer',
    fields: {
      message: z.string().min(1).max(10_000).describe('what went wrong'),
      code: z.string().default('work-failed').describe('a machine-readable code'),
      final: z.boolean().default(false).describe('the failure is final: do not retry'),
      lease: fields.lease,
    },
    command: (task, { message, code, final, lease }) =>
      withLease(lease, { type: 'FailTask', task, failure: { code, message, ...(final && { retryable: false }) } }),
  }),
  change({
    verb: 'hold',
    second: 'message',
    summary: 'put a task on hold until a person resolves it',
    who: 'reviewer',
    fields: {
      message: z.string().min(1).max(10_000).describe('what the task is waiting for'),
      code: z.string().default('task-held').describe('a machine-readable code'),
      draft: fields.json.optional().meta(jsonText('a draft of the output, as JSON or text')),
      lease: fields.lease,
    },
    command: (task, { message, code, draft, lease }) =>
      withLease(lease, { type: 'HoldTask', task, code, message, ...(draft !== undefined && { draft }) }),
  }),
  change({
    verb: 'reassign',
    second: 'assignee',
    summary: 'assign a task to someone else',
    who: 'operator',
    fields: {
      assignee: z.string().min(1).transform(assigneeIn).describe('user:NAME, agent:NAME, team:NAME or role:NAME'),
      reason: z.string().trim().min(1).max(2000).describe('the reason, recorded in the history'),
    },
    command: (task, { assignee, reason }) => ({ type: 'ReassignTask', task, assignee, reason }),
  }),
  change({
    verb: 'comment',
    second: 'text',
    summary: 'comment on a task; this does not change its state',
    who: 'reviewer',
    fields: { text: z.string().min(1).max(100_000).describe('the comment') },
    command: (task, { text }) => ({ type: 'CommentTask', task, text }),
  }),
  say,
  change({
    verb: 'edit',
    summary: 'change the input of a task that nobody has claimed yet',
    who: 'operator',
    fields: { input: fields.json.meta(jsonText('the new input, as JSON')), reason: fields.reason },
    command: (task, { input, reason }) => ({ type: 'EditTaskInput', task, input, reason }),
  }),
  change({
    verb: 'cancel',
    summary: 'cancel a task: its branch of the run ends',
    who: 'operator',
    fields: { reason: fields.reason },
    command: (task, { reason }) => ({ type: 'CancelTask', task, reason }),
  }),
];

export const answerOperations: readonly AnyOperation[] = [claim, complete, decide, ...simple];
