// What a write changes as the rows that the function append_writes reads (migrations/0002-append.sql).

import { storable } from '../../json.ts';
import type { SpendingRow } from '../../ports/money.ts';
import type { EndedTask, KnownRequest, RunChange, RunWrite, Snapshot, TaskRow } from '../../ports/store.ts';
import {
  EXECUTION,
  holderOf,
  isForPeople,
  LEASE_KIND,
  RUN_STATUS,
  TASK_KIND,
  TASK_STATUS,
  TIMER_KIND,
  URGENCY,
} from '../codes.ts';
import { packedRef } from '../payload-refs.ts';
import { rowsText } from './array-literal.ts';

/** What changed beyond head, hash and time, as JSON; null for most commits. A new run's row is always whole. */
export function changeText({ run, key, row }: RunWrite): string | null {
  const change: Record<string, unknown> = {};
  if (row.live !== undefined) change.live = row.live ? 1 : 0;
  if (row.status !== undefined) change.status = RUN_STATUS.code(row.status);
  if (row.workflow !== undefined) change.workflow = row.workflow;
  if (row.starter !== undefined) change.starter = row.starter;
  if (row.startedAt !== undefined) change.started_at = row.startedAt;
  if (row.endedAt !== undefined) change.ended_at = row.endedAt;
  if (row.parent !== undefined) change.parent_run = row.parent?.run ?? null;
  if (row.parent !== undefined) change.parent_task = row.parent?.task ?? null;
  if (row.forkedFrom !== undefined) change.forked_from = row.forkedFrom;
  if (row.reported !== undefined) {
    change.reported_outcome = row.reported.outcome;
    change.reported_cost = row.reported.cost;
    change.reported_tokens = row.reported.tokens;
  }
  if (row.title !== undefined) change.title = row.title;
  if (key === null) return rowsText({ status: RUN_STATUS.code('running'), live: 1, ...whole(run, row), ...change });
  for (const _ in change) return rowsText(change);
  return null;
}

function whole(run: string, row: RunChange): Record<string, never> {
  if (row.workflow !== undefined && row.starter !== undefined && row.startedAt !== undefined) return {};
  throw new TypeError(`Expected the whole row of the new run ${run}, found one without workflow, starter or start.`);
}

export function taskRow(w: number, row: TaskRow): object {
  const { execution, urgency, leaseKind, tags } = row;
  return {
    w,
    task: row.task,
    step: row.step,
    kind: TASK_KIND.code(row.kind),
    execution: execution === null ? null : EXECUTION.code(execution),
    status: TASK_STATUS.code(row.status),
    ready: row.ready ? 1 : 0,
    for_people: isForPeople(row) ? 1 : 0,
    queue: row.queue,
    assignee: row.assignee,
    title: row.title,
    urgency: urgency === null ? null : URGENCY.code(urgency),
    tags: tags.length === 0 ? null : JSON.stringify(tags.map(storable)),
    due: row.due,
    item: row.index,
    items: row.total,
    parent: row.parent,
    attempt: row.attempt,
    fence: row.fence,
    worker: row.worker,
    holder: holderOf(row),
    lease_kind: leaseKind === null ? null : LEASE_KIND.code(leaseKind),
    opened_at: row.openedAt,
    changed_at: row.changedAt,
  };
}

/** Sections of the argument `rest`, each a list of rows; only those that some write brings. */
export class Rest {
  readonly #sections: Record<string, object[]> = {};
  #isEmpty = true;

  add(w: number, write: RunWrite): void {
    const { timers, endedTimers, payloads, references, outbox, done, snapshot, request, row, spent } = write;
    if (request !== undefined) this.#put('requests', requestRow(w, request));
    for (const { timer, kind, due, task } of timers ?? []) {
      this.#put('timers', { w, timer, kind: TIMER_KIND.code(kind), due, task });
    }
    for (const timer of endedTimers ?? []) this.#put('ended_timers', { w, timer });
    for (const [ref, text] of payloads ?? []) this.#put('payloads', { w, hash: hexOf(ref), text, used: row.changedAt });
    for (const ref of new Set(references ?? [])) this.#put('uses', { w, hash: hexOf(ref) });
    for (const { kind, content } of outbox ?? []) this.#put('outbox', { w, kind, content: JSON.stringify(content) });
    for (const id of done ?? []) this.#put('done', { w, id });
    if (snapshot !== undefined) this.#addSnapshot(w, snapshot);
    for (const each of spent ?? []) this.#put('spent', { w, ...spentRow(each) });
  }

  addKept(w: number, { task, status, verdict, by, at }: EndedTask): void {
    const row = { w, task, status: TASK_STATUS.code(status), verdict: verdict ?? null };
    this.#put('kept', { ...row, ended_by: by, at });
  }

  /** null when there is nothing of the kind. */
  text(): string | null {
    if (this.#isEmpty) return null;
    // In one order for everybody, so that no two transactions wait for each other.
    this.#sections.requests?.sort((a, b) => compared(JSON.stringify(keyOf(a)), JSON.stringify(keyOf(b))));
    return rowsText(this.#sections);
  }

  #addSnapshot(w: number, { number, format, parts, gone }: Snapshot): void {
    this.#put('snapshots', { w, part: '', number, format, text: parts.get('') ?? null });
    for (const [part, text] of parts) if (part !== '') this.#put('snapshots', { w, part, text });
    for (const part of gone) if (part !== '') this.#put('gone', { w, part });
  }

  #put(section: string, row: object): void {
    this.#isEmpty = false;
    const rows = this.#sections[section];
    if (rows === undefined) this.#sections[section] = [row];
    else rows.push(row);
  }
}

function spentRow({ in: tokens_in, out: tokens_out, cached: tokens_cached, ...spent }: SpendingRow): object {
  const { agent, provider, model, workflow } = spent;
  const names = { agent: agent, provider: provider, model: model };
  return { ...spent, ...names, workflow: workflow, tokens_in, tokens_out, tokens_cached };
}

function requestRow(w: number, { actor, operation, key, requestHash, answer, at }: KnownRequest): object {
  const names = { actor: actor, operation, key: key };
  return { w, at, ...names, request_hash: requestHash, answer: JSON.stringify(answer) };
}

function keyOf(row: object): readonly unknown[] {
  const { key, actor, operation, w } = row as Record<string, unknown>;
  return [key, actor, operation, w];
}

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const hexOf = (ref: string): string => packedRef(ref).toString('hex');
