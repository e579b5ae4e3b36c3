// Several processes on one store: each notice is delivered once, and none is lost when the one that delivers is killed.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { soaked } from '../support/soak.ts';
import { CANARY, NOTE, noticesOn, SHORT } from './notices-on-site.ts';
import { openReceiver, SECRET, until, webhook } from './receiver.ts';

const KILLS = soaked(2);
const PROGRAM = fileURLToPath(new URL('./worker-program.ts', import.meta.url));

interface Worker {
  readonly said: () => string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

async function worker(t: TestContext, site: Site): Promise<Worker> {
  const env = { ...process.env, [SECRET]: CANARY };
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, site.address], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  t.after(() => kill('SIGKILL'));
  await until(
    'a worker',
    () => said.includes('ready'),
    () => said,
  );
  return { said: () => said, kill };
}

async function startMany(site: Site, engine: Engine, count: number): Promise<string[]> {
  const workflow = await site.add('letters', SHORT);
  return Promise.all(Array.from({ length: count }, (_, what) => site.start(engine, workflow, { what })));
}

onBothStores('two processes deliver each notice once, and one goes on when the other stops', async (site, t) => {
  const receiver = await openReceiver(t);
  const notices = noticesOn(site.store);
  await notices.subscribe(webhook(receiver.url), NOTE);
  const workers = await Promise.all([worker(t, site), worker(t, site)]);
  const engine = await site.engine({ processesWork: false });
  const runs = await startMany(site, engine, 30);
  await receiver.until('all', (came) => came.length >= runs.length);
  await workers[0]?.kill('SIGTERM');
  runs.push(...(await startMany(site, engine, 30)));
  await receiver.until('all of both', (came) => came.length >= runs.length);
  await workers[1]?.kill('SIGTERM');
  assert.deepEqual(receiver.came.map(({ notice }) => notice.run).sort(), runs.sort());
  for (const each of workers) assert.equal(each.said(), 'ready\n');
  assert.deepEqual(await site.store.shared('notices/leader'), []);
});

onBothStores('kill -9 of the process that delivers loses no notice', async (site, t) => {
  // It answers late now and then, so that a kill finds deliveries under way.
  const receiver = await openReceiver(t, (_came, count, response) => {
    setTimeout(() => response.end('ok'), count % 3 === 0 ? 40 : 0);
  });
  const notices = noticesOn(site.store);
  await notices.subscribe(webhook(receiver.url), NOTE);
  const engine = await site.engine({ processesWork: false });
  const runs: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const before = receiver.came.length;
    const doomed = await worker(t, site);
    const started = startMany(site, engine, 25);
    await receiver.until('some', (came) => came.length >= before + 5);
    await doomed.kill('SIGKILL');
    runs.push(...(await started));
  }
  const last = await worker(t, site);
  const distinct = () => new Set(receiver.ids());
  await until(
    'every notice',
    () => distinct().size >= runs.length,
    () => distinct().size,
  );
  await until('nothing waits', async () => (await site.store.shared('notices/waits/')).length === 0);
  await last.kill('SIGTERM');
  assert.deepEqual([...new Set(receiver.came.map(({ notice }) => notice.run))].sort(), runs.sort());
  assert.equal((await notices.deliveries()).filter(({ status }) => status === 'delivered').length, runs.length);
});
