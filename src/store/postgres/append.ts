// Writes of many runs in one call of a function in the database, one round trip and one transaction.

import type { Json } from '../../json.ts';
import type { AppendResult, KnownRequest, RunWrite, Store } from '../../ports/store.ts';
import { checkNumbers } from '../check-numbers.ts';
import { CHANNEL } from '../codes.ts';
import { numbers, rowsText, texts } from './array-literal.ts';
import type { Connections, Row } from './connections.ts';
import type { OwnProcess } from './processes.ts';
import { changeText, Rest, taskRow } from './write-row.ts';

export const APPEND = {
  name: 'append_writes',
  text: 'SELECT * FROM append_writes($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18)',
} as const;

export function append(connections: Connections, own: OwnProcess, committed: () => void): Store['append'] {
  return async (writes) => {
    if (writes.length === 0) return [];
    for (const write of writes) checkNumbers(write);
    const order = inOrder(writes);
    const rows = await connections.write(APPEND.name, APPEND.text, appendValues(order, own.key));
    committed();
    const results = appendedOf(order, rows[0]);
    if (order === writes) return results;
    const byWrite = new Map(order.map((write, i) => [write, results[i] as AppendResult]));
    return writes.map((write) => byWrite.get(write) as AppendResult);
  };
}

/** Runs are locked in the order of their keys, new ones last. */
function inOrder(writes: readonly RunWrite[]): readonly RunWrite[] {
  if (writes.length === 1) return writes;
  const place = ({ key }: RunWrite): number => key ?? Number.POSITIVE_INFINITY;
  return [...writes].sort((a, b) => {
    if (place(a) !== place(b)) return place(a) - place(b);
    return a.run < b.run ? -1 : 1;
  });
}

export function appendValues(writes: readonly RunWrite[], process: number): unknown[] {
  const commits = { w: [] as number[], rows: [] as RunWrite['commits'][number][] };
  const opened: object[] = [];
  const ended: object[] = [];
  const rest = new Rest();
  const changes = writes.map(changeText);
  for (let i = 0; i < writes.length; i++) {
    const write = writes[i] as RunWrite;
    const w = i + 1;
    for (const commit of write.commits) {
      commits.w.push(w);
      commits.rows.push(commit);
    }
    for (const row of write.tasks ?? []) opened.push(taskRow(w, row));
    for (const task of write.endedTasks ?? []) {
      if (task.kept) rest.addKept(w, task);
      else ended.push({ w, task: task.task });
    }
    rest.add(w, write);
  }
  const { w, rows } = commits;
  return [
    process,
    texts(writes.map(({ run }) => run)),
    numbers(writes.map(({ key }) => key)),
    numbers(writes.map(({ expected }) => expected)),
    numbers(writes.map(({ row }) => row.head)),
    texts(writes.map(({ row }) => row.hash)),
    numbers(writes.map(({ row }) => row.changedAt)),
    changes.every((each) => each === null) ? null : texts(changes),
    w.length === 0 ? null : numbers(w),
    numbers(rows.map(({ first }) => first)),
    numbers(rows.map(({ last }) => last)),
    numbers(rows.map(({ at }) => at)),
    texts(rows.map(({ actor }) => actor)),
    numbers(rows.map(({ channel }) => CHANNEL.code(channel))),
    texts(rows.map(({ text }) => text)),
    opened.length === 0 ? null : rowsText(opened),
    ended.length === 0 ? null : JSON.stringify(ended),
    rest.text(),
  ];
}

/** The function's only row: keys of those that passed, `-` for others; then heads found and requests known. */
export function appendedOf(writes: readonly RunWrite[], row: Row | undefined): readonly AppendResult[] {
  const keys = ((row?.appended ?? '') as string).split(',');
  const heads = (row?.heads_now as string | null)?.split(',') ?? [];
  const known = new Map(((row?.known as KnownRow[] | null) ?? []).map((each) => [each.w, each]));
  return writes.map((write, i) => {
    const key = keys[i];
    if (key !== undefined && key !== '-') return { ok: true, key: Number(key) };
    const request = known.get(i + 1);
    if (request !== undefined) return { ok: false, kind: 'known-request', known: requestOf(request, write) };
    return { ok: false, kind: 'conflict', head: Number(heads[i] ?? 0) };
  });
}

type KnownRow = { readonly w: number; readonly at: number; readonly request_hash: string; readonly answer: string };

function requestOf({ at, request_hash: requestHash, answer }: KnownRow, { request }: RunWrite): KnownRequest {
  const { actor, operation, key } = request as KnownRequest;
  return { actor, operation, key, requestHash, answer: JSON.parse(answer) as Json, at };
}
