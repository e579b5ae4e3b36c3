// Whether a condition holds when only some of what it reads is known (data-3, data-4); null where nobody can say.

import type { Json } from '../../json.ts';
import type { Path } from '../config/parse-expression.ts';
import type { Expression } from '../expression.ts';

/** What a path finds; null where nobody can say. */
export type KnownValue = { readonly value: Json | undefined } | null;
export type Lookup = (path: Path) => KnownValue;

export function truthOf(tree: Expression, lookup: Lookup): boolean | null {
  if (tree.op === 'unary' && tree.operator === '!') {
    const of = truthOf(tree.of, lookup);
    return of === null ? null : !of;
  }
  if (tree.op === 'binary' && (tree.operator === '&&' || tree.operator === '||')) {
    const decides = tree.operator === '||';
    const left = truthOf(tree.left, lookup);
    if (left === decides) return decides;
    const right = truthOf(tree.right, lookup);
    if (right === decides) return decides;
    return left === null ? null : right;
  }
  const known = foundBy(tree, lookup);
  return known === null ? null : Boolean(known.value);
}

function foundBy(tree: Expression, lookup: Lookup): KnownValue {
  switch (tree.op) {
    case 'literal':
      return tree;
    case 'undefined':
      return { value: undefined };
    case 'path':
      return lookup(tree);
    case 'list': {
      const items = tree.items.map((item) => foundBy(item, lookup));
      return items.includes(null) ? null : { value: items.map((item) => item?.value ?? null) };
    }
    case 'binary':
      return compared(tree, lookup);
    case 'call':
      return called(tree, lookup);
    case 'unary': {
      const truth = tree.operator === '!' ? truthOf(tree, lookup) : null;
      return truth === null ? null : { value: truth };
    }
    default:
      return null;
  }
}

const isPlain = (value: Json | undefined): boolean => typeof value !== 'object' || value === null;

function compared(tree: Extract<Expression, { op: 'binary' }>, lookup: Lookup): KnownValue {
  const [left, right] = [foundBy(tree.left, lookup), foundBy(tree.right, lookup)];
  if (left === null || right === null || !isPlain(left.value) || !isPlain(right.value)) return null;
  const [a, b] = [left.value, right.value];
  const missing = (a === null || a === undefined) && (b === null || b === undefined);
  switch (tree.operator) {
    case '===':
      return { value: a === b };
    case '!==':
      return { value: a !== b };
    case '==':
      return { value: missing || a === b };
    case '!=':
      return { value: !missing && a !== b };
    default:
      return null;
  }
}

function called(tree: Extract<Expression, { op: 'call' }>, lookup: Lookup): KnownValue {
  const on = foundBy(tree.on, lookup)?.value;
  if (tree.method === 'toLowerCase') return typeof on === 'string' ? { value: on.toLowerCase() } : null;
  const argument = tree.args[0] === undefined ? null : foundBy(tree.args[0], lookup);
  if (argument === null || !isPlain(argument.value)) return null;
  if (Array.isArray(on)) return on.every(isPlain) ? { value: on.includes(argument.value) } : null;
  if (typeof on !== 'string' || typeof argument.value !== 'string') return null;
  return { value: on[tree.method](argument.value) };
}
