// Operations on tasks: find them and read them. Those that answer or change one are in answer-tasks.ts.

import * as z from 'zod';
import { isPerson } from '../engine/people.ts';
import type { Task } from '../engine/run-state.ts';
import { readValue } from '../engine/value.ts';
import type { Json } from '../json.ts';
import { loadValue } from '../runtime/load-value.ts';
import type { RunView } from '../runtime/read-run.ts';
import { viewTask } from '../runtime/task-view.ts';
import { answerOperations } from './answer-tasks.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import { eventsOf } from './events-of.ts';
import * as fields from './fields.ts';
import { findTask } from './find-run.ts';
import type { OperationContext } from './operation-context.ts';
import { taskRefusals } from './refusals.ts';
import { reviewOperations } from './review-tasks.ts';
import { readingShape, type ShownReading, shownReading } from './run-calls.ts';
import { holdShape, shownHold } from './show-run.ts';
import { taskPrompt } from './task-prompt.ts';
import { shownTasks, storeFilter, taskFilter, taskShape } from './task-shapes.ts';
import { findView } from './views.ts';

const list = defineOperation({
  name: 'tasks.list',
  summary: 'list tasks, oldest first (default: open tasks)',
  who: 'viewer',
  changes: false,
  input: z.object({
    view: z.string().optional().describe('a saved view; other filters narrow it further'),
    ...taskFilter.shape,
    ...fields.page,
  }),
  output: z.object({
    tasks: z.array(taskShape),
    next: fields.next,
    total: z.number().describe('the total number of matching tasks'),
  }),
  async handler(context, { view, limit, after, ...given }) {
    const store = await context.store();
    const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const whole = { ...(view !== undefined && (await findView(store, view))), ...own };
    const filter = await storeFilter(store, whole, context.now());
    const page = await store.listTasks(filter, { limit, ...(after !== undefined && { after }) });
    const total = await store.countTasks(filter);
    return { tasks: await shownTasks(store, page.items), next: page.next, total };
  },
});

const commentShape = z.object({ at: fields.at, actor: z.string(), text: fields.json });
const signatureShape = z.object({
  ...{ at: fields.at, actor: z.string(), channel: z.string(), verdict: z.string().nullable() },
  stated: z
    .object({ source: z.string(), osUser: z.string() })
    .nullable()
    .describe('where the name came from and which OS user stated it; the name is not verified'),
});

const show = defineOperation({
  name: 'tasks.show',
  summary: 'show a task: its prompt, input, documents to review, and expected output',
  who: 'viewer',
  changes: false,
  places: ['task'],
  input: z.object({ task: fields.task }),
  output: z.object({
    ...taskShape.shape,
    open: z.boolean(),
    prompt: z.string().nullable(),
    input: fields.json.nullable(),
    item: fields.json.nullable(),
    verdicts: z.array(z.string()),
    asksVerdict: z.boolean().describe('the answer needs one of the verdicts beside an output by the schema'),
    shows: z.array(z.object({ name: z.string(), value: fields.json.nullable() })),
    shown: z.string().nullable().describe('the version of the material under review; pass it with a verdict'),
    schema: fields.json.nullable(),
    attempts: z.number(),
    lease: z.number().nullable(),
    draft: fields.json.nullable(),
    hold: holdShape.nullable().describe('why the task is on hold, and the moves that resolve it'),
    refused: z.array(z.string()).describe('why no agent on this machine can do it'),
    reply: readingShape.nullable().describe("how its agent's last reply was parsed"),
    comments: z.array(commentShape),
    signed: z.array(signatureShape).describe('the votes and the answer that people gave'),
  }),
  async handler(context, input) {
    const store = await context.store();
    const { row, task: number, name } = await findTask(store, input.task);
    const [listed, view] = await Promise.all([
      store.task(row.run, number),
      context.engine().then((engine) => engine.view(row.run)),
    ]);
    if (listed === null || view === null) {
      const isPast = view !== null && number < view.state.nextTask;
      return isPast
        ? reject(
            'task-not-open',
            `Task ${name} has ended and is no longer listed. See its events: signoff runs events ${row.run}.`,
          )
        : reject('unknown-task', `Run ${row.run} has no task ${number}.`);
    }
    const [shown] = await shownTasks(store, [listed]);
    if (shown === undefined) throw new Error(`Task ${name} disappeared between two reads.`);
    const task = view.state.tasks.get(number);
    const seen = task === undefined || task.kind === 'foreach' ? null : viewTask(view, task, view.payloads);
    const read = (value: Json | undefined): Json | null => readValue(value, [], view.payloads) ?? null;
    return {
      ...shown,
      title: seen?.title ?? shown.title,
      open: task !== undefined,
      prompt: seen?.prompt ?? null,
      input: seen?.input ?? null,
      item: seen?.item ?? null,
      verdicts: [...(seen?.verdicts ?? [])],
      asksVerdict: seen?.asksVerdict ?? false,
      shows: (seen?.shows ?? []).map((one) => ({ ...one })),
      shown: seen?.shown ?? null,
      schema: seen?.schema ?? null,
      attempts: seen?.attempts ?? shown.attempt,
      lease: task?.lease === undefined ? null : task.fence,
      draft: read(task?.draft),
      hold: holdOf(view, task),
      refused: task === undefined ? [] : [...(await taskRefusals(context, view, [task]))],
      ...(await saidOf(context, row.run, number)),
    };
  },
});

function holdOf(view: RunView, task: Task | undefined): z.output<typeof holdShape> | null {
  const hold = view.state.holds.get(view.state.tokens.get(task?.token ?? 0)?.hold ?? 0);
  return hold === undefined ? null : shownHold(view, hold);
}

/** What people said of a task, and what they signed. */
async function saidOf(context: OperationContext, run: string, task: number) {
  const comments: z.output<typeof commentShape>[] = [];
  const signed: z.output<typeof signatureShape>[] = [];
  let reply: ShownReading | null = null;
  const store = await context.store();
  for await (const event of eventsOf(await context.engine(), run)) {
    if (!('task' in event.data) || event.data.task !== task) continue;
    const { at, actor, channel } = event;
    if (event.type === 'ReplyRead') reply = shownReading(event.data.reading);
    if (event.type === 'TaskCommented')
      comments.push({ at, actor, text: await loadValue(store, run, event.data.text) });
    // The last vote is followed by an answer, which is everyone's.
    const isVoted = event.type === 'TaskCompleted' && signed.length > 0;
    if ((event.type !== 'VoteCast' && event.type !== 'TaskCompleted') || isVoted || !isPerson(actor)) continue;
    const { verdict = null, stated = null } = event.data;
    signed.push({ at, actor, channel, verdict, stated });
  }
  return { comments, signed, reply };
}

export const operations: readonly AnyOperation[] = [list, show, taskPrompt, ...reviewOperations, ...answerOperations];
