// Pure rooms take time, chance and the world as arguments; this rule finds where one reaches for them itself.

import type { Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isMetaProperty,
  isNewExpression,
  isPropertyAccessExpression,
  isQualifiedName,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast';
import { importsOf } from './imports.ts';
import { type CodeFile, isTest, placeOf, roomOf, type Violation, walk } from './sources.ts';

const PURE_ROOMS = ['diagram', 'engine', 'documents'];
/** They load Mermaid, and start, time and end the worker it runs in. */
const IMPURE_FILES = [
  'src/diagram/read/load-mermaid.ts',
  'src/diagram/read/parse-in-worker.ts',
  'src/diagram/read/parse.ts',
  'src/diagram/read/parse-worker.ts',
  'src/diagram/read/parse-web.ts',
  'src/diagram/read/parse-web-worker.ts',
];

const IMPURE_NAMES = new Set([
  ...['process', 'performance', 'globalThis', 'crypto', 'console', 'fetch', 'require'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Worker', 'WebSocket'],
]);
const IMPURE_MEMBERS = ['Date.now', 'Math.random'];

export function purityViolations(files: readonly CodeFile[]): Violation[] {
  return files
    .filter(
      (file) => PURE_ROOMS.includes(roomOf(file.path) ?? '') && !IMPURE_FILES.includes(file.path) && !isTest(file),
    )
    .flatMap((file) => [...importViolations(file), ...useViolations(file)]);
}

function importViolations(file: CodeFile): Violation[] {
  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('node:') || specifier === 'mermaid')
    .map(({ node, specifier }) => `${placeOf(file, node)} imports ${specifier}, but src/${roomOf(file.path)} is pure.`);
}

function useViolations(file: CodeFile): Violation[] {
  const found: Violation[] = [];
  walk(file.tree, (node) => {
    const use = impureUse(node);
    if (use !== null)
      found.push(`${placeOf(file, node)} uses ${use}, but src/${roomOf(file.path)} is pure. Take it as an argument.`);
  });
  return found;
}

function impureUse(node: Node): string | null {
  if (isPropertyAccessExpression(node)) {
    const text = node.getText();
    return IMPURE_MEMBERS.includes(text) ? text : null;
  }
  if (isMetaProperty(node)) return 'import.meta';
  const isNow = (isNewExpression(node) && (node.arguments ?? []).length === 0) || isCallExpression(node);
  if (isNow && node.expression.getText() === 'Date') return isNewExpression(node) ? 'new Date()' : 'Date()';
  return isIdentifier(node) && IMPURE_NAMES.has(node.text) && !isMemberName(node) ? node.text : null;
}

/** The `fetch` of `store.fetch` or of `{ fetch: ... }` is a name of ours, not the global. */
function isMemberName(node: Node): boolean {
  const { parent } = node;
  if (isPropertyAccessExpression(parent)) return parent.name === node;
  if (isQualifiedName(parent)) return parent.right === node;
  return 'name' in parent && parent.name === node && !isShorthandPropertyAssignment(parent);
}
