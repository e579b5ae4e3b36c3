// `signoff research` in one process, and `signoff runs cancel` in another, while the model writes.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { startModelServer } from '../support/model-server.ts';
import { root, signoff } from '../support/run-signoff.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { PRICE, researchReply, workerOf } from '../systems/research-model.ts';

const ENDED_MS = 8000;

test('research3-D9: research that is cancelled from elsewhere ends, with its execution and its call', {
  timeout: 60_000,
}, async (t) => {
  const server = await startModelServer((request) =>
    workerOf(request) === 'article_writer' ? { broken: 'never' } : researchReply(request),
  );
  t.after(() => server.close());
  const [cwd, home] = [newFolder(t), join(newFolder(t), 'home')];
  cpSync(join(root, 'examples/research/trends/corpus'), join(cwd, 'docs'), { recursive: true });
  const prices = { [new URL(server.url).host]: { asOf: '2026-01-01', models: { '*': PRICE } } };
  writeFileSync(join(cwd, 'signoff.config.json'), JSON.stringify({ prices }));
  const env = { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'tested', SIGNOFF_API_KEY: 'key' };
  const call = (...args: readonly string[]) => signoff(args, { cwd, home, env });
  const going = call('research', 'AI trends', '--corpus', 'docs', '--min-sources', '3');
  while (!server.requests.some((request) => workerOf(request) === 'article_writer'))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const from = performance.now();
  const listed = async () => (JSON.parse((await call('runs', 'list', '--json')).out) as SearchRow).runs;
  const { run } = (await listed()).find(({ workflow }) => workflow === 'research') ?? assert.fail('no run');
  const cancelled = await call('runs', 'cancel', run, '--reason', 'Enough.');
  assert.equal(cancelled.code, 0, cancelled.err);
  assert.deepEqual(Object.fromEntries((await listed()).map(({ workflow, status }) => [workflow, status])), {
    research: 'cancelled',
    'research-strategy': 'completed',
    'research-execution': 'cancelled',
  });
  const { code, out } = await going;
  const ms = performance.now() - from;
  assert.ok(ms < ENDED_MS, `it ended ${Math.round(ms)} ms after the cancel`);
  assert.equal(code, 1);
  assert.equal(server.leftEarly(), 1);
  assert.match(out, /✗ Cancelled\n\n In all\n {3}cost +\$0\.002, 1 of unknown cost\n/);
  assert.doesNotMatch(out, /✓ Article/);
  const shown = JSON.parse((await call('runs', 'show', run, '--json')).out) as JsonObject;
  assert.equal(shown.cost, 0.002);
});

interface SearchRow {
  readonly runs: readonly { readonly run: string; readonly workflow: string; readonly status: string }[];
}
