// How long a message in an interview may be: what is filed of it must stay a specification that can be read.

import { ANSWER_MAX, tooLong, tooLongWith } from '../../../documents/markdown/markdown-limit.ts';
import { isJsonObject } from '../../../json.ts';
import type { MessageDecision } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { OPENING } from '../writers/questions.ts';
import type { PmSaid } from '../writers/read-answers.ts';
import { draftSoFar, factsOf } from '../writers/write-draft.ts';

/** null: nothing speaks against it. */
export function messageProblem(facts: GateFacts, { text, attachments = [] }: MessageDecision): string | null {
  const against = tooLong(text, ANSWER_MAX);
  if (against !== null) return `${against} Say less, or attach it as a file.`;
  const { data } = facts;
  const before = allMessages(facts);
  if (!isFixedList(before)) return null;
  const last = typeof data.draft_spec === 'string' ? data.draft_spec : '';
  const messages: readonly PmSaid[] = [...before, { from: 'person', text, attachments }];
  return tooLongWith(draftSoFar({ ...factsOf(data, messages), last }).markdown);
}

/** Those of earlier visits too, and what it was begun with. */
export function allMessages({ data, messages }: GateFacts): readonly PmSaid[] {
  const before = Array.isArray(data.conversation) ? data.conversation.filter(isJsonObject) : [];
  return [...(before as unknown as readonly PmSaid[]), ...messages];
}

/** No model asks. */
export const isFixedList = (messages: readonly PmSaid[]): boolean =>
  messages.some(({ from, text }) => from === 'agent' && text.startsWith(OPENING));
