// Lists by page: runs newest first; tasks and timers oldest first; tasks a worker could claim.

import type { ListedTask, Page, ResultPage, RunFilter, Store, TaskFilter } from '../../ports/store.ts';
import { RUN_SELECT, runOf, TASK_SELECT, taskOf, timerOf } from '../rows.ts';
import type { Connection } from './connection.ts';
import { type Clauses, runClauses, runSources, taskClauses } from './filters.ts';
import type { Names } from './names.ts';
import { spellingOf } from './rows.ts';
import { packedId } from './run-ids.ts';

type Lists = Pick<Store, 'listRuns' | 'listTasks' | 'task' | 'countTasks' | 'claimable' | 'listTimers'>;

/** Index names as in the schema: the planner has no statistics and would not always find these. */
const PEOPLE = 'tasks_people';
const ASSIGNED = 'tasks_assigned';
const HELD = 'tasks_held';
const READY = 'tasks_ready';
const READY_ONE = `${TASK_SELECT.replace('tasks t', `tasks t INDEXED BY ${READY}`)}
  WHERE t.queue = ? AND t.ready = 1 AND t.for_people = 0 AND r.live = 1
  AND t.execution IS NOT NULL`;
const TIMERS = 'SELECT t.*, r.id AS run_id FROM timers t JOIN runs r ON r.key = t.run';

export function lists(connection: Connection, names: Names): Lists {
  const taskRows = (filter: TaskFilter, page: Page): readonly ListedTask[] =>
    sources(filter).flatMap((source) => {
      const { where, values } = together(taskClauses(filter, source.forPeople), afterTask(page.after));
      const sql = `${fromSource(source)} WHERE ${where} ORDER BY t.opened_at, t.run, t.task LIMIT ?`;
      const rows = connection.statement(sql).all(...values, page.limit + 1);
      return rows.map((row) => taskOf(row, spellingOf(names)));
    });
  return {
    listRuns: (filter, page) => connection.read(() => runPage(connection, names, filter, page), true),
    listTasks: (filter, page) => connection.read(() => taskPage(taskRows(filter, page), page), true),
    task: (run, task) =>
      connection.read(() => {
        const row = connection.statement(`${TASK_SELECT} WHERE r.id = ? AND t.task = ?`).get(packedId(run), task);
        return row === undefined ? null : taskOf(row, spellingOf(names));
      }),
    countTasks: (filter) => connection.read(() => countOf(connection, filter), true),
    claimable: (queues, filter, limit) =>
      connection.read(() => {
        const { where, values } = taskClauses(filter, false);
        const statement = connection.statement(`${READY_ONE} AND ${where} ORDER BY t.opened_at, t.run, t.task LIMIT ?`);
        const rows = queues.flatMap((queue) => statement.all(queue, ...values, limit));
        const tasks = rows.map((row) => taskOf(row, spellingOf(names)));
        return tasks.sort(byAge).slice(0, limit);
      }, true),
    listTimers: ({ run }, { limit, after }) =>
      connection.read(() => {
        const [due, key, timer] = after === undefined ? [0, -1, -1] : numbersOf(after);
        const values = [due ?? 0, key ?? 0, timer ?? 0];
        const where = `(t.due, t.run, t.timer) > (?, ?, ?)${run === undefined ? '' : ' AND r.id = ?'}`;
        const statement = connection.statement(`${TIMERS} WHERE ${where} ORDER BY t.due, t.run, t.timer LIMIT ?`);
        const rows =
          run === undefined ? statement.all(...values, limit + 1) : statement.all(...values, packedId(run), limit + 1);
        return paged(
          rows.map((row) => timerOf(row, spellingOf(names))),
          limit,
          (last) => `${last.due}.${last.runKey}.${last.timer}`,
        );
      }),
  };
}

interface Source {
  readonly forPeople: boolean | undefined;
  readonly index: string | null;
}

/** Open tasks of people and of workers stand in two indexes, so a list of both is two lists merged. Inside one run,
 *  and among ended ones, the table is read as it is. */
function sources({ run, ended = 'no', forPeople, assignee }: TaskFilter): readonly Source[] {
  if (run !== undefined || ended !== 'no') return [{ forPeople, index: null }];
  const all = [
    { forPeople: true, index: typeof assignee === 'string' ? ASSIGNED : PEOPLE },
    { forPeople: false, index: HELD },
  ];
  return forPeople === undefined ? all : all.filter((each) => each.forPeople === forPeople);
}

function fromSource({ index }: Source): string {
  return index === null ? TASK_SELECT : TASK_SELECT.replace('tasks t', `tasks t INDEXED BY ${index}`);
}

function countOf(connection: Connection, filter: TaskFilter): number {
  let count = 0;
  for (const source of sources(filter)) {
    const { where, values } = taskClauses(filter, source.forPeople);
    const from = fromSource(source).replace(/^SELECT.*?\sFROM/s, 'SELECT count(*) AS count FROM');
    count += connection.statement(`${from} WHERE ${where}`).get(...values)?.count as number;
  }
  return count;
}

function taskPage(tasks: readonly ListedTask[], { limit }: Page): ResultPage<ListedTask> {
  return paged([...tasks].sort(byAge), limit, (last) => `${last.openedAt}.${last.runKey}.${last.task}`);
}

function byAge(a: ListedTask, b: ListedTask): number {
  return a.openedAt - b.openedAt || a.runKey - b.runKey || a.task - b.task;
}

function afterTask(after: string | undefined): Clauses {
  if (after === undefined) return { where: '', values: [] };
  return { where: '(t.opened_at, t.run, t.task) > (?, ?, ?)', values: numbersOf(after) };
}

function runPage(connection: Connection, names: Names, filter: RunFilter, { limit, after }: Page) {
  const { where, values } = runClauses(filter, (actor) => names.find(actor));
  const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);
  const rows = runSources(filter, workflowKeys(connection, filter)).flatMap((source) => {
    const sql = `${RUN_SELECT} WHERE r.key > 0 AND r.key < ? AND ${source.where}${where === '' ? '' : ` AND ${where}`}
      ORDER BY r.key DESC LIMIT ?`;
    return connection.statement(sql).all(before, ...source.values, ...values, limit + 1);
  });
  const runs = rows.map((row) => runOf(row, spellingOf(names))).sort((a, b) => b.key - a.key);
  return paged(runs, limit, (last) => String(last.key));
}

function workflowKeys(connection: Connection, { workflow, version }: RunFilter): readonly number[] | null {
  if (workflow === undefined && version === undefined) return null;
  const sql = 'SELECT key FROM workflows WHERE name = coalesce(?, name) AND version = coalesce(?, version)';
  const rows = connection.statement(sql).all(workflow ?? null, version ?? null);
  return rows.map((row) => row.key as number);
}

function paged<T>(found: readonly T[], limit: number, place: (last: T) => string): ResultPage<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? place(last) : null };
}

function together(a: Clauses, b: Clauses): Clauses {
  const wheres = [a.where, b.where].filter((where) => where !== '');
  return { where: wheres.join(' AND ') || '1', values: [...a.values, ...b.values] };
}

function numbersOf(after: string): number[] {
  return after.split('.').map(Number);
}
