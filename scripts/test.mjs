// `npm test [-- PATTERN ...]`: the checks, then every *.test.ts. A pattern is a part of a path or of a check's name.
// The last line is `N passed, N failed`, and `, N skipped` where something was skipped. On CI a skip is a failure.
// What tests draw by chance is the same in each run, so that a failure is due to the change; a soak draws other seeds.

import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHECKS, passesBeside } from './checks.mjs';
import { keepDurations, sorted } from './test-durations.mjs';
import { foldersInMemory } from './test-folders.mjs';
import { writeEntries } from './test-groups.mjs';
import { report } from './test-report.mjs';

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const { SIGNOFF_FILES_AT_ONCE, SIGNOFF_TEST_TIMES } = process.env;
/** One more than there are cores: each waits now and then. */
const FILES_AT_ONCE = Number(SIGNOFF_FILES_AT_ONCE || Math.min(4, availableParallelism() + 1));
/** Files that mostly wait, for a timer or another process, run beside those that compute. */
const WAITING_AT_ONCE = 2;
const SEED = '20261119';
const GROUP_TIMEOUT_MS = 10 * 60_000 * Number(SIGNOFF_TEST_TIMES || 1);

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
// What one process compiled the others need not compile again.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');
process.env.SIGNOFF_TEST_SEED ??= SEED;
const execArgv = process.env.SIGNOFF_TEST_SEED === '' ? [] : [`--import=${resolve('scripts/seed-properties.mjs')}`];
const inMemory = foldersInMemory();
if (inMemory !== undefined) process.env.TMPDIR ??= inMemory;
const patterns = process.argv.slice(2).map((pattern) => pattern.replace(/^\.\//, ''));
const isWanted = (name) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern));

const total = { passed: 0, failed: 0, skipped: 0 };
const checked = Promise.all(CHECKS.filter((each) => isWanted(each.name)).map(runCheck));

const files = globSync(TESTS, { exclude: ['**/node_modules/**'] }).filter(isWanted);
if (files.length > 0) {
  const postgres = await sharedPostgres(files);
  const counted = await Promise.all(lanesOf(files).map(runLane));
  for (const counts of counted) for (const key of Object.keys(total)) total[key] += counts[key];
  if (process.env.UPDATE_DURATIONS) keepDurations(Object.assign({}, ...counted.map(({ seconds }) => seconds)));
  await postgres?.close();
}

await checked;

if (process.env.CI && total.skipped > 0) {
  process.stdout.write('A skipped test is a failure on CI.\n');
  total.failed += total.skipped;
  total.skipped = 0;
}
if (total.passed + total.failed === 0) {
  process.stdout.write(
    `Expected at least one test${patterns.length > 0 ? ` matching ${patterns.join(' ')}` : ''}, found none.\n`,
  );
  total.failed = 1;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runCheck(check) {
  const passed = await passesBeside(check, process.stdout);
  total[passed ? 'passed' : 'failed'] += 1;
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${check.name}\n`);
}

/** Each has its own report; together they keep the cores busy. */
function lanesOf(files) {
  const { groups, waiting } = sorted(files);
  if (SIGNOFF_FILES_AT_ONCE) return [{ groups: [...waiting, ...groups], concurrency: FILES_AT_ONCE }];
  const lanes = [
    { groups, concurrency: FILES_AT_ONCE },
    { groups: waiting, concurrency: WAITING_AT_ONCE },
  ];
  return lanes.filter((lane) => lane.groups.length > 0);
}

async function runLane({ groups, concurrency }) {
  const { entries, shared, remove } = writeEntries(groups);
  const counted = await report(
    run({ files: entries, concurrency, execArgv, timeout: GROUP_TIMEOUT_MS }),
    process.stdout,
    shared,
  );
  remove();
  return counted;
}

// One server for all files instead of one for each: a start takes a second. Where it fails, the tests will say why.
async function sharedPostgres(files) {
  if (process.env.DATABASE_URL || !files.some((file) => readFileSync(file, 'utf8').includes('support/postgres.ts')))
    return;
  const { noPostgres, startPostgres } = await import('../test/support/postgres.ts');
  if (noPostgres() !== false) return;
  try {
    const postgres = await startPostgres({ fsync: false });
    process.env.SIGNOFF_TEST_POSTGRES = postgres.url;
    return postgres;
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
  }
}
