// What the engine is sent for what a person says in a conversation.

import type { CommandOf } from '../engine/commands.ts';
import type { GateAnswer } from '../ports/review.ts';

export function personMessage(
  task: number,
  said: Extract<GateAnswer, { readonly message: string }>,
): CommandOf<'AddMessage'> {
  const { message, attachments = [], ends } = said;
  return {
    ...{ type: 'AddMessage', task, from: 'person', text: message },
    ...(attachments.length > 0 && { attachments }),
    ...(ends && { ends }),
  };
}
