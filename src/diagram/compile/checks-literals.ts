// Values written into an expression that what they are compared with can never have.

import type { Json } from '../../json.ts';
import { nearest } from '../config/nearest.ts';
import { childrenOf } from '../config/parse-expression.ts';
import type { Expression } from '../expression.ts';
import { type Fault, type FieldFormula, shown } from './checks-fields.ts';
import { typeOf, typesOf, valuesOf } from './schema-paths.ts';
import { type Origin, readingsOf, type Sources } from './value-sources.ts';
import { meantVerdict } from './verdict-words.ts';

/** What an expression can be, as far as schemas say. */
interface Possible {
  readonly values: readonly Json[] | null;
  readonly types: ReadonlySet<string>;
  /** The gate whose verdict it is. */
  readonly gate: string | null;
}

export function literalFaults(sources: Sources, reading: FieldFormula): Fault[] {
  const found: Fault[] = [];
  const pending: Expression[] = [reading.formula.tree];
  for (let tree = pending.pop(); tree !== undefined; tree = pending.pop()) {
    const fault = faultAt(sources, reading, tree);
    if (fault !== null) found.push(fault);
    pending.push(...childrenOf(tree).reverse());
  }
  return found;
}

const EQUAL = new Set(['===', '==', '!==', '!=']);
const ORDER = new Set(['<', '<=', '>', '>=']);

function faultAt(sources: Sources, reading: FieldFormula, tree: Expression): Fault | null {
  const possible = (of: Expression): Possible | null => possibleOf(sources, reading, of);
  if (tree.op === 'binary' && (EQUAL.has(tree.operator) || ORDER.has(tree.operator))) {
    const [value, other] = tree.right.op === 'literal' ? [tree.right, tree.left] : [tree.left, tree.right];
    const can = value.op === 'literal' && other.op !== 'literal' ? possible(other) : null;
    if (can === null || value.op !== 'literal') return null;
    return EQUAL.has(tree.operator) ? unequal(can, value.value, reading) : unordered(can, value.value, reading);
  }
  if (tree.op !== 'call') return null;
  const [argument] = tree.args;
  if (tree.method === 'includes' && tree.on.op === 'list' && argument !== undefined) {
    const can = possible(argument);
    if (can === null) return null;
    for (const item of tree.on.items) {
      const fault = item.op === 'literal' ? unequal(can, item.value, reading) : null;
      if (fault !== null) return fault;
    }
    return null;
  }
  return methodFault(sources, reading, tree);
}

function methodFault(sources: Sources, reading: FieldFormula, tree: Extract<Expression, { op: 'call' }>): Fault | null {
  const on = possibleOf(sources, reading, tree.on);
  if (on === null) return null;
  const lists = tree.method === 'includes' && on.types.has('array');
  if (!lists && !on.types.has('string')) return wrongType(on, `"${tree.method}"`, reading);
  const [argument] = tree.args;
  if (!lists || on.types.size > 1 || tree.on.op !== 'path' || argument?.op !== 'literal') return null;
  const item = possibleOf(sources, reading, { ...tree.on, parts: [...tree.on.parts, 0] });
  return item === null ? null : unequal(item, argument.value, reading);
}

/** A missing value equals no literal but `null` under `==`, so null is never wrong to compare with. */
function unequal(can: Possible, value: Json, reading: FieldFormula): Fault | null {
  if (value === null) return null;
  if (can.values === null) return hasType(can.types, value) ? null : wrongType(can, found(value), reading);
  if (can.values.includes(value)) return null;
  const words = can.values.map(String);
  const list = words.slice(0, 12).join(', ');
  const where = shown(reading.formula.text);
  if (can.gate !== null) {
    const meant = typeof value === 'string' ? meantVerdict(value, words) : null;
    const fix = meant === null ? `Write one of ${words.map((word) => `'${word}'`).join(', ')}` : `Write '${meant}'`;
    return {
      severity: 'problem',
      code: 'unknown-verdict',
      message: `Expected a verdict of "${can.gate}" (${list}) in ${where}, found ${found(value)}, which none can be.`,
      fix: `${fix}, or name it in "verdicts" of @${can.gate}.`,
    };
  }
  const meant = nearest(String(value), words);
  const exact = can.values.find((one) => String(one) === (meant ?? String(value)));
  return {
    severity: 'problem',
    code: 'unknown-value',
    message: `Expected one of the values its schema allows (${list}) in ${where}, found ${found(value)}.`,
    fix: exact === undefined ? 'Write one of them, or add it to the schema.' : `Did you mean ${found(exact)}?`,
  };
}

/** data-4: text that is a number counts as one, with a warning while it runs; any other pair is never in order. */
function unordered(can: Possible, value: Json, reading: FieldFormula): Fault | null {
  const types = [...can.types];
  const numbers = types.every((type) => type === 'number' || type === 'integer');
  if (typeof value === 'string' && numbers && !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value))
    return wrongType(can, found(value), reading);
  const orders = types.some((type) => type === 'number' || type === 'integer' || type === 'string');
  return orders ? null : wrongType(can, 'an order', reading);
}

function wrongType(can: Possible, what: string, reading: FieldFormula): Fault {
  const isAnswer = can.gate !== null && can.types.has('object');
  const types = [...can.types].map((type) => NAMES.get(type) ?? type).join(' or ');
  return {
    severity: 'problem',
    code: 'wrong-type',
    message:
      `Expected what fits ${types}, which its schema says it is, in ${shown(reading.formula.text)}, ` +
      `found ${what}.`,
    fix: isAnswer
      ? 'Compare output.verdict instead: the answer of a gate is an object.'
      : 'Compare it with a value of that type, or correct the schema.',
  };
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

function hasType(types: ReadonlySet<string>, value: Json): boolean {
  const type = typeOf(value);
  return types.has(type) || (type === 'number' && types.has('integer') && Number.isInteger(value));
}

function possibleOf(sources: Sources, reading: FieldFormula, tree: Expression): Possible | null {
  if (tree.op === 'path') {
    const origin = sources.origin(tree, reading.step, reading.output);
    return origin === null ? null : possibleAt(origin);
  }
  if (tree.op !== 'call' || tree.method !== 'toLowerCase') return null;
  const on = possibleOf(sources, reading, tree.on);
  const values = on?.values?.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)) ?? null;
  return on === null ? null : { ...on, values };
}

/** null where one of the sources may give anything. */
export function possibleAt(origin: Origin): Possible | null {
  let values: Json[] | null = [];
  const types = new Set<string>();
  for (const at of readingsOf(origin)) {
    const schema = 'missing' in at ? null : at.schema;
    const own = schema === null ? null : typesOf(schema);
    if (schema === null || own === null) return null;
    for (const type of own) types.add(type);
    const listed = valuesOf(schema);
    values = values === null || listed === null ? null : [...values, ...listed];
  }
  const [field, ...deeper] = origin.fields;
  const isVerdict = deeper.length === 0 && (field === 'verdict' || field === undefined);
  const gate = isVerdict ? (origin.sources.find((source) => source.gate !== null)?.gate?.id ?? null) : null;
  return types.size === 0 ? null : { values: values === null ? null : [...new Set(values)], types, gate };
}

const found = (value: Json): string => (typeof value === 'string' ? `'${value.slice(0, 60)}'` : JSON.stringify(value));
