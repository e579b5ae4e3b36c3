// The state of an interview as an agent reads it: numbered messages, the checklist, assumptions, what is to be fixed.

import {
  type Assumption,
  type ChecklistEntry,
  entryOf,
  TOPICS,
  type Topic,
} from '../../documents/interview/checklist.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { PmMessage } from './conversation.ts';
import { listOf, textOf } from './pm-deps.ts';

export const TOPIC_NAMES: { readonly [topic in Topic]: string } = {
  vision: 'what it is for',
  users: 'who uses it',
  scope_in: 'what belongs to it',
  scope_out: 'what does not belong to it',
  requirements: 'what it must do',
  acceptance: 'how each requirement is tested',
  constraints: 'what limits it: technology, law, time, money',
  priorities: 'what is must, should or could',
  dependencies: 'what has to be there before, within it and outside',
};

const GUIDES: { readonly [expertise: string]: string } = {
  NON_TECHNICAL:
    'NON_TECHNICAL: they know the work, not the software. Ask about people, days and examples, in everyday words. ' +
    'Never ask them to choose a technology, a format or a protocol; offer choices in terms of what they would see.',
  BASIC:
    'BASIC: they have worked with software projects. Common words such as login, report or API are fine; explain any ' +
    'other, and offer choices where a decision is technical.',
  EXPERT:
    'EXPERT: they build software. Be brief and exact: interfaces, data, limits, failure cases, figures. Ask for ' +
    'numbers and for what was decided already; explain nothing they know.',
};

export const expertiseGuide = (expertise: string): string => GUIDES[expertise] ?? (GUIDES.BASIC as string);

const WORDS_MAX = 80;
const INDEX_LINES_MAX = 60;
const QUOTE_MAX = 400;
const QUOTES_MAX = 60;
const NAMES = { agent: 'you', person: 'the person' } as const;

/** By their first words: they stand whole in the conversation itself, the newest of them. */
export function indexLines(messages: readonly PmMessage[], from: number): string {
  const first = Math.max(0, messages.length - INDEX_LINES_MAX);
  const lines = messages.slice(first).map(({ from: who, text, attachments = [] }, at) => {
    const names = attachments.map(({ name }) => JSON.stringify(oneLine(name)));
    const files = names.length === 0 ? '' : `, with ${names.join(', ')} attached`;
    return `[${from + first + at + 1}, ${NAMES[who]}${files}] ${shortened(oneLine(text), WORDS_MAX)}`;
  });
  return [...(first === 0 ? [] : [`[${from + 1} to ${from + first}, left out]`]), ...lines].join('\n');
}

export function checklistLines(checklist: readonly ChecklistEntry[]): string {
  return TOPICS.map((topic) => {
    const { status, quotes } = entryOf(checklist, topic);
    const said = quotes.slice(-QUOTES_MAX).map(({ turn, quote }) => `${quoted(quote)} [${turn}]`);
    const left = quotes.length - said.length;
    const by = [...said, ...(left === 0 ? [] : [`and ${left} before them`])].join(', ');
    return `- ${topic} (${TOPIC_NAMES[topic]}): ${status}${said.length === 0 ? '' : `, by ${by}`}`;
  }).join('\n');
}

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}...` : text);
/** Nothing in it can end the quote. */
const quoted = (quote: string): string => JSON.stringify(shortened(oneLine(quote), QUOTE_MAX));

export function assumptionLines(assumptions: readonly Assumption[]): string {
  return assumptions
    .map(({ id, text, status, turn, quote }) => {
      const by = quote === undefined ? '' : ` by ${quoted(quote)}`;
      return `- ${id} (${status}${by}, offered in ${turn}): ${oneLine(text)}`;
    })
    .join('\n');
}

/** Text of an architect or of a person, or the problems of a spec that was not valid. */
export function feedbackText(feedback: Json): string {
  if (typeof feedback === 'string') return feedback;
  return listOf(feedback)
    .map((problem) => {
      if (!isJsonObject(problem)) return `- ${textOf(problem)}`;
      const { check, line, column, message, fix } = problem;
      return `- check ${check}, line ${line}, column ${column}: ${textOf(message)} ${textOf(fix)}`.trimEnd();
    })
    .join('\n');
}
