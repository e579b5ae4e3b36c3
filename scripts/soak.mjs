// `npm run soak [-- --times N --seed N PATTERN ...]`: the tests by chance, each so many times as much as in the suite:
// hundreds of kills, minutes of simulation. They are the files that import test/support/soak.ts, one at a time. Its
// last line is `N passed, N failed`.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const TIMES = 10;

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const { times, seed, patterns } = asked();
const sources = globSync('test/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const files = byChance().filter((path) => patterns.length === 0 || patterns.some((pattern) => path.includes(pattern)));
process.stdout.write(
  `${files.length} files, ${times} times what the suite does${seed === '' ? '' : `, seed ${seed}`}\n`,
);
const env = { ...process.env, SIGNOFF_TEST_TIMES: String(times), SIGNOFF_TEST_SEED: seed, SIGNOFF_FILES_AT_ONCE: '1' };
const { status } = spawnSync(process.execPath, [resolve('scripts/test.mjs'), ...files], { env, stdio: 'inherit' });
process.exitCode = status ?? 1;

/** Test files that import it, or import what imports it. */
function byChance() {
  const found = new Set(['test/support/soak.ts']);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    const names = [...found].map((path) => `/${path.split('/').pop()}'`);
    for (const { path, text } of sources) if (names.some((name) => text.includes(name))) found.add(path);
  }
  return [...found].filter((path) => path.endsWith('.test.ts')).sort();
}

function asked() {
  const options = { times: { type: 'string' }, seed: { type: 'string' } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const times = Number(values.times ?? TIMES);
  if (times > 0 && (values.seed === undefined || /^\d+$/.test(values.seed))) {
    return { times, seed: values.seed ?? '', patterns: positionals };
  }
  process.stderr.write('Expected a number above 0 after --times and a whole number after --seed.\n');
  process.exit(2);
}
