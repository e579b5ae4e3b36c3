// Works on orders, and kills itself with the last signal there is at the point and the visit given.

import { flushCompileCache } from 'node:module';
import type { CrashPoint } from '../../src/runtime/crash-points.ts';
import { openOrders } from './open-orders.ts';
import { openPlace } from './open-place.ts';
import { ownSettings } from './program-settings.ts';

const settings = ownSettings();
let visits = 0;
await openOrders(await openPlace(settings.place), settings, dieAt);
setInterval(() => {}, 1000);
process.stdout.write('ready\n');

function dieAt(point: CrashPoint): void {
  if (point !== settings.crash?.point) return;
  visits++;
  if (visits !== settings.crash.visit) return;
  // What it compiled is left to those that follow.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}
