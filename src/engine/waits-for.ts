// What a run waits for, read off its tokens (run-1). What lies outside of it, such as who hosts work and which limits
// stand, is handed in: nothing here knows a store, a process or the time.

import type { Step } from '../diagram/workflow.ts';
import type { TimerKind } from './events.ts';
import { type Hold, isDetached, isStanding, isWriting, type RunState, type Task, type Token } from './run-state.ts';

/** Something keeps work back for now: a provider's or an agent's limit, or an outage. */
export type Limit = {
  readonly what: string;
  /** When it is tried again; null: nobody knows, or it is being tried. */
  readonly until: number | null;
};

export type Wait =
  /** `who`: the assignee, or who has taken it up. */
  | { readonly for: 'person'; readonly step: string; readonly task: number; readonly who: string | null }
  | { readonly for: 'signal'; readonly step: string; readonly signals: readonly string[]; readonly key: string | null }
  | { readonly for: 'timer'; readonly step: string; readonly kind: TimerKind; readonly until: number }
  /** Work that some living process hosts and nobody has begun. */
  | { readonly for: 'work'; readonly step: string; readonly task: number }
  /** Work that nobody hosts: it waits for a worker to be started, or for someone to do it by hand. */
  | { readonly for: 'worker'; readonly step: string; readonly task: number; readonly who: string | null }
  | { readonly for: 'process'; readonly step: string; readonly task: number; readonly who: string }
  | ({ readonly for: 'limit'; readonly step: string; readonly task: number } & Limit)
  | { readonly for: 'child'; readonly step: string; readonly task: number; readonly child: string | null }
  /** The step's work is done; its files are being written. */
  | { readonly for: 'file'; readonly step: string }
  | { readonly for: 'hold'; readonly step: string; readonly hold: Hold }
  /** It is paused. */
  | { readonly for: 'resume'; readonly step: string };

/** What a run's state does not say. */
export interface OutsideFacts {
  isHosted(task: Task): boolean;
  /** What keeps hosted work back. */
  limitOn(task: Task): Limit | null;
}

/** Where nothing is known of processes: work counts as hosted, and nothing as kept back. */
export const NOTHING_KNOWN: OutsideFacts = { isHosted: () => true, limitOn: () => null };

/** Everything that could move the run now; nothing when it has ended. */
export function waitsFor(
  state: RunState,
  steps: readonly Step[],
  outside: OutsideFacts = NOTHING_KNOWN,
): readonly Wait[] {
  if (state.status !== 'running' && !state.cleaning) return [];
  const found: Wait[] = state.paused ? [{ for: 'resume', step: '' }] : [];
  const byId = new Map(steps.map((step) => [step.id, step]));
  for (const token of state.tokens.values()) {
    if (isDetached(state, token.scope) || isStanding(state, token)) continue;
    addAwaited(state, token, byId.get(token.step), outside, found);
  }
  for (const hold of state.holds.values()) {
    if (hold.scope !== undefined) found.push({ for: 'hold', step: hold.step, hold });
  }
  for (const task of state.tasks.values()) if (task.kind === 'review') found.push(personOf(task));
  for (const { timer, join, fired, ...scope } of state.scopes.values()) {
    if (timer === undefined || fired || isStanding(state, scope)) continue;
    addTimer(state, timer, join ?? '', found);
  }
  return found;
}

function addAwaited(state: RunState, token: Token, step: Step | undefined, outside: OutsideFacts, found: Wait[]): void {
  const task = token.task === undefined ? undefined : state.tasks.get(token.task);
  const hold = token.hold === undefined ? undefined : state.holds.get(token.hold);
  if (hold !== undefined) found.push({ for: 'hold', step: token.step, hold });
  else if (task !== undefined) found.push(...(task.waitsUntil === undefined ? [awaitedBy(state, task, outside)] : []));
  else if (isWriting(token)) found.push({ for: 'file', step: token.step });
  if (token.wait !== undefined) {
    const [signal, key] = signalAwaited(token.wait);
    found.push({ for: 'signal', step: token.step, signals: [signal], key });
  }
  const signals = step === undefined ? [] : signalsOf(step);
  if (signals.length > 0) found.push({ for: 'signal', step: token.step, signals, key: null });
  for (const id of token.timers ?? []) addTimer(state, id, token.step, found);
  for (const id of task?.timers ?? []) {
    const kind = state.timers.get(id)?.kind;
    if (kind === 'timeout' || kind === 'retry') addTimer(state, id, token.step, found);
  }
}

/** Of a wait with a key the engine keeps both, as a list. A migrated run waits for the name it began to wait for. */
function signalAwaited(wait: string): readonly [string, string | null] {
  if (!wait.startsWith('["')) return [wait, null];
  const [signal = wait, key = null] = JSON.parse(wait) as readonly string[];
  return [signal, key];
}

function addTimer(state: RunState, id: number, step: string, found: Wait[]): void {
  const timer = state.timers.get(id);
  if (timer !== undefined) found.push({ for: 'timer', step, kind: timer.kind, until: timer.due });
}

/** A person's process at a terminal writes itself into the lease it takes for them. */
const TERMINAL = /@terminal-\d+$/;

function awaitedBy(state: RunState, task: Task, outside: OutsideFacts): Wait {
  const { id, step, lease, execution } = task;
  if (task.kind === 'subflow') return { for: 'child', step, task: id, child: task.child ?? null };
  if (execution === 'manual' || lease?.kind === 'person') return personOf(task);
  if (execution === 'conversation' && task.status === 'waiting') return personOf(task);
  if (lease !== undefined) {
    // The worker that took it has asked nobody yet, and waits for a free place.
    const limit = lease.kind === 'hosted' && !isCalling(state, task) ? outside.limitOn(task) : null;
    if (limit !== null) return { for: 'limit', step, task: id, ...limit };
    const isPerson = lease.kind === 'outside' && TERMINAL.test(lease.worker);
    return isPerson ? personOf(task) : { for: 'process', step, task: id, who: lease.worker };
  }
  if (!outside.isHosted(task)) return { for: 'worker', step, task: id, who: task.assignee ?? null };
  const limit = outside.limitOn(task);
  return limit === null ? { for: 'work', step, task: id } : { for: 'limit', step, task: id, ...limit };
}

function isCalling({ calls }: RunState, task: Task): boolean {
  return (task.calls ?? []).some((call) => calls.get(call)?.ended === false);
}

function personOf({ id, step, lease, assignee }: Task): Wait {
  return { for: 'person', step, task: id, who: lease?.worker ?? assignee ?? null };
}

const OWN_EVENTS: ReadonlySet<string> = new Set(['done', 'error', 'always', 'timeout']);

/** The signals a state answers to. */
export function signalsOf({ transitions }: Step): string[] {
  return [...new Set(transitions.map(({ event }) => event))].filter((event) => !OWN_EVENTS.has(event));
}

/** A process that nobody watches waits no longer for a timer: the run can be gone on with then. */
export const WAIT_MS_MAX = 300_000;

/** Whether it comes by itself, and soon: what remains otherwise is for people. */
export function comesByItself(wait: Wait, now: number): boolean {
  switch (wait.for) {
    case 'work':
    case 'process':
    case 'child':
    case 'file':
      return true;
    case 'timer':
    case 'limit':
      return wait.until === null || wait.until - now <= WAIT_MS_MAX;
    default:
      return false;
  }
}
