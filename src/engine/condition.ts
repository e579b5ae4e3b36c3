// Interprets expressions over JSON values (data-3, data-4): nothing runs as code, every read and doubt is noted.

import type { Expression, Formula, PathPart } from '../diagram/expression.ts';
import type { Json } from '../json.ts';
import { applyBinary, applyMethod, applyUnary, isTruthy } from './operators.ts';
import { shortened } from './shorten.ts';
import { type Part, walk } from './walk.ts';

/** The engine's side: what a root holds at the token's place, walked by `parts` over own properties only. */
export type Lookup = (root: string, parts: readonly Part[]) => Json | undefined;

export interface PathRead {
  readonly path: string;
  readonly value: Json | undefined;
}

export interface ConditionResult {
  readonly result: boolean;
  readonly value: Json | undefined;
  /** Each path once, in the order read; long values shortened, so that the event stays small. */
  readonly reads: readonly PathRead[];
  readonly warnings: readonly string[];
}

export interface Notes {
  readonly read: (path: string, value: Json | undefined) => void;
  readonly warn: (text: string) => void;
}

export function decideCondition(condition: Formula, lookup: Lookup): ConditionResult {
  const reads = new Map<string, Json | undefined>();
  const warnings = new Set<string>();
  const value = evaluate(condition.tree, lookup, {
    read: (path, found) => {
      if (!reads.has(path)) reads.set(path, shortened(found));
    },
    warn: (text) => warnings.add(text),
  });
  return {
    result: isTruthy(value),
    value,
    reads: [...reads].map(([path, found]) => ({ path, value: found })),
    warnings: [...warnings],
  };
}

/** Throws only what `lookup` throws. Recursion is bounded by the parser (length and nesting). */
export function evaluate(tree: Expression, lookup: Lookup, notes: Notes = SILENT): Json | undefined {
  const of = (inner: Expression): Json | undefined => evaluate(inner, lookup, notes);
  switch (tree.op) {
    case 'literal':
      return tree.value;
    case 'undefined':
      return undefined;
    case 'path':
      return readPath(tree.root, resolveParts(tree.parts, of, notes), lookup, notes);
    case 'member': {
      const value = of(tree.of);
      const parts = resolveParts([tree.part], of, notes);
      return parts === null ? undefined : walk(value, parts);
    }
    case 'unary':
      return applyUnary(tree.operator, of(tree.of), notes.warn);
    case 'binary': {
      const left = of(tree.left);
      if (tree.operator === '&&') return isTruthy(left) ? of(tree.right) : left;
      if (tree.operator === '||') return isTruthy(left) ? left : of(tree.right);
      return applyBinary(tree.operator, left, of(tree.right), notes.warn);
    }
    case 'call':
      return applyMethod(tree.method, of(tree.on), tree.args.map(of)[0], notes.warn);
    case 'list':
      // JSON has no undefined: a missing value in a list is null.
      return tree.items.map((item) => of(item) ?? null);
  }
}

const SILENT: Notes = { read: () => {}, warn: () => {} };

function readPath(root: string, parts: readonly Part[] | null, lookup: Lookup, notes: Notes): Json | undefined {
  if (parts === null) return undefined;
  const value = lookup(root, parts);
  notes.read(pathText(root, parts), value);
  return value;
}

function resolveParts(
  parts: readonly PathPart[],
  of: (tree: Expression) => Json | undefined,
  notes: Notes,
): readonly Part[] | null {
  const resolved: Part[] = [];
  for (const part of parts) {
    const value = typeof part === 'object' ? of(part) : part;
    if (typeof value !== 'string' && typeof value !== 'number') {
      notes.warn('A path has something in [ ] that is neither a name nor a position; the path is undefined.');
      return null;
    }
    resolved.push(value);
  }
  return resolved;
}

/** A path as an author would write it. */
export function pathText(root: string, parts: readonly Part[]): string {
  return parts.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return /^[\p{L}$_][\p{L}\p{Nd}$_]*$/u.test(part) ? `${text}.${part}` : `${text}[${JSON.stringify(part)}]`;
  }, root);
}
