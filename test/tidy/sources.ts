// What the tidy rules look at: the project's files as text, and TypeScript's own syntax trees of the code among them.

import { globSync, readFileSync } from 'node:fs';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

/** One file of the project; `path` is relative to its root, with `/`. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

export interface CodeFile extends TextFile {
  readonly tree: SourceFile;
}

/** A rule reads files and gives one sentence per violation, beginning with `path:line`. */
export type Violation = string;

// What a checkout holds beside its tracked files: .gitignore's list.
const UNTRACKED = [
  '**/node_modules/**',
  '.git',
  '.git/**',
  '**/.signoff/**',
  '**/dist/**',
  '**/*.log',
  '.install-lock/**',
];
const PROJECT = '/tidy';
const SETTINGS = JSON.stringify({
  compilerOptions: { noLib: true, noResolve: true, types: [], allowJs: true },
  include: ['**/*'],
});

/** Every text file under `root` but for what is not tracked. */
export function readProject(root: string): TextFile[] {
  const inside = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: UNTRACKED, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = ['**/*', '.*', '.ci/*'].flatMap(inside).map((entry) => `${entry.parentPath}/${entry.name}`);
  return [...new Set(paths)]
    .sort()
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }))
    .filter((file) => !file.text.includes('\0'));
}

export function isCode(file: TextFile): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(file.path);
}

/** Parses all `files` at once; nothing is read from disk. */
export function parseCode(files: readonly TextFile[]): CodeFile[] {
  const texts = Object.fromEntries(files.map((file) => [`${PROJECT}/${file.path}`, file.text]));
  const api = new API({ fs: createVirtualFileSystem({ ...texts, [`${PROJECT}/tsconfig.json`]: SETTINGS }) });
  try {
    const program = api.updateSnapshot({ openProjects: [`${PROJECT}/tsconfig.json`] }).getProjects()[0]?.program;
    return files.map((file) => {
      const tree = program?.getSourceFile(`${PROJECT}/${file.path}`);
      if (tree === undefined) throw new Error(`Expected TypeScript to parse ${file.path}, but it left the file out.`);
      return { ...file, tree };
    });
  } finally {
    api.close();
  }
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** `path:line` of a node, as every violation begins. */
export function placeOf(file: CodeFile, node: Node): string {
  return `${file.path}:${lineOf(file, node.getStart(file.tree))}`;
}

export function lineOf(file: CodeFile, position: number): number {
  return file.tree.getLineAndCharacterOfPosition(position).line + 1;
}

export const isTest = (file: TextFile): boolean => /\.test\.tsx?$/.test(file.path);

/** The folder under src/ a path is in; '' for a file of src itself, null outside src. */
export function folderOf(path: string): string | null {
  const [top, folder, ...rest] = path.split('/');
  if (top !== 'src' || folder === undefined) return null;
  return rest.length === 0 ? '' : folder;
}
