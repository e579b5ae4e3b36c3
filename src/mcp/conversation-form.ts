// A person's turn in a conversation as a form: an answer to each question, a decision on each assumption, words of
// their own, and whether it goes on.

import type { JsonObject } from '../json.ts';
import type { AgentQuestion, ConversationReview, Decision } from '../ports/review.ts';
import { FIELDS_MAX, formMessage, textIn } from './form-text.ts';
import type { FormSchema, ReviewForm } from './mcp-options.ts';

type Fields = FormSchema['properties'];

const GO_ON = 'go on';
const END = 'end';
const ACCEPT = 'accept';

/** null: nothing is asked that a form could ask better than the chat. */
export function conversationForm(review: ConversationReview, title: string): ReviewForm | null {
  if (review.questions.length === 0 && review.assumptions.length === 0 && review.offer === null) return null;
  const questions = Object.assign({}, ...review.questions.map(questionFields)) as Fields;
  const fieldsLeft = FIELDS_MAX - Object.keys(questions).length - 4;
  const assumptions = review.assumptions.slice(0, Math.max(0, fieldsLeft));
  const properties: Fields = {
    ...questions,
    ...Object.fromEntries(assumptions.map(({ id, text }) => [id, assumptionField(id, text)])),
    ...(assumptions.length > 0 && { why: { type: 'string', title: 'Why you refuse what you refuse' } }),
    message: { type: 'string', title: review.questions.length === 0 ? 'Your answer' : 'Anything else' },
    ...nextField(review),
  };
  return {
    message: formMessage([title, review.notices.join('\n'), lastWords(review)], knownText(review), offered(review)),
    schema: { type: 'object', properties },
    read: (content) => decisionsIn(review, content),
    said: (content) => saidIn(review, content),
  };
}

const nameOf = (at: number): string => `answer${at + 1}`;
const wordsOf = (at: number): string => `answer${at + 1}_words`;

/** Words are an answer to every question. */
function questionFields({ text, choices }: AgentQuestion, at: number): Fields {
  if (choices.length === 0) return { [nameOf(at)]: { type: 'string', title: text } };
  const names = choices.map(({ label, isRecommended }) => (isRecommended ? `${label} (recommended)` : label));
  return {
    [nameOf(at)]: { type: 'string', title: text, enum: choices.map(({ label }) => label), enumNames: names },
    [wordsOf(at)]: { type: 'string', title: 'Or in your own words', description: text },
  };
}

const assumptionField = (id: string, text: string): JsonObject => ({
  ...{ type: 'string', title: `${id}: ${text}`, enum: ['confirm', 'refuse'] },
});

function nextField({ offer, end }: ConversationReview): Fields {
  const ways = [
    { value: GO_ON, label: 'go on' },
    ...(offer === null ? [] : [{ value: ACCEPT, label: 'accept the result' }]),
    ...(end === null ? [] : [{ value: END, label: end.label }]),
  ];
  if (ways.length === 1) return {};
  const words = { enum: ways.map(({ value }) => value), enumNames: ways.map(({ label }) => label) };
  const help = end === null ? {} : { description: `${end.label}: ${end.help}` };
  return { next: { type: 'string', title: 'And then', ...help, ...words, default: GO_ON } };
}

/** The earlier ones stand in the chat, or were answered by forms before. */
function lastWords({ messages }: ConversationReview): string {
  return messages.findLast(({ from }) => from === 'agent')?.text ?? '';
}

export function knownText({ groups }: ConversationReview): string {
  return groups
    .map(({ title, facts }) => {
      const lines = facts.map(({ name, text }) => `- ${name}: ${text}`);
      return [...(title === null ? [] : [title]), ...lines].join('\n');
    })
    .join('\n\n');
}

const offered = ({ offer }: ConversationReview): readonly string[] =>
  offer === null ? [] : [`This result is offered:\n${offer}`];

/** What they say counts before what they decide: nothing that was written is lost. */
function decisionsIn(review: ConversationReview, content: JsonObject): readonly Decision[] | string {
  const text = messageIn(review, content);
  const said: readonly Decision[] = text === '' ? [] : [{ kind: 'message', text }];
  if (content.next === END || content.next === ACCEPT) return [...said, { kind: content.next }];
  return said.length === 0 ? 'nothing was answered' : said;
}

function messageIn({ questions, assumptions }: ConversationReview, content: JsonObject): string {
  const given = questions.map((_, at) =>
    [textIn(content, nameOf(at)), textIn(content, wordsOf(at))].filter((each) => each !== '').join('. '),
  );
  const lines = given.flatMap((words, at) =>
    words === '' ? [] : [`${at + 1}. ${words.replace(/\r\n|\r|\n/g, '\n  ')}`],
  );
  // Of several at the beginning nobody could tell that they are no list of the person's own.
  const mayBeList = lines.length > 1 && lines.length < given.length && given[lines.length - 1] !== '';
  const answers = questions.length > 1 ? [...lines, ...(mayBeList ? [`${given.length}.`] : [])] : given;
  const why = textIn(content, 'why');
  const decided = assumptions.flatMap(({ id }) => {
    if (content[id] === 'confirm') return [`confirm ${id}`];
    return content[id] === 'refuse' ? [`refuse ${id}${why === '' ? '' : `: ${why}`}`] : [];
  });
  return [answers.join('\n'), decided.join('\n'), textIn(content, 'message')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function saidIn(review: ConversationReview, content: JsonObject): string {
  const text = messageIn(review, content);
  return text === '' ? '' : `In the form they wrote: ${text}`;
}
