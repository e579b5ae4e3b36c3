// Notices through the real program: added, tried, delivered by `signoff work`, listed; the secret is nowhere.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openReceiver } from '../notices/receiver.ts';
import { DRAFT_AND_APPROVE } from '../support/operations.ts';
import { folderOf, signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const CANARY = 'canary-77e0d1-4c19b3';

test('signoff work delivers what happens to a webhook, and its secret stays in the environment', async (t) => {
  using made = folderOf({ 'letters.mmd': DRAFT_AND_APPROVE });
  const receiver = await openReceiver(t);
  const options = { cwd: made.folder, home: made.folder };
  const say = (...args: string[]) => signoffHere(args, options);
  const none = await say('notices', 'list');
  assert.match(none.out, /No subscriptions\. Add a webhook or mail with:/);
  assert.match((await say('notices', 'deliveries')).out, /No deliveries/);
  const hook = ['--url', receiver.url, '--secret', 'HOOK_SECRET', '--allow-private', '--events', 'run-finished'];
  assert.match((await say('notices', 'add', 'chat', ...hook)).out, /Added "chat": http.* receives run-finished\./);
  assert.match((await say('notices', 'add', 'chat', ...hook)).err, /^subscription-exists: /);
  assert.match((await say('notices', 'test', 'chat', '--wait', '100ms')).out, /is signoff work running\?/);
  let stop = (): void => {};
  const ready = Promise.withResolvers<void>();
  const env = { HOOK_SECRET: CANARY, SIGNOFF_PROVIDER: 'offline' };
  const working = signoff(['work'], {
    ...{ ...options, env },
    onOutput(out, kill) {
      stop = () => kill('SIGTERM');
      if (out.includes('Working on')) ready.resolve();
    },
  });
  await ready.promise;
  assert.match((await say('notices', 'test', 'chat')).out, /^Delivered to "chat": 200\./);
  await say('workflows', 'add', 'letters.mmd');
  const { run } = JSON.parse((await say('runs', 'start', 'letters', '--json')).out) as { run: string };
  await say('runs', 'cancel', run);
  await receiver.until('the end of the run', (came) => came.some(({ notice }) => notice.run === run));
  stop();
  const { code, out, err } = await working;
  assert.deepEqual([code, err], [0, '']);
  const listed = await say('notices', 'deliveries', '--status', 'delivered');
  assert.match(listed.out, new RegExp(`${run}/\\d+/run-finished/chat +delivered +1 `));
  assert.match((await say('notices', 'list')).out, /chat +webhook +http:.* +run-finished/);
  assert.match((await say('notices', 'remove', 'chat')).out, /Removed "chat"/);
  assert.ok(!`${out}${listed.out}`.includes(CANARY));
  const files = globSync('**/*', { cwd: made.folder, withFileTypes: true }).filter((file) => file.isFile());
  assert.ok(files.length >= 2);
  for (const { parentPath, name } of files)
    assert.ok(!readFileSync(`${parentPath}/${name}`).includes(CANARY), `${name} must not hold the secret`);
});
