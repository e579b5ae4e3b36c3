// The answer that a fault of the project's folder kept, and who gave it, read off the run's history.

import type { Actor, AnyEvent, Channel, LeaseKind } from '../engine/events.ts';
import { isSameName } from '../engine/people.ts';
import type { Hold, Task } from '../engine/run-state.ts';
import { readValue } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { Engine } from './open-engine.ts';
import type { RunView } from './read-run.ts';

export interface KeptAnswer {
  readonly task: Task;
  readonly output: Json;
  readonly by: Actor;
  readonly channel: Channel;
  /** Under which lease it was given; null: a person needs none. */
  readonly lease: { readonly worker: string; readonly kind: LeaseKind } | null;
  /** What a gate shows has changed since: a verdict is bound to what its person saw. */
  readonly isOutdated: boolean;
}

const PAGE = 1000;

/** The task whose answer the hold keeps; null: the fault came before anyone had answered. */
export function keptTask({ state }: Pick<RunView, 'state'>, hold: Hold): Task | null {
  const task = state.tasks.get(state.tokens.get(hold.token ?? 0)?.task ?? 0);
  const isKept = hold.code === 'workspace-fault' && task?.draft !== undefined && task.draft !== null;
  return isKept ? task : null;
}

export async function keptAnswer(engine: Engine, view: RunView, hold: Hold): Promise<KeptAnswer | null> {
  const task = keptTask(view, hold);
  if (task === null) return null;
  const given = new GivenAnswer(task.id);
  for (let after = 0; ; after += PAGE) {
    const events = await engine.events(view.id, after, PAGE);
    for (const event of events) given.follow(event);
    if (events.length < PAGE) break;
  }
  const output = readValue(task.draft, [], view.payloads) ?? null;
  return given.by === null ? null : { ...given.facts(given.by), task, output };
}

class GivenAnswer {
  readonly #task: number;
  by: Actor | null = null;
  #channel: Channel = 'engine';
  #lease: KeptAnswer['lease'] = null;
  #isOutdated = false;

  constructor(task: number) {
    this.#task = task;
  }

  follow({ type, data, actor, channel }: AnyEvent): void {
    if (!('task' in data) || data.task !== this.#task) return;
    if (type === 'TaskClaimed') this.#lease = { worker: data.worker, kind: data.kind };
    if (type === 'TaskShown') this.#isOutdated = true;
    if (type !== 'TaskHeld') return;
    this.by = actor;
    this.#channel = channel;
    this.#isOutdated = false;
  }

  facts(by: Actor): Pick<KeptAnswer, 'by' | 'channel' | 'lease' | 'isOutdated'> {
    return { by, channel: this.#channel, lease: this.#lease, isOutdated: this.#isOutdated };
  }
}

/** A person's own answer, which stands as they gave it: nobody gives it again for them. */
export function isOwnAnswer({ by, isOutdated }: KeptAnswer, actor: Actor): boolean {
  return isSameName(by, actor) && !isOutdated;
}
