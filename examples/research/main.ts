// `node scripts/bootstrap.mjs examples/research/main.ts [NAME]`: runs the examples, compares what comes out with the
// source document's listing, and writes the article, its ledger and the texts that it cites beside it.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { differencesOf } from './compare-example.ts';
import { keptFiles, runExample } from './run-example.ts';
import { EXAMPLES, readExample } from './script.ts';

const [wanted] = process.argv.slice(2);
const names = EXAMPLES.filter((name) => wanted === undefined || wanted === 'all' || name === wanted);
if (names.length === 0) {
  process.stderr.write(`Expected one of ${EXAMPLES.join(', ')} or all, found ${wanted}.\n`);
  process.exitCode = 2;
}
for (const name of names) {
  const example = readExample(name);
  const result = await runExample(name, example);
  const { output, state } = result;
  const folder = new URL(`${name}/`, import.meta.url);
  rmSync(new URL('sources', folder), { recursive: true, force: true });
  mkdirSync(new URL('sources', folder));
  for (const [file, text] of keptFiles(result)) writeFileSync(new URL(file, folder), text);
  const phases = state.phase_history.map(({ to }) => to.toUpperCase()).join(' → ');
  const scores = state.plan_history.map(({ quality }) => quality.toFixed(2)).join(', ');
  const said = [...output.warnings, output.system_notes]
    .filter((text) => text !== '')
    .map((text) => `  ${text}\n`)
    .join('');
  process.stdout.write(`${name}: ${output.status}, quality ${scores}\n  ${phases}\n${said}`);
  const differences = differencesOf(example.expected, result);
  for (const difference of differences) process.stdout.write(`  DIFFERS ${difference}\n`);
  if (differences.length > 0) process.exitCode = 1;
}
