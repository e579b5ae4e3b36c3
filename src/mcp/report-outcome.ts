// What a client reports of a task, and what becomes of the report.

import type { Rejection } from '../engine/context.ts';
import type { Json } from '../json.ts';
import type { Attachment } from '../ports/action.ts';
import type { Outcome } from '../runtime/handle-command.ts';
import type { TaskHandOut } from './hand-out.ts';

/** What a client reports. */
export interface Result {
  readonly output?: Json;
  readonly verdict?: string;
  readonly comment?: string;
  /** Of a conversation: what is said. */
  readonly message?: string;
  /** Of a conversation: texts that the person gave with their message. */
  readonly attachments?: readonly Attachment[];
  /** Of a conversation: the person wants the result now. */
  readonly ends?: boolean;
  /** Of a conversation: the person's decision is in `output`, which ends it. */
  readonly isDecided?: boolean;
  /** Of a conversation: it leaves the person's decision out, and a rule of the step decides; nobody's verdict. */
  readonly isByRule?: boolean;
  /** Whose it is, where the caller says so: a person's answer is never taken from a model's own hands. */
  readonly from?: 'agent' | 'person';
}

export type ReportResult =
  /** With a note where the run does not go on at once. */
  | { readonly kind: 'accepted'; readonly note?: string }
  /** The same was taken before: nothing was changed. */
  | { readonly kind: 'repeated' }
  /** Another answer came first, or the run is over: the note says so. Nothing was changed. */
  | { readonly kind: 'late'; readonly note: string }
  /** The project's folder is broken: what was reported is kept, and a person must mend the folder. */
  | { readonly kind: 'held'; readonly note: string }
  | { readonly kind: 'refused'; readonly rejection: Rejection; readonly turn?: TaskHandOut['turn'] };

export const ACCEPTED: ReportResult = { kind: 'accepted' };
export const REPEATED: ReportResult = { kind: 'repeated' };

export function resultOf(outcome: Outcome): ReportResult {
  if (outcome.ok) return ACCEPTED;
  const held = outcome.events.find(({ type }) => type === 'TaskHeld');
  if (outcome.rejection.code === 'workspace-fault' && held?.type === 'TaskHeld') {
    // Why it is held is reported with the run.
    const kept = outcome.rejection.message.replace(held.data.message, '').trim();
    return { kind: 'held', note: `Nothing is wrong with what was reported. ${kept}` };
  }
  // The step's code broke: nobody has anything to correct, and the run has gone on.
  if (outcome.rejection.code === 'accept-failed') return { kind: 'accepted', note: outcome.rejection.message };
  return { kind: 'refused', rejection: outcome.rejection };
}

export function refusedResult(code: string, message: string, details: readonly string[] = []): ReportResult {
  const rejection = { code, message: `${message} Nothing was changed.`, ...(details.length > 0 && { details }) };
  return { kind: 'refused', rejection };
}
