// `npm run simulate -- [--seed N] [--minutes M]`: a seed alone is repeated once; minutes run seeds from there on.

import { parseArgs } from 'node:util';
import { runSeeds, summaryOf } from './report.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, minutes: { type: 'string' } } });
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const minutes = values.minutes === undefined ? 1 : Number(values.minutes);
if (!Number.isInteger(seed) || !(minutes > 0)) {
  process.stderr.write('Expected a whole number after --seed and a number above 0 after --minutes.\n');
  process.exit(2);
}
const once = values.seed !== undefined && values.minutes === undefined;
process.stdout.write(once ? `Repeating seed ${seed}.\n` : `Seeds from ${seed} on, for ${minutes} min.\n`);
const totals = await runSeeds(seed, minutes * 60_000, once ? 1 : Number.POSITIVE_INFINITY);
for (const { text } of totals.failures) process.stdout.write(`\n${text}\n`);
process.stdout.write(`\n${summaryOf(totals)}\n`);
process.exitCode = totals.failures.length > 0 ? 1 : 0;
