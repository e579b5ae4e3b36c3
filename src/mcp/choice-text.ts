// A choice at the end of a conversation, where a message is not for the agent, for a model that relays it in the
// chat: what to show, and how each answer is passed on.

import type { ChoiceReview } from '../ports/review.ts';
import { groupsText } from './review-form.ts';
import { quoted } from './task-texts.ts';

/** null: a message is for the agent, and the result that it offers is shown as it is. */
export function choiceText(review: ChoiceReview): string | null {
  const { title, notices, about, groups, note, options, message } = review;
  if (message === undefined) return null;
  const parts = [
    `# ${title}`,
    notices.join('\n'),
    `Show the person this, ${about}, whole and unchanged:\n\n${quoted(`${groupsText(groups, true)}\n\n${note}`)}`,
    'Wait for their answer and pass it on with tasks_answer, word for word: do not shorten, correct, translate or ' +
      'answer for them.',
    [
      ...options.map(({ value, help }) => `- \`verdict\` "${value}": ${help}`),
      `- \`message\`, what they say, to ${message.label}: ${message.help}`,
    ].join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
