// Who decides at the gates: a person at a desk, or a file of answers.

import { type Asked, isUnsaid } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { documentAnswer, type GateAnswer, gapAnswer, requirementsAnswer } from './answer-gate.ts';
import { type Desk, withNotice } from './desk.ts';
import type { Drafts } from './drafts.ts';
import type { Gate } from './gates.ts';
import { hanging } from './look.ts';
import { type PrdAnswers, writtenAnswer } from './prd-answers.ts';
import { reviewDocument } from './review-document.ts';
import { reviewGaps } from './review-gaps.ts';
import { reviewRequirements } from './review-requirements.ts';

export interface Reviewer {
  /** A refused answer is asked for again: whoever looks can change it. */
  readonly isPatient: boolean;
  /** null: there is no answer. `notice`: why the last answer was not taken, which must be seen. */
  decide(gate: Gate, run: string, signal: AbortSignal, notice: readonly string[]): Promise<Asked<GateAnswer> | null>;
}

export function deskReviewer(given: Desk, drafts: Drafts): Reviewer {
  return {
    isPatient: true,
    decide(gate, run, signal, notice) {
      const desk = withNotice(given, ({ paint, width }) =>
        notice.flatMap((words) => hanging(' ', oneLine(words), width, paint.yellow)),
      );
      if (gate.kind === 'requirements') return decideRequirements(desk, drafts, gate, run, signal);
      return gate.kind === 'gaps' ? decideGaps(desk, gate, signal) : decideDocument(desk, gate, signal);
    },
  };
}

export function writtenReviewer(answers: PrdAnswers): Reviewer {
  return { isPatient: false, decide: async (gate) => writtenAnswer(answers, gate) };
}

async function decideDocument(desk: Desk, gate: Gate & { kind: 'brief' | 'prd' }, signal: AbortSignal) {
  const given = await reviewDocument(desk, gate.document, signal);
  return isUnsaid(given) ? given : documentAnswer(gate.kind, given);
}

async function decideGaps(desk: Desk, gate: Gate & { kind: 'gaps' }, signal: AbortSignal) {
  const given = await reviewGaps(desk, gate.gaps, signal);
  if (isUnsaid(given) || 'message' in given) return given;
  return gapAnswer(gate.offer ?? {}, given.decision);
}

async function decideRequirements(
  desk: Desk,
  drafts: Drafts,
  gate: Gate & { kind: 'requirements' },
  run: string,
  signal: AbortSignal,
) {
  const { proposed, findings, leftOut, alike, lint, task, shown } = gate;
  const given = await reviewRequirements(
    desk,
    {
      ...{ proposed, findings, leftOut, alike, lint },
      verdicts: drafts.read(run, task, shown),
      keep: (verdicts) => drafts.keep(run, task, shown, verdicts),
    },
    signal,
  );
  if (isUnsaid(given)) return given;
  const { verdicts, feedback } = given;
  return requirementsAnswer(gate, { verdicts, rest: null, feedback });
}
