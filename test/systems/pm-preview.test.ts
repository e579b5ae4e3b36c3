// What a person sees at the preview of a specification besides its text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GateFacts } from '../../src/ports/system.ts';
import { previewReview } from '../../src/systems/pm/gates/spec-gates.ts';
import { SPEC } from './pm-fixture.ts';

const quoted = (topic: string, quote: string) => ({ topic, status: 'covered', quotes: [{ turn: 2, quote }] });

async function issuesWith(checklist: readonly unknown[]): Promise<string> {
  const facts = { output: () => ({ spec: SPEC }), runInput: { checklist } } as unknown as GateFacts;
  return ((await previewReview(facts)).issues ?? []).join('\n');
}

test('an answer that reached no requirement is told at the preview', async () => {
  const lost = 'Warehouse robots must weigh every parcel twice.';
  assert.match(await issuesWith([quoted('requirements', lost)]), /robots must weigh every parcel/);
});

test('what reached it is not told', async () => {
  assert.doesNotMatch(
    await issuesWith([quoted('requirements', 'Shop owners export orders as a CSV file.')]),
    /export orders/,
  );
});
