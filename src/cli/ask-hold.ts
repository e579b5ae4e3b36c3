// Shows a person a hold and takes the move that ends it: what the move needs first, then the reason.

import type { HoldMove } from '../engine/events.ts';
import { causeOf } from '../engine/hold-causes.ts';
import type { Hold } from '../engine/run-state.ts';
import { keptTask } from '../runtime/kept-answer.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { RetryOutcome } from '../runtime/retry-hold.ts';
import type { RunDriver, ShownRun } from '../runtime/run-driver.ts';
import { draftedTask } from '../runtime/take-draft.ts';
import { askJson } from './ask-value.ts';
import { movesOf, moveText, targetsOf } from './hold-moves.ts';
import { printOutcome } from './print-outcome.ts';
import { askChoice, askLine, BACK, isPromptExit, LEAVE, type PromptResult, tell } from './prompt.ts';
import { quitHint } from './quit-hint.ts';
import { counted, fit, oneLine } from './shown-text.ts';
import { asStarted } from './started-as.ts';

const MESSAGE_MAX = 1000;
const NO_REASON = 'No reason was given.';
const KEPT = 'What was answered is kept: retry gives it again. A verdict of someone else is asked for again.';

export async function askHold(
  driver: RunDriver,
  run: ShownRun,
  hold: Hold,
  by: Sender,
  signal: AbortSignal,
): Promise<PromptResult<'done' | 'refused'>> {
  tell.warn(`On hold at ${fit(hold.step, 100)}: ${fit(oneLine(asStarted(hold.message)), MESSAGE_MAX)}`);
  const same = [...run.state.holds.values()].filter((other) => causeOf(other) === causeOf(hold)).length - 1;
  if (same > 0) tell.info(`${counted(same, 'more hold')} of the same cause: the move is for all of them.`);
  const targets = targetsOf(run, hold);
  const drafted = draftedTask(run, hold);
  const take = { value: 'take' as const, label: 'take', hint: 'take the draft as its output' };
  const moves = movesOf(run, hold).map((move) => ({
    value: move as HoldMove | 'take' | null,
    label: move as string,
    hint: moveText(move, targets),
  }));
  if (drafted !== null) tell.info(`Draft: ${fit(oneLine(JSON.stringify(driver.read(drafted.draft))), MESSAGE_MAX)}`);
  else if (keptTask(run, hold) !== null) tell.info(KEPT);
  for (;;) {
    const quit = { value: null, label: 'quit', hint: quitHint(driver) };
    const move = await askChoice('What now?', [...(drafted === null ? [] : [take]), ...moves, quit], signal);
    if (isPromptExit(move)) return move;
    if (move === null) return LEAVE;
    if (move === 'take' && drafted !== null) {
      return printOutcome(await driver.answer(run.id, drafted.id, { output: driver.read(drafted.draft) }, by));
    }
    if (move === 'take') continue;
    const detail = await askDetail(move, targets, signal);
    if (detail === BACK && !signal.aborted) continue;
    if (isPromptExit(detail)) return detail;
    if (move === 'retry') return retried(await driver.retry(run.id, hold.id, detail.reason, by));
    const command = { type: 'ResolveHold' as const, hold: hold.id, move, ...detail, together: true };
    return printOutcome(await driver.send(run.id, command, by));
  }
}

function retried(outcome: RetryOutcome): 'done' | 'refused' {
  if (outcome.ok && outcome.note !== undefined) tell.warn(oneLine(asStarted(outcome.note)));
  return printOutcome(outcome);
}

async function askDetail(move: HoldMove, targets: readonly string[], signal: AbortSignal) {
  const extra = await askExtra(move, targets, signal);
  if (isPromptExit(extra)) return extra;
  const reason = await askReason('Reason', signal);
  return isPromptExit(reason) ? reason : { ...extra, reason };
}

export async function askReason(message: string, signal: AbortSignal): Promise<PromptResult<string>> {
  const line = await askLine(message, { placeholder: 'kept with the move; may be left empty' }, signal);
  return isPromptExit(line) ? line : line.trim() || NO_REASON;
}

export function askSkipOutput(signal: AbortSignal) {
  return askJson('Output to continue with', 'JSON or text; empty for none', signal);
}

async function askExtra(move: HoldMove, targets: readonly string[], signal: AbortSignal) {
  if (move === 'choose') {
    const choices = targets.map((value) => ({ value, label: value }));
    const to = await askChoice('Go on to which step?', choices, signal);
    return isPromptExit(to) ? to : { to };
  }
  if (move === 'raise') {
    const check = (line: string) =>
      /^[1-9]\d{0,8}$/.test(line.trim()) ? undefined : 'Expected a whole number above 0.';
    const line = await askLine('The new limit', { placeholder: 'a whole number', check }, signal);
    return isPromptExit(line) ? line : { limit: Number(line) };
  }
  if (move !== 'skip') return {};
  const output = await askSkipOutput(signal);
  return isPromptExit(output) ? output : { output };
}
