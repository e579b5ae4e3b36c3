// Which paths a project's own .gitignore leaves out: the usual lines of the file at its root, nothing more.

import { globPattern, type PathPattern } from './glob.ts';

export type IsIgnored = (path: string, isFolder: boolean) => boolean;

interface Rule {
  readonly pattern: PathPattern;
  readonly isOnlyFolders: boolean;
  readonly isKept: boolean;
}

const RULES_MAX = 1_000;

/** The last rule that fits decides. A path inside an ignored folder is not asked about: nobody goes in there. */
export function ignoredPaths(text: string): IsIgnored {
  const rules = text.split(/\r?\n/).slice(0, RULES_MAX).flatMap(readRule);
  return (path, isFolder) => {
    const rule = rules.findLast(({ pattern, isOnlyFolders }) => (isFolder || !isOnlyFolders) && pattern(path));
    return rule !== undefined && !rule.isKept;
  };
}

function readRule(line: string): Rule[] {
  const text = line.trimEnd();
  if (text === '' || text.startsWith('#')) return [];
  const isKept = text.startsWith('!');
  const isOnlyFolders = text.endsWith('/');
  const bare = text.slice(isKept ? 1 : 0, isOnlyFolders ? -1 : undefined);
  const isAnchored = bare.includes('/');
  const pattern = globPattern(isAnchored ? bare.replace(/^\//, '') : `**/${bare}`);
  return pattern === null ? [] : [{ pattern, isOnlyFolders, isKept }];
}
