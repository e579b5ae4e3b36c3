// A process without the rights of root: its step writes into a folder that is locked, and then is not any more.

import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../src/diagram/compile.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { sha256 } from '../../src/runtime/sha256.ts';
import { openPlace } from '../e2e/open-place.ts';

const BY = { actor: 'user:ada', channel: 'cli' } as const;
const FLOW = 'flowchart TD\n  A[Write]\n%% @A: {"action":"write"}';

const [folder = ''] = process.argv.slice(2);
const locked = join(folder, 'locked');
mkdirSync(locked);
chmodSync(locked, 0o555);
const store = await openPlace(join(folder, 'store.db'));
const write = () => ({ output: 'done', files: [{ path: 'locked/a.md', text: 'Signed.' }] });
const engine = await openEngine({
  store,
  role: 'test',
  processesWork: true,
  code: { actions: { write } },
  workspaces: [folder],
});
const { workflow } = await compile({ fileName: 'flow.mmd', text: FLOW, hash: sha256 });
if (workflow === null) throw new Error('It does not compile.');
const { key } = await store.addWorkflow(workflow, null, { at: 0, ...BY, text: '[["WorkflowAdded",{}]]' });
const started = await engine.start({ key, workflow } as never, {}, { by: BY });
if (!started.ok) throw new Error(started.rejection.message);
const held = await engine.result(started.run, AbortSignal.timeout(20_000));
const [hold] = (await engine.view(started.run))?.state.holds.values() ?? [];
chmodSync(locked, 0o755);
const retry = { type: 'ResolveHold', hold: hold?.id ?? 0, move: 'retry', reason: 'Unlocked.' } as const;
await engine.send(started.run, retry, BY);
await engine.wait(started.run, ({ status }) => status === 'completed', AbortSignal.timeout(20_000));
const done = (await store.run(started.run))?.status;
const text = readFileSync(join(locked, 'a.md'), 'utf8');
process.stdout.write(JSON.stringify({ held: held?.status, message: hold?.message, done, text }));
await engine.close(0);
await store.close();
