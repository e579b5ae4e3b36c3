// A hold as a client's person resolves it: what failed, what is kept, and the moves that need nothing but their choice.

import type { HoldMove } from '../engine/events.ts';
import type { Hold } from '../engine/run-state.ts';
import { stepOf } from '../runtime/code-call.ts';
import { isOwnAnswer, keptAnswer, keptTask } from '../runtime/kept-answer.ts';
import type { RunView } from '../runtime/read-run.ts';
import { draftedTask } from '../runtime/take-draft.ts';
import { lookAtTask } from './hand-out.ts';
import type { McpOptions } from './mcp-options.ts';
import { viewerOf } from './next-step.ts';
import { threadId } from './thread-id.ts';

export type ChosenMove = HoldMove | 'take';

export interface HoldChoice {
  readonly run: string;
  readonly hold: number;
  readonly thread: string;
  readonly title: string;
  /** Why it is held, and what is kept. */
  readonly message: string;
  /** In words, by the move. */
  readonly moves: ReadonlyMap<ChosenMove, string>;
  /** Of a gate: where another answer is given in place of the one that is kept; null: nowhere. */
  readonly otherThread: string | null;
}

/** The others need a step, a number or an output beside them: they are made in the terminal. */
const ALONE: ReadonlySet<HoldMove> = new Set(['retry', 'retry-failed', 'skip-failed', 'force', 'end']);

/** null: the hold is over. */
export async function holdChoice(options: McpOptions, run: string, id: number): Promise<HoldChoice | null> {
  const view = await options.engine.view(run);
  const hold = view?.state.holds.get(id);
  if (view === null || hold === undefined) return null;
  const kept = await keptIn(options, view, hold);
  const moves = new Map<ChosenMove, string>();
  if (hold.code === 'task-held' && draftedTask(view, hold) !== null) moves.set('take', 'go on with the draft as it is');
  for (const move of hold.moves) {
    const isAlone = ALONE.has(move) || (move === 'skip' && hold.code === 'file-not-written');
    if (isAlone) moves.set(move, wordsFor(move, hold, kept.again));
  }
  const title = stepOf(view, hold.step).label;
  const message = [hold.message, kept.said].filter((part) => part !== '').join(' ');
  const thread = threadId({ run, task: null, shown: null, hold: id });
  const other = kept.said === '' ? null : lookAtTask(view, await viewerOf(options), keptTask(view, hold)?.id ?? 0);
  const otherThread = other?.kind === 'gate' ? other.thread : null;
  return { run, hold: id, thread, title, message, moves, otherThread };
}

interface KeptAnswer {
  readonly said: string;
  /** What `retry` does with it. */
  readonly again: string;
}

async function keptIn({ engine, actor }: McpOptions, view: RunView, hold: Hold): Promise<KeptAnswer> {
  const kept = await keptAnswer(engine, view, hold);
  if (kept === null) return { said: '', again: 'do the step again' };
  if (kept.task.execution !== 'manual' || isOwnAnswer(kept, actor)) {
    const again = 'what was answered is given again as it is, and nobody answers again';
    return { said: 'What was answered is kept.', again };
  }
  const why = kept.isOutdated ? 'what it shows has changed since' : `${kept.by} gave it`;
  return { said: 'The answer is kept.', again: `the person is asked again, since ${why}` };
}

function wordsFor(move: HoldMove, { code }: Hold, again: string): string {
  const isMended = 'when the person has removed the cause';
  switch (move) {
    case 'retry':
      if (code === 'file-not-written') return `${isMended}: write the files again`;
      return code === 'workspace-fault' ? `${isMended}: ${again}` : again;
    case 'skip':
      return 'go on without the files';
    case 'retry-failed':
      return 'do the failed ones again';
    case 'skip-failed':
      return 'go on without the failed ones';
    case 'force':
      return 'go on with what has arrived';
    default:
      return 'give up: the step fails, and the run goes on as its diagram says, or fails';
  }
}

/** For the client's model: nothing invites it to call again before the person has chosen. */
export function holdText({ title, message, moves, run }: HoldChoice, how: string): string {
  const list = [...moves].map(([move, words]) => `- ${move}: ${words}`).join('\n');
  return (
    `The step "${title}" is held: ${message}\n\n` +
    'Nothing changes by itself, and calling again changes nothing: the person has to choose. Tell them what failed ' +
    `and what they can do about it, and ask which of these they want; never choose for them:\n${list}\n\n${how} ` +
    `In a terminal the person does the same with: signoff runs resolve ${run} ${[...moves.keys()].join('|')}`
  );
}
