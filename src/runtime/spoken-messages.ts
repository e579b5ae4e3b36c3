// What was said in a conversation, as a review shows it: files by their names.

import type { ConversationMessage } from '../ports/action.ts';
import type { SpokenMessage } from '../ports/review.ts';

export function spokenMessages(messages: readonly ConversationMessage[]): readonly SpokenMessage[] {
  return messages.map(({ from, text, attachments = [] }) => {
    const names = attachments.map(({ name }) => name);
    return { from, text, ...(names.length > 0 && { attachments: names }) };
  });
}
