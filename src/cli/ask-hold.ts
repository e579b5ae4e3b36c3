// Shows a person a hold and takes the move that ends it: what the move needs first, then the reason.

import { log } from '@clack/prompts';
import type { HoldMove } from '../engine/events.ts';
import type { Hold } from '../engine/run-state.ts';
import type { RunDriver, ShownRun } from '../runtime/run-driver.ts';
import { askJson } from './ask-value.ts';
import { movesOf, moveText, targetsOf } from './hold-moves.ts';
import { type Asked, askChoice, askLine, BACK, isUnsaid, LEAVE } from './prompt.ts';
import { quitHint } from './quit-hint.ts';
import { said } from './said.ts';
import { fit, oneLine } from './shown-text.ts';

const MESSAGE_MAX = 1000;
const NO_REASON = 'No reason was given.';

export async function askHold(
  driver: RunDriver,
  run: ShownRun,
  hold: Hold,
  actor: string,
  signal: AbortSignal,
): Promise<Asked<'done' | 'refused'>> {
  log.warn(`On hold at ${fit(hold.step, 100)}: ${fit(oneLine(hold.message), MESSAGE_MAX)}`);
  const targets = targetsOf(run, hold);
  const moves = movesOf(run, hold).map((move) => ({
    value: move as HoldMove | null,
    label: move,
    hint: moveText(move, targets),
  }));
  for (;;) {
    const quit = { value: null, label: 'quit', hint: quitHint(driver) };
    const move = await askChoice('What now?', [...moves, quit], signal);
    if (isUnsaid(move)) return move;
    if (move === null) return LEAVE;
    const detail = await askDetail(move, targets, signal);
    if (detail === BACK && !signal.aborted) continue;
    if (isUnsaid(detail)) return detail;
    const command = { type: 'ResolveHold' as const, hold: hold.id, move, ...detail };
    return said(await driver.send(run.id, command, { actor, channel: 'cli' }));
  }
}

async function askDetail(move: HoldMove, targets: readonly string[], signal: AbortSignal) {
  const extra = await askExtra(move, targets, signal);
  if (isUnsaid(extra)) return extra;
  const reason = await askReason('Reason', signal);
  return isUnsaid(reason) ? reason : { ...extra, reason };
}

export async function askReason(message: string, signal: AbortSignal): Promise<Asked<string>> {
  const line = await askLine(message, { placeholder: 'kept with the move; may be left empty' }, signal);
  return isUnsaid(line) ? line : line.trim() || NO_REASON;
}

export function askSkipOutput(signal: AbortSignal) {
  return askJson('Output to go on with', 'JSON or text; empty for none', signal);
}

async function askExtra(move: HoldMove, targets: readonly string[], signal: AbortSignal) {
  if (move === 'choose') {
    const choices = targets.map((value) => ({ value, label: value }));
    const to = await askChoice('Go on to which step?', choices, signal);
    return isUnsaid(to) ? to : { to };
  }
  if (move === 'raise') {
    const check = (line: string) =>
      /^[1-9]\d{0,8}$/.test(line.trim()) ? undefined : 'Expected a whole number above 0.';
    const line = await askLine('The new limit', { placeholder: 'a whole number', check }, signal);
    return isUnsaid(line) ? line : { limit: Number(line) };
  }
  if (move !== 'skip') return {};
  const output = await askSkipOutput(signal);
  return isUnsaid(output) ? output : { output };
}
