// The prompt of an agent's open task, layer by layer, as it would be sent now.

import * as z from 'zod';
import type { Task } from '../engine/run-state.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunView } from '../runtime/read-run.ts';
import { queueOf } from '../runtime/task-row.ts';
import { defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import { findTask } from './find-run.ts';

export const taskPrompt = defineOperation({
  name: 'tasks.prompt',
  summary: "show the prompt of an agent's task, layer by layer, as it would be sent now",
  who: 'viewer',
  changes: false,
  places: ['task'],
  input: z.object({ task: fields.task }),
  output: z.object({
    task: z.string(),
    step: z.string(),
    agent: z.string().nullable().describe('null if the task names no agent'),
    provider: z.string(),
    model: z.string().nullable().describe("null for the provider's default"),
    layers: z.array(z.object({ name: z.string(), text: z.string() })),
    leftOut: z.array(z.string()).describe("what was left out because of the step's token budget"),
    tokens: z.number().describe('the estimated number of tokens'),
  }),
  async handler(context, input) {
    const { row, task: number, name } = await findTask(await context.store(), input.task);
    const view = await (await context.engine()).view(row.run);
    const task = view?.state.tasks.get(number);
    if (view === null || task === undefined) {
      const isPast = view !== null && number < view.state.nextTask;
      return isPast
        ? reject('task-not-open', `Task ${name} has ended. signoff runs calls shows the prompts that were sent.`)
        : reject('unknown-task', `Run ${row.run} has no task ${number}.`);
    }
    mustBeAgents(view, task, name);
    // Loaded when it is needed: no other operation on tasks assembles prompts.
    const { agentFacts } = await import('../runtime/agent-facts.ts');
    const shown = await (await context.agents()).prompt(agentFacts(view, task, view.payloads));
    return {
      ...{ task: name, step: task.step },
      agent: shown.agent === '' ? null : shown.agent,
      ...{ provider: shown.provider, model: shown.model, tokens: shown.tokens },
      layers: shown.layers.map((layer) => ({ ...layer })),
      leftOut: [...shown.leftOut],
    };
  },
});

function mustBeAgents(view: RunView, task: Task, name: string): void {
  const queue = queueOf(stepOf(view, task.step), task);
  const isWork = task.kind === 'work' && task.execution !== 'manual';
  if (isWork && !queue.startsWith('action:')) return;
  const found = queue.startsWith('action:') ? `the action ${queue.slice('action:'.length)}` : doerOf(task);
  reject('not-an-agents-task', `Task ${name} is not done by an agent; it is for ${found}.`);
}

function doerOf({ kind, execution }: Task): string {
  if (kind === 'foreach') return 'nobody: it holds the tasks of its items';
  if (kind === 'subflow') return 'the run it started';
  return execution === 'manual' || kind === 'review' ? 'a person' : 'someone else';
}
