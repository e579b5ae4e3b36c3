// Webhooks on both stores: what is sent, how it is signed, where it may go, and what is never written down.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Delivery, Notices } from '../../src/ports/notices.ts';
import type { Store } from '../../src/ports/store.ts';
import { isPublicAddress } from '../../src/public-address.ts';
import { approve } from '../guarantees/on-both-stores.ts';
import { CANARY, GATE, NOTE, noticesOn, noticesTest, SHORT, TIMES } from './notices-on-site.ts';
import { openReceiver, SECRET, until, webhook } from './receiver.ts';

noticesTest('a webhook gets a task assigned, due, escalated, a run held and finished', async (site, t, start) => {
  const receiver = await openReceiver(t);
  const notices = start();
  await notices.subscribe(webhook(receiver.url), NOTE);
  const post = (): never => {
    throw new Error('There are no stamps.');
  };
  const code = { actions: { post } };
  const engine = await site.engine({ code });
  const run = await site.start(engine, await site.add('letters', GATE));
  await receiver.until('an escalation', (came) => came.length >= 3);
  assert.ok((await engine.send(run, approve(1), { actor: 'user:cleo', channel: 'cli' })).ok);
  await receiver.until('a hold', (came) => came.length >= 4);
  assert.ok(
    (await engine.send(run, { type: 'CancelRun', reason: 'Enough.' }, { actor: 'user:cleo', channel: 'cli' })).ok,
  );
  await receiver.until('the end', (came) => came.length >= 5);
  const title = 'letters: Approve the letter';
  const received = receiver.came.map(({ notice }) => ({ ...notice, id: notice.id.replace(/\/\d+\//, '/N/') }));
  const base = { run, workflow: 'letters' };
  const task = { ...base, task: `${run}#1`, step: 'A', title };
  const due = received[0]?.due;
  const times = received.map(({ at }) => ({ at }));
  assert.deepEqual(received, [
    { id: `${run}/N/task-assigned`, kind: 'task-assigned', ...times[0], ...task, due, assignee: 'user:bob' },
    { id: `${run}/N/task-due`, kind: 'task-due', ...times[1], ...task, assignee: 'user:bob' },
    { id: `${run}/N/task-escalated`, kind: 'task-escalated', ...times[2], ...task, assignee: 'user:cleo' },
    { id: `${run}/N/run-held`, kind: 'run-held', ...times[3], ...base, ...hold(received[3]) },
    { id: `${run}/N/run-finished`, kind: 'run-finished', ...times[4], ...base, outcome: 'cancelled' },
  ]);
  assert.equal(typeof due, 'number');
  for (const { method, path, headers, body } of receiver.came) {
    const { 'signoff-id': id, 'signoff-timestamp': timestamp, 'signoff-signature': signature } = headers;
    assert.deepEqual([method, path, headers['content-type']], ['POST', '/hook?from=signoff', 'application/json']);
    assert.equal(id, (JSON.parse(body) as { id: string }).id);
    assert.equal(signature, `v1=${createHmac('sha256', CANARY).update(`${id}.${timestamp}.${body}`).digest('hex')}`);
    assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
  }
  await until('five deliveries over', async () => isOver(await notices.deliveries(), 5));
  assert.deepEqual(await leaks(site.store), []);
  assert.ok(!JSON.stringify(receiver.came).includes(CANARY));
});

function hold(found: object | undefined) {
  const { step, code, message } = found as { step: string; code: string; message: string };
  assert.deepEqual([step, typeof code, typeof message], ['B', 'string', 'string']);
  return { step, code, message };
}

const isOver = (all: readonly Delivery[], count: number): boolean =>
  all.length === count && all.every(({ status }) => status === 'delivered');

/** Where the secret stands in the store. */
async function leaks(store: Store): Promise<string[]> {
  const found: string[] = [];
  for await (const { table, row } of store.exportRows()) if (JSON.stringify(row).includes(CANARY)) found.push(table);
  for (const fact of await store.shared('')) if (JSON.stringify(fact).includes(CANARY)) found.push(fact.name);
  return found;
}

noticesTest(
  'a subscription hears only its workflow and its events, of runs since it was added',
  async (site, t, start) => {
    const receiver = await openReceiver(t);
    const engine = await site.engine();
    const [shortFlow, other] = [await site.add('letters', SHORT), await site.add('other', SHORT)];
    const before = await site.start(engine, shortFlow, { what: 'before' });
    const notices = start();
    const narrow = { events: ['task-assigned'], workflow: 'letters' } as const;
    await notices.subscribe(webhook(receiver.url, narrow), NOTE);
    await notices.subscribe(webhook(receiver.url, { id: 'off', isActive: false }), NOTE);
    await site.start(engine, other, { what: 'elsewhere' });
    const run = await site.start(engine, shortFlow, { what: 'this' });
    const reassigned = { type: 'ReassignTask', task: 1, assignee: 'user:dora', reason: 'Away.' } as const;
    assert.ok((await engine.send(run, reassigned, { actor: 'user:bob', channel: 'cli' })).ok);
    assert.ok((await engine.send(before, approve(1), { actor: 'user:bob', channel: 'cli' })).ok);
    assert.ok((await engine.send(run, approve(1), { actor: 'user:dora', channel: 'cli' })).ok);
    await receiver.until('two', (came) => came.length >= 2);
    const last = await site.start(engine, shortFlow, { what: 'the last' });
    await receiver.until('three', (came) => came.length >= 3);
    assert.deepEqual(
      receiver.came.map(({ notice }) => [notice.run, notice.title, notice.assignee]),
      [
        [run, 'letters: Look at this', 'user:bob'],
        [run, 'letters: Look at this', 'user:dora'],
        [last, 'letters: Look at the last', 'user:bob'],
      ],
    );
  },
);

describe('webhooks', () => {
  noticesTest(
    'a receiver that fails is tried again, then failed, and replayed with the same id',
    async (site, t, start) => {
      const words = `no ${'x'.repeat(5000)}`;
      const receiver = await openReceiver(t, (_came, count, response) => {
        response.writeHead(count <= 3 ? 503 : 204).end(count <= 3 ? words : undefined);
      });
      const notices = start();
      await notices.subscribe(webhook(receiver.url), NOTE);
      await site.start(await site.engine(), await site.add('letters', SHORT), { what: 'it' });
      await until('a failure', async () => (await notices.deliveries())[0]?.status === 'failed');
      const [failed] = await notices.deliveries();
      assert.ok(failed);
      assert.deepEqual([failed.attempts, failed.lastStatus, failed.nextAt, failed.log.length], [3, 503, null, 3]);
      assert.match(failed.lastError ?? '', /Expected an answer from 200 to 299, found 503/);
      assert.equal(failed.log[0]?.answer, words.slice(0, 1024));
      assert.equal(await notices.replay('no/1/such'), null);
      assert.equal((await notices.replay(failed.id))?.status, 'pending');
      await until('a delivery', async () => (await notices.delivery(failed.id))?.status === 'delivered');
      const over = await notices.delivery(failed.id);
      assert.deepEqual([over?.attempts, over?.lastStatus, over?.log.length], [1, 204, 4]);
      assert.equal(new Set(receiver.ids()).size, 1);
      assert.equal((await notices.deliveries()).length, 1);
    },
  );

  noticesTest('redirects are not followed, and an answer that never ends is cut off', async (_site, t, start) => {
    const other = await openReceiver(t);
    const moved = await openReceiver(t, (_came, _count, response) => {
      response.writeHead(307, { location: other.url }).end();
    });
    const slow = await openReceiver(t, () => {});
    const endless = await openReceiver(t, (_came, _count, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(5000)), 5);
      response.once('close', () => clearInterval(more));
    });
    // Each is tried once: that it is tried again is shown above.
    const notices = start({ times: { ...TIMES, timeoutMs: 2000, backoffMs: [] } });
    for (const [id, { url }] of Object.entries({ moved, slow, endless }))
      await notices.subscribe(webhook(url, { id }), NOTE);
    const [a, b, c] = await Promise.all(['moved', 'slow', 'endless'].map((id) => notices.test(id)));
    const over = async (): Promise<Delivery[]> =>
      (await notices.deliveries()).filter(({ status }) => status !== 'pending');
    await until('three over', async () => (await over()).length === 3, over);
    const found = await Promise.all([a, b, c].map((one) => notices.delivery(one?.id ?? '')));
    assert.deepEqual(
      found.map((one) => [one?.status, one?.lastStatus]),
      [
        ['failed', 307],
        ['failed', null],
        ['delivered', 200],
      ],
    );
    assert.match(found[0]?.lastError ?? '', /redirects are not followed/);
    assert.match(found[1]?.lastError ?? '', /in time/);
    assert.equal(other.came.length, 0);
  });

  noticesTest('private addresses are refused after the name was looked up, once', async (_site, t, start) => {
    const receiver = await openReceiver(t);
    const asked: string[] = [];
    // No name server knows the host: a second lookup would find nothing.
    const lookup = (host: string) => {
      asked.push(host);
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    };
    const notices = start({ lookup });
    const at = (host: string) => `http://${host}:${receiver.port}/`;
    const hosts = { inside: 'inside.example', literal: '127.0.0.1', six: '[::1]', mapped: '[::ffff:127.0.0.1]' };
    for (const [id, host] of Object.entries(hosts))
      await notices.subscribe(webhook(at(host), { id, allowPrivate: false }), NOTE);
    for (const id of Object.keys(hosts)) {
      const { id: delivery } = await notices.test(id);
      await until(`${id} over`, async () => (await notices.delivery(delivery))?.status === 'failed');
      const found = await notices.delivery(delivery);
      assert.equal(found?.attempts, 1);
      assert.match(found?.lastError ?? '', /Expected a public address, found .* Nothing was sent\. .*--allow-private/);
    }
    assert.deepEqual(asked, ['inside.example']);
    assert.equal(receiver.came.length, 0);
    await notices.subscribe(webhook(at('inside.example'), { id: 'inside' }), NOTE);
    await notices.test('inside');
    await receiver.until('one that is meant', (came) => came.length === 1);
    assert.equal(receiver.came[0]?.headers.host, `inside.example:${receiver.port}`);
    assert.deepEqual(asked, ['inside.example', 'inside.example']);
  });

  noticesTest('without its secret nothing is sent, and it says which one to set', async (_site, t, start) => {
    const receiver = await openReceiver(t);
    const notices = start({ env: {} });
    await notices.subscribe(webhook(receiver.url), NOTE);
    const { id } = await notices.test('hook');
    await until('a failure', async () => (await notices.delivery(id))?.status === 'failed');
    const found = await notices.delivery(id);
    assert.match(found?.lastError ?? '', new RegExp(`Expected ${SECRET} in the environment`));
    assert.deepEqual([found?.attempts, receiver.came.length], [1, 0]);
  });

  noticesTest('an answer that repeats the secret is kept without it', async (site, t, start) => {
    const receiver = await openReceiver(t, (_came, _count, response) => response.end(`I know ${CANARY}`));
    const notices: Notices = start();
    await notices.subscribe(webhook(receiver.url), NOTE);
    const { id } = await notices.test('hook');
    await until('an end', async () => (await notices.delivery(id))?.status === 'delivered');
    assert.equal((await notices.delivery(id))?.log[0]?.answer, 'I know ***');
    assert.deepEqual(await leaks(site.store), []);
  });

  noticesTest('what waits for a subscription that was removed is not sent', async (site, t, start) => {
    const receiver = await openReceiver(t);
    const quiet = noticesOn(site.store);
    await quiet.subscribe(webhook(receiver.url), NOTE);
    await quiet.subscribe(webhook(receiver.url, { id: 'stays' }), NOTE);
    const { id } = await quiet.test('hook');
    assert.equal(await quiet.unsubscribe('hook', NOTE), true);
    assert.equal(await quiet.unsubscribe('hook', NOTE), false);
    start();
    await until('an end', async () => (await quiet.delivery(id))?.status === 'failed');
    assert.match((await quiet.delivery(id))?.lastError ?? '', /The subscription "hook" was removed/);
    assert.equal(receiver.came.length, 0);
  });
});

describe('addresses', () => {
  const CASES: readonly (readonly [string, boolean])[] = [
    ...(['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111'] as const).map(
      (address) => [address, true] as const,
    ),
    ...(
      ['10.1.2.3', '127.9.9.9', '0.0.0.0', '169.254.169.254', '172.31.0.1', '192.168.0.1', '100.64.0.1'] as const
    ).map((address) => [address, false] as const),
    ...(
      ['::', '::1', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1'] as const
    ).map((address) => [address, false] as const),
    ...(['2002:7f00:1::', '224.0.0.1', '255.255.255.255', 'localhost', ''] as const).map(
      (address) => [address, false] as const,
    ),
  ];
  for (const [address, isPublic] of CASES)
    it(`"${address}" is ${isPublic ? '' : 'not '}public`, () => assert.equal(isPublicAddress(address), isPublic));
});
