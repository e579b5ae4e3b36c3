// What the outside must do because of a decision: read off its events and off what it left different in the state.

import type { Effect } from './context.ts';
import { changedKeys } from './draft.ts';
import type { AnyEvent } from './events.ts';
import type { RunState, Task } from './run-state.ts';

/** Effects an event asks for by itself. Timers and what is given up follow from the state (`effectsBetween`). */
export function effectsOf(before: RunState, event: AnyEvent, out: Effect[]): void {
  switch (event.type) {
    case 'TaskOpened':
      out.push({ do: 'open-task', task: event.data.task, step: event.data.step });
      return;
    case 'TaskRetried':
      out.push({ do: 'open-task', task: event.data.task, step: before.tasks.get(event.data.task)?.step ?? '' });
      return;
    case 'TaskReminded':
      out.push({ do: 'remind', task: event.data.task, kind: event.data.kind });
      return;
    case 'TaskEscalated':
      out.push({ do: 'remind', task: event.data.task, kind: 'escalate' });
      return;
    case 'FilesAwaited':
      for (const file of event.data.files) out.push({ do: 'write-file', step: event.data.step, file });
      return;
    case 'SignalSent':
      out.push({ do: 'send-signal', ...event.data });
      return;
    case 'ChildStarted':
    case 'ChildRestarted': {
      const { task, child, workflow, source, input } = event.data;
      out.push({ do: 'start-child', task, child, workflow, input, ...(source !== undefined && { source }) });
      return;
    }
    case 'DetachedChildStarted': {
      const { task, child, workflow, input } = event.data;
      out.push({ do: 'start-child', task, child, workflow, input });
      return;
    }
    case 'ChildRetried':
      out.push({ do: 'retry-child', task: event.data.task, child: event.data.child });
      return;
    default:
  }
}

/** All effects of a decision: what its events asked for and still stands, then timers, then what was given up. */
export function effectsBetween(
  before: RunState,
  draft: RunState,
  events: readonly AnyEvent[],
  asked: readonly Effect[],
): Effect[] {
  const effects = asked.filter((effect) => isWanted(draft, effect));
  // A run made from another's past has nothing to take back: what differs belongs to the source.
  if (events[0]?.type === 'RunForked') return effects;
  let reported: ReportedHere | null = null;
  for (const id of changedKeys(draft, 'timers')) {
    const timer = draft.timers.get(id);
    if (timer !== undefined) {
      if (!before.timers.has(id)) effects.push({ do: 'set-timer', timer: id, kind: timer.kind, due: timer.due });
    } else if (before.timers.has(id)) {
      reported ??= reportedIn(events);
      if (!reported.fired.has(id)) effects.push({ do: 'cancel-timer', timer: id });
    }
  }
  for (const id of changedKeys(draft, 'tasks')) {
    const task = before.tasks.get(id);
    const now = draft.tasks.get(id);
    if (task === undefined || task.kind === 'foreach' || (now !== undefined && now.child === task.child)) continue;
    const [first] = events;
    if (first?.type === 'TaskCompleted' && first.data.task === id) continue;
    reported ??= reportedIn(events);
    if (!reported.ended.has(id)) giveUp(task, now, reported.failed.has(id), effects);
  }
  if (draft.status === 'cancelled' && before.status !== 'cancelled') {
    for (const child of before.detached.keys()) effects.push({ do: 'cancel-child', task: 0, child });
  }
  return effects;
}

interface ReportedHere {
  readonly ended: Set<number>;
  readonly failed: Set<number>;
  readonly fired: Set<number>;
}

/** What the outside reported itself, so that no effect is needed. Looked up only when something is gone. */
function reportedIn(events: readonly AnyEvent[]): ReportedHere {
  const reported: ReportedHere = { ended: new Set(), failed: new Set(), fired: new Set() };
  for (const event of events) {
    if (event.type === 'TaskCompleted') reported.ended.add(event.data.task);
    if (event.type === 'TaskFailed') reported.failed.add(event.data.task);
    if (event.type === 'TimerFired') reported.fired.add(event.data.timer);
  }
  return reported;
}

/** What was opened or started and given up again in the same commit never happens. */
function isWanted(draft: RunState, effect: Effect): boolean {
  if (effect.do === 'open-task') return draft.tasks.has(effect.task);
  if (effect.do !== 'start-child') return true;
  return draft.detached.has(effect.child) || draft.tasks.get(effect.task)?.child === effect.child;
}

/** A child that failed has ended by itself, be it in this very commit. */
function giveUp(task: Task, now: Task | undefined, failed: boolean, effects: Effect[]): void {
  if (now === undefined) effects.push({ do: 'cancel-task', task: task.id });
  if (task.child === undefined || now?.child === task.child || failed || task.status === 'failed') return;
  effects.push({ do: 'cancel-child', task: task.id, child: task.child });
}
