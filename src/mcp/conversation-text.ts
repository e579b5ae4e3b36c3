// A person's turn in a conversation for a model that relays it in the chat: what to show, and how each answer is passed
// on.

import type { ConversationReview } from '../ports/review.ts';
import { knownText } from './conversation-form.ts';
import { quoted } from './task-texts.ts';

export function conversationText(review: ConversationReview): string {
  const { title, notices, messages, offer, questions, assumptions, end, canAttach, commands = [] } = review;
  const last = messages.findLast(({ from }) => from === 'agent');
  const known = knownText(review);
  const parts = [
    `# ${title}`,
    notices.join('\n'),
    last === undefined ? '' : `Show the person these words, whole and unchanged:\n\n${quoted(last.text)}`,
    offer === null ? '' : `Tell them that this result is offered:\n\n${quoted(offer)}`,
    known === '' ? '' : `What is known so far, if they ask:\n\n${known}`,
    'Wait for their answer and pass it on with tasks_answer, word for word: do not shorten, correct, translate or ' +
      'answer for them, and ask nothing of your own.',
    [
      `- what they say${questions.length === 0 ? '' : ', to one question or to all'}: \`message\`; a choice they ` +
        'took as its words',
      ...(assumptions.length === 0 ? [] : [assumptionLine(assumptions[0]?.id ?? '')]),
      ...commands.map(({ name, argument, help }) => `- \`message\` "${`${name} ${argument}`.trim()}": ${help}`),
      ...(canAttach ? ['- text files that they give: `attachments`, whole'] : []),
      ...(offer === null ? [] : ['- they accept the result: `verdict` "accept"']),
      ...(end === null ? [] : [`- they want to ${end.label} ("done"): \`ends\` true (${end.help})`]),
    ].join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const assumptionLine = (id: string): string =>
  `- they decide on an assumption: a line of its own in \`message\`, \`confirm ${id}\` or \`refuse ${id}: why\``;
