// A person takes the draft of a task that its worker gave up: the step's code judges it as any answer.

import type { Rejection } from '../engine/context.ts';
import type { Hold, Task } from '../engine/run-state.ts';
import { readValue } from '../engine/value.ts';
import type { Request } from './engine-options.ts';
import type { Outcome } from './handle-command.ts';
import type { Engine } from './open-engine.ts';
import type { Sender } from './pending-write.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';

/** The task of the hold, when it has a draft that could be taken. A verdict is given again: it is bound to what a
 *  person sees when they give it. */
export function draftedTask({ state }: Pick<RunWithWorkflow, 'state'>, hold: Hold): Task | null {
  const task = state.tasks.get(state.tokens.get(hold.token ?? 0)?.task ?? 0);
  const isGivenUp = hold.code === 'task-held' || hold.code === 'workspace-fault';
  // Who gave up with nothing in hand drafted nothing.
  const isDrafted = task?.draft !== undefined && task.draft !== null;
  return isGivenUp && isDrafted && task.execution !== 'manual' ? task : null;
}

export async function takeDraft(
  engine: Engine,
  run: string,
  hold: number,
  by: Sender,
  request?: Request,
): Promise<Outcome> {
  const view = await engine.view(run);
  const held = view?.state.holds.get(hold);
  if (view === null || held === undefined) {
    return refused({ code: 'unknown-hold', message: `There is no open hold ${hold}.` });
  }
  const task = draftedTask(view, held);
  if (task === null) {
    const found = `Hold ${hold} has no draft to take.`;
    return refused({ code: 'illegal-move', message: `${found} Its moves are ${held.moves.join(', ')}.` });
  }
  const output = readValue(task.draft, [], view.payloads) ?? null;
  return engine.answer(run, task.id, { output }, by, request);
}

function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection, events: [] };
}
