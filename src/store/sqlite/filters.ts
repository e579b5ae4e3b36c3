// Filters of lists as conditions in SQL. Values are always bound; the texts are made of a small, fixed set.

import type { RunFilter, TaskFilter } from '../../ports/store.ts';
import { OPEN_RUN_BELOW, RUN_STATUS, TASK_KIND, TASK_STATUS, URGENCY } from '../codes.ts';
import { packedId } from './run-ids.ts';

export type Value = string | number | null | Uint8Array;

export interface Clauses {
  /** '' when there is no condition. */
  readonly where: string;
  readonly values: readonly Value[];
}

class Conditions {
  readonly #wheres: string[] = [];
  readonly #values: Value[] = [];

  add(where: string, ...values: readonly Value[]): void {
    this.#wheres.push(where);
    this.#values.push(...values);
  }

  /** A JSON list is one parameter, so the statement's text does not depend on how many there are. */
  among(column: string, codes: readonly number[]): void {
    this.add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(codes));
  }

  clauses(): Clauses {
    return { where: this.#wheres.join(' AND '), values: this.#values };
  }
}

/** Several lists whose union is asked for: each then follows one index in the order of keys, and nothing is sorted.
 *  `workflows` are the keys of those the filter names, null when it names none. */
export function runSources(filter: RunFilter, workflows: readonly number[] | null): readonly Clauses[] {
  if (workflows !== null) {
    const rest = statusClauses(filter, '+r.status');
    return workflows.map((key) => ({ where: `r.workflow = ?${rest.where}`, values: [key, ...rest.values] }));
  }
  const codes = filter.status?.map((word) => RUN_STATUS.code(word)) ?? null;
  if (codes === null || codes.some((code) => code >= OPEN_RUN_BELOW)) {
    const { where, values } = statusClauses(filter, '+r.status');
    return [{ where: `1${where}`, values }];
  }
  const where = `r.status = ? AND r.status < ${OPEN_RUN_BELOW}`;
  return [...new Set(codes)].map((code) => ({ where, values: [code] }));
}

/** A JSON list is one parameter, so the statement's text does not depend on how many there are. The plus keeps SQLite
 *  from following an index that would have it sort. */
function statusClauses({ status }: RunFilter, column: string): Clauses {
  if (status === undefined) return { where: '', values: [] };
  const codes = JSON.stringify(status.map((word) => RUN_STATUS.code(word)));
  return { where: ` AND ${column} IN (SELECT value FROM json_each(?))`, values: [codes] };
}

export function runClauses(filter: RunFilter, actorKey: (actor: string) => number | null): Clauses {
  const all = new Conditions();
  const { starter, parent, isRoot, startedFrom, startedBefore } = filter;
  if (starter !== undefined) all.add('r.starter = ?', actorKey(starter) ?? -1);
  if (parent !== undefined) all.add('r.parent_run = ?', packedId(parent));
  if (isRoot === true) all.add('r.parent_run IS NULL');
  if (isRoot === false) all.add('r.parent_run IS NOT NULL');
  if (startedFrom !== undefined) all.add('r.started_at >= ?', startedFrom);
  if (startedBefore !== undefined) all.add('r.started_at < ?', startedBefore);
  return all.clauses();
}

const LISTED_KINDS = `t.kind IN (${TASK_KIND.code('work')}, ${TASK_KIND.code('review')})`;

const FAMILY = `WITH RECURSIVE family(key, id) AS (SELECT key, id FROM runs WHERE id = ?
  UNION SELECT c.key, c.id FROM runs c JOIN family f ON c.parent_run = f.id) SELECT key FROM family`;

/** The conditions that partial indexes name stand in the text as the schema writes them. */
export function taskClauses(filter: TaskFilter, forPeople: boolean | undefined): Clauses {
  const all = new Conditions();
  const { run, family, workflow, step, status, assignee, urgency, tag, dueBefore, ended = 'no' } = filter;
  all.add(LISTED_KINDS);
  if (forPeople === true) all.add('t.for_people = 1');
  if (forPeople === false) all.add('t.for_people = 0');
  if (ended === 'no')
    all.add(forPeople === false ? 't.ended_at IS NULL AND t.holder IS NOT NULL' : 't.ended_at IS NULL');
  if (ended === 'yes') all.add('t.ended_at IS NOT NULL');
  if (run !== undefined) all.add('r.id = ?', packedId(run));
  if (family !== undefined) all.add(`t.run IN (${FAMILY})`, packedId(family));
  if (workflow !== undefined) all.add('w.name = ?', workflow);
  if (step !== undefined) all.add('t.step = ?', step);
  if (status !== undefined)
    all.among(
      't.status',
      status.map((word) => TASK_STATUS.code(word)),
    );
  if (assignee === null) all.add('t.assignee IS NULL');
  else if (assignee !== undefined) all.add('t.assignee = ?', assignee);
  if (urgency !== undefined)
    all.among(
      't.urgency',
      urgency.map((word) => URGENCY.code(word as 'normal')),
    );
  if (tag !== undefined) all.add('EXISTS (SELECT 1 FROM json_each(t.tags) WHERE value = ?)', tag);
  if (dueBefore !== undefined) all.add('t.due < ?', dueBefore);
  return all.clauses();
}
