// A person at another process: answers every task that waits for one, and notes each answer that was accepted.

import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFault } from '../../src/errors.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { note } from './action-log.ts';
import { openPlace } from './open-place.ts';
import { ownSettings } from './program-settings.ts';

const PAUSE_MS = 40;
const { place, log, actor = 'user:ada' } = ownSettings();
const store = await openPlace(place);
const engine = await openEngine({ store, role: 'cli' });
process.stdout.write('ready\n');
for (;;) {
  try {
    await answerAll();
  } catch (fault) {
    if (!(fault instanceof StoreFault)) throw fault;
  }
  await sleep(PAUSE_MS);
}

async function answerAll(): Promise<void> {
  const { items } = await store.listTasks({ forPeople: true }, { limit: 20 });
  for (const { run, task } of items) {
    const answer = { output: { verdict: 'approve', said: `${actor} saw ${task}` }, verdict: 'approve' };
    const outcome = await engine.answer(run, task, answer, { actor, channel: 'cli' });
    if (outcome.ok) note(log, { run, task, by: actor });
  }
}
