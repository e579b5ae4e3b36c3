// Wishes are told from statements that can be built.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelDomain } from './model-domain.ts';
import { isVague } from './vague-statement.ts';

test('a wish or the bare name of a product is vague, a short deed is not', () => {
  for (const text of ['Make the warehouse better', 'Build a small CRM.', 'We need an app.', 'Improve our process.'])
    assert.ok(isVague(text), text);
  for (const text of ['Create an invoice.', 'Build an app where members book courts.', 'Members book courts.'])
    assert.ok(!isVague(text), text);
});

test('nothing is made of a wish', () => {
  for (const brief of ['Make the warehouse better', 'Build a small CRM.']) {
    const { useCases, entities } = modelDomain({ brief, requirements: '' });
    assert.deepEqual([useCases, entities], [[], []]);
  }
});
