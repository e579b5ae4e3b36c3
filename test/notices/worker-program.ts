// A process that works in a store and delivers its notices, as `signoff work` does, for tests that kill it.

import { openNotices } from '../../src/notices/deliver-notices.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { TRUSTING } from '../support/trusting.ts';

const address = process.argv[2] ?? '';
const store = address.startsWith('postgres')
  ? await openPostgresStore({ url: address, connections: 3 })
  : await openSqliteStore({ path: address });
const engine = await openEngine({ store, role: 'work', processesWork: true });
const times = { lookMs: 20, leaseMs: 5000, timeoutMs: 2000, backoffMs: [50, 50, 50] };
const notices = openNotices({
  trust: TRUSTING,
  ...{ store, env: process.env, now: Date.now, random: Math.random, times, process: () => engine.process },
  onFault: (thrown) => console.log(`fault ${thrown instanceof Error ? thrown.stack : String(thrown)}`),
});
notices.start();
console.log('ready');
const awake = setInterval(() => {}, 1000);
process.once('SIGTERM', async () => {
  await notices.stop();
  await engine.close();
  await store.close();
  clearInterval(awake);
});
