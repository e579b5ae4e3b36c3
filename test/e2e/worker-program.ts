// A worker process as `signoff work` is one: claims what its actions can do until it is told to end, or killed.

import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from './open-place.ts';
import { ownSettings } from './program-settings.ts';
import { workerActions } from './worker-actions.ts';

const settings = ownSettings();
const { place, capacity = 20, host, drainMs = 10_000, leaseMs, sweepMs } = settings;
const store = await openPlace(place);
const engine = await openEngine({
  ...{ store, role: 'work', turnsCrank: true, capacity },
  code: workerActions(settings),
  ...(host !== undefined && { host }),
  ...(leaseMs !== undefined && { leaseMs }),
  ...(sweepMs !== undefined && { sweepMs }),
});
const alive = setInterval(() => {}, 1000);
process.once('SIGTERM', () => void end());
process.stdout.write('ready\n');

async function end(): Promise<void> {
  await engine.close(drainMs);
  await store.close();
  clearInterval(alive);
  process.stdout.write('drained\n');
}
