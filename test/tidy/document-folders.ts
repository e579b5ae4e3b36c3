// The folders of src/documents: none needs one that needs it, and what proves a signature needs no kind of document.

import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { type CodeFile, isTest, placeOf, type Violation } from './sources.ts';

/** What they may import; every other folder may import any that does not need it. */
const LOWEST: Readonly<Record<string, readonly string[]>> = { markdown: [], signing: ['markdown'] };

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

export function documentFolderViolations(files: readonly CodeFile[]): Violation[] {
  const edges = files.filter((file) => !isTest(file)).flatMap(edgesOf);
  return edges.flatMap(({ from, to, place }) => {
    const allowed = LOWEST[from];
    if (allowed !== undefined && !allowed.includes(to))
      return [`${place} imports ${to}; ${from} may import ${allowed.join(', ') || 'no other folder'} of documents.`];
    return neededBy(to, edges).has(from)
      ? [`${place} imports ${to}, which needs ${from} itself. Move what both need into the lower one.`]
      : [];
  });
}

function edgesOf(file: CodeFile): Edge[] {
  const from = folderIn(file.path);
  if (from === null) return [];
  return importsOf(file).flatMap(({ node, specifier }) => {
    const to = folderIn(posix.join(posix.dirname(file.path), specifier));
    return to === null || to === from ? [] : [{ from, to, place: placeOf(file, node) }];
  });
}

/** `spec` of src/documents/spec/read-spec.ts. */
const folderIn = (path: string): string | null => /^src\/documents\/([^/]+)\//.exec(path)?.[1] ?? null;

/** All folders that one imports, itself or through others. */
function neededBy(folder: string, edges: readonly Edge[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { from, to } of edges) {
      if (from !== next || found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}
