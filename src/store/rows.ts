// Rows of the tables as the port's types, the same in every store. Columns are read by name; words come from codes.

import { StoreFault } from '../errors.ts';
import type { ProcessRow } from '../ports/processes.ts';
import type { FeedCommit, ListedTask, ListedTimer, RunRow, StoredCommit } from '../ports/store.ts';
import type { StoredText } from '../ports/store-care.ts';
import { CHANNEL, EXECUTION, LEASE_KIND, RUN_STATUS, TASK_KIND, TASK_STATUS, TIMER_KIND, URGENCY } from './codes.ts';
import { unpackedRef } from './payload-refs.ts';

export type Row = Readonly<Record<string, unknown>>;

/** How a store writes runs' ids and actors. */
export interface Spelling {
  id(value: unknown): string;
  actor(value: unknown): string;
}

export const RUN_SELECT = `SELECT r.*, w.name AS workflow_name, w.version,
  (SELECT c.channel FROM commits c WHERE c.run = r.key AND c.first = 1) AS channel
  FROM runs r LEFT JOIN workflows w ON w.key = r.workflow`;
export const TASK_SELECT = `SELECT t.*, r.id AS run_id, r.status AS run_status, r.workflow, w.name AS workflow_name
  FROM tasks t JOIN runs r ON r.key = t.run LEFT JOIN workflows w ON w.key = r.workflow`;

export function runOf(row: Row, as: Spelling): RunRow {
  return readable(
    () => runIn(row, as),
    () => `the row of ${as.id(row.id)}`,
  );
}

function runIn(row: Row, as: Spelling): RunRow {
  const { parent_run: parent, reported_outcome: outcome } = row;
  return {
    key: row.key as number,
    run: as.id(row.id),
    workflow: row.workflow as number,
    workflowName: (row.workflow_name ?? '') as string,
    version: (row.version ?? '') as string,
    status: RUN_STATUS.word(row.status),
    head: row.head as number,
    hash: hex(row.hash),
    live: row.live === 1,
    starter: as.actor(row.starter),
    channel: CHANNEL.orNull(row.channel),
    startedAt: row.started_at as number,
    changedAt: row.changed_at as number,
    endedAt: row.ended_at as number | null,
    parent: parent === null ? null : { run: as.id(parent), task: row.parent_task as number },
    forkedFrom: row.forked_from === null ? null : as.id(row.forked_from),
    reported: outcome === null ? null : reportedOf(row),
    title: row.title as string | null,
  };
}

function reportedOf(row: Row): RunRow['reported'] {
  const [cost, tokens] = [row.reported_cost as number, row.reported_tokens as number];
  return { outcome: row.reported_outcome as string, cost, tokens };
}

export function taskOf(row: Row, as: Spelling): ListedTask {
  return readable(
    () => taskIn(row, as),
    () => `the row of task ${row.task} of ${as.id(row.run_id)}`,
  );
}

function taskIn(row: Row, as: Spelling): ListedTask {
  const { tags, ended_by: by } = row;
  return {
    task: row.task as number,
    step: row.step as string,
    kind: TASK_KIND.word(row.kind),
    execution: EXECUTION.orNull(row.execution),
    status: TASK_STATUS.word(row.status),
    ready: row.ready === 1,
    queue: row.queue as string,
    assignee: row.assignee as string | null,
    title: row.title as string | null,
    urgency: URGENCY.orNull(row.urgency),
    tags: tags === null ? [] : (JSON.parse(tags as string) as string[]),
    due: row.due as number | null,
    index: row.item as number | null,
    total: row.items as number | null,
    parent: row.parent as number | null,
    attempt: row.attempt as number,
    fence: row.fence as number,
    worker: row.worker as string | null,
    holder: (row.holder as number | null) ?? 0,
    leaseKind: LEASE_KIND.orNull(row.lease_kind),
    openedAt: row.opened_at as number,
    changedAt: row.changed_at as number,
    run: as.id(row.run_id),
    runKey: row.run as number,
    runStatus: RUN_STATUS.word(row.run_status),
    workflowKey: row.workflow as number,
    workflowName: (row.workflow_name ?? '') as string,
    endedAt: row.ended_at as number | null,
    verdict: row.verdict as string | null,
    by: by === null ? null : as.actor(by),
  };
}

export function timerOf(row: Row, as: Spelling): ListedTimer {
  const word = () => TIMER_KIND.word(row.kind);
  return {
    timer: row.timer as number,
    kind: readable(word, () => `the row of timer ${row.timer} of ${as.id(row.run_id)}`),
    due: row.due as number,
    task: row.task as number | null,
    run: as.id(row.run_id),
    runKey: row.run as number,
  };
}

export function commitOf(row: Row, as: Spelling): StoredCommit {
  return readable(
    () => commitIn(row, as),
    () => `the commit of events ${row.first} to ${row.last}`,
  );
}

function commitIn(row: Row, as: Spelling): StoredCommit {
  const hash = row.text_hash;
  return {
    first: row.first as number,
    last: row.last as number,
    at: row.at as number,
    actor: as.actor(row.actor),
    channel: CHANNEL.word(row.channel),
    text: row.text as string | null,
    textHash: hash === null ? null : unpackedRef(hash as Uint8Array),
  };
}

export function addedOf(row: Row): NonNullable<StoredText['added']> {
  const [by, at] = [row.added_by as string, row.added_at as number];
  return { by, at, origin: row.origin as string | null, place: row.place as number };
}

export function feedCommitOf(row: Row, as: Spelling): FeedCommit {
  return { ...commitOf(row, as), run: as.id(row.run_id), runKey: row.run as number };
}

/** No store writes what cannot be read: it was altered behind its back. */
function readable<T>(read: () => T, what: () => string): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof TypeError || thrown instanceof SyntaxError)) throw thrown;
    const found = `found that it is not: ${thrown.message.replace(/\.$/, '')}`;
    const hint = 'Run signoff store verify, then restore a backup. Nothing was changed.';
    const message = `Expected ${what()} to be readable, ${found}. ${hint}`;
    throw new StoreFault('store-broken', message, { cause: thrown, isLasting: true });
  }
}

export function hex(bytes: unknown): string {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

export function processOf(row: Row): ProcessRow {
  return {
    key: row.key as number,
    role: row.role as string,
    host: row.host as string,
    pid: row.pid as number,
    bornAt: row.born_at as string,
    beat: row.beat as number,
    reads: row.reads as number,
    hosts: JSON.parse(row.hosts as string) as string[],
    startedAt: row.started_at as number,
  };
}
