// The example of docs/how-to/notifications.md that checks a signature, run as it stands there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { signatureOf } from '../../src/notices/send-webhook.ts';

type Check = (headers: object, body: string, secret: string, now?: number) => boolean;

test('a receiver that checks as the document says takes what is ours and nothing else', async () => {
  const page = readFileSync(new URL('../../docs/how-to/notifications.md', import.meta.url), 'utf8');
  const code = /^```js\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? assert.fail('no example');
  const { isFromSignoff } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isFromSignoff: Check;
  };
  const [id, body, secret] = ['run_1/2/run-held', '{"id":"run_1/2/run-held"}', 'word'];
  const now = 1_794_804_719_629;
  const timestamp = Math.floor(now / 1000);
  const signature = signatureOf(secret, id, timestamp, body);
  const headers = { 'signoff-id': id, 'signoff-timestamp': String(timestamp), 'signoff-signature': signature };
  assert.equal(isFromSignoff(headers, body, secret, now), true);
  assert.equal(isFromSignoff(headers, `${body} `, secret, now), false);
  assert.equal(isFromSignoff(headers, body, 'other', now), false);
  assert.equal(isFromSignoff({ ...headers, 'signoff-id': 'run_1/3/run-held' }, body, secret, now), false);
  assert.equal(isFromSignoff(headers, body, secret, now + 400_000), false);
  assert.equal(isFromSignoff({}, body, secret, now), false);
});
