// Lets time go on while a person is asked, says what timers do, and how long there is.

import type { TimerKind } from '../engine/events.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { RunDriver, SetTimer, ShownRun } from '../runtime/run-driver.ts';
import { readableMs } from './shown-text.ts';

const LOOK_MS = 100;
const DAY_MS = 86_400_000;

/** Timers that only tell someone: nobody has to be disturbed for them at a prompt. */
const QUIET: ReadonlySet<TimerKind> = new Set(['due', 'remind', 'retry']);

/** Asks while timers go on firing. What is asked is closed, through the signal, once it no longer stands. */
export async function inRealTime<T>(
  driver: RunDriver,
  { signal, stands }: { signal: AbortSignal; stands: () => boolean },
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly said: T; readonly isOver: boolean }> {
  const over = new AbortController();
  let fault: { readonly thrown: unknown } | undefined;
  const theme = setInterval(() => {
    try {
      driver.fireDue();
      if (!stands()) over.abort();
    } catch (thrown) {
      fault ??= { thrown };
      over.abort();
    }
  }, LOOK_MS);
  try {
    const said = await ask(AbortSignal.any([signal, over.signal]));
    if (fault !== undefined) throw fault.thrown;
    return { said, isOver: over.signal.aborted };
  } finally {
    clearInterval(theme);
  }
}

/** What a timer does, for a person; null when it is nothing worth telling. */
export function timerSentence({ run, timer }: SetTimer): string | null {
  if (QUIET.has(timer.kind)) return null;
  const { state } = run;
  const step =
    timer.task !== undefined
      ? state.tasks.get(timer.task)?.step
      : timer.token !== undefined
        ? state.tokens.get(timer.token)?.step
        : state.scopes.get(timer.scope ?? 0)?.join;
  if (step == null) return null;
  if (timer.kind === 'claim') return `The claim of "${step}" is over: anyone may take it.`;
  if (timer.kind === 'escalate') return `"${step}" goes to ${stepOf(run, step).task?.escalate?.to ?? 'someone else'}.`;
  const { timeoutMs } = stepOf(run, step);
  return `Time is up for "${step}"${timeoutMs === null ? '' : ` after ${readableMs(timeoutMs)}`}.`;
}

export interface WaitPlace {
  readonly task?: number;
  readonly token?: number;
}

/** `until 14:32:05, 20 s from now`; '' when there is no end to it. */
export function deadlineText(driver: RunDriver, run: ShownRun, { task, token }: WaitPlace): string {
  const scopes = new Set<number>();
  const at = run.state.tokens.get(token ?? 0);
  for (let id = at?.scope ?? 0; id !== 0; id = run.state.scopes.get(id)?.parent ?? 0) scopes.add(id);
  let due = Number.POSITIVE_INFINITY;
  for (const timer of run.state.timers.values()) {
    if (timer.kind !== 'timeout') continue;
    const isOwn = timer.task === undefined ? timer.token === token : timer.task === task;
    if (timer.scope === undefined ? isOwn : scopes.has(timer.scope)) due = Math.min(due, timer.due);
  }
  return due === Number.POSITIVE_INFINITY ? '' : untilText(due, driver.now());
}

function untilText(due: number, now: number): string {
  const left = Math.max(0, due - now);
  const [day, time] = new Date(due - new Date(due).getTimezoneOffset() * 60_000).toISOString().slice(0, 19).split('T');
  return `until ${left >= DAY_MS ? `${day} ` : ''}${time}, ${readableMs(Math.round(left / 1000) * 1000)} from now`;
}
