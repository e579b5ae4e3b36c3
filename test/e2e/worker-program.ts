// A worker process as `signoff work` is one: claims what its actions can do until it is asked to end, or killed.

import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from './open-place.ts';
import { ownSettings } from './program-settings.ts';
import { workerActions } from './worker-actions.ts';

const settings = ownSettings();
const { place, capacity = 20, host, drainMs = 10_000, leaseMs, sweepMs } = settings;
const store = await openPlace(place);
const engine = await openEngine({
  ...{ store, role: 'work', processesWork: true, capacity },
  code: workerActions(settings),
  ...(host !== undefined && { host }),
  ...(leaseMs !== undefined && { leaseMs }),
  ...(sweepMs !== undefined && { sweepMs }),
});
let said: string | undefined;
const alive = setInterval(sayFault, 20);
process.once('SIGTERM', () => void end());
process.stdout.write('ready\n');

/** Why the store takes nothing, once. */
function sayFault(): void {
  const code = engine.storeFault?.code;
  if (code !== undefined && code !== said) process.stdout.write(`${code}\n`);
  said = code;
}

async function end(): Promise<void> {
  process.stdout.write('ending\n');
  await engine.close(drainMs);
  await store.close();
  clearInterval(alive);
  process.stdout.write('drained\n');
}
