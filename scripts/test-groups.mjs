// Which test files share a process. Starting one for each file, and loading the same modules in it once more, took a
// third of the suite's processor time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A longer group would leave a core idle at the end. */
const GROUP_SECONDS_MAX = 20;

/** Lists of files, the list with the most seconds first. Neighbours by path come together: they load the same modules. */
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

/** A program for each group of several files that loads them one after the other. `filesOf` gives the files of a program. */
export function writeEntries(groups) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-tests-'));
  const filesOf = new Map();
  for (const [index, files] of groups.entries()) {
    const entry = files.length === 1 ? resolve(files[0]) : join(folder, `${index}.mjs`);
    filesOf.set(
      entry,
      files.map((file) => resolve(file)),
    );
    if (files.length > 1) writeFileSync(entry, filesOf.get(entry).map(importOf).join(''));
  }
  return {
    entries: [...filesOf.keys()],
    filesOf: (entry) => filesOf.get(entry) ?? [entry],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const importOf = (path) => `await import(${JSON.stringify(pathToFileURL(path).href)});\n`;
