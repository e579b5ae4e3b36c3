// One call for a decision at a screen: the decision is checked against the review it was made on, turned into the
// step's answer, and sent.

import * as z from 'zod';
import type { Decision, GateAnswer } from '../ports/review.ts';
import { personMessage } from '../runtime/person-message.ts';
import { checkDecision, reviewOf } from '../runtime/review-task.ts';
import { completeTask } from './complete-task.ts';
import { defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import { findTask } from './find-run.ts';
import { decision, gateAt, reviewHash } from './review-tasks.ts';
import { findKeyedRequest, sendOnce } from './send-once.ts';
import { runStatusShape, taskAnswer } from './task-answer.ts';

export const decide = defineOperation({
  name: 'tasks.decide',
  summary: 'answer a task with a decision on its review, in one call; refused if the review has changed since',
  who: 'reviewer',
  changes: true,
  keyed: true,
  places: ['task', 'decision'],
  input: z.object({
    task: fields.task,
    decision,
    review: z.string().min(1).describe('the hash of the review that was decided on, from tasks review'),
    lease: fields.lease,
  }),
  output: runStatusShape,
  async handler(context, input) {
    const found = await findTask(await context.store(), input.task);
    const { run } = found.row;
    const { known } = await findKeyedRequest(context, 'tasks.decide', input, { run });
    // The first request of this key has answered: the task may be over by now.
    if (known !== null) return taskAnswer(context, found);
    const open = await gateAt(context, input.task);
    const review = await reviewOf(open);
    const now = reviewHash(review);
    if (now !== input.review) reject('review-changed', changedText(found.name, input.review, now));
    const { refused, answer } = await checkDecision(open, input.decision as unknown as Decision);
    if (answer === null) return reject('not-accepted', notTaken(found.name, refused), refused);
    const sent = answer as unknown as Exclude<GateAnswer, { readonly refused: unknown }>;
    if ('message' in sent) {
      const command = personMessage(found.task, sent);
      await sendOnce({ context, operation: 'tasks.decide', input, run, command });
      return taskAnswer(context, found);
    }
    const { output, verdict, comment } = sent as { output: typeof sent.output; verdict?: string; comment?: string };
    const shown = review.shown ?? undefined;
    const request = { operation: 'tasks.decide', input, shown, lease: input.lease };
    return completeTask(context, found, { ...request, output, verdict, comment });
  },
});

function changedText(task: string, given: string, now: string): string {
  const short = (hash: string): string => hash.slice(0, 19);
  if (now.startsWith(given))
    return `Expected the whole hash of the review, ${now}, found its first ${given.length} characters.`;
  const found = `found a decision on ${short(given)}, and what is shown now is ${short(now)}`;
  return `Expected a decision on what ${task} shows now, ${found}. Look at it again: signoff tasks review ${task}.`;
}

function notTaken(task: string, refused: readonly string[]): string {
  return `Expected a decision that ${task} can take, found: ${refused.join(' ')}`;
}
