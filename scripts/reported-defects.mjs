// `npm run reported-defects`: what trials of the product found, item by item, each with the tests that keep it mended.
// The last line is `N passed, N failed`. An item without a test is a failure, unless it is `left` to an issue, or is as
// it should be (`because`).

import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node');

const items = JSON.parse(readFileSync('test/reported-defects/items.json', 'utf8'));
const elsewhere = Object.values(items).flatMap(({ shownBy }) => shownBy ?? []);
const files = [...new Set([...globSync('test/reported-defects/*.test.ts'), ...elsewhere])];
const isLeft = ({ left, because }) => left !== undefined || because !== undefined;
const due = Object.keys(items).filter((name) => !isLeft(items[name]));
const found = new Map(due.map((name) => [name, { passed: 0, failed: 0, skipped: 0 }]));
const others = { passed: 0, failed: 0, skipped: 0 };

for await (const { type, data } of run({ files, concurrency: availableParallelism(), timeout: 600_000 })) {
  if (type !== 'test:pass' && type !== 'test:fail') continue;
  const shown = itemsOf(data);
  // A suite that is named for an item stands for its tests.
  if (data.details.type === 'suite' && !shown.some((item) => data.name.startsWith(item))) continue;
  const outcome = data.skip !== undefined ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
  for (const item of shown) found.get(item)[outcome] += 1;
  if (shown.length === 0) others[outcome] += 1;
  if (outcome === 'failed') process.stdout.write(`  not ok: ${data.name} (${data.file}:${data.line})\n`);
}

const total = { passed: 0, failed: 0 };
for (const [name, { passed, failed, skipped }] of found) {
  const isMended = passed > 0 && failed === 0;
  total[isMended ? 'passed' : 'failed'] += 1;
  const tests = `${passed} ${passed === 1 ? 'test' : 'tests'}${skipped === 0 ? '' : `, ${skipped} skipped`}`;
  const word = isMended ? 'mended' : failed > 0 ? 'BROKEN' : 'NO TEST';
  process.stdout.write(`${name.padEnd(24)} ${word.padEnd(8)} ${items[name].found} (${tests})\n`);
}
for (const [name, { found: what, left, because }] of Object.entries(items).filter(([, item]) => isLeft(item)))
  process.stdout.write(
    `${name.padEnd(24)} ${left === undefined ? 'as is   ' : 'left    '} ${what} (${left ?? because})\n`,
  );
process.stdout.write(`${others.passed} further tests passed, ${others.failed} failed\n`);
total.failed += others.failed;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** A test's name begins with its items; one elsewhere is shown by its whole file. */
function itemsOf({ name, entryFile, file }) {
  const [head = ''] = name.split(':');
  const own = head.split(', ').filter((each) => found.has(each));
  if (own.length > 0) return own;
  const path = (entryFile ?? file ?? '').replace(`${process.cwd()}/`, '');
  return due.filter((each) => items[each].shownBy === path && !path.startsWith('test/reported-defects/'));
}
