// What was broken under torture, tried again: text that a store cannot keep, writes it refuses, seals, first starts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CodeCall } from '../../src/ports/action.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { migrate, migrations, schemaOf } from '../../src/store/sqlite/migrate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { ADA, approve, BEN, onBothStores, refusal } from '../guarantees/on-both-stores.ts';
import { refuseTitles } from './refused-titles.ts';

const HOSTILE = 'cut \ud83d, nul \0, shown \ufffd';
const KEPT = 'cut \ufffd, nul \ufffd, shown \ufffd';
const COST = { type: 'AddCost', cost: 1, tokens: 1, by: 'agent:w1' } as const;

const TITLED = `flowchart TD
  A[Write] --> B(Look)
%% @A: {"action":"write"}
%% @B: {"title":"Look at {{output.x}}","assignee":"user:{{steps.A.output.x}}","tags":["{{steps.A.output.x}}"]}`;

onBothStores(
  'torture-D2: half an emoji in title, assignee and tags is stored once, and shown as not showable',
  async (site) => {
    let done = 0;
    const write = async () => {
      done++;
      return { output: { x: HOSTILE } };
    };
    const engine = await site.engine({ code: { actions: { write } } });
    const run = await site.start(engine, await site.add('titled', TITLED));
    await site.until(run, 'the task of B', async () => (await site.openTasks(run)).length > 0);
    const { items } = await site.store.listTasks({ run, tag: HOSTILE }, { limit: 9 });
    const [task] = items;
    assert.deepEqual([task?.title, task?.assignee, task?.tags, done], [`Look at ${KEPT}`, `user:${KEPT}`, [KEPT], 1]);
    const answered = await engine.send(run, approve(task?.task ?? 0), { actor: `user:${HOSTILE}`, channel: 'cli' });
    assert.ok(answered.ok, JSON.stringify(answered));
    assert.equal((await site.ended(run)).status, 'completed');
  },
);

const ITEMS = `flowchart TD
  S[[Each: item]] --> W[Work] --> J[Join] --> E([END])
%% @S: {"itemsPath":"run.input.items","itemVariable":"item","concurrency":100}
%% @W: {"action":"work"}`;
const REFUSED = `flowchart TD
  A[Write] --> B(Look)
%% @A: {"action":"bad","retry":{"attempts":3,"wait":0.01}}
%% @B: {"title":"{{output.x}}"}`;

onBothStores(
  'torture-D2: a report the store refuses fails its attempts; 12 runs x 40 tasks beside it are each done once',
  async (site) => {
    const done = new Map<string, number>();
    let bad = 0;
    const work = async ({ idempotencyKey }: CodeCall) => {
      done.set(idempotencyKey, (done.get(idempotencyKey) ?? 0) + 1);
      await sleep(1);
      return { output: null };
    };
    const refused = async () => {
      bad++;
      return { output: { x: 'refuse me' } };
    };
    const engine = await site.engine({ code: { actions: { work, bad: refused } } });
    const allowTitles = await refuseTitles(site.address);
    const [healthy, guilty] = [await site.add('items', ITEMS), await site.add('refused', REFUSED)];
    const input = { items: Array.from({ length: 40 }, (_, i) => i) };
    const [held, ...runs] = await Promise.all([
      site.start(engine, guilty),
      ...Array.from({ length: 12 }, () => site.start(engine, healthy, input)),
    ]);
    for (const run of runs) assert.equal((await site.ended(run)).status, 'completed');
    await site.until(held, 'a hold', ({ status }) => status === 'on_hold');
    assert.equal(done.size, 480);
    assert.deepEqual(
      [...done.values()].filter((times) => times !== 1),
      [],
    );
    assert.equal(bad, 3);
    const failed = await site.events(engine, held, 'AttemptFailed');
    assert.deepEqual(
      failed.map(({ data }) => [data.attempt, data.failure.code]),
      [1, 2, 3].map((n) => [n, 'not-storable']),
    );
    await allowTitles();
  },
);

const ASKED = `flowchart TD
  A(Ask) --> B(Look)
%% @A: {"output":{"type":"object"}}
%% @B: {"title":"{{output.x}}"}`;

onBothStores('torture-D2: an answer the store refuses is a rejection, and another answer is taken', async (site) => {
  const engine = await site.engine();
  const allowTitles = await refuseTitles(site.address);
  const run = await site.start(engine, await site.add('asked', ASKED));
  const [task] = await site.openTasks(run);
  const answer = (x: string) => ({ type: 'CompleteTask', task: task?.task ?? 0, output: { x } }) as const;
  const before = await site.row(run);
  const refused = await engine.send(run, answer('refuse me'), ADA);
  assert.equal(refusal(refused), 'not-storable');
  assert.match(refused.ok ? '' : refused.rejection.message, /this title is not wanted.*Nothing was changed/);
  assert.deepEqual(await site.row(run), before);
  // The same with others in the same commit, of this run and of another.
  const other = await site.start(engine, await site.add('asked', ASKED));
  const sent = await Promise.all([
    engine.send(run, COST, ADA),
    engine.send(run, answer('refuse me'), ADA),
    engine.send(run, COST, BEN),
    engine.send(other, COST, ADA),
  ]);
  assert.deepEqual(
    sent.map(({ ok }) => ok),
    [true, false, true, true],
  );
  assert.ok((await engine.send(run, answer('fine'), ADA)).ok);
  assert.equal((await engine.view(run))?.state.cost, 2);
  await allowTitles();
});

onBothStores('torture-D2: what the store refuses does not stop a run that two processes write', async (site) => {
  const [one, two] = [await site.engine(), await site.engine()];
  const allowTitles = await refuseTitles(site.address);
  const run = await site.start(one, await site.add('asked', ASKED));
  const [task] = await site.openTasks(run);
  const bad = { type: 'CompleteTask', task: task?.task ?? 0, output: { x: 'refuse me' } } as const;
  // So that the run is known to have several writers: on PostgreSQL its commands then go through its mailbox.
  for (let n = 0; n < 10; n++) await Promise.all([one.send(run, COST, ADA), two.send(run, COST, BEN)]);
  const sent = await Promise.all([
    one.send(run, COST, ADA),
    two.send(run, bad, BEN),
    one.send(run, COST, ADA),
    two.send(run, COST, BEN),
    one.send(run, bad, ADA),
  ]);
  assert.deepEqual(
    sent.map(({ ok }) => ok),
    [true, false, true, true, false],
  );
  assert.ok((await two.send(run, { ...bad, output: { x: 'fine' } }, BEN)).ok);
  assert.equal((await one.view(run))?.state.cost, 23);
  await allowTitles();
});

onBothStores(
  'torture-D3: while a worker commits without pause, a seal is made once a minute and ends',
  async (site) => {
    const engine = await site.engine();
    const run = await site.start(engine, await site.add('asked', ASKED));
    let isOver = false;
    const committing = (async () => {
      while (!isOver) assert.ok((await engine.send(run, COST, ADA)).ok);
    })();
    const start = 1_000_000;
    const before = (await site.store.seals(0, 1000)).length;
    // The engine has sealed at the time of this machine: for a clock of long ago that is the future.
    for (let now = start; now < start + 180_000; now += 15_000) {
      const isDue = (now - start) % 60_000 === 0;
      // On a busy server the newest commits are settled a moment later, and only those are sealed.
      for (const end = performance.now() + 20_000; performance.now() < end; await sleep(5))
        if ((await site.store.seal(now, 60_000)) !== null || !isDue) break;
    }
    isOver = true;
    await committing;
    const made = (await site.store.seals(0, 1000)).slice(before);
    assert.deepEqual(
      made.map(({ at }) => Math.floor((at - start) / 1000)),
      [0, 60, 120],
    );
  },
);

test('code-1: the schema is read at one moment, though another process makes the store meanwhile', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-race-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'race.db');
  const [reader, maker] = [new DatabaseSync(path), new DatabaseSync(path)];
  for (const each of [reader, maker]) each.exec('PRAGMA journal_mode = WAL');
  const prepare = reader.prepare.bind(reader);
  reader.prepare = (sql) => {
    // Between the second read and the third the other one is done.
    if (sql.includes('sqlite_schema')) migrate(maker, path);
    return prepare(sql);
  };
  assert.equal(schemaOf(reader, path), 0);
  assert.equal(schemaOf(reader, path), migrations().at(-1)?.number);
  reader.close();
  maker.close();
});

const PATTERN = `flowchart TD
  A[Write]
%% @A: {"action":"write","output":{"type":"string","pattern":"^(a+)+$"},"retry":{"attempts":2,"wait":0.01}}`;

onBothStores(
  'torture-D5: a bad pattern and a bad value fail a task; no worker hangs, and others go on',
  async (site) => {
    const code = {
      actions: { write: async () => ({ output: `${'a'.repeat(50_000)}!` }), work: async () => ({ output: 1 }) },
    };
    const workers = await Promise.all([1, 2, 3].map(() => site.engine({ code })));
    const [engine] = workers;
    assert.ok(engine);
    const run = await site.start(engine, await site.add('pattern', PATTERN));
    await site.until(run, 'a hold', ({ status }) => status === 'on_hold');
    const failed = await site.events(engine, run, 'AttemptFailed', 'LeaseLost');
    assert.deepEqual(
      failed.map(({ type }) => type),
      ['AttemptFailed', 'AttemptFailed'],
    );
    const healthy = await site.start(engine, await site.add('items', ITEMS), { items: [1, 2, 3] });
    assert.equal((await site.ended(healthy)).status, 'completed');
  },
);

onBothStores('torture-D5: a stored schema that cannot be used holds the task before it is worked on', async (site) => {
  let done = 0;
  const engine = await site.engine({ code: { actions: { write: async () => ({ output: String(++done) }) } } });
  const { workflow } = await site.add('stored', PATTERN.replace('"pattern":"^(a+)+$",', ''));
  // As a version stored it that took any pattern.
  const steps = workflow.steps.map((step) =>
    step.task === null ? step : { ...step, task: { ...step.task, output: { pattern: '(?=a)b' } } },
  );
  const note = { at: 1, ...ADA, text: '[["WorkflowAdded",{}]]' };
  const { key } = await site.store.addWorkflow({ ...workflow, steps, version: `sha256:${'0'.repeat(64)}` }, null, note);
  const run = await site.start(engine, (await site.store.workflowByKey(key)) ?? assert.fail());
  await site.until(run, 'a hold', ({ status }) => status === 'on_hold');
  const [held] = await site.events(engine, run, 'TaskHeld');
  assert.equal(held?.data.code, 'schema-unusable');
  assert.match(held?.data.message ?? '', /\(\?=a\)b.*lookaheads/);
  assert.equal(done, 0);
});

/** Everything here is readable and nothing writable, for the user the program is run as. */
function lockedFolder(t: TestContext): { readonly folder: string; readonly store: string; lock(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-locked-'));
  t.after(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  const lock = (): void => {
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    chmodSync(folder, 0o555);
  };
  return { folder, store: join(folder, 'store.db'), lock };
}

/** The program as somebody without rights here: root may write everything. */
function asNobody(folder: string, ...args: readonly string[]) {
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const env = { ...process.env, HOME: folder, NODE_COMPILE_CACHE: undefined, DATABASE_URL: undefined };
  return spawnSync(process.execPath, [main, ...args], { cwd: folder, env, encoding: 'utf8', ...nobody });
}

test('torture-D11: a store that may only be read is listed, shown and verified', async (t) => {
  const { folder, store: path, lock } = lockedFolder(t);
  const store = await openSqliteStore({ path });
  const engine = await openEngine({ store, role: 'test' });
  const added = await addDiagram(store, 'asked.mmd', ASKED, ADA);
  assert.ok(typeof added !== 'string');
  const started = await engine.start(added, {}, { by: ADA });
  assert.ok(started.ok);
  await store.close();
  lock();
  const before = readdirSync(folder);
  for (const args of [
    ['runs', 'list'],
    ['tasks', 'show', `${started.run}#1`],
    ['store', 'verify'],
    ['store', 'stats'],
  ]) {
    const { status, stdout, stderr } = asNobody(folder, ...args, '--store', path);
    assert.deepEqual([status, stderr], [0, ''], args.join(' '));
    assert.match(stdout, /asked|Proved|1 running/, args.join(' '));
  }
  const refused = asNobody(folder, 'runs', 'cancel', started.run, '--reason', 'x', '--store', path);
  assert.equal(refused.status, 4, refused.stderr);
  assert.deepEqual(readdirSync(folder), before);
});

test('torture-D11: a store whose log has to be written back first says so', async (t) => {
  const { folder, store: path, lock } = lockedFolder(t);
  const store = await openSqliteStore({ path });
  await store.putRecord('kind', 'name', {}, { at: 1, ...ADA, text: '[["Noted",{}]]' });
  // As a process leaves it that is killed: the log is there, and what belongs to memory is not.
  const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  await store.close();
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(path, file);
  writeFileSync(`${path}-wal`, log);
  lock();
  const { status, stderr } = asNobody(folder, 'runs', 'list', '--store', path);
  assert.equal(status, 4);
  assert.match(stderr, /store-unusable.*store\.db-wal.*Copy both files/);
});
