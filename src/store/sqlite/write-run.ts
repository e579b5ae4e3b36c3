// The run's row in an append: started, or moved on when its head is the expected one.

import type { RunChange, RunWrite } from '../../ports/store.ts';
import { RUN_STATUS } from '../codes.ts';
import type { Connection, Statement } from './connection.ts';
import type { Names } from './names.ts';
import { type PackedId, packedId } from './run-ids.ts';

export interface RunWriter {
  /** The new run's key; null when there is such a run. */
  readonly start: (write: RunWrite) => number | null;
  /** The key; null when the run's head has changed. */
  readonly advance: (write: RunWrite, key: number) => number | null;
  readonly headOf: (run: string) => number;
}

const INSERT = `INSERT INTO runs (key, id, workflow, status, live, head, hash, starter, started_at, changed_at,
  ended_at, parent_run, parent_task, forked_from, reported_outcome, reported_cost, reported_tokens, title)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;

export function runWriter(connection: Connection, names: Names): RunWriter {
  const insert = connection.statement(INSERT);
  const advance = connection.statement('UPDATE runs SET head = ?, hash = ?, changed_at = ? WHERE key = ? AND head = ?');
  const head = connection.statement('SELECT head FROM runs WHERE id = ?');
  const isThere = connection.statement('SELECT 1 FROM runs WHERE id = ?');

  return {
    start({ run, row }) {
      const id = packedId(run);
      if (isThere.get(id) !== undefined) return null;
      const { workflow, starter, startedAt, parent, reported } = complete(run, row);
      const key = names.nextRun();
      insert.run(
        key,
        id,
        workflow,
        RUN_STATUS.code(row.status ?? 'running'),
        row.live === false ? 0 : 1,
        row.head,
        Buffer.from(row.hash, 'hex'),
        names.keyOf(starter),
        startedAt,
        row.changedAt,
        row.endedAt ?? null,
        packedOrNull(parent?.run),
        parent?.task ?? null,
        packedOrNull(row.forkedFrom),
        reported?.outcome ?? null,
        reported?.cost ?? null,
        reported?.tokens ?? null,
        row.title ?? null,
      );
      return key;
    },
    advance({ row, expected }, key) {
      const rest = changesOf(row, names);
      const hash = Buffer.from(row.hash, 'hex');
      const statement = rest === null ? advance : wider(connection, rest.columns);
      const values = rest === null ? [] : rest.values;
      const { changes } = statement.run(row.head, hash, row.changedAt, ...values, key, expected);
      return changes === 1 ? key : null;
    },
    headOf: (run) => (head.get(packedId(run))?.head as number | undefined) ?? 0,
  };
}

type Complete = RunChange & Required<Pick<RunChange, 'workflow' | 'starter' | 'startedAt'>>;

function complete(run: string, row: RunChange): Complete {
  const { workflow, starter, startedAt } = row;
  if (workflow === undefined || starter === undefined || startedAt === undefined) {
    throw new TypeError(`Expected the whole row of the new run ${run}, found one without workflow, starter or start.`);
  }
  return { ...row, workflow, starter, startedAt };
}

type Column = PackedId | number | null;

function packedOrNull(id: string | null | undefined): PackedId | null {
  return id === undefined || id === null ? null : packedId(id);
}

/** What changed beyond head, hash and time; null for most commits, which then use the narrow statement. */
function changesOf(row: RunChange, names: Names): { readonly columns: readonly string[]; values: Column[] } | null {
  const columns: string[] = [];
  const values: Column[] = [];
  const put = (column: string, value: Column): void => {
    columns.push(column);
    values.push(value);
  };
  if (row.live !== undefined) put('live', row.live ? 1 : 0);
  if (row.status !== undefined) put('status', RUN_STATUS.code(row.status));
  if (row.workflow !== undefined) put('workflow', row.workflow);
  if (row.starter !== undefined) put('starter', names.keyOf(row.starter));
  if (row.startedAt !== undefined) put('started_at', row.startedAt);
  if (row.endedAt !== undefined) put('ended_at', row.endedAt);
  if (row.parent !== undefined) {
    put('parent_run', packedOrNull(row.parent?.run));
    put('parent_task', row.parent?.task ?? null);
  }
  if (row.forkedFrom !== undefined) put('forked_from', packedOrNull(row.forkedFrom));
  if (row.reported !== undefined) {
    put('reported_outcome', row.reported.outcome);
    put('reported_cost', row.reported.cost);
    put('reported_tokens', row.reported.tokens);
  }
  if (row.title !== undefined) put('title', row.title);
  return columns.length === 0 ? null : { columns, values };
}

/** One statement per set of columns; there are few sets, and none holds a value. */
function wider(connection: Connection, columns: readonly string[]): Statement {
  const sets = columns.map((column) => `, ${column} = ?`).join('');
  return connection.statement(`UPDATE runs SET head = ?, hash = ?, changed_at = ?${sets} WHERE key = ? AND head = ?`);
}
