// `tasks say`: a person's message in a conversation; one that its system takes for the end of it ends it.

import * as z from 'zod';
import { completeTask } from './complete-task.ts';
import { defineOperation } from './define-operation.ts';
import { endingAnswer } from './ending-message.ts';
import * as fields from './fields.ts';
import { findTask } from './find-run.ts';
import { findKeyedRequest, sendOnce } from './send-once.ts';
import { runStatusShape, taskAnswer } from './task-answer.ts';

export const say = defineOperation({
  name: 'tasks.say',
  summary: 'send a message in a conversation',
  who: 'reviewer',
  changes: true,
  keyed: true,
  places: ['task', 'text'],
  input: z.object({
    task: fields.task,
    text: z.string().min(1).max(1_000_000).describe('the message'),
    ends: z.boolean().default(false).describe('end the conversation: the agent then gives its result'),
    attach: z
      .array(z.strictObject({ name: z.string().max(1000), text: z.string().max(1_000_000) }))
      .default([])
      .meta({ description: 'a text file for the agent to read; may be repeated', 'x-form': 'files' }),
  }),
  output: runStatusShape,
  async handler(context, input) {
    const { text, ends, attach } = input;
    const found = await findTask(await context.store(), input.task);
    const { run } = found.row;
    const { known } = await findKeyedRequest(context, 'tasks.say', input, { run });
    const files = attach.length > 0 && { attachments: attach };
    const ending = ends || known !== null ? null : await endingAnswer(context, input.task, { text, ...files });
    if (ending !== null) return completeTask(context, found, { operation: 'tasks.say', input, output: ending.output });
    const command = {
      type: 'AddMessage',
      task: found.task,
      from: 'person',
      text,
      ...(ends && { ends }),
      ...files,
    } as const;
    await sendOnce({ context, operation: 'tasks.say', input, run, command });
    return taskAnswer(context, found);
  },
});
