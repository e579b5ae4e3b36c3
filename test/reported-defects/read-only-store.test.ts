// A store that may only be read is read: copied, moved, asked what a migration would do, looked at to trust it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compile } from '../../src/diagram/compile.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { postgresOwner } from '../support/postgres-program.ts';

const PROGRAM = join(import.meta.dirname, '../../src/main.ts');
const BY = { actor: 'user:ada', channel: 'cli' } as const;
const FLOW = 'flowchart TD\n  A(Sign)\n%% @workflow: { "name": "sign" }';

interface LockedStore {
  readonly run: string;
  readonly own: string;
  readonly project: string;
  call(...args: readonly string[]): { readonly code: number | null; readonly text: string };
}

async function locked(t: TestContext): Promise<LockedStore | null> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-locked-')));
  const [project, own] = [join(folder, 'project'), join(folder, 'own')];
  const home = join(project, '.signoff');
  for (const each of [project, own]) mkdirSync(each);
  t.after(() => {
    chmodSync(home, 0o755);
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(home, 'signoff.db');
  const store = await openSqliteStore({ path });
  const { workflow } = await compile({ fileName: 'sign.mmd', text: FLOW, hash: sha256 });
  if (workflow === null) return assert.fail('It does not compile.');
  const { key } = await store.addWorkflow(workflow, null, { at: 1, ...BY, text: '[["WorkflowAdded",{}]]' });
  const engine = await openEngine({ store, role: 'test' });
  const started = await engine.start({ key, workflow } as never, {}, { by: BY });
  await engine.close(0);
  await store.close();
  chmodSync(folder, 0o755);
  chmodSync(path, 0o444);
  chmodSync(home, 0o555);
  const owner = postgresOwner();
  if ('uid' in owner) chownSync(own, owner.uid, owner.gid);
  if (spawnSync('test', ['-r', PROGRAM], owner).status !== 0) {
    t.skip('the checkout is not readable for others');
    return null;
  }
  const env = { ...process.env, HOME: own, XDG_CONFIG_HOME: join(own, '.config'), NO_COLOR: '1' };
  const options = { ...owner, cwd: own, env, encoding: 'utf8' } as const;
  return {
    ...{ run: started.ok ? started.run : assert.fail(), own, project },
    call(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], options);
      return { code: status, text: stdout + stderr };
    },
  };
}

async function proves(path: string, run: string): Promise<void> {
  const copy = await openSqliteStore({ path, create: false });
  try {
    assert.equal((await verifyStore(copy)).ok, true);
    assert.ok(await copy.run(run));
  } finally {
    await copy.close();
  }
}

test('verify-4: a store that may only be read is copied and moved, and asked what a migration would do', async (t) => {
  const place = await locked(t);
  if (place === null) return;
  const { call, own, run, project } = place;
  const store = ['--store', join(project, '.signoff/signoff.db')];
  const copied = call('store', 'backup', join(own, 'copy.db'), ...store);
  assert.equal(copied.code, 0, copied.text);
  await proves(join(own, 'copy.db'), run);
  const moved = call('store', 'migrate-to', join(own, 'moved.db'), ...store);
  assert.equal(moved.code, 0, moved.text);
  await proves(join(own, 'moved.db'), run);
  const planned = call('runs', 'migrate', run, '--reason', 'Newer.', ...store);
  assert.equal(planned.code, 0, planned.text);
  const forced = call('runs', 'migrate', run, '--reason', 'Newer.', '--yes', ...store);
  assert.equal(forced.code, 4, forced.text);
  const erased = call('store', 'erase', run, '--reason', 'Asked.', ...store);
  assert.match(erased.text, /run-not-ended/);
});

test('verify-4: a folder whose store may only be read can be trusted', async (t) => {
  const place = await locked(t);
  if (place === null) return;
  const { code, text } = place.call('trust', place.project, '--yes');
  assert.equal(code, 0, text);
});
