// Lists by page: runs newest first; tasks and timers oldest first; tasks a worker could claim.

import type { ListedTask, Page, ResultPage, Store, TaskFilter } from '../../ports/store.ts';
import { RUN_SELECT, runOf, TASK_SELECT, taskOf, timerOf } from '../rows.ts';
import { texts } from './array-literal.ts';
import type { Connections } from './connections.ts';
import { addRunFilter, addTaskFilter, Conditions } from './filters.ts';
import type { OwnProcess } from './processes.ts';
import { PLAIN } from './rows.ts';

type Lists = Pick<Store, 'listRuns' | 'listTasks' | 'task' | 'countTasks' | 'claimable' | 'listTimers'>;

const TIMERS = 'SELECT t.*, r.id AS run_id FROM timers t JOIN runs r ON r.key = t.run';
const BY_AGE = 't.opened_at, t.run, t.task';
/** No more processes than that share out what is to be claimed. */
const SHARES_MAX = 16;

export function lists(connections: Connections, own: OwnProcess): Lists {
  return {
    listRuns: async (filter, { limit, after }) => {
      const all = new Conditions();
      all.add('r.key > 0 AND r.key < ?', after === undefined ? Number.MAX_SAFE_INTEGER : Number(after));
      addRunFilter(all, filter);
      const sql = all.bound(`ORDER BY r.key DESC LIMIT ?`, limit + 1);
      const rows = await connections.read('', `${RUN_SELECT} WHERE ${all.where()} ${sql}`, all.values);
      return paged(
        rows.map((row) => runOf(row, PLAIN)),
        limit,
        (last) => String(last.key),
      );
    },
    listTasks: async (filter, page) => taskPage(connections, filter, page),
    task: async (run, task) => {
      const sql = `${TASK_SELECT} WHERE r.id = $1 AND t.task = $2`;
      const [row] = await connections.read('task', sql, [run, task]);
      return row === undefined ? null : taskOf(row, PLAIN);
    },
    countTasks: async (filter) => {
      const all = new Conditions();
      addTaskFilter(all, filter);
      const from = TASK_SELECT.slice(TASK_SELECT.indexOf('FROM'));
      const sql = `SELECT count(*) AS count ${from} WHERE ${all.where()}`;
      return (await connections.read('', sql, all.values))[0]?.count as number;
    },
    claimable: async (queues, filter, limit) => claimable(connections, own, queues, filter, limit),
    listTimers: async ({ run }, { limit, after }) => {
      const all = new Conditions();
      if (after !== undefined) all.add('(t.due, t.run, t.timer) > (?, ?, ?)', ...numbersOf(after));
      if (run !== undefined) all.add('r.id = ?', run);
      const sql = all.bound('ORDER BY t.due, t.run, t.timer LIMIT ?', limit + 1);
      const rows = await connections.read('', `${TIMERS} WHERE ${all.where()} ${sql}`, all.values);
      return paged(
        rows.map((row) => timerOf(row, PLAIN)),
        limit,
        (last) => `${last.due}.${last.runKey}.${last.timer}`,
      );
    },
  };
}

async function taskPage(connections: Connections, filter: TaskFilter, { limit, after }: Page) {
  const all = new Conditions();
  addTaskFilter(all, filter);
  if (after !== undefined) all.add('(t.opened_at, t.run, t.task) > (?, ?, ?)', ...numbersOf(after));
  const sql = all.bound(`ORDER BY ${BY_AGE} LIMIT ?`, limit + 1);
  const rows = await connections.read('', `${TASK_SELECT} WHERE ${all.where()} ${sql}`, all.values);
  return paged(
    rows.map((row) => taskOf(row, PLAIN)),
    limit,
    (last) => `${last.openedAt}.${last.runKey}.${last.task}`,
  );
}

/** Every registered process has a share of the tasks, by a hash, and takes from others' shares only what its own does
 *  not fill. So several seldom reach for the same ones, and looking writes nothing. */
async function claimable(
  connections: Connections,
  own: OwnProcess,
  queues: readonly string[],
  filter: TaskFilter,
  limit: number,
): Promise<readonly ListedTask[]> {
  if (queues.length === 0 || limit <= 0) return [];
  const all = new Conditions();
  const shares = all.bound(
    `WITH shares AS (SELECT least(greatest(count(*), 1), ${SHARES_MAX}) AS count,
      count(*) FILTER (WHERE key < ?) AS place FROM processes WHERE ? > 0)`,
    own.key,
    own.key,
  );
  const names = all.bound('unnest(?::text[])', texts(queues));
  all.add('t.ready = 1 AND t.execution IS NOT NULL AND r.live = 1');
  addTaskFilter(all, { ...filter, forPeople: false });
  const count = all.bound('?::integer', limit);
  const sql = `${shares} SELECT f.* FROM shares, ${names} AS q(name), LATERAL (
      ${TASK_SELECT} WHERE t.queue = q.name AND ${all.where()} ORDER BY ${BY_AGE} LIMIT shares.count * ${count}) AS f
    ORDER BY (f.run * 31 + f.task) % shares.count <> shares.place % shares.count, f.opened_at, f.run, f.task
    LIMIT ${count}`;
  const rows = await connections.read('', sql, all.values);
  return rows
    .map((row) => taskOf(row, PLAIN))
    .sort((a, b) => a.openedAt - b.openedAt || a.runKey - b.runKey || a.task - b.task);
}

function paged<T>(found: readonly T[], limit: number, place: (last: T) => string): ResultPage<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? place(last) : null };
}

function numbersOf(after: string): number[] {
  return after.split('.').map(Number);
}
