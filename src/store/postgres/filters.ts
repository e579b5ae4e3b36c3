// Filters of lists as conditions in SQL. Values are always bound; the texts are made of a small, fixed set.

import { storable } from '../../json.ts';
import type { RunFilter, TaskFilter } from '../../ports/store.ts';
import { OPEN_RUN_BELOW, RUN_STATUS, TASK_KIND, TASK_STATUS, URGENCY } from '../codes.ts';
import { numbers } from './array-literal.ts';

/** Conditions joined by AND; each `?` becomes the number of its value. */
export class Conditions {
  readonly #wheres: string[] = [];
  readonly values: unknown[] = [];

  add(where: string, ...values: readonly unknown[]): void {
    this.#wheres.push(this.bound(where, ...values));
  }

  /** `text` with its values bound, for what is not a condition. */
  bound(text: string, ...values: readonly unknown[]): string {
    let at = 0;
    return text.replaceAll('?', () => `$${this.values.push(values[at++])}`);
  }

  among(column: string, codes: readonly number[]): void {
    this.add(`${column} = ANY (?::smallint[])`, numbers(codes));
  }

  where(): string {
    return this.#wheres.length === 0 ? 'true' : this.#wheres.join(' AND ');
  }
}

export function addRunFilter(all: Conditions, filter: RunFilter): void {
  const { status, workflow, version, starter, parent, isRoot, startedFrom, startedBefore } = filter;
  if (status !== undefined) {
    const codes = status.map((word) => RUN_STATUS.code(word));
    all.among('r.status', codes);
    // As the partial index says it.
    if (codes.every((code) => code < OPEN_RUN_BELOW)) all.add(`r.status < ${OPEN_RUN_BELOW}`);
  }
  if (workflow !== undefined) all.add('r.workflow IN (SELECT key FROM workflows WHERE name = ?)', workflow);
  if (version !== undefined) all.add('r.workflow IN (SELECT key FROM workflows WHERE version = ?)', version);
  if (starter !== undefined) all.add('r.starter = ?', starter);
  if (parent !== undefined) all.add('r.parent_run = ?', parent);
  if (isRoot === true) all.add('r.parent_run IS NULL');
  if (isRoot === false) all.add('r.parent_run IS NOT NULL');
  if (startedFrom !== undefined) all.add('r.started_at >= ?', startedFrom);
  if (startedBefore !== undefined) all.add('r.started_at < ?', startedBefore);
}

const LISTED_KINDS = `t.kind IN (${TASK_KIND.code('work')}, ${TASK_KIND.code('review')})`;

const FAMILY = `WITH RECURSIVE family(key, id) AS (SELECT key, id FROM runs WHERE id = ?
  UNION SELECT c.key, c.id FROM runs c JOIN family f ON c.parent_run = f.id) SELECT key FROM family`;

export function addTaskFilter(all: Conditions, filter: TaskFilter): void {
  const { run, family, workflow, step, status, assignee, forPeople, urgency, tag, dueBefore, ended = 'no' } = filter;
  all.add(LISTED_KINDS);
  if (forPeople !== undefined) all.add(`t.for_people = ${forPeople ? 1 : 0}`);
  if (ended === 'no') all.add('t.ended_at IS NULL');
  if (ended === 'yes') all.add('t.ended_at IS NOT NULL');
  if (run !== undefined) all.add('r.id = ?', run);
  if (family !== undefined) all.add(`t.run IN (${FAMILY})`, family);
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
  if (tag !== undefined) all.add('t.tags::jsonb @> ?::jsonb', JSON.stringify([storable(tag)]));
  if (dueBefore !== undefined) all.add('t.due < ?', dueBefore);
}
