// Secrets go in where they are named, and are removed from everything that is reported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSecrets } from './fill-secrets.ts';

const env = { LONG: 'pass "word"/1', PART: 'pass', EMPTY: '', $1: 'x' };

test('each place is filled, and nothing that only looks like one', () => {
  const { values } = fillSecrets(
    { a: 'Bearer {{secret.LONG}}', b: '{{ secret.PART }}{{secret.PART}}', c: '{{input.x}}' },
    env,
  );
  assert.deepEqual(values, { a: 'Bearer pass "word"/1', b: 'passpass', c: '{{input.x}}' });
});

test('a secret that is not set is named, and no value is', () => {
  for (const name of ['UNSET', 'EMPTY', 'toString']) {
    assert.throws(
      () => fillSecrets({ a: `{{secret.PART}} {{secret.${name}}}` }, env),
      (thrown: Error) => {
        return thrown.message.includes(name) && !thrown.message.includes('pass');
      },
    );
  }
});

test('errors lose every spelling of a secret, results only those of a long one', () => {
  const { redact, redactLong } = fillSecrets({ a: '{{secret.LONG}}', b: '{{secret.PART}}' }, env);
  const spellings = `${env.LONG} ${JSON.stringify(env.LONG)} ${encodeURIComponent(env.LONG)} passage`;
  assert.equal(redact(spellings), '*** "***" *** ***age');
  assert.equal(redactLong(spellings), '*** "***" *** passage');
});
