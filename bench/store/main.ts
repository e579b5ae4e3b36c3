// The SQLite store's speed and size: small writes a second alone and in batches, bytes and memory of paused runs.

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunWrite, Store, TaskRow } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { sampleTask, sampleWorkflow } from '../../test/contract/samples.ts';

const isLooking = process.argv[2] === '--paused';
const folder = isLooking ? '' : mkdtempSync(join(tmpdir(), 'signoff-bench-'));
const [digest, note] = [hash('sha256', 'x'), { at: 1, actor: 'ada', channel: 'cli', text: '[["Added",{}]]' } as const];
const TEXT =
  '[[22,12,{"ok":true}],[23,3,"review",{"ok":true},"completed"],[20,13,3,"write",1,"automated",3],[21,13,1,"w",1]]';
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const person = { execution: 'manual', queue: '', holder: 0, leaseKind: null, status: 'pending' } as const;
const PAUSED = Number(process.argv[2] ?? 100_000);

if (isLooking) await look(process.argv[3] ?? '');
else await measure();

async function measure(): Promise<void> {
  try {
    console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
    await speed(1, 3_000);
    await speed(50, 60_000);
    await paused(PAUSED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One write: a commit, the run's row, a task that comes and the one before that goes. */
async function speed(batch: number, total: number): Promise<void> {
  const path = join(folder, `speed-${batch}.db`);
  const store = await opened(path);
  const heads = new Map<number, number>();
  const starts = Array.from({ length: batch }, (_, i) => startOf(idOf(i)));
  for (const answer of await store.append(starts)) if (answer.ok) heads.set(answer.key, 2);
  const rounds = Math.ceil(total / batch);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let third = 0; third < 3; third++) {
    const start = performance.now();
    for (let i = 0; i < rounds / 3; i++) await round(store, heads);
    times.push((rounds / 3 / (performance.now() - start)) * 1_000 * batch);
  }
  report(`writes/s in batches of ${batch}`, times.map((each) => Math.round(each).toLocaleString('en')).join(', '));
  const { user, system } = process.cpuUsage(cpu);
  report("  CPU of it, µs a write: own and the system's", `${per(user, total)} and ${per(system, total)}`);
  await store.close();
}

function per(value: number, count: number): string {
  return (value / count).toFixed(1);
}

async function round(store: Store, heads: Map<number, number>): Promise<void> {
  const writes: RunWrite[] = [];
  for (const [key, head] of heads) {
    const ended = { task: head, status: 'completed', by: 'agent', at: 5, kept: false } as const;
    const commits = [
      { first: head + 1, last: head + 4, at: 1_790_000_000_000, actor: 'a', channel: 'worker', text: TEXT },
    ] as const;
    const row = { head: head + 4, hash: digest, changedAt: 1_790_000_000_000 };
    writes.push({ run: 'r', key, expected: head, commits, row, tasks: [held(head + 4)], endedTasks: [ended] });
    heads.set(key, head + 4);
  }
  const answers = await store.append(writes);
  if (!answers.every((answer) => answer.ok)) throw new Error('expected every write to be taken');
}

/** W3's runs: 4 commits, 13 events, one person's task that stays. */
async function paused(count: number): Promise<void> {
  const path = join(folder, 'paused.db');
  const store = await opened(path);
  const at = 1_790_000_000_000;
  const start = performance.now();
  for (let from = 0; from < count; from += 50) {
    const ids = Array.from({ length: Math.min(50, count - from) }, (_, i) => idOf(from + i));
    let keys: (number | null)[] = ids.map(() => null);
    for (const step of [0, 1, 2, 3]) {
      const head = 3 * step;
      const answers = await store.append(
        ids.map((run, i) => ({
          ...startOf(run),
          key: keys[i] ?? null,
          expected: head,
          commits: [{ first: head + 1, last: head + 3, at, actor: 'agent', channel: 'worker', text: TEXT }],
          row: step === 0 ? { ...startOf(run).row, head: 3 } : { head: head + 3, hash: digest, changedAt: at },
          tasks: step === 3 ? [{ ...held(4), ...person }] : [],
        })),
      );
      keys = answers.map((answer) => (answer.ok ? answer.key : null));
    }
  }
  report(
    `${count.toLocaleString('en')} paused runs, 4 commits each, runs/s`,
    Math.round(count / ((performance.now() - start) / 1_000)),
  );
  await store.close();
  const text = 4 * TEXT.length;
  report(
    'bytes a run, log emptied',
    `${Math.round(statSync(path).size / count)} (of which ${text} are its events' text)`,
  );
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--paused', path], { stdio: 'inherit' });
}

/** In a process of its own, whose memory holds nothing from before. */
async function look(path: string): Promise<void> {
  const store = await openSqliteStore({ path });
  await timed('inbox: first page of 50', () => store.listTasks({ forPeople: true }, { limit: 50 }));
  await timed('inbox of one assignee', () => store.listTasks({ forPeople: true, assignee: 'ada' }, { limit: 50 }));
  await timed('what may be claimed (nothing)', () => store.claimable(['action:write'], {}, 50));
  await timed('runs on hold (none)', () => store.listRuns({ status: ['on_hold'] }, { limit: 50 }));
  await timed('runs of a workflow', () => store.listRuns({ workflow: 'bench' }, { limit: 50 }));
  await timed('workflows with their counts', () => store.listWorkflows({ limit: 50 }));
  await timed('figures of the store', () => store.stats());
  report('RSS with them open, MB', Math.round(process.memoryUsage.rss() / 1e6));
  await timed('seal of all', () => store.seal(1));
  await store.close();
}

function held(task: number): TaskRow {
  const lease = { status: 'in_progress', ready: false, holder: 1, leaseKind: 'hosted', worker: 'w', fence: 1 } as const;
  return {
    ...sampleTask(task, { ...lease, queue: 'action:write', step: 'write', openedAt: 1_790_000_000_000 + task }),
  };
}

function startOf(run: string): RunWrite {
  const at = 1_790_000_000_000;
  return {
    ...{ run, key: null, expected: 0, tasks: [held(2)] },
    commits: [{ first: 1, last: 2, at, actor: 'ada', channel: 'cli', text: '[[1],[2]]' }],
    row: {
      head: 2,
      hash: digest,
      changedAt: at,
      status: 'running',
      live: true,
      workflow: 1,
      starter: 'ada',
      startedAt: at,
    },
  };
}

/** As runtime/new-id.ts makes them: they rise with time. */
function idOf(n: number): string {
  let clock = '';
  for (let rest = 1_790_000_000_000 + n; clock.length < 10; rest = Math.floor(rest / 32))
    clock = ALPHABET[rest % 32] + clock;
  const digits = [...hash('sha256', String(n)).slice(0, 16)];
  return `run_${clock}${digits.map((digit) => ALPHABET[Number.parseInt(digit, 16)]).join('')}`;
}

async function opened(path: string): Promise<Store> {
  const store = await openSqliteStore({ path });
  await store.addWorkflow(sampleWorkflow('bench'), null, note);
  return store;
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  report(`${name}, ms`, (performance.now() - start).toFixed(1));
}

function report(name: string, figure: string | number): void {
  console.log(`${name.padEnd(52)} ${figure}`);
}
