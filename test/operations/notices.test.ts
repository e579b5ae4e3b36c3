// Operations on notices: what may be added, and that deliveries are listed by pages, tested and replayed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTE, noticesOn } from '../notices/notices-on-site.ts';
import { openReceiver, SECRET, until } from '../notices/receiver.ts';
import { openOffice } from '../support/operations.ts';

const HOOK = { id: 'chat', url: 'https://chat.example/hook', secret: SECRET };

test('a subscription is a webhook with the name of its secret, or mail', async () => {
  const office = await openOffice();
  const { done, refused } = office;
  try {
    const added = await done('notices.add', { ...HOOK, workflow: 'letters', events: ['run-held', 'run-held'] });
    assert.deepEqual(
      [added.kind, added.events, added.workflow, added.active],
      ['webhook', ['run-held'], 'letters', true],
    );
    await refused('subscription-exists', 'notices.add', HOOK);
    assert.equal((await done('notices.add', { ...HOOK, replace: true, inactive: true })).active, false);
    const mail = await done('notices.add', { id: 'ada', to: ['ada@example.org'] });
    assert.deepEqual([mail.kind, mail.events.length, mail.url], ['mail', 5, null]);
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ url: HOOK.url }, /Expected --secret/],
      [{ secret: SECRET }, /either --url for a webhook or --to/],
      [{ ...HOOK, to: ['a@example.org'] }, /found both or neither/],
      [{ ...HOOK, url: 'http://chat.example/' }, /Expected https in --url/],
      [{ ...HOOK, url: 'ftp://chat.example/' }, /Expected --url as https/],
      [{ ...HOOK, url: 'https://user:word@chat.example/' }, /without a user and password/],
      [{ ...HOOK, secret: 'hunter2-canary' }, /Expected the NAME of an environment variable/],
      [{ to: ['a@example.org\nBcc: b@example.org'] }, /Expected NAME@HOST/],
      [{ to: ['Ada <a@example.org>'] }, /Expected NAME@HOST/],
    ];
    for (const [given, why] of wrong) {
      const said = await refused('invalid-request', 'notices.add', { ...given, id: 'other' });
      assert.match(said, why);
      assert.ok(!said.includes('hunter2'), 'what may be the secret is not repeated');
    }
    await refused('not-allowed', 'notices.add', { ...HOOK, id: 'more' }, { role: 'operator' });
    const names = async () => (await done('notices.list')).subscriptions.map(({ id }: { id: string }) => id);
    assert.deepEqual(await names(), ['ada', 'chat']);
    assert.match(await refused('unknown-subscription', 'notices.remove', { id: 'nobody' }), /there are ada, chat/);
    await done('notices.remove', { id: 'chat' });
    assert.deepEqual(await names(), ['ada']);
  } finally {
    await office.close();
  }
});

test('a test is delivered and shown; deliveries come by pages and are replayed', async (t) => {
  const office = await openOffice();
  const { done, refused } = office;
  const receiver = await openReceiver(t);
  const notices = noticesOn(office.store);
  try {
    await done('notices.add', { id: 'chat', url: receiver.url, secret: SECRET, allowPrivate: true });
    const unsent = await done('notices.test', { id: 'chat', wait: '150ms' });
    assert.deepEqual([unsent.status, unsent.attempts], ['pending', 0]);
    await refused('delivery-pending', 'notices.replay', { delivery: unsent.id });
    notices.start();
    const sent = await done('notices.test', { id: 'chat' });
    assert.deepEqual([sent.status, sent.lastStatus, sent.notice.kind], ['delivered', 200, 'test']);
    await done('notices.test', { id: 'chat' });
    await until('three', async () => (await done('notices.deliveries', { status: ['delivered'] })).total === 3);
    const first = await done('notices.deliveries', { limit: 2 });
    const rest = await done('notices.deliveries', { limit: 2, after: first.next });
    assert.deepEqual([first.deliveries.length, rest.deliveries.length, rest.next, rest.total], [2, 1, null, 3]);
    assert.equal(rest.deliveries[0].id, unsent.id);
    assert.equal((await done('notices.deliveries', { subscription: 'else' })).total, 0);
    await done('notices.replay', { delivery: sent.id });
    await receiver.until('it again', (came) => came.filter(({ notice }) => notice.id === sent.notice.id).length === 2);
    await refused('unknown-delivery', 'notices.replay', { delivery: 'run_0/1/run-held/chat' });
    await until('its end', async () => (await notices.delivery(sent.id))?.status === 'delivered');
    await notices.unsubscribe('chat', NOTE);
    await refused('unknown-subscription', 'notices.replay', { delivery: sent.id });
  } finally {
    await notices.stop();
    await office.close();
  }
});
