// What operators and methods mean on JSON values (data-3, data-4). None throws; a doubtful use warns.

import type { BinaryOperator, MethodName, UnaryOperator } from '../diagram/expression.ts';
import type { Json } from '../json.ts';
import { RESULT_CHARACTERS_MAX } from './limits.ts';

type Value = Json | undefined;
type Warn = (text: string) => void;

export function isTruthy(value: Value): boolean {
  return Boolean(value);
}

export function applyUnary(operator: UnaryOperator, value: Value, warn: Warn): Value {
  if (operator === '!') return !isTruthy(value);
  if (typeof value === 'number') return operator === '-' ? finite(-value, operator, warn) : value;
  // `+text` is the one way to ask for the number a text holds.
  if (operator === '+' && isNumeric(value)) return Number(value);
  warn(`"${operator}" needs a number, found ${kindOf(value)}; the result is undefined.`);
  return undefined;
}

export function applyBinary(
  operator: Exclude<BinaryOperator, '&&' | '||'>,
  left: Value,
  right: Value,
  warn: Warn,
): Value {
  switch (operator) {
    case '===':
    case '==':
      return isEqual(operator, left, right, warn);
    case '!==':
    case '!=':
      return !isEqual(operator, left, right, warn);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isOrdered(operator, left, right, warn);
    case '+':
      return add(left, right, warn);
    default:
      return calculate(operator, left, right, warn);
  }
}

export function applyMethod(method: MethodName, on: Value, argument: Value, warn: Warn): Value {
  if (method === 'includes' && Array.isArray(on)) return on.some((item: Json) => sameJson(item, argument));
  if (typeof on !== 'string') {
    const wanted = method === 'includes' ? 'a text or a list' : 'a text';
    warn(`"${method}" needs ${wanted}, found ${kindOf(on)}; the result is undefined.`);
    return undefined;
  }
  if (method === 'toLowerCase') return bounded(on.toLowerCase(), warn);
  if (typeof argument !== 'string') {
    warn(`"${method}" on a text needs a text, found ${kindOf(argument)}; the result is false.`);
    return false;
  }
  return on[method](argument);
}

/** Deep equality of JSON values. Walks with a list of its own: a value may be nested deeper than the stack is high. */
export function sameJson(left: Value, right: Value): boolean {
  const pending: [Value, Value][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const entries = Object.entries(a);
    if (entries.length !== Object.keys(b).length) return false;
    for (const [key, value] of entries) {
      if (!Object.hasOwn(b, key)) return false;
      pending.push([value, (b as Readonly<Record<string, Json>>)[key]]);
    }
  }
  return true;
}

function isEqual(operator: string, left: Value, right: Value, warn: Warn): boolean {
  const loose = operator === '==' || operator === '!=';
  if (loose && (left === null || left === undefined)) return right === null || right === undefined;
  if ((typeof left === 'number' && isNumeric(right)) || (isNumeric(left) && typeof right === 'number')) {
    warn(`"${operator}" compares a number with the text of one, which are never equal; write "+" before the text.`);
  }
  return sameJson(left, right);
}

function isOrdered(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value, warn: Warn): boolean {
  if (typeof left === 'number' && typeof right === 'number') return compare(operator, left, right);
  const numbers = (isNumeric(left) || typeof left === 'number') && (isNumeric(right) || typeof right === 'number');
  if (numbers) {
    warn(`"${operator}" compares text as the number it holds.`);
    return compare(operator, Number(left), Number(right));
  }
  if (typeof left === 'string' && typeof right === 'string') return compare(operator, left, right);
  warn(`"${operator}" cannot order ${kindOf(left)} and ${kindOf(right)}; the result is false.`);
  return false;
}

function compare<T extends number | string>(operator: '<' | '<=' | '>' | '>=', left: T, right: T): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

function add(left: Value, right: Value, warn: Warn): Value {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right, '+', warn);
  const joins = (value: Value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if ((typeof left === 'string' && joins(right)) || (typeof right === 'string' && joins(left))) {
    return bounded(`${left}${right}`, warn);
  }
  warn(`"+" needs two numbers or a text, found ${kindOf(left)} and ${kindOf(right)}; the result is undefined.`);
  return undefined;
}

function calculate(operator: '-' | '*' | '/' | '%', left: Value, right: Value, warn: Warn): Value {
  if (typeof left !== 'number' || typeof right !== 'number') {
    warn(`"${operator}" needs two numbers, found ${kindOf(left)} and ${kindOf(right)}; the result is undefined.`);
    return undefined;
  }
  switch (operator) {
    case '-':
      return finite(left - right, operator, warn);
    case '*':
      return finite(left * right, operator, warn);
    case '/':
      return finite(left / right, operator, warn);
    case '%':
      return finite(left % right, operator, warn);
  }
}

/** JSON has no NaN, no Infinity and no -0; a result must read back as it was. */
function finite(value: number, operator: string, warn: Warn): number | undefined {
  if (Number.isFinite(value)) return value === 0 ? 0 : value;
  warn(`"${operator}" gives no finite number; the result is undefined.`);
  return undefined;
}

function bounded(text: string, warn: Warn): string | undefined {
  if (text.length <= RESULT_CHARACTERS_MAX) return text;
  warn('A text became longer than 1,000,000 characters; the result is undefined.');
  return undefined;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isNumeric(value: Value): value is string {
  return typeof value === 'string' && value.length <= 100 && JSON_NUMBER.test(value) && Number.isFinite(Number(value));
}

function kindOf(value: Value): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  return `a ${typeof value}`;
}
