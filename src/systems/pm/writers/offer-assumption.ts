// What could be assumed where the person does not know: an offer, marked until they confirm it.

import type { Question, Topic } from '../../../documents/interview/checklist.ts';
import type { Statement } from '../../../documents/interview/read-reply.ts';
import { quotable } from './ask-about-action.ts';

const BY_TOPIC: Readonly<Partial<Record<Topic, string>>> = {
  scope_out: 'Whatever nobody named stays out of the first version.',
  acceptance: 'Each requirement is accepted when somebody has tried it once and it works.',
  constraints: 'It works in a browser, on phones and on computers.',
  priorities: 'All requirements are a must.',
  dependencies: 'It needs nothing that already exists.',
};

/** null: rules know nothing that most people would want. */
export function offerAssumption({ topics, about, question }: Statement, asked: readonly Question[]): string | null {
  const [topic] = topics;
  if (topic === undefined) return null;
  const [action] = about;
  if (about.length !== 1 || action === undefined || topic === 'priorities') return BY_TOPIC[topic] ?? null;
  const recommended = asked.find(({ text }) => text === question)?.recommended;
  const answer = recommended ?? (topic === 'acceptance' ? 'if it is not possible, a message says why' : null);
  return answer === null ? null : `${upper(quotable(action))}: ${lower(answer)}.`;
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const lower = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
