// Rows of tasks in an append: put as they are now, ended, or removed.

import { storable } from '../../json.ts';
import type { EndedTask, RunWrite, TaskRow } from '../../ports/store.ts';
import { EXECUTION, holderOf, isForPeople, LEASE_KIND, TASK_KIND, TASK_STATUS, URGENCY } from '../codes.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';

const COLUMNS = [
  ...['step', 'kind', 'execution', 'status', 'ready', 'for_people', 'queue', 'assignee', 'title', 'urgency', 'tags'],
  ...['due', 'item', 'items', 'parent', 'attempt', 'fence', 'worker', 'holder', 'lease_kind', 'opened_at'],
  'changed_at',
];
const RENEWED = COLUMNS.filter((name) => name !== 'opened_at');
/** An ended task may be opened again (a retry): then it has not ended. Its beat goes on rising, and when it was opened
 *  stays as it was first said. */
const PUT = `INSERT INTO tasks (run, task, ${COLUMNS.join(', ')}) VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (run, task) DO UPDATE SET ${RENEWED.map((name) => `${name} = excluded.${name}`).join(', ')},
  ended_at = NULL, verdict = NULL, ended_by = NULL`;
const END = `UPDATE tasks SET status = ?, verdict = ?, ended_by = ?, ended_at = ?, changed_at = ?, ready = 0,
  for_people = 1, holder = NULL, lease_kind = NULL WHERE run = ? AND task = ?`;

export function taskWriter(connection: Connection, names: Names): (run: number, write: RunWrite) => void {
  const put = connection.statement(PUT);
  const end = connection.statement(END);
  const remove = connection.statement('DELETE FROM tasks WHERE run = ? AND task = ?');

  const putTask = (run: number, row: TaskRow): void => {
    const { execution, urgency, leaseKind } = row;
    put.run(
      run,
      row.task,
      row.step,
      TASK_KIND.code(row.kind),
      execution === null ? null : EXECUTION.code(execution),
      TASK_STATUS.code(row.status),
      row.ready ? 1 : 0,
      isForPeople(row) ? 1 : 0,
      row.queue,
      row.assignee,
      row.title,
      urgency === null ? null : URGENCY.code(urgency),
      row.tags.length === 0 ? null : JSON.stringify(row.tags.map(storable)),
      row.due,
      row.index,
      row.total,
      row.parent,
      row.attempt,
      row.fence,
      row.worker,
      holderOf(row),
      leaseKind === null ? null : LEASE_KIND.code(leaseKind),
      row.openedAt,
      row.changedAt,
    );
  };
  const endTask = (run: number, { task, status, verdict, by, at, kept }: EndedTask): void => {
    if (kept) end.run(TASK_STATUS.code(status), verdict ?? null, names.keyOf(by), at, at, run, task);
    else remove.run(run, task);
  };
  return (run, { tasks, endedTasks }) => {
    if (tasks !== undefined) for (const row of tasks) putTask(run, row);
    if (endedTasks !== undefined) for (const ended of endedTasks) endTask(run, ended);
  };
}
