// The roots of data-1: where a path starts, and which value it finds from a token's position.

import type { Expression, Formula } from '../diagram/expression.ts';
import type { Assignment } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { evaluate } from './condition.ts';
import { type RunState, recordKey, type Scope, type StepRecord, type Token } from './run-state.ts';
import { keep, keepParts, type Turn } from './turn.ts';
import { assembled, inline, isReference, type Part, pointInto, readValue, type Value } from './value.ts';

/** From where a path is read. */
export type TokenPosition = Pick<Token, 'scope' | 'index' | 'input' | 'output' | 'bindings'>;

/** What reading a path takes: a decision in progress, or just a run as it stands. */
export type Reader = Pick<Turn, 'state' | 'payloads' | 'signal'>;

export const ROOT_POSITION: TokenPosition = { scope: 0, index: 0, input: null, output: null };

/** The position of a token about to enter a step: what the last one gave is now the input. */
export function entering(token: TokenPosition): TokenPosition {
  return { ...token, input: token.output };
}

export function lookupFrom(
  turn: Reader,
  position: TokenPosition,
): (root: string, parts: readonly Part[]) => Json | undefined {
  return (root, parts) => {
    const spot = locate(turn, position, root, parts);
    return spot === undefined ? undefined : readValue(spot.value, spot.parts, turn.payloads);
  };
}

/** What any path may lead to from the position, but for a signal; `steps`: those that may have records. */
export function* reachableValues(turn: Reader, position: TokenPosition, steps: Iterable<string>): Iterable<Value> {
  const { state } = turn;
  yield* [state.input, position.input, position.output];
  for (const { value } of state.values.values()) yield value;
  for (const { item } of boundFrom(turn, position)) yield item();
  for (const step of steps) {
    const record = recordFrom(state, position, step);
    if (record?.output !== undefined) yield record.output;
    yield* record?.messages ?? [];
  }
}

/** The value of a formula: a bare path stays a reference, anything else is computed. */
export function formulaValue(turn: Turn, position: TokenPosition, formula: Formula): Value | undefined {
  const { tree } = formula;
  const parts = tree.op === 'path' ? plainParts(tree.parts) : null;
  if (tree.op === 'path' && parts !== null) {
    const spot = locate(turn, position, tree.root, parts);
    return spot === undefined ? undefined : pointInto(spot.value, spot.parts, turn.payloads);
  }
  const json = evaluate(tree, lookupFrom(turn, position));
  return json === undefined ? undefined : keep(turn, json);
}

/** Names to values, as `set`, `inputMapping` and `output` give them; what is missing is null. */
export function assigned(turn: Turn, position: TokenPosition, list: readonly Assignment[]): { [name: string]: Value } {
  const entries = list.map(({ name, value }) => [name, formulaValue(turn, position, value) ?? null] as const);
  return Object.fromEntries(entries);
}

/** A mapping as one value: the object of its parts. */
export function mapped(turn: Turn, position: TokenPosition, list: readonly Assignment[]): Value {
  return keepParts(turn, assigned(turn, position, list));
}

interface Spot {
  readonly value: Value;
  readonly parts: readonly Part[];
}

function locate(turn: Reader, position: TokenPosition, root: string, parts: readonly Part[]): Spot | undefined {
  const { state } = turn;
  const [first, ...rest] = parts;
  switch (root) {
    case 'output':
      return { value: position.output, parts };
    case 'input':
      return inputSpot(turn, position, parts);
    case 'run':
      return first === 'input' ? { value: state.input, parts: rest } : { value: inline(runFacts(state)), parts };
    case 'data':
      if (first === undefined) return { value: allData(state), parts };
      return spot(state.values.get(String(first))?.value, rest);
    case 'steps':
      return stepSpot(state, position, rest, first);
    case 'signal':
      return spot(turn.signal, parts);
    case 'each':
      return eachSpot(turn, position, String(first ?? ''), rest);
    default:
      return boundSpot(turn, position, root, parts);
  }
}

function spot(value: Value | undefined, parts: readonly Part[]): Spot | undefined {
  return value === undefined ? undefined : { value, parts };
}

function inputSpot(turn: Reader, position: TokenPosition, parts: readonly Part[]): Spot {
  const [first] = parts;
  if (first === undefined) return { value: position.input, parts };
  const own = readValue(position.input, [first], turn.payloads) !== undefined;
  return { value: own ? position.input : turn.state.input, parts };
}

function runFacts(state: RunState): Json {
  return {
    id: state.run,
    startedAt: new Date(state.startedAt).toISOString(),
    cost: state.cost,
    tokens: state.spentTokens,
    partial: state.partial?.reason ?? null,
  };
}

function allData(state: RunState): Value {
  return assembled(Object.fromEntries([...state.values.entries()].map(([name, { value }]) => [name, value])));
}

function stepSpot(
  state: RunState,
  position: TokenPosition,
  parts: readonly Part[],
  id: Part | undefined,
): Spot | undefined {
  const [field, ...rest] = parts;
  if (id === undefined) return undefined;
  const record = recordFrom(state, position, String(id));
  if (field === 'visits') return { value: record?.visits ?? 0, parts: rest };
  if (record === undefined) return undefined;
  if (field === 'output') return spot(record.output, rest);
  if (field === 'status') return { value: record.status, parts: rest };
  if (field === 'messages') return { value: assembled(record.messages ?? []), parts: rest };
  return undefined;
}

/** The latest visit in the token's own branch, else outward. */
export function recordFrom(state: RunState, position: TokenPosition, step: string): StepRecord | undefined {
  for (let { scope, index } = position; ; ) {
    const record = state.records.get(recordKey(scope, index, step));
    if (record !== undefined || scope === 0) return record;
    const at = state.scopes.get(scope);
    if (at === undefined) return state.records.get(step);
    scope = at.parent;
    index = at.parentIndex;
  }
}

interface Bound {
  readonly opener: string;
  readonly variable: string;
  readonly item: () => Value;
  readonly index: number;
  readonly total: number;
}

export function* boundFrom(turn: Reader, position: TokenPosition): Iterable<Bound> {
  for (let { scope, index } = position; scope !== 0; ) {
    const at = turn.state.scopes.get(scope);
    if (at === undefined) break;
    if (at.items !== undefined) {
      const item = index;
      const { opener, variable = 'item', total } = at;
      yield { opener, variable, index, total, item: () => itemOf(turn, at, item) };
    }
    scope = at.parent;
    index = at.parentIndex;
  }
  const left = position.bindings ?? [];
  for (let i = left.length - 1; i >= 0; i--) {
    const at = left[i];
    if (at !== undefined) yield { ...at, item: () => at.item };
  }
}

function boundSpot(turn: Reader, position: TokenPosition, root: string, parts: readonly Part[]): Spot | undefined {
  for (const bound of boundFrom(turn, position)) {
    if (root === bound.variable) return { value: bound.item(), parts };
    if (root === 'index' || root === 'total') return { value: bound[root], parts };
  }
  return undefined;
}

function eachSpot(turn: Reader, position: TokenPosition, opener: string, parts: readonly Part[]): Spot | undefined {
  const [field, ...rest] = parts;
  for (const bound of boundFrom(turn, position)) {
    if (bound.opener !== opener) continue;
    if (field === 'index' || field === 'total') return { value: bound[field], parts: rest };
    if (field === 'item' || field === bound.variable) return { value: bound.item(), parts: rest };
    return undefined;
  }
  return undefined;
}

/** One item of a foreach, as a reference into the list it came from. */
export function itemOf(turn: Pick<Turn, 'payloads'>, scope: Scope, index: number): Value {
  const { items = [] } = scope;
  if (isReference(items)) return { ...items, path: [...(items.path ?? []), index] };
  return pointInto(items, [index], turn.payloads) ?? null;
}

function plainParts(parts: readonly (Part | Expression)[]): readonly Part[] | null {
  return parts.every((part) => typeof part !== 'object') ? (parts as readonly Part[]) : null;
}
