// Gives the move that the person beside a client chose to a hold: once, and only to the hold that they were shown.

import type { AnyEvent } from '../engine/events.ts';
import type { Engine } from '../runtime/open-engine.ts';
import { type RetryOutcome, retryHold } from '../runtime/retry-hold.ts';
import { takeDraft } from '../runtime/take-draft.ts';
import { type ChosenMove, type HoldChoice, holdChoice } from './hold-choice.ts';
import type { McpOptions } from './mcp-options.ts';
import { personOf } from './next-step.ts';
import { ACCEPTED, type ReportResult, refusedResult, resultOf } from './report-outcome.ts';

export interface HoldMoveGiven {
  readonly run: string;
  readonly hold: number;
  readonly move: string;
  readonly reason?: string | undefined;
}

const BY_CHOICE = 'The person chose it through their client.';
/** Somebody else was faster. */
const GONE: ReadonlySet<string> = new Set(['unknown-hold', 'task-not-open', 'run-ended']);
const PAGE = 1000;

export async function resolveHold(options: McpOptions, given: HoldMoveGiven): Promise<ReportResult> {
  const { run, hold, move } = given;
  const choice = await holdChoice(options, run, hold);
  if (choice === null) return goneHold(options.engine, given);
  if (!isOffered(choice, move)) {
    const expected = [...choice.moves.keys()].join(', ');
    return refusedResult(
      'illegal-move',
      `Expected one of ${expected} for "${choice.title}", found "${move.slice(0, 80)}".`,
    );
  }
  const outcome = await make(options, given, move);
  if (outcome.ok) return outcome.note === undefined ? ACCEPTED : { kind: 'accepted', note: outcome.note };
  if (GONE.has(outcome.rejection.code)) return goneHold(options.engine, given);
  // The cause is there still: the hold says so, and is shown again.
  if (outcome.rejection.code === 'workspace-fault') return { kind: 'held', note: outcome.rejection.message };
  const reported = resultOf(outcome);
  return reported.kind === 'refused' ? { ...reported, turn: 'person' } : reported;
}

const isOffered = ({ moves }: HoldChoice, move: string): move is ChosenMove => moves.has(move as ChosenMove);

async function make(options: McpOptions, given: HoldMoveGiven, move: ChosenMove): Promise<RetryOutcome> {
  const { engine } = options;
  const { run, hold, reason = BY_CHOICE } = given;
  const by = personOf(options);
  if (move === 'take') return takeDraft(engine, run, hold, by);
  if (move === 'retry') return retryHold(engine, { run, hold, reason, together: true }, by);
  return engine.send(run, { type: 'ResolveHold', hold, move, reason, together: true }, by);
}

/** Who ended it, and how. */
export async function goneHold(
  engine: Engine,
  { run, hold }: Pick<HoldMoveGiven, 'run' | 'hold'>,
): Promise<ReportResult> {
  let resolved: AnyEvent | null = null;
  for (let after = 0; ; after += PAGE) {
    const events = await engine.events(run, after, PAGE);
    resolved = events.find(({ type, data }) => type === 'HoldResolved' && data.hold === hold) ?? resolved;
    if (resolved !== null || events.length < PAGE) break;
  }
  const tell = 'What was chosen now was not taken; tell the person.';
  if (resolved?.type !== 'HoldResolved') return { kind: 'late', note: `The step is no longer held there. ${tell}` };
  const { actor, at, data } = resolved;
  const when = new Date(at).toISOString();
  return { kind: 'late', note: `That was resolved already: ${data.move}, by ${actor} at ${when}. ${tell}` };
}
