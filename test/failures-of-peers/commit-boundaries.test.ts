// A process killed right after each of its commits, in turn: what it began is finished, and nothing is done twice.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onBothStores } from '../guarantees/on-both-stores.ts';

const QUICK = '"retry": { "attempts": 3, "wait": "10ms" }';
const CHILD = `flowchart TD
    A[Work] --> B([END])
%% @workflow: { "name": "child" }
%% @A: { "action": "work", ${QUICK} }`;
const PARENT = `flowchart TD
    S[Begin] --> A[One] & B[Two]
    A --> J[Join both]
    B --> J
    J --> C[[Run: child]]
    C --> E[Sum up]
%% @workflow: { "name": "parent" }
${['S', 'A', 'B', 'E'].map((step) => `%% @${step}: { "action": "work", ${QUICK} }`).join('\n')}`;
const PROGRAM = fileURLToPath(new URL('dying-program.ts', import.meta.url));
const COMMITS_MAX = 20;

onBothStores('kill -9 at every commit boundary', async (site, t) => {
  await site.add('child', CHILD);
  await site.add('parent', PARENT);
  const folder = mkdtempSync(join(tmpdir(), 'signoff-dying-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let boundaries = 0;
  for (let commit = 1; commit <= COMMITS_MAX; commit++) {
    const run = `run_dies_at_${commit}`;
    const log = join(folder, `${run}.log`);
    const program = spawn(process.execPath, [PROGRAM, site.address, run, log, String(commit)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(program, 'exit');
    assert.ok(signal === 'SIGKILL' || code === 0, `${run}: ${code} ${signal}`);
    if (signal === 'SIGKILL') boundaries++;
    const done: string[] = [];
    const work = async ({ step, idempotencyKey }: { step: string; idempotencyKey: string }) => {
      done.push(idempotencyKey);
      return { output: step };
    };
    const engine = await site.engine({ code: { actions: { work } } });
    const result = await engine.result(run, AbortSignal.timeout(60_000));
    assert.deepEqual(result, { status: 'completed', output: 'E' }, run);
    await checkOnce(run, [...(existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []), ...done]);
    await site.end(engine);
    if (signal === null) break;
  }
  t.diagnostic(`${boundaries} boundaries`);
  assert.ok(boundaries >= 6 && boundaries < COMMITS_MAX, `${boundaries} boundaries`);

  async function checkOnce(run: string, executions: readonly string[]): Promise<void> {
    const looker = await site.engine({ processesWork: false });
    const { items } = await site.store.listRuns({ parent: run }, { limit: 5 });
    assert.equal(items.length, 1, `${run}: one child`);
    let completed = 0;
    for (const id of [run, items[0]?.run ?? '']) {
      assert.equal((await site.row(id)).status, 'completed');
      const tasks = (await site.events(looker, id, 'TaskCompleted')).map(({ data }) => data.task);
      assert.equal(new Set(tasks).size, tasks.length, `${id}: none completed twice`);
      completed += tasks.filter((task) => executions.includes(`${id}#${task}`)).length;
    }
    assert.equal((await site.events(looker, run, 'JoinFired')).length, 1, run);
    assert.equal(completed, 5, `${run}: each action was done`);
    // What was under way and not reported is done again, under the same key; nothing that was reported is.
    assert.ok(executions.length <= 5 + 2, `${run}: ${executions.join(' ')}`);
    await site.end(looker);
  }
});
