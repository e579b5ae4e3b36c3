// The world outside a run as its effects alone describe it: it must always agree with the state.

import type { Effect } from '../../src/engine/context.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { RunState } from '../../src/engine/run-state.ts';

export interface Outside {
  readonly tasks: Set<number>;
  readonly timers: Set<number>;
  /** Child run by the task that waits for it. */
  readonly children: Map<number, string>;
  /** `hash path` of every file to write, as often as it was ordered. */
  readonly files: string[];
}

export function newOutside(): Outside {
  return { tasks: new Set(), timers: new Set(), children: new Map(), files: [] };
}

interface DoneWork {
  readonly effects: readonly Effect[];
  readonly events: readonly AnyEvent[];
}

export function perform(outside: Outside, state: RunState, { effects, events }: DoneWork): void {
  for (const effect of effects) if (!('child' in effect) || !state.detached.has(effect.child)) apply(outside, effect);
  // What the world did itself, or learned from an event, it knows without an effect.
  for (const event of events) {
    if (event.type === 'FileWritten' || event.type === 'FileRefused')
      outside.files.splice(outside.files.indexOf(`${event.data.hash} ${event.data.path}`), 1);
    if (event.type === 'TimerFired') outside.timers.delete(event.data.timer);
    if (event.type === 'TaskFailed') outside.children.delete(event.data.task);
    if (event.type !== 'TaskCompleted') continue;
    outside.tasks.delete(event.data.task);
    outside.children.delete(event.data.task);
  }
  const ordered = [...state.files.entries()].flatMap(([path, hashes]) => hashes.map((hash) => `${hash} ${path}`));
  if (ordered.sort().join() !== [...outside.files].sort().join())
    throw new Error(`effects: the state waits for the files [${ordered}], outside are [${outside.files}]`);
  compare('timers', outside.timers, new Set(state.timers.keys()));
  const open = [...state.tasks.values()].filter(({ kind }) => kind === 'work' || kind === 'review');
  compare('tasks', outside.tasks, new Set(open.map(({ id }) => id)));
  const waiting = [...state.tasks.values()].filter(({ child, status }) => child !== undefined && status !== 'failed');
  for (const { id, status } of state.tasks.values()) if (status === 'failed') outside.children.delete(id);
  compare('children', new Set(outside.children.keys()), new Set(waiting.map(({ id }) => id)));
  for (const { id, child } of waiting)
    if (outside.children.get(id) !== child) throw new Error(`effects: task ${id} has another child`);
}

function apply(outside: Outside, effect: Effect): void {
  switch (effect.do) {
    case 'open-task':
      outside.tasks.add(effect.task);
      return;
    case 'cancel-task':
      outside.tasks.delete(effect.task);
      return;
    case 'set-timer':
      outside.timers.add(effect.timer);
      return;
    case 'cancel-timer':
      outside.timers.delete(effect.timer);
      return;
    case 'retry-child':
    case 'start-child':
      outside.children.set(effect.task, effect.child);
      return;
    case 'cancel-child':
      outside.children.delete(effect.task);
      return;
    case 'write-file':
      outside.files.push(`${effect.file.new} ${effect.file.path}`);
      return;
    default:
  }
}

function compare(what: string, found: ReadonlySet<number>, wanted: ReadonlySet<number>): void {
  const extra = [...found].filter((id) => !wanted.has(id));
  const missing = [...wanted].filter((id) => !found.has(id));
  if (extra.length + missing.length === 0) return;
  throw new Error(
    `effects: ${what} outside but not in the state: [${extra}]; in the state but not outside: [${missing}]`,
  );
}
