// Answers that cannot be judged in bounded time, tried again on both stores: an attempt fails, and no worker hangs.

import assert from 'node:assert/strict';
import type { Json } from '../../src/json.ts';
import { onBothStores } from '../guarantees/on-both-stores.ts';

const SAME = '{"type":"object","required":["arg"],"properties":{"arg":{"$ref":"#/$defs/e"}}}';
const SCHEMA = `{"$defs":{"e":{"oneOf":[{"type":"number"},${SAME},${SAME}]}},"$ref":"#/$defs/e"}`;
const EXPRESSION = `flowchart TD
  A[Write]
%% @A: {"action":"write","output":${SCHEMA},"retry":{"attempts":2,"wait":0.01}}`;
const HEALTHY = `flowchart TD
  A[Work]
%% @A: {"action":"work"}`;

onBothStores('robust-1: an answer that no check ends on fails its attempts; other work goes on', async (site) => {
  let deep: Json = 1;
  for (let n = 0; n < 60; n++) deep = { op: 'not', arg: deep };
  const code = { actions: { write: async () => ({ output: deep }), work: async () => ({ output: 1 }) } };
  const [engine] = await Promise.all([site.engine({ code }), site.engine({ code })]);
  const run = await site.start(engine, await site.add('expression', EXPRESSION));
  await site.until(run, 'a hold', ({ status }) => status === 'on_hold');
  const failed = await site.events(engine, run, 'AttemptFailed', 'LeaseLost');
  assert.deepEqual(
    failed.map(({ type }) => type),
    ['AttemptFailed', 'AttemptFailed'],
  );
  assert.match(JSON.stringify(failed), /takes more than 20,000,000 steps to be checked/);
  const healthy = await site.start(engine, await site.add('healthy', HEALTHY));
  assert.equal((await site.ended(healthy)).status, 'completed');
});
