// `npm run lines`: lines of src without tests, by folder, and those that only runs without a model reach.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ENTRIES = ['src/main.ts', 'src/call-program.ts', 'src/index.ts'];
/** The only way to what does an agent's steps without a model. */
const WRITERS = /\bloadWriters\b/;
const SPECIFIER = /(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\(\s*'(\.[^']+\.ts)'/g;

/** Lines of each file of src that is not a test. */
export function linesOfSource() {
  const paths = globSync('src/**/*.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const texts = paths.filter((path) => !path.endsWith('.test.ts')).map((path) => [path, textOf(path)]);
  return new Map(texts.map(([path, text]) => [path, text.split('\n').length - 1]));
}

/** Files that nothing but what works without a model imports. Those of pr-review judge code, by rules as always. */
export function onlyWithoutModel(files = linesOfSource()) {
  const exported = Object.values(JSON.parse(textOf('package.json')).exports).map((path) => path.slice(2));
  const entries = [...ENTRIES, ...exported];
  const withModel = reached(entries, (line) => !WRITERS.test(line));
  const all = reached(entries, () => true);
  const isCounted = (path) => all.has(path) && !withModel.has(path) && !path.startsWith('src/systems/pr-review/');
  return [...files.keys()].filter(isCounted);
}

function reached(entries, isFollowed) {
  const found = new Set();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || !existsSync(join(root, path))) continue;
    found.add(path);
    const text = textOf(path).split('\n').filter(isFollowed).join('\n');
    for (const [, imported, worker] of text.matchAll(SPECIFIER))
      open.push(posix.join(posix.dirname(path), imported ?? worker));
  }
  return found;
}

const textOf = (path) => readFileSync(join(root, path), 'utf8');
const sum = (files, paths) => paths.reduce((total, path) => total + (files.get(path) ?? 0), 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = linesOfSource();
  const folders = new Map();
  for (const path of files.keys()) {
    const [, folder, part] = path.split('/');
    const depth = path.split('/').length;
    const names = depth > 2 ? [folder] : ['(src itself)'];
    if (['documents', 'systems', 'language'].includes(folder) && depth > 3) names.push(`${folder}/${part}`);
    for (const name of ['all', ...names]) folders.set(name, [...(folders.get(name) ?? []), path]);
  }
  const rows = [...folders].map(([name, paths]) => [name, paths.length, sum(files, paths)]);
  const big = ['documents', 'language', 'systems'].flatMap((name) => folders.get(name) ?? []);
  rows.push(['documents + language + systems', big.length, sum(files, big)]);
  const alone = onlyWithoutModel(files);
  rows.push(['reached only without a model', alone.length, sum(files, alone)]);
  for (const [name, count, lines] of rows.sort(([one], [other]) => one.localeCompare(other)))
    process.stdout.write(`${name.padEnd(34)} ${String(count).padStart(5)} files ${String(lines).padStart(7)} lines\n`);
  if (process.argv.includes('--files')) for (const path of alone) process.stdout.write(`${path}\n`);
}
