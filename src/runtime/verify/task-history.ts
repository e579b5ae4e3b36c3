// What the stored rows of a run's tasks may say. One write may hold several commits, all of the same time, and stores a
// task as it is after the last of them: where times are equal, each of these forms may be the stored one.

import type { Actor } from '../../engine/events.ts';
import type { RunState, Task } from '../../engine/run-state.ts';
import type { EndedTask } from '../../ports/store.ts';
import { isKeptWhenEnded, type TaskPlace, taskPlace } from '../task-row.ts';

export type TaskEnd = Pick<EndedTask, 'status' | 'by'> & { readonly verdict: string | null };

/** A task after a commit that changed it. */
export interface TaskForm {
  readonly at: number;
  readonly task: Task;
  /** Of the workflow, then. */
  readonly version: string;
  readonly place: TaskPlace;
}

export interface TaskTimes {
  /** The first is the likeliest. */
  readonly openedAt: readonly number[];
  readonly changedAt: number;
}

/** A person's task that left the state. */
export interface EndedWork {
  readonly at: number;
  readonly openedAt: readonly number[];
  /** The last one is the likeliest. */
  readonly forms: readonly TaskForm[];
  readonly endings: readonly TaskEnd[];
  /** Its commits said how it ended: nothing around it did. */
  readonly isSaid: boolean;
  /** It was open after an earlier write. */
  readonly wasStored: boolean;
}

/** What a commit says. */
export interface CommitFacts {
  readonly at: number;
  readonly actor: Actor;
  /** The first word on how each task ended. */
  readonly endings: ReadonlyMap<number, TaskEnd>;
}

interface OpenTask {
  readonly openedAt: readonly number[];
  changedAt: number;
  /** Of a person's task: the one stored before the time of the last, and all of that time. */
  forms: readonly TaskForm[];
  /** How commits of the time `changedAt` said that it ended. */
  said: readonly TaskEnd[];
}

export class TaskHistory {
  readonly #open = new Map<number, OpenTask>();
  /** By task: the end its row must tell, after those that it may still tell. */
  readonly ended = new Map<number, readonly EndedWork[]>();
  #at = Number.NaN;
  /** Who committed at that time. */
  #actors = new Set<Actor>();

  timesOf(id: number): TaskTimes | undefined {
    return this.#open.get(id);
  }

  /** `changes`: the tasks that a commit changed, as they were before it. */
  take(state: RunState, changes: ReadonlyMap<number, Task | undefined>, commit: CommitFacts): void {
    if (commit.at !== this.#at) this.#actors = new Set();
    this.#at = commit.at;
    this.#actors.add(commit.actor);
    for (const [id, before] of changes) {
      const task = state.tasks.get(id);
      if (task !== undefined) this.#change(state, task, commit);
      else if (before !== undefined) this.#end(before, commit);
    }
  }

  #change(state: RunState, task: Task, { at, endings }: CommitFacts): void {
    const open = this.#open.get(task.id) ?? this.#opened(task.id, at);
    const word = endings.get(task.id);
    const said = open.changedAt === at ? open.said : [];
    open.said = word === undefined ? said : [...said, word];
    open.changedAt = at;
    if (isKeptWhenEnded(task.execution)) {
      const form = { at, task, version: state.version, place: taskPlace(state, task) };
      open.forms = [...storable(open.forms, at), form];
    }
    this.#open.set(task.id, open);
  }

  /** One that had ended keeps when it was first stored as open. */
  #opened(id: number, at: number): OpenTask {
    const last = this.ended.get(id)?.at(-1);
    if (last === undefined) return { openedAt: [at], changedAt: at, forms: [], said: [] };
    const openedAt = last.wasStored ? last.openedAt : [...last.openedAt, at];
    const isSameTime = last.at === at;
    const words = isSameTime && last.isSaid ? last.endings : [];
    return { openedAt, changedAt: at, forms: isSameTime ? last.forms : [], said: words };
  }

  #end(before: Task, { at, endings }: CommitFacts): void {
    const open = this.#open.get(before.id);
    this.#open.delete(before.id);
    if (open === undefined || !isKeptWhenEnded(before.execution)) return;
    const word = endings.get(before.id);
    const said = open.changedAt === at ? open.said : [];
    const isSaid = word !== undefined;
    const unsaid = [...this.#actors].map((by): TaskEnd => ({ status: 'cancelled', verdict: null, by }));
    const forms = storable(open.forms, at);
    const wasStored = forms.some((form) => form.at !== at);
    const end: EndedWork = {
      ...{ at, openedAt: open.openedAt, forms, isSaid, wasStored },
      endings: isSaid ? [word, ...said] : [...unsaid, ...said],
    };
    // Opened and ended in one write: its row may still tell the end before.
    const earlier = wasStored ? [] : (this.ended.get(before.id) ?? []);
    this.ended.set(before.id, [...earlier, end]);
  }
}

/** What a row may say just before a commit of that time: the last form of an earlier time, and those of the same. */
function storable(forms: readonly TaskForm[], at: number): readonly TaskForm[] {
  const first = forms.findIndex((form) => form.at === at);
  if (first < 0) return forms.slice(-1);
  return forms.slice(Math.max(0, first - 1));
}
