// Workflows by name and version, and small named records. Every change is noted in the system stream with it.

import type { Workflow } from '../../diagram/workflow.ts';
import type { JsonObject } from '../../json.ts';
import type { Library, StoredWorkflow, SystemNote, WorkflowRow } from '../../ports/store.ts';
import { OPEN_RUN_BELOW } from '../codes.ts';
import { workflowStamp } from '../stamped-note.ts';
import type { Connections, Row, Send } from './connections.ts';
import { records } from './records.ts';
import { noted } from './system-stream.ts';

const PREFIX_CHARACTERS_MIN = 7;
const ROW = `SELECT w.key, w.name, w.version, w.compiler, w.origin, w.added_at, w.added_by,
  (SELECT count(*) FROM runs WHERE workflow = w.key) AS runs,
  (SELECT count(*) FROM runs WHERE workflow = w.key AND status < ${OPEN_RUN_BELOW}) AS open_runs FROM workflows w`;
const NEWEST = 'w.place = (SELECT max(place) FROM workflows WHERE name = w.name)';
const LAST = 'SELECT coalesce(max(place), 0) AS last FROM workflows WHERE name = $1';
const RENEW = `UPDATE workflows SET place = $1 WHERE name = $2 AND version = $3 AND compiler = $4
  RETURNING key, workflow`;
const INSERT = `INSERT INTO workflows (name, version, compiler, place, origin, added_at, added_by, workflow)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING key`;

export function library(connections: Connections, committed: () => void): Library {
  const one = async (name: string, where: string, values: readonly unknown[]): Promise<StoredWorkflow | null> => {
    const sql = `SELECT * FROM workflows w WHERE ${where} ORDER BY w.place DESC LIMIT 1`;
    const [row] = await connections.read(name, sql, values);
    return row === undefined ? null : storedOf(row);
  };
  return {
    addWorkflow: async (workflow, origin, by) => {
      const stamp = ({ text }: { text: string }) => workflowStamp(workflow, text);
      const { key, isNew } = await noted(connections, by, (send) => addIn(send, workflow, origin, by), stamp);
      committed();
      return { key, isNew };
    },
    workflowByKey: (key) => one('workflow_by_key', 'w.key = $1', [key]),
    workflow: async (name, version) => {
      if (version === undefined) return one('workflow_newest', 'w.name = $1', [name]);
      const digits = version.replace(/^sha256:/, '');
      if (digits.length < PREFIX_CHARACTERS_MIN) return null;
      const values = [name, `sha256:${digits}`];
      return one('workflow_version', 'w.name = $1 AND starts_with(w.version, $2)', values);
    },
    listWorkflows: async ({ limit, after = '' }) => {
      const name = 'w.name COLLATE "C"';
      const sql = `${ROW} WHERE ${name} > $1 AND ${NEWEST} ORDER BY ${name} LIMIT $2`;
      const found = (await connections.read('list_workflows', sql, [after, limit + 1])).map(workflowRowOf);
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.name ?? null) : null };
    },
    versionsOf: async (name) => {
      const sql = `${ROW} WHERE w.name = $1 ORDER BY w.place DESC`;
      return (await connections.read('versions_of', sql, [name])).map(workflowRowOf);
    },
    removeWorkflow: async (name, by) => {
      const sql = 'DELETE FROM workflows WHERE name = $1';
      await noted(connections, by, (send) => send('remove_workflow', sql, [name]));
      committed();
    },
    ...records(connections, committed),
  };
}

async function addIn(send: Send, workflow: Workflow, origin: string | null, { at, actor }: SystemNote) {
  const { name, version, compiler } = workflow;
  const place = ((await send('workflow_last', LAST, [name]))[0]?.last as number) + 1;
  const [known] = await send('workflow_renew', RENEW, [place, name, version, compiler]);
  if (known !== undefined) return { key: known.key as number, isNew: false, text: known.workflow as string };
  const text = JSON.stringify(workflow);
  const values = [name, version, compiler, place, origin, at, actor, text];
  const [added] = await send('workflow_add', INSERT, values);
  return { key: added?.key as number, isNew: true, text };
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
