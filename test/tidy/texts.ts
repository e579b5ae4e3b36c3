// What no file of the project may say: work left undone without an issue, paths and registries of one machine.

import { isCode, type TextFile, type Violation } from './sources.ts';

const UNDONE = /(?:\/\/|\/\*|^\s*\*|#|<!--|--).*\b(?:TO(?:DO)|FIX(?:ME)|TE(?:MP)|X{3})\b/;
const ISSUE = /#\d+/;
const MACHINE_PATH = /(?<![\w.$}\])-])\/(?:root|work|home\/[a-z][\w-]*|Users\/\w+)\/[\w.-]/;
const REGISTRY =
  /(?:https?:)?\/\/(?:registry\.|[\w.-]*(?:artifactory|nexus|verdaccio)|npm\.pkg\.)|"resolved": "https?:/;

export function undoneViolations(files: readonly TextFile[]): Violation[] {
  return eachLine(
    files.filter((file) => isCode(file) || /\.(sh|sql|css|html)$/.test(file.path)),
    (line) =>
      UNDONE.test(line) && !ISSUE.test(line) ? 'leaves work undone without the number of an issue (#12).' : null,
  );
}

export function machineViolations(files: readonly TextFile[]): Violation[] {
  return eachLine(files, (line) => {
    const path = MACHINE_PATH.exec(line)?.[0];
    if (path !== undefined) return `names a path of one machine (${path.trim()}...).`;
    return REGISTRY.test(line) ? 'names a package registry; each installation uses its own.' : null;
  });
}

const PAGE = /(?<![\w./-])docs\/[\w/.-]{1,100}?\.md\b/g;

/** A comment that sends its reader to a page which is not there. */
export function pageViolations(files: readonly TextFile[]): Violation[] {
  const known = new Set(files.map(({ path }) => path));
  const sources = files.filter((file) => isCode(file) && /^src\//.test(file.path) && !/\.test\.ts$/.test(file.path));
  return eachLine(sources, (line) => {
    const comment = /(?:\/\/|\/\*\*?|^\s*\*)\s.*$/.exec(line)?.[0] ?? '';
    const missing = [...comment.matchAll(PAGE)].map(([page]) => page).find((page) => !known.has(page));
    return missing === undefined ? null : `names ${missing}, which is not there.`;
  });
}

function eachLine(files: readonly TextFile[], judge: (line: string) => string | null): Violation[] {
  return files.flatMap((file) =>
    file.text.split('\n').flatMap((line, index) => {
      const reason = judge(line);
      return reason === null ? [] : [`${file.path}:${index + 1} ${reason}`];
    }),
  );
}
