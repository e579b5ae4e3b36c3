// A turn of a conversation as a form: each question with its choices, words of the person's own, and whether it ends.

import type { JsonObject } from '../json.ts';
import type { ConversationReview, Decision } from '../ports/review.ts';
import { bullets, formMessage, textIn } from './form-text.ts';
import type { ReviewForm } from './mcp-options.ts';

const GO_ON = 'go on';

/** null: nothing is asked that a form could ask better than the chat. */
export function conversationForm(review: ConversationReview, title: string): ReviewForm | null {
  const { questions, offer, end, assumptions, groups, notices, messages } = review;
  if (questions.length === 0 && offer === null) return null;
  const said = messages.findLast(({ from }) => from === 'agent')?.text ?? '';
  const known = groups.map(({ title: name, facts }) => {
    const lines = facts.map((fact) => `${fact.name}${fact.text === '' ? '' : `: ${fact.text}`}`);
    return [...(name === null ? [] : [name]), bullets(lines)].join('\n');
  });
  const open = bullets(assumptions.map(({ id, text }) => `${id}: ${text}`));
  return {
    message: formMessage([title, ...notices], said, [
      ...known,
      ...(open === '' ? [] : [`Assumptions; write "confirm ID" or "refuse ID: why" to decide one:\n${open}`]),
      ...(offer === null ? [] : [`Offered: ${offer}`]),
    ]),
    schema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(questions.flatMap((question, at) => choiceField(question, at))),
        words: { type: 'string', title: 'In your own words', description: 'your answer, or what else there is to say' },
        next: {
          ...{ type: 'string', title: 'And then', default: GO_ON },
          enum: [GO_ON, ...(offer === null ? [] : ['accept']), ...(end === null ? [] : ['end'])],
          enumNames: [GO_ON, ...(offer === null ? [] : ['accept the offer']), ...(end === null ? [] : [end.label])],
        },
      },
      required: [],
    },
    read: (content) => decisionIn(review, content),
  };
}

function choiceField({ text, choices }: ConversationReview['questions'][number], at: number): [string, JsonObject][] {
  if (choices.length === 0) return [];
  const names = choices.map(({ label, isRecommended }) => (isRecommended ? `${label} (recommended)` : label));
  const field = { type: 'string', title: text, enum: choices.map(({ label }) => label), enumNames: names };
  return [[`question_${at + 1}`, field]];
}

function decisionIn({ questions }: ConversationReview, content: JsonObject): Decision | string {
  if (content.next === 'end' || content.next === 'accept') return { kind: content.next };
  const picked = questions.flatMap((_, at) => {
    const label = textIn(content, `question_${at + 1}`);
    return label === '' ? [] : [questions.length === 1 ? label : `${at + 1}. ${label}`];
  });
  const text = [...picked, textIn(content, 'words')].filter((part) => part !== '').join('\n');
  return text === '' ? 'nothing was picked or written' : { kind: 'message', text };
}
