// Mail by a real SMTP server on loopback: what people read, and what happens when it cannot be sent.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { mailText } from '../../src/notices/mail-text.ts';
import type { MailSubscription } from '../../src/ports/notices.ts';
import { CANARY, NOTE, noticesTest, SHORT, TIMES } from './notices-on-site.ts';
import { ALL, until } from './receiver.ts';

/** The first mail also loads what sends it. */
const times = { ...TIMES, timeoutMs: 10_000 };

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

interface Sink {
  readonly url: string;
  readonly mails: readonly Mail[];
}

/** `refuses`: how many mails are turned away first. */
async function openSink(t: TestContext, refuses = 0): Promise<Sink> {
  const mails: Mail[] = [];
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      if (password === CANARY) answer(null, { user: username });
      else answer(new Error(`no such password: ${password}`));
    },
    onData(stream, session, answer) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        if (refused++ < refuses) return answer(Object.assign(new Error('Not now'), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text });
        answer();
      });
    },
  });
  server.on('error', () => {}); // a client that goes away does no harm
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return { mails, url: `smtp://robot:${CANARY}@127.0.0.1:${port}` };
}

const mail = (more: Partial<MailSubscription> = {}): MailSubscription => ({
  ...{ id: 'bob', kind: 'mail', to: ['bob@example.org', 'desk@example.org'] },
  ...{ events: ALL, workflow: null, isActive: true, addedAt: Date.now(), ...more },
});

noticesTest(
  'a mail tells of the task, the run and how to answer, also when the server takes it later',
  async (site, t, start) => {
    const sink = await openSink(t, 1);
    const env = { SIGNOFF_SMTP_URL: sink.url, SIGNOFF_MAIL_FROM: 'Signoff <signoff@example.org>' };
    const notices = start({ env, times });
    await notices.subscribe(mail(), NOTE);
    const engine = await site.engine();
    const run = await site.start(engine, await site.add('letters', SHORT), { what: 'the\r\nBcc: all@example.org' });
    await until(
      'a mail',
      () => sink.mails.length === 1,
      () => notices.deliveries(),
    );
    const [came] = sink.mails;
    assert.deepEqual([came?.from, came?.to], ['signoff@example.org', ['bob@example.org', 'desk@example.org']]);
    const [head = '', body = ''] = (came?.text ?? '').replaceAll('=\r\n', '').split('\r\n\r\n', 2);
    assert.match(head, /^Subject: \[signoff\] A task waits for user:bob: letters: Look at the/m);
    assert.match(head, /^Auto-Submitted: auto-generated/im);
    assert.doesNotMatch(came?.text ?? '', /^Bcc:/m);
    const whole = (came?.text ?? '').replaceAll('=\r\n', '');
    assert.match(whole, new RegExp(`^Read it: +signoff tasks show ${run}#1\r$`, 'm'));
    assert.match(whole, new RegExp(`^Answer it: +signoff tasks complete ${run}#1 `, 'm'));
    assert.match(body, /^A task waits for user:bob: letters: Look at the Bcc: all@example.org\.$/);
    await until('an end', async () => (await notices.deliveries())[0]?.status === 'delivered');
    const [{ log = [] } = {}] = await notices.deliveries();
    assert.deepEqual(
      log.map(({ status }) => status),
      [451, 250],
    );
    assert.ok(!JSON.stringify([await notices.deliveries(), sink.mails]).includes(CANARY));
  },
);

noticesTest('mail that cannot be sent says what to set, and never the password', async (_site, t, start) => {
  const sink = await openSink(t);
  const wrong = sink.url.replace(CANARY, `${CANARY}-wrong`);
  const notices = start({ times, env: { SIGNOFF_MAIL_FROM: 'signoff@example.org' } });
  await notices.subscribe(mail(), NOTE);
  const failed = async (id: string) => {
    await until('a failure', async () => (await notices.delivery(id))?.status === 'failed');
    return (await notices.delivery(id))?.lastError ?? '';
  };
  assert.match(await failed((await notices.test('bob')).id), /Expected SIGNOFF_SMTP_URL in the environment/);
  await notices.stop();
  const again = start({ times, env: { SIGNOFF_MAIL_FROM: 'signoff@example.org', SIGNOFF_SMTP_URL: wrong } });
  const error = await failed((await again.test('bob')).id);
  assert.match(error, /no such password: \*\*\*/);
  assert.ok(!error.includes(CANARY));
});

describe('the text of a mail', () => {
  const base = { id: 'run_1/4/run-held', at: 0, run: 'run_1', workflow: 'letters' } as const;
  it('says why a run is held and how it goes on', () => {
    const { subject, text } = mailText({ ...base, kind: 'run-held', step: 'B', code: 'c', message: 'No\nstamps.' });
    assert.equal(subject, '[signoff] A run of letters is on hold at B');
    assert.match(text, /^Why: +No stamps\.$/m);
    assert.match(text, /signoff runs resolve run_1/);
  });
  it('says how a run ended', () => {
    const said = (['completed', 'failed', 'cancelled'] as const).map(
      (outcome) => mailText({ ...base, kind: 'run-finished', outcome }).subject,
    );
    assert.deepEqual(
      said,
      ['completed', 'failed', 'was cancelled'].map((word) => `[signoff] A run of letters ${word}`),
    );
  });
});
