// `npm run simulate -- [--seed N] [--minutes M] [--store sqlite|postgres]`: a seed alone is repeated once; minutes run
// seeds from there on. With a store, the runtime and the store are simulated with the engine.

import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { runSeeds, summaryOf } from './report.ts';
import { postgresMaker, runStoreSeeds, sqliteMaker, storeSummaryOf } from './stores/run-store-seeds.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string' }, store: { type: 'string' } },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const minutes = values.minutes === undefined ? 1 : Number(values.minutes);
const { store } = values;
if (!Number.isInteger(seed) || !(minutes > 0) || ![undefined, 'sqlite', 'postgres'].includes(store)) {
  process.stderr.write(
    'Expected a whole number after --seed, a number above 0 after --minutes, sqlite or postgres after --store.\n',
  );
  process.exit(2);
}
const once = values.seed !== undefined && values.minutes === undefined;
const forMs = minutes * 60_000;
const atMost = once ? 1 : Number.POSITIVE_INFINITY;
process.stdout.write(once ? `Repeating seed ${seed}.\n` : `Seeds from ${seed} on, for ${minutes} min.\n`);
const { failures, summary } = store === undefined ? await ofTheEngine() : await ofStore(store as 'sqlite' | 'postgres');
for (const text of failures) process.stdout.write(`\n${text}\n`);
process.stdout.write(`\n${summary}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function ofTheEngine() {
  const totals = await runSeeds(seed, forMs, atMost);
  return { failures: totals.failures.map(({ text }) => text), summary: summaryOf(totals) };
}

async function ofStore(kind: 'sqlite' | 'postgres') {
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: false }) : null;
  try {
    const make = postgres === null ? sqliteMaker : postgresMaker(postgres);
    const totals = await runStoreSeeds(kind, make, seed, forMs, atMost);
    return { failures: totals.failures, summary: storeSummaryOf(totals) };
  } finally {
    await postgres?.close();
  }
}
