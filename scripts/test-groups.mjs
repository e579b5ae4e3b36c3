// Which test files share a process. Starting one for each file, and loading the same modules in it once more, took a
// third of the suite's processor time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A longer group would leave a core idle at the end. */
const GROUP_SECONDS_MAX = 20;

/** Lists of files, the one with the most seconds first. Neighbours by path are together: they load the same modules. */
export function groupsOf(files, secondsOf, isApart) {
  const alone = files.filter(isApart).map((file) => ({ files: [file], seconds: secondsOf(file) }));
  const groups = [];
  for (const file of files.filter((each) => !isApart(each)).sort()) {
    const last = groups.at(-1);
    const seconds = secondsOf(file);
    if (last === undefined || last.seconds + seconds > GROUP_SECONDS_MAX) groups.push({ files: [file], seconds });
    else {
      last.files.push(file);
      last.seconds += seconds;
    }
  }
  return [...alone, ...groups].sort((a, b) => b.seconds - a.seconds).map((group) => group.files);
}

/** A program for each group of several files: a suite for each file, named by its path, so that its hooks are its own
 *  and a file that cannot be loaded harms no other. `shared` has the files of such programs. */
export function writeEntries(groups) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-tests-'));
  const shared = new Map();
  const entries = groups.map((files, index) => {
    if (files.length === 1) return files[0];
    const entry = join(folder, `${index}.mjs`);
    shared.set(entry, files);
    writeFileSync(entry, `import { suite } from 'node:test';\n${files.map(suiteOf).join('')}`);
    return entry;
  });
  return { entries, shared, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function suiteOf(file) {
  const url = pathToFileURL(resolve(file)).href;
  return `suite(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(url)})));\n`;
}
