// What follows from an envelope: the first line that fits decides.

import type { Json } from '../../json.ts';
import type { Envelope, ReplyRules } from '../../ports/agent.ts';
import { hintsOf } from './reading-of.ts';

export type ReplyOutcome =
  | { readonly kind: 'complete'; readonly output: Json; readonly warning: string | null }
  | { readonly kind: 'hold'; readonly code: ReplyHoldCode; readonly message: string; readonly draft: Json }
  | { readonly kind: 'fail'; readonly code: 'agent-failed'; readonly message: string }
  | { readonly kind: 'continue'; readonly reason: string };

export type ReplyHoldCode =
  | 'agent-blocked'
  | 'agent-escalated'
  | 'agent-waits'
  | 'agent-partial'
  | 'low-confidence'
  | 'too-many-turns';

export const TURNS_MAX = 3;

/** `turn` counts from 1: the third turn is the last that may ask for another, and is held instead. */
export function outcomeOf(envelope: Envelope, rules: ReplyRules, turn: number): ReplyOutcome {
  const { status, nextAction, output } = envelope;
  const why = whyOf(envelope);
  if (status === 'FAILED') return { kind: 'fail', code: 'agent-failed', message: `The agent failed: ${why}` };
  const reason = `${why}${hintsOf(envelope)}`;
  if (status === 'BLOCKED') return hold('agent-blocked', `The agent is blocked: ${reason}`, output);
  if (nextAction === 'ESCALATE') return hold('agent-escalated', `The agent asks for a person: ${reason}`, output);
  if (nextAction === 'HOLD') return hold('agent-waits', `The agent waits: ${reason}`, output);
  if (nextAction === 'CONTINUE') {
    if (turn < TURNS_MAX) return { kind: 'continue', reason: envelope.nextActionReason ?? why };
    return hold(
      'too-many-turns',
      `Expected the work done in ${TURNS_MAX} turns, but the agent wants another: ${reason}`,
      output,
    );
  }
  if (status === 'PARTIAL' && !rules.acceptPartial) {
    return hold('agent-partial', `The agent did a part of the work: ${reason}`, output);
  }
  const doubt = doubtOf(envelope.metadata.confidence, rules.reviewBelow);
  if (doubt !== null) return hold('low-confidence', `${doubt}${saidIn(envelope)}`, output);
  return {
    kind: 'complete',
    output,
    warning: status === 'PARTIAL' ? `The agent did a part of the work: ${why}` : null,
  };
}

function hold(code: ReplyHoldCode, message: string, draft: Json): ReplyOutcome {
  return { kind: 'hold', code, message, draft };
}

/** The doubt has named the confidence. */
function saidIn(envelope: Envelope): string {
  const { summary, metadata } = envelope;
  const said = summary === '' ? '' : ` It says: ${summary}`;
  return `${said}${hintsOf({ ...envelope, metadata: { ...metadata, confidence: null } })}`;
}

function whyOf({ nextActionReason, summary }: Envelope): string {
  return nextActionReason ?? (summary === '' ? 'it did not say why.' : summary);
}

/** Who asks for review below a confidence wants to see what comes without one. */
function doubtOf(confidence: number | null, reviewBelow: number | null): string | null {
  if (reviewBelow === null || (confidence !== null && confidence >= reviewBelow)) return null;
  const found = confidence === null ? 'none' : String(confidence);
  return `Expected a confidence of at least ${reviewBelow}, found ${found}. A person must look at the output.`;
}
