// How long files, functions and lines may be, how files and exports are named, how deep folders go.

import { posix } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isCallExpression,
  isClassDeclaration,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isMethodDeclaration,
  isSetAccessorDeclaration,
  isTypeAliasDeclaration,
  isVariableStatement,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type CodeFile, isTest, lineOf, placeOf, type TextFile, type Violation, walk } from './sources.ts';

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const LINE_CHARACTERS_MAX = 120;
/** A system is a folder of its own, so what is in it may lie one deeper. */
const FOLDERS_UNDER_SRC_MAX = 2;
const REFUSED = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'lib',
  'misc',
  'manager',
  'base',
  'impl',
  'data',
  'info',
];
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function sizeViolations(files: readonly CodeFile[]): Violation[] {
  return files.flatMap((file) => {
    const lines = file.text.replace(/\n$/, '').split('\n');
    const long = lines.flatMap((line, index) =>
      line.length > LINE_CHARACTERS_MAX
        ? [`${file.path}:${index + 1} is ${line.length} characters wide; the limit is ${LINE_CHARACTERS_MAX}.`]
        : [],
    );
    const tall =
      lines.length > FILE_LINES_MAX
        ? [`${file.path}:1 has ${lines.length} lines; the limit is ${FILE_LINES_MAX}.`]
        : [];
    return [...tall, ...long, ...functionViolations(file)];
  });
}

function functionViolations(file: CodeFile): Violation[] {
  const found: Violation[] = [];
  walk(file.tree, (node) => {
    if (!isFunction(node) || isGroupOfTests(file, node)) return;
    const lines = lineOf(file, node.end) - lineOf(file, node.getStart(file.tree)) + 1;
    if (lines > FUNCTION_LINES_MAX) {
      found.push(`${placeOf(file, node)} is a function of ${lines} lines; the limit is ${FUNCTION_LINES_MAX}.`);
    }
  });
  return found;
}

function isFunction(node: Node): boolean {
  return [
    isFunctionDeclaration,
    isFunctionExpression,
    isArrowFunction,
    isMethodDeclaration,
    isConstructorDeclaration,
    isGetAccessorDeclaration,
    isSetAccessorDeclaration,
  ].some((is) => is(node));
}

/** `describe('...', () => { tests })` is a heading with tests under it, not a function anyone must read at once. */
function isGroupOfTests(file: CodeFile, node: Node): boolean {
  return (
    isTest(file) && isCallExpression(node.parent) && ['describe', 'suite'].includes(node.parent.expression.getText())
  );
}

export function nameViolations(files: readonly TextFile[]): Violation[] {
  return files.flatMap((file) => {
    const folders = posix.dirname(file.path).split('/');
    const name = posix.basename(file.path).replace(/(\.test)?\.[a-z]+$/, '');
    const found: Violation[] = [];
    for (const part of [...folders, name]) {
      if (REFUSED.includes(part))
        found.push(`${file.path}:1 is named "${part}", which says nothing. Name it for what it holds.`);
      if (!KEBAB.test(part) && part !== '.')
        found.push(`${file.path}:1 has "${part}" in its path, which is not kebab-case.`);
    }
    if (name === 'index' && file.path !== 'src/index.ts')
      found.push(`${file.path}:1 is a barrel. Import from the file itself.`);
    const most = FOLDERS_UNDER_SRC_MAX + (folders[1] === 'systems' ? 1 : 0);
    if (folders[0] === 'src' && folders.length - 1 > most)
      found.push(`${file.path}:1 is ${folders.length - 1} folders deep under src; the limit is ${most}.`);
    return found;
  });
}

export function exportViolations(files: readonly CodeFile[]): Violation[] {
  return files.flatMap((file) =>
    file.tree.statements.flatMap((statement) =>
      exportedNames(statement)
        .filter((name) => REFUSED.includes(name.toLowerCase()))
        .map((name) => `${placeOf(file, statement)} exports "${name}", which says nothing. Name it for what it is.`),
    ),
  );
}

export function exportedNames(node: Node): string[] {
  const modifiers = 'modifiers' in node ? (node.modifiers as readonly Node[] | undefined) : undefined;
  if (!modifiers?.some((modifier) => modifier.kind === SyntaxKind.ExportKeyword)) return [];
  if (isVariableStatement(node)) {
    return node.declarationList.declarations
      .map((each) => each.name)
      .flatMap((name) => (isIdentifier(name) ? [name.text] : []));
  }
  const named = [isFunctionDeclaration, isClassDeclaration, isInterfaceDeclaration, isTypeAliasDeclaration].some((is) =>
    is(node),
  );
  const name = named && 'name' in node ? (node.name as Node | undefined) : undefined;
  return name !== undefined && isIdentifier(name) ? [name.text] : [];
}

/** A unit test needs none: the file it stands beside says what both are for. */
export function headingViolations(files: readonly TextFile[]): Violation[] {
  return files
    .filter((file) => !(isTest(file) && file.path.startsWith('src/')))
    .filter((file) => !/^(#!.*\n)?(\/\/ ?\S|\/\*)/.test(file.text))
    .map((file) => `${file.path}:1 does not begin with a comment line that says what the file is for.`);
}
