// An agent outside: claims automated tasks that no action does, and completes them under its lease.

import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFault } from '../../src/errors.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { note } from './action-log.ts';
import { openPlace } from './open-place.ts';
import { ownSettings } from './program-settings.ts';

const PAUSE_MS = 40;
const { place, log, actor = 'agent:outside' } = ownSettings();
const by = { actor, channel: 'mcp' } as const;
const store = await openPlace(place);
const engine = await openEngine({ store, role: 'mcp' });
process.stdout.write('ready\n');
for (;;) {
  try {
    await workOnAll();
  } catch (fault) {
    if (!(fault instanceof StoreFault)) throw fault;
  }
  await sleep(PAUSE_MS);
}

async function workOnAll(): Promise<void> {
  const { items } = await store.listTasks({ forPeople: false, step: 'Label' }, { limit: 50 });
  for (const { run, task, queue, leaseKind, fence, worker } of items) {
    if (queue !== '') continue;
    // What it holds already was claimed before its connection broke, or before it was killed.
    const isOurs = leaseKind === 'outside' && worker === actor;
    const lease = isOurs ? fence : await claimed(run, task);
    if (lease === null) continue;
    const answer = { output: { label: `basket of ${run}`, padding: 'x'.repeat(1500) }, lease };
    const outcome = await engine.answer(run, task, answer, by);
    if (outcome.ok) note(log, { run, task, by: actor });
  }
}

async function claimed(run: string, task: number): Promise<number | null> {
  const outcome = await engine.claim(run, task, actor, 'outside', by);
  return outcome.ok ? (outcome.lease ?? null) : null;
}
