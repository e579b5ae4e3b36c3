// `npm run bench [-- NAME ...]`: installs bench/, a package of its own; runs bench/NAME/main.ts, by default all.
// `npm run bench -- NAME --FLAG ...`: what stands from the first flag on is passed to that one.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => process.stderr.write(`bench: ${line}\n`);

const present = globSync('bench/*/main.ts', { cwd: root }).map((path) => basename(dirname(path)));
const args = process.argv.slice(2);
const firstFlag = args.findIndex((arg) => arg.startsWith('--'));
const names = firstFlag < 0 ? args : args.slice(0, firstFlag);
const flags = args.slice(names.length);
if (flags.length > 0 && names.length !== 1) {
  say(`Expected one benchmark before its flags (${flags.join(' ')}). Found: ${names.join(', ') || 'none'}.`);
  process.exit(2);
}
const wanted = names.length > 0 ? names : present.sort();
const unknown = wanted.filter((name) => !present.includes(name));
if (unknown.length > 0 || wanted.length === 0) {
  say(`Expected one of: ${present.join(', ') || '(there is none)'}. Found: ${unknown.join(', ') || 'nothing to run'}.`);
  process.exit(2);
}

// What measures only our own code needs none of the packages that the comparisons need.
const OWN = ['quality', 'research'];
const needsPackages = wanted.some((name) => !OWN.includes(name));
if (needsPackages) await ensureInstalled(join(root, 'bench'), say);
for (const name of wanted) {
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, [join(root, 'bench', name, 'main.ts'), ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
