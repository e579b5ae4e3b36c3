// Where a source reaches out of itself: globals not known to be pure, and the impure corners of those that are.
// It stops mistakes and plain ways around it, not somebody who assembles names from pieces of text.

import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isBindingElement,
  isCallExpression,
  isClassDeclaration,
  isClassExpression,
  isElementAccessExpression,
  isExpressionWithTypeArguments,
  isFunctionDeclaration,
  isFunctionExpression,
  isHeritageClause,
  isIdentifier,
  isImportClause,
  isImportSpecifier,
  isInterfaceDeclaration,
  isMetaProperty,
  isNamespaceImport,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isQualifiedName,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast';

/** Refused even where a file declares the name for itself: nobody should have to look up which one is meant. */
const REFUSED = new Set([
  ...['process', 'performance', 'crypto', 'console', 'fetch', 'require', 'navigator', 'Worker', 'WebSocket'],
  ...['globalThis', 'global', 'self', 'window', 'eval', 'Function', 'Intl', 'Temporal', 'Reflect', 'WeakRef'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
]);

/** What a pure folder may use of what it did not declare itself. */
const PURE_GLOBALS = new Set([
  ...['Array', 'BigInt', 'Boolean', 'Error', 'JSON', 'Map', 'Number', 'Object', 'RangeError', 'RegExp', 'Set'],
  ...['String', 'Symbol', 'SyntaxError', 'TypeError', 'WeakMap', 'WeakSet', 'structuredClone'],
  ...['Uint8Array', 'Int32Array', 'Uint32Array', 'Float64Array'],
  ...['Infinity', 'NaN', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined'],
  ...['TextDecoder', 'TextEncoder', 'URL', 'decodeURIComponent', 'encodeURIComponent'],
]);

/** Members through which any object gives away its class, and with it the impure ones. */
const REFUSED_MEMBERS = new Set(['constructor', '__proto__']);

/** Members that read the machine's time zone. */
const LOCAL_TIME = /^(get(Date|Day|FullYear|Hours|Minutes|Month|TimezoneOffset)|to(Date|Time)String)$/;

export interface ImpureUse {
  readonly node: Node;
  readonly use: string;
}

export function impureUses(tree: SourceFile): ImpureUse[] {
  const declared = declaredNames(tree);
  const found: ImpureUse[] = [];
  walkValues(tree, (node) => {
    const use = impureUse(node, declared);
    if (use !== null) found.push({ node, use });
  });
  return found;
}

function impureUse(node: Node, declared: ReadonlySet<string>): string | null {
  if (isMetaProperty(node)) return 'import.meta';
  const member = memberName(node);
  if (member !== null && (REFUSED_MEMBERS.has(member) || LOCAL_TIME.test(member))) return `.${member}`;
  if (isCallExpression(node) && readsLocale(node)) return `the locale in ${node.getText()}`;
  if (!isIdentifier(node) || isMemberName(node)) return null;
  if (node.text === 'Math') return mathUse(node);
  if (node.text === 'Date') return dateUse(node);
  if (REFUSED.has(node.text)) return node.text;
  return declared.has(node.text) || PURE_GLOBALS.has(node.text) ? null : node.text;
}

/** `Math.name` and nothing else, so that no alias can carry `random` away. */
function mathUse({ parent }: Node): string | null {
  const name = isPropertyAccessExpression(parent) ? parent.name.text : null;
  return name === null || name === 'random' ? parent.getText() : null;
}

/** `new Date(milliseconds)`, `Date.UTC` and `Date.parse`: each other form reads the clock or the time zone, or may. */
function dateUse(node: Node): string | null {
  const { parent } = node;
  if (isPropertyAccessExpression(parent)) return ['UTC', 'parse'].includes(parent.name.text) ? null : parent.getText();
  if (!isNewExpression(parent) || parent.expression !== node) return parent.getText();
  const [first, ...rest] = parent.arguments ?? [];
  return first === undefined || rest.length > 0 || isSpreadElement(first) ? parent.getText() : null;
}

/** `x.toLocaleString()`, `a.localeCompare(b)`: without a named locale they differ from machine to machine. */
function readsLocale({ expression, arguments: given }: { expression: Node; arguments: readonly Node[] }): boolean {
  const name = memberName(expression) ?? '';
  if (name === 'localeCompare') return given.length < 2;
  return name.startsWith('toLocale') && given.length === 0;
}

/** The member a node reads, if it is known: `a.name`, `a['name']`, `const { name: b } = a`. */
function memberName(node: Node): string | null {
  if (isPropertyAccessExpression(node)) return node.name.text;
  if (isElementAccessExpression(node)) return writtenName(node.argumentExpression);
  return isBindingElement(node) ? writtenName(node.propertyName ?? node.name) : null;
}

function writtenName(node: Node | undefined): string | null {
  if (node === undefined) return null;
  if (isBindingElement(node.parent) && isIdentifier(node)) return node.text;
  return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : null;
}

/** The `fetch` of `store.fetch` or of `{ fetch: ... }` is a name of ours, not the global. */
function isMemberName(node: Node): boolean {
  const { parent } = node;
  if (isQualifiedName(parent)) return parent.right === node;
  if ((isBindingElement(parent) || isImportSpecifier(parent)) && parent.propertyName === node) return true;
  if ('label' in parent && parent.label === node) return true;
  return 'name' in parent && parent.name === node && !isShorthandPropertyAssignment(parent);
}

/** Every name the file gives to something, wherever it is seen from; `declare` makes nothing, so it does not count. */
function declaredNames(tree: SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    if (/^(export\s+)?declare\s/.test(statement.getText(tree))) continue;
    walkValues(statement, (node) => {
      if (isDeclaration(node) && node.name !== undefined && isIdentifier(node.name)) names.add(node.name.text);
    });
  }
  return names;
}

function isDeclaration(node: Node): node is Node & { readonly name?: Node } {
  return (
    isVariableDeclaration(node) ||
    isParameterDeclaration(node) ||
    isBindingElement(node) ||
    isFunctionDeclaration(node) ||
    isFunctionExpression(node) ||
    isClass(node) ||
    isImportClause(node) ||
    isImportSpecifier(node) ||
    isNamespaceImport(node)
  );
}

const isClass = (node: Node): boolean => isClassDeclaration(node) || isClassExpression(node);

/** Types are erased before anything runs; what a class extends is not. */
function walkValues(node: Node, visit: (node: Node) => void): void {
  if (isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)) return;
  const isExtended =
    isExpressionWithTypeArguments(node) && isHeritageClause(node.parent) && isClass(node.parent.parent);
  if (isTypeNode(node) && !isExtended) return;
  visit(node);
  node.forEachChild((child) => walkValues(child, visit));
}
