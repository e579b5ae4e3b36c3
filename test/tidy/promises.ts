// Finds promises nobody waits for, by TypeScript's own types. Biome's rule looks only at types of this project;
// this one also knows what Node and packages return.

import { relative } from 'node:path';
import type { Expression, Node } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isExpressionStatement,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast';
import { API, type APIOptions, type Project } from 'typescript/unstable/sync';
import { placeOf, type Violation, walk } from './sources.ts';

/** node:test waits for its own tests. */
const RUNNER = ['test', 'it', 'describe', 'suite', 'rule', 'before', 'after', 'beforeEach', 'afterEach'];

/** Looks at every file of `root`'s tsconfig.json. */
export function promiseViolations(root: string, options: APIOptions = {}): Violation[] {
  const api = new API({ cwd: root, ...options });
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()[0];
    if (project === undefined) throw new Error(`Expected TypeScript to open ${root}/tsconfig.json.`);
    return project.rootFiles.flatMap((name) => fileViolations(project, root, name));
  } finally {
    api.close();
  }
}

function fileViolations(project: Project, root: string, name: string): Violation[] {
  const tree = project.program.getSourceFile(name);
  if (tree === undefined) throw new Error(`Expected TypeScript to parse ${name}.`);
  const file = { path: relative(root, name).replaceAll('\\', '/'), text: tree.text, tree };
  const candidates: Expression[] = [];
  walk(tree, (node) => {
    if (isExpressionStatement(node) && !isCaredFor(node.expression)) candidates.push(node.expression);
  });
  if (candidates.length === 0) return [];
  const types = project.checker.getTypeAtLocation(candidates);
  return candidates.flatMap((node, index) => {
    const type = types[index];
    const words = type === undefined ? [] : project.checker.typeToString(type).split(' | ');
    const isPromise = words.some((word) => /^Promise(Like)?</.test(word));
    return isPromise ? [`${placeOf(file, node)} leaves a promise floating. Await it, or say "void" and why.`] : [];
  });
}

/** Assigned, given a handler for its failure, or a test. */
function isCaredFor(node: Node): boolean {
  if (isBinaryExpression(node)) return /^(\?\?|\|\||&&)?=$/.test(node.operatorToken.getText());
  if (!isCallExpression(node)) return false;
  const callee = node.expression;
  if (RUNNER.includes(callee.getText().split('.')[0] ?? '')) return true;
  if (!isPropertyAccessExpression(callee)) return false;
  return callee.name.text === 'catch' || (callee.name.text === 'then' && node.arguments.length === 2);
}
