// The program called several times in one process: nothing of one call reaches the next.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { callProgram } from '../../src/call-program.ts';
import type { ProgramStreams } from '../../src/cli/program-call.ts';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

test('exit codes, the store and the name of a call are its own', async () => {
  using files = folderOf({ 'a.mmd': 'flowchart TD\n  A(Sign)\n' });
  const place = { cwd: files.folder, home: files.path('home') };
  const named = await signoffHere(['run', 'a.mmd', '--store', 'other.db', '--as', 'user:ada'], place);
  assert.equal(named.code, 3, named.out);
  assert.match(named.out, /--resume run_\w+.* --store other\.db/);
  assert.match(named.out, /--as user:ada/);
  assert.equal((await signoffHere(['chek'], place)).code, 2);
  const plain = await signoffHere(['run', 'a.mmd'], place);
  assert.equal(plain.code, 3, plain.out);
  assert.doesNotMatch(plain.out, /--store|--as/);
  assert.deepEqual(await signoffHere(['--version'], place), { ...(await signoffHere(['--version'])), code: 0 });
});

test('a configuration that changed between two calls counts, and one project knows nothing of another', async () => {
  using files = folderOf({ 'package.json': '{}' });
  mkdirSync(files.path('inner'));
  const help = async (): Promise<string> => (await signoffHere(['--help'], { cwd: files.folder })).out;
  assert.doesNotMatch(await help(), /greet/);
  writeFileSync(files.path('signoff.config.json'), '{"systems": {"greet": "./greet.mjs"}}');
  writeFileSync(files.path('greet.mjs'), 'export default {};\n');
  assert.match(await help(), /greet/);
  assert.doesNotMatch((await signoffHere(['--help'])).out, /greet/);
});

test('folder and environment are the same before and after, and a second call meanwhile is refused', async () => {
  const [folder, env] = [process.cwd(), { ...process.env }];
  await signoffHere(['whoami'], { env: { SIGNOFF_USER: 'user:ada' } });
  assert.deepEqual([process.cwd(), { ...process.env }], [folder, env]);
  const streams = (): ProgramStreams => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    return { stdin, stdout, stderr } as unknown as ProgramStreams;
  };
  const both = await Promise.allSettled([callProgram(['--help'], streams()), callProgram(['--help'], streams())]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});
