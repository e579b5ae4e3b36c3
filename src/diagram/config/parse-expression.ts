// Expression text -> plain tree (data-3). jsep reads precedence; what the language lacks is refused with a sentence.

import jsep from 'jsep';
import type { BinaryOperator, Expression, Formula, MethodName, PathPart, UnaryOperator } from '../expression.ts';
import { EXPRESSION_DEPTH_MAX, scanExpression } from './scan-expression.ts';

/** The roots of data-1; a foreach body adds its item variable. */
export const ROOTS: ReadonlySet<string> = new Set([
  'output',
  'input',
  'run',
  'data',
  'steps',
  'signal',
  'each',
  'index',
  'total',
]);

export function parseExpression(text: string): { readonly tree: Expression } | { readonly error: string } {
  const wrong = scanExpression(text);
  if (wrong !== null) return { error: wrong };
  try {
    return { tree: convert(jsep(text), 0) };
  } catch (fault) {
    return { error: `${(fault as Error).message.replace(/\.$/, '')}.` };
  }
}

export function formula(text: string): { readonly formula: Formula } | { readonly error: string } {
  const trimmed = text.trim();
  const parsed = parseExpression(trimmed);
  return 'error' in parsed ? parsed : { formula: { text: trimmed, tree: parsed.tree } };
}

/** flow-10: a label is a condition only if it parses whole and each path starts with a known root. */
export function conditionOf(text: string, roots: ReadonlySet<string>): Formula | null {
  const parsed = formula(text);
  return 'formula' in parsed && unknownRoots(parsed.formula.tree, roots).length === 0 ? parsed.formula : null;
}

export function isCondition(text: string, roots: ReadonlySet<string>): boolean {
  return conditionOf(text, roots) !== null;
}

/** The names paths start with, each once, in order. */
export function rootsOf(tree: Expression): string[] {
  return [...new Set(pathsOf(tree).map((path) => path.root))];
}

export function unknownRoots(tree: Expression, roots: ReadonlySet<string>): string[] {
  return rootsOf(tree).filter((root) => !roots.has(root));
}

export type Path = Extract<Expression, { op: 'path' }>;

/** Every path of a tree, those inside `[ ]` included, in the order they are written. */
export function pathsOf(tree: Expression): Path[] {
  const found: Path[] = [];
  const pending: Expression[] = [tree];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.op === 'path') found.push(next);
    pending.push(...childrenOf(next).reverse());
  }
  return found;
}

export function childrenOf(tree: Expression): Expression[] {
  switch (tree.op) {
    case 'path':
      return tree.parts.filter((part) => typeof part === 'object');
    case 'member':
      return typeof tree.part === 'object' ? [tree.of, tree.part] : [tree.of];
    case 'unary':
      return [tree.of];
    case 'binary':
      return [tree.left, tree.right];
    case 'call':
      return [tree.on, ...tree.args];
    case 'list':
      return [...tree.items];
    default:
      return [];
  }
}

const BINARY = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=', '&&', '||', '+', '-', '*', '/', '%']);
const UNARY = new Set(['!', '-', '+']);
const METHODS: ReadonlyMap<string, number> = new Map([
  ['includes', 1],
  ['startsWith', 1],
  ['endsWith', 1],
  ['toLowerCase', 0],
]);
const METHOD_LIST = [...METHODS.keys()].join(', ');

function convert(node: jsep.Expression, depth: number): Expression {
  if (depth > EXPRESSION_DEPTH_MAX) refuse(`Expected at most ${EXPRESSION_DEPTH_MAX} levels of nesting, found more`);
  const core = node as jsep.CoreExpression;
  switch (core.type) {
    case 'Literal':
      return { op: 'literal', value: core.value as string | number | boolean | null };
    case 'Identifier':
      return core.name === 'undefined' ? { op: 'undefined' } : { op: 'path', root: core.name, parts: [] };
    case 'MemberExpression':
      return convertMember(core, depth);
    case 'CallExpression':
      return convertCall(core, depth);
    case 'UnaryExpression':
      if (!UNARY.has(core.operator)) refuse(`Expected !, - or +, found "${core.operator}"`);
      return { op: 'unary', operator: core.operator as UnaryOperator, of: convert(core.argument, depth + 1) };
    case 'BinaryExpression':
      return convertBinary(core, depth);
    case 'ArrayExpression':
      return { op: 'list', items: core.elements.map((item) => convertItem(item, depth + 1)) };
    case 'ThisExpression':
      return refuse('Expected a path, found "this"');
    default:
      return refuse('Expected one expression, found something else');
  }
}

// `a || b || c ...` leans left as deep as it is long; that is length, which has its own bound, not nesting.
function convertBinary(node: jsep.BinaryExpression, depth: number): Expression {
  if (!BINARY.has(node.operator)) refuse(`Expected an operator of the language, found "${node.operator}"`);
  const left = convert(node.left, node.left.type === 'BinaryExpression' ? depth : depth + 1);
  return { op: 'binary', operator: node.operator as BinaryOperator, left, right: convert(node.right, depth + 1) };
}

function convertItem(item: jsep.Expression | null, depth: number): Expression {
  return item === null ? refuse('Expected a value between the commas of a list, found none') : convert(item, depth);
}

/** A chain of members on a name is one flat path, so its length is not nesting. */
function convertMember(node: jsep.MemberExpression, depth: number): Expression {
  const members: jsep.MemberExpression[] = [];
  let start: jsep.Expression = node;
  for (; start.type === 'MemberExpression'; start = (start as jsep.MemberExpression).object) {
    members.unshift(start as jsep.MemberExpression);
  }
  const of = convert(start, depth + 1);
  const parts = members.map((member) => convertPart(member, depth + 1));
  if (of.op === 'path') return { op: 'path', root: of.root, parts: [...of.parts, ...parts] };
  if (depth + parts.length > EXPRESSION_DEPTH_MAX)
    refuse(`Expected at most ${EXPRESSION_DEPTH_MAX} members in a row, found more`);
  return parts.reduce<Expression>((object, part) => ({ op: 'member', of: object, part }), of);
}

function convertPart(member: jsep.MemberExpression, depth: number): PathPart {
  if (!member.computed) return (member.property as jsep.Identifier).name;
  const part = convert(member.property, depth);
  if (part.op === 'literal' && (typeof part.value === 'string' || typeof part.value === 'number')) return part.value;
  return part;
}

function convertCall(node: jsep.CallExpression, depth: number): Expression {
  const callee = node.callee as jsep.MemberExpression;
  if (callee.type !== 'MemberExpression' || callee.computed) {
    return refuse(`Expected a method of a value (${METHOD_LIST}), found a function call`);
  }
  const method = (callee.property as jsep.Identifier).name;
  const wanted = METHODS.get(method);
  if (wanted === undefined) return refuse(`Expected one of the methods ${METHOD_LIST}, found "${method}"`);
  if (node.arguments.length !== wanted) {
    refuse(`Expected ${wanted === 0 ? 'no value' : 'one value'} in ${method}( ), found ${node.arguments.length}`);
  }
  const args = node.arguments.map((argument) => convert(argument, depth + 1));
  return { op: 'call', method: method as MethodName, on: convert(callee.object, depth + 1), args };
}

function refuse(message: string): never {
  throw new SyntaxError(message);
}
