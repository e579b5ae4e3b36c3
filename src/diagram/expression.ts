// What a condition, a mapping or a `set` says, as plain data: the compiler reads it, the engine interprets it.

import type { Json } from '../json.ts';

export type BinaryOperator =
  | '==='
  | '!=='
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';
export type UnaryOperator = '!' | '-' | '+';
export type MethodName = 'includes' | 'startsWith' | 'endsWith' | 'toLowerCase';

export type Expression =
  | { readonly op: 'literal'; readonly value: Json }
  /** `undefined` as a word. */
  | { readonly op: 'undefined' }
  /** `root.a[0][expr]`: the first part is the root's name. */
  | { readonly op: 'path'; readonly root: string; readonly parts: readonly PathPart[] }
  /** A member of something that is not a path, as in `('a' + b).length`. */
  | { readonly op: 'member'; readonly of: Expression; readonly part: PathPart }
  | { readonly op: 'unary'; readonly operator: UnaryOperator; readonly of: Expression }
  | { readonly op: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'call'; readonly method: MethodName; readonly on: Expression; readonly args: readonly Expression[] }
  | { readonly op: 'list'; readonly items: readonly Expression[] };

export type PathPart = string | number | Expression;

/** An expression with the text it was written as, which is what events record. */
export interface Formula {
  readonly text: string;
  readonly tree: Expression;
}
