// From what a person decided at a gate to the answer that the engine takes.

import type { ItemVerdict } from '../../documents/requirement.ts';
import { reviewOf } from '../../documents/review-of.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Gate } from './gates.ts';
import type { DocumentVerdict } from './review-document.ts';
import type { Decision } from './review-gaps.ts';

/** What is sent: the task's answer, or a message in its conversation. */
export type GateAnswer =
  | { readonly output: Json; readonly verdict?: string }
  | { readonly message: string }
  | { readonly refused: readonly string[] };

export function documentAnswer(kind: 'brief' | 'prd', given: DocumentVerdict): GateAnswer {
  const { approved, ...rest } = given;
  const verdict = approved ? 'approve' : 'reject';
  const output = { ...(kind === 'brief' ? { approved } : { prdApproved: approved }), ...rest };
  return { output, verdict };
}

export interface GivenReview {
  readonly verdicts: Readonly<Record<string, ItemVerdict>>;
  readonly rest: ItemVerdict | null;
  readonly summary?: string;
  readonly feedback?: string;
}

export function requirementsAnswer(gate: Gate & { readonly kind: 'requirements' }, given: GivenReview): GateAnswer {
  const { verdicts, rest, ...said } = given;
  const made = reviewOf(gate.proposed, verdicts, rest, said);
  return 'refused' in made ? made : { output: made.review };
}

/** true keeps refining, false goes on to the PRD, left out is the threshold's
 *  (docs/sources/prd-workflow.md#override). */
export function gapAnswer(offer: JsonObject, decision: Decision): GateAnswer {
  const { userWantsToContinueDespiteGaps: _, ...result } = offer;
  if (decision === 'threshold') return { output: result };
  return { output: { ...result, userWantsToContinueDespiteGaps: decision === 'refine' } };
}
