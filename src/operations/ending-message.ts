// What a person says in a conversation may be a command that ends it: the gate of its system decides, for every client.

import type { GateAnswer, MessageDecision } from '../ports/review.ts';
import { answerOf } from '../runtime/review-task.ts';
import { findTask } from './find-run.ts';
import type { OperationContext } from './operation-context.ts';
import { gateAt } from './review-tasks.ts';

export type EndingAnswer = Extract<GateAnswer, { readonly output: unknown }>;

/** null: it is a message like any other, or nobody is asked here. */
export async function endingAnswer(
  context: OperationContext,
  named: string,
  said: Omit<MessageDecision, 'kind'>,
): Promise<EndingAnswer | null> {
  const { row, task } = await findTask(await context.store(), named);
  const view = await (await context.engine()).view(row.run);
  if (view?.state.tasks.get(task)?.execution !== 'conversation') return null;
  const open = await gateAt(context, named);
  if (open.gate === null) return null;
  const answer = await answerOf(open, { kind: 'message', ...said });
  return 'output' in answer ? answer : null;
}
