// Words as the small integers that both stores write for them. Places in a list are for ever: new words go to its end.

import type { Channel, TimerKind } from '../engine/events.ts';
import type { RunStatus, TaskStatus } from '../engine/run-state.ts';
import type { TaskRow } from '../ports/store.ts';

export interface Codes<T extends string> {
  /** Throws for a word that is not one of them. */
  readonly code: (word: T) => number;
  readonly word: (code: unknown) => T;
  readonly orNull: (code: unknown) => T | null;
}

/** Those before 3 are open; partial indexes say `status < 3`. */
export const RUN_STATUS = codes<RunStatus>('running', 'on_hold', 'paused', 'completed', 'failed', 'cancelled');
export const OPEN_RUN_BELOW = 3;

export const TASK_STATUS = codes<TaskStatus>(
  'pending',
  'in_progress',
  'waiting',
  'on_hold',
  'completed',
  'failed',
  'cancelled',
);
export const TASK_KIND = codes<TaskRow['kind']>('work', 'foreach', 'subflow', 'review');
export const EXECUTION = codes<NonNullable<TaskRow['execution']>>('automated', 'manual', 'conversation');
export const URGENCY = codes<NonNullable<TaskRow['urgency']>>('low', 'normal', 'high', 'urgent');
export const LEASE_KIND = codes<NonNullable<TaskRow['leaseKind']>>('hosted', 'outside', 'person');
export const TIMER_KIND = codes<TimerKind>('retry', 'timeout', 'claim', 'due', 'remind', 'escalate');
export const CHANNEL = codes<Channel>('engine', 'worker', 'cli', 'studio', 'http', 'mcp', 'timer', 'run', 'rehearsal');

/** Tasks that wait for people have an index of their own. A conversation waits for its agent while that owes a turn. */
export function isForPeople(row: Pick<TaskRow, 'kind' | 'execution' | 'queue' | 'status' | 'leaseKind'>): boolean {
  if (row.kind === 'review' || row.execution === 'manual') return true;
  // What its worker gave up, or what failed for good, is a person's to look at.
  if (row.kind === 'work' && (row.status === 'on_hold' || row.status === 'failed')) return true;
  if (row.execution !== 'conversation') return false;
  return row.queue === '' || (row.status !== 'pending' && row.leaseKind !== 'hosted');
}

/** What stands in `tasks.holder`: the process; 0 for work nobody's process holds; null when no sweep and no list of
 *  open work needs the row, so that it is in no index of leases. */
export function holderOf(row: TaskRow): number | null {
  if (row.holder !== 0) return row.holder;
  return isForPeople(row) && row.leaseKind !== 'outside' ? null : 0;
}

function codes<T extends string>(...words: readonly T[]): Codes<T> {
  const byWord = new Map(words.map((word, i) => [word, i]));
  const orNull = (code: unknown): T | null => (code === null ? null : (words[code as number] ?? null));
  return {
    code(word) {
      const code = byWord.get(word);
      if (code === undefined) throw new TypeError(`Expected one of ${words.join(', ')}, found ${word}.`);
      return code;
    },
    word(code) {
      const word = words[code as number];
      if (word === undefined) throw new TypeError(`Expected a code below ${words.length}, found ${String(code)}.`);
      return word;
    },
    orNull,
  };
}
