// Workflows by name and version, and small named records. Every change is noted in the system stream with it.

import type { Workflow } from '../../diagram/workflow.ts';
import type { JsonObject } from '../../json.ts';
import type { Library, Page, ResultPage, StoredWorkflow, WorkflowRow } from '../../ports/store.ts';
import { OPEN_RUN_BELOW } from '../codes.ts';
import type { Row } from '../rows.ts';
import { stamped, workflowStamp } from '../stamped-note.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import { records } from './records.ts';
import { noteSystem } from './system-stream.ts';

const PREFIX_CHARACTERS_MIN = 7;
const ROW = `SELECT w.key, w.name, w.version, w.compiler, w.origin, w.added_at, w.added_by,
  (SELECT count(*) FROM runs WHERE workflow = w.key) AS runs,
  (SELECT count(*) FROM runs WHERE workflow = w.key AND status < ${OPEN_RUN_BELOW}) AS open_runs FROM workflows w`;
const NEWEST = 'w.place = (SELECT max(place) FROM workflows WHERE name = w.name)';
const INSERT = `INSERT INTO workflows (name, version, compiler, place, origin, added_at, added_by, workflow)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export function library(connection: Connection, names: Names): Library {
  const one = (where: string, ...values: readonly (string | number)[]): Promise<StoredWorkflow | null> =>
    connection.read(() => {
      const sql = `SELECT * FROM workflows w WHERE ${where} ORDER BY w.place DESC LIMIT 1`;
      const row = connection.statement(sql).get(...values);
      return row === undefined ? null : storedOf(row);
    });
  return {
    addWorkflow: (workflow, origin, by) =>
      connection.write(() => {
        const { key, isNew, text } = addIn(connection, workflow, origin, by);
        noteSystem(connection, names, stamped(by, workflowStamp(workflow, text)));
        return { key, isNew };
      }),
    workflowByKey: (key) => one('w.key = ?', key),
    workflow: async (name, version) => {
      if (version === undefined) return one('w.name = ?', name);
      const digits = version.replace(/^sha256:/, '');
      if (digits.length < PREFIX_CHARACTERS_MIN) return null;
      return one(`w.name = ? AND substr(w.version, 1, length(?2)) = ?2`, name, `sha256:${digits}`);
    },
    listWorkflows: (page) => connection.read(() => workflowPage(connection, page)),
    versionsOf: (name) =>
      connection.read(() =>
        connection.statement(`${ROW} WHERE w.name = ? ORDER BY w.place DESC`).all(name).map(workflowRowOf),
      ),
    removeWorkflow: (name, by) =>
      connection.write(() => {
        connection.statement('DELETE FROM workflows WHERE name = ?').run(name);
        noteSystem(connection, names, by);
      }),
    ...records(connection, names),
  };
}

function addIn(connection: Connection, workflow: Workflow, origin: string | null, by: { at: number; actor: string }) {
  const { name, version, compiler } = workflow;
  const last = connection.statement('SELECT coalesce(max(place), 0) AS last FROM workflows WHERE name = ?').get(name);
  const place = (last?.last as number) + 1;
  const known = connection
    .statement('SELECT key, workflow FROM workflows WHERE name = ? AND version = ? AND compiler = ?')
    .get(name, version, compiler);
  if (known !== undefined) {
    connection.statement('UPDATE workflows SET place = ? WHERE key = ?').run(place, known.key as number);
    return { key: known.key as number, isNew: false, text: known.workflow as string };
  }
  const text = JSON.stringify(workflow);
  const values = [name, version, compiler, place, origin, by.at, by.actor, text];
  return { key: Number(connection.statement(INSERT).run(...values).lastInsertRowid), isNew: true, text };
}

function workflowPage(connection: Connection, { limit, after = '' }: Page): ResultPage<WorkflowRow> {
  const sql = `${ROW} WHERE w.name > ? AND ${NEWEST} ORDER BY w.name LIMIT ?`;
  const found = connection
    .statement(sql)
    .all(after, limit + 1)
    .map(workflowRowOf);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.name ?? null) : null };
}

function headOf(row: Row): Omit<StoredWorkflow, 'workflow'> {
  return {
    key: row.key as number,
    name: row.name as string,
    version: row.version as string,
    compiler: row.compiler as number,
    origin: row.origin as string | null,
    addedAt: row.added_at as number,
    addedBy: row.added_by as string,
  };
}

function storedOf(row: Row): StoredWorkflow {
  return { ...headOf(row), workflow: JSON.parse(row.workflow as string) as Workflow & JsonObject };
}

function workflowRowOf(row: Row): WorkflowRow {
  return { ...headOf(row), runs: row.runs as number, openRuns: row.open_runs as number };
}
