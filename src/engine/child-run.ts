// Child runs that the action of a step starts: they go on beside the run, which knows them by names of its own (sub-3).

import { isJsonObject } from '../json.ts';
import type { CommandOf } from './commands.ts';
import type { Task } from './run-state.ts';
import { emit, reject, type Turn } from './turn.ts';

type Children = NonNullable<CommandOf<'CompleteTask'>['children']>;

const ID_LENGTH_MAX = 200;

/** The same for every attempt and every process, so that a child is started once, and that signals find it. */
export function childRunOf(hash: (text: string) => string, run: string, id: string): string {
  const digest = hash(`${run} child ${id}`);
  return `run_${digest.slice('sha256:'.length, 'sha256:'.length + 26)}`;
}

/** Those that the run has started before go on as they are. */
export function startChildren(turn: Turn, task: Task, children: Children): void {
  if (!Array.isArray(children))
    reject('invalid-children', `Expected a list of children of "${task.step}", found none.`);
  for (const given of children) checkChild(turn, task, given);
  for (const { id, workflow, input } of children) {
    const child = childRunOf(turn.context.hash, turn.state.run, id);
    if (turn.state.detached.has(child)) continue;
    emit(turn, 'DetachedChildStarted', { task: task.id, step: task.step, id, child, workflow, input });
  }
}

/** Code in plain JavaScript may give anything. */
function checkChild(turn: Turn, { step }: Task, given: Children[number]): void {
  const { id, workflow } = isJsonObject(given) ? given : {};
  const isNamed = typeof id === 'string' && id !== '' && id.length <= ID_LENGTH_MAX;
  if (!isNamed || typeof workflow !== 'string' || workflow === '') {
    const message = `Expected children of "${step}" with an "id" of 1 to ${ID_LENGTH_MAX} characters and a "workflow"`;
    reject('invalid-children', `${message}, found ${JSON.stringify({ id, workflow }).slice(0, 300)}.`);
  }
  const { depth: most } = turn.workflow.limits;
  const at = (turn.state.parent?.depth ?? 0) + 1;
  if (at > most) reject('invalid-children', `Expected child runs at most ${most} deep, found "${id}" at depth ${at}.`);
}
