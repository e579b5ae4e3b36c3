// What the outside must do because of an event, read off the event and the state before it.

import type { Effect } from './context.ts';
import type { AnyEvent } from './events.ts';
import type { RunState, Task } from './run-state.ts';

export function effectsOf(before: RunState, event: AnyEvent, out: Effect[]): void {
  switch (event.type) {
    case 'TaskOpened':
      out.push({ do: 'open-task', task: event.data.task, step: event.data.step });
      return;
    case 'TaskRetried':
      out.push({ do: 'open-task', task: event.data.task, step: before.tasks.get(event.data.task)?.step ?? '' });
      return;
    case 'TimerSet':
      out.push({ do: 'set-timer', timer: event.data.timer, kind: event.data.kind, due: event.data.due });
      return;
    case 'TaskCompleted':
    case 'TaskFailed':
    case 'TaskSkipped':
      cancelTimers(before.tasks.get(event.data.task), out);
      return;
    case 'TaskCancelled':
      cancelTask(before.tasks.get(event.data.task), out);
      return;
    case 'TaskReminded':
      out.push({ do: 'remind', task: event.data.task, kind: event.data.kind });
      return;
    case 'TaskEscalated':
      out.push({ do: 'remind', task: event.data.task, kind: 'escalate' });
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
    case 'ChildRetried':
      out.push({ do: 'retry-child', task: event.data.task, child: event.data.child });
      return;
    case 'WorkStopped':
    case 'RunCancelled':
      stopAll(before, out);
      return;
    case 'JoinFired':
    case 'ScopeClosed': {
      const timer = before.scopes.get(event.data.scope)?.timer;
      if (timer !== undefined) out.push({ do: 'cancel-timer', timer });
      return;
    }
    default:
  }
}

function cancelTimers(task: Task | undefined, out: Effect[]): void {
  for (const timer of task?.timers ?? []) out.push({ do: 'cancel-timer', timer });
}

function cancelTask(task: Task | undefined, out: Effect[]): void {
  if (task === undefined) return;
  cancelTimers(task, out);
  out.push({ do: 'cancel-task', task: task.id });
  if (task.child !== undefined) out.push({ do: 'cancel-child', task: task.id, child: task.child });
}

function stopAll(before: RunState, out: Effect[]): void {
  for (const timer of before.timers.keys()) out.push({ do: 'cancel-timer', timer });
  for (const task of before.tasks.values()) {
    if (task.kind === 'foreach') continue;
    out.push({ do: 'cancel-task', task: task.id });
    if (task.child !== undefined) out.push({ do: 'cancel-child', task: task.id, child: task.child });
  }
}
