// The conversation of a PM run over all its visits: what was kept, and what this visit added. Messages are numbered
// from 1, both sides counted; quotes in the checklist name those numbers.

import { emptyChecklist, type InterviewMessage, type InterviewState } from '../../documents/interview/checklist.ts';
import { forgetTurns } from '../../documents/interview/forget-turns.ts';
import { settleByPerson } from '../../documents/interview/settle-by-person.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CodeCall } from '../../ports/action.ts';
import { listOf } from './pm-deps.ts';

export type PmMessage = InterviewMessage & JsonObject;

export const INTERVIEW = 'INTERVIEWING';

export const keptMessages = ({ data }: Pick<CodeCall, 'data'>): readonly PmMessage[] =>
  listOf<PmMessage>(data.conversation);

/** Said since the last visit was kept: `steps.INTERVIEWING.messages` has all visits', and never starts again. */
export function newMessages({ data, read }: Pick<CodeCall, 'data' | 'read'>): readonly PmMessage[] {
  const all = listOf<PmMessage>(read('steps', INTERVIEW, 'messages'));
  return all.slice(Number(data.messages_taken ?? 0));
}

export function interviewState({ checklist, assumptions }: JsonObject): InterviewState {
  const known = listOf(checklist) as unknown as InterviewState['checklist'];
  return {
    checklist: known.length === 0 ? emptyChecklist() : known,
    assumptions: listOf(assumptions) as unknown as InterviewState['assumptions'],
  };
}

export const recordOf = ({ checklist, assumptions }: InterviewState): JsonObject =>
  ({ checklist, assumptions }) as unknown as JsonObject;

/** What is kept when a visit ends, however it ends: nothing that was said is lost. */
export function keptVisit(call: Pick<CodeCall, 'data' | 'read'>): JsonObject {
  const said = newMessages(call);
  const before = keptMessages(call);
  const { checklist, assumptions } = interviewState(call.data);
  const decided = said.reduce(
    (sofar, message, at) => settleByPerson(sofar, message, before.length + at + 1),
    assumptions,
  );
  const newer = listOf<PmMessage>(call.data.newer_conversation);
  const since = forgetTurns({ checklist, assumptions: decided }, before.length - newer.length);
  return {
    conversation: [...before, ...said],
    newer_conversation: [...newer, ...said],
    newer_checklist: since.checklist as unknown as Json,
    newer_assumptions: since.assumptions as unknown as Json,
    messages_taken: Number(call.data.messages_taken ?? 0) + said.length,
    ...recordOf({ checklist, assumptions: decided }),
  };
}
