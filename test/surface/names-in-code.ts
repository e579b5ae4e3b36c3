// Names that stand in the code itself: what the package exports, the fields of events, and what MCP tools answer with.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  isArrayTypeNode,
  isCallExpression,
  isExportDeclaration,
  isFunctionDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isIntersectionTypeNode,
  isNamedExports,
  isParenthesizedTypeNode,
  isPropertyAssignment,
  isPropertySignatureDeclaration,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeLiteralNode,
  isTypeOperatorNode,
  isTypeReferenceNode,
  isUnionTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { exportedNames } from '../tidy/shape.ts';
import { type CodeFile, walk } from '../tidy/sources.ts';

export type Names = { readonly [owner: string]: readonly string[] };

/** Fields of fields, so deep: `CallEnded.usage.in`. */
const DEPTH_MAX = 3;
/** Any value, as JSON. */
const LEAVES = new Set(['Value', 'Json', 'JsonObject']);

/** By the name under which a program imports it: `signoff/system`. */
export function packageNames(root: string, files: readonly CodeFile[]): Names {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const trees = new Map(files.map(({ path, tree }) => [path, tree]));
  return Object.fromEntries(
    Object.entries<string>(exports).map(([entry, path]) => [
      posix.join(name, entry),
      exportsOf(path.replace('./', ''), trees),
    ]),
  );
}

function exportsOf(path: string, trees: ReadonlyMap<string, SourceFile>): readonly string[] {
  const tree = trees.get(path);
  if (tree === undefined) throw new Error(`Expected to read ${path}, whose names the package exports.`);
  return tree.statements.flatMap((statement) => {
    if (!isExportDeclaration(statement)) return exportedNames(statement);
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause !== undefined)
      return isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [];
    if (moduleSpecifier === undefined || !isStringLiteral(moduleSpecifier)) return [];
    return exportsOf(posix.join(posix.dirname(path), moduleSpecifier.text), trees);
  });
}

/** Of each event its data's fields. */
export function eventNames(files: readonly CodeFile[]): Names {
  const types = new Map<string, Node>();
  for (const { tree } of files)
    for (const statement of tree.statements)
      if (isInterfaceDeclaration(statement) || isTypeAliasDeclaration(statement))
        types.set(statement.name.text, statement);
  const events = ['EventData', 'CallEventData', 'ChildEventData'].flatMap((name) => membersOf(types.get(name), types));
  return Object.fromEntries(events.map(({ name, type }) => [name, fieldsOf(type, types, DEPTH_MAX)]));
}

interface Member {
  readonly name: string;
  readonly type: Node;
}

function fieldsOf(type: Node, types: ReadonlyMap<string, Node>, depth: number): readonly string[] {
  if (depth === 0) return [];
  return membersOf(type, types).flatMap((member) => [
    member.name,
    ...fieldsOf(member.type, types, depth - 1).map((field) => `${member.name}.${field}`),
  ]);
}

function membersOf(type: Node | undefined, types: ReadonlyMap<string, Node>): readonly Member[] {
  if (type === undefined) return [];
  const inside = (node: Node | undefined) => membersOf(node, types);
  if (isInterfaceDeclaration(type) || isTypeLiteralNode(type))
    return type.members.flatMap((each) =>
      isPropertySignatureDeclaration(each) && isIdentifier(each.name)
        ? [{ name: each.name.text, type: each.type }]
        : [],
    );
  if (isTypeAliasDeclaration(type) || isTypeOperatorNode(type) || isParenthesizedTypeNode(type))
    return inside(type.type);
  if (isArrayTypeNode(type)) return inside(type.elementType);
  if (isIntersectionTypeNode(type) || isUnionTypeNode(type)) return type.types.flatMap(inside);
  if (!isTypeReferenceNode(type) || !isIdentifier(type.typeName) || LEAVES.has(type.typeName.text)) return [];
  return inside(types.get(type.typeName.text));
}

/** What tools for any workflow answer with: each field of an answer that is made there. */
export function answerNames(files: readonly CodeFile[]): readonly string[] {
  const found: string[] = [];
  for (const { tree } of files)
    walk(tree, (node) => {
      const isAnswer = isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'answer';
      const gives = isFunctionDeclaration(node) && /^(?:Promise<)?JsonObject>?$/.test(node.type?.getText(tree) ?? '');
      if (isAnswer || gives) walk(node, (each) => void found.push(...propertyIn(each)));
    });
  return found;
}

function propertyIn(node: Node): readonly string[] {
  if (!isPropertyAssignment(node) && !isShorthandPropertyAssignment(node)) return [];
  return isIdentifier(node.name) ? [node.name.text] : [];
}
