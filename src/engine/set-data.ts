// `set`: changes to the run's own record, as one event (data-6), and what they do to verdicts on what they change.

import type { Assignment } from '../diagram/workflow.ts';
import type { JsonObject } from '../json.ts';
import { checkVerdicts } from './gates.ts';
import { assigned, type TokenPosition } from './roots.ts';
import { emit, reject, type Turn } from './turn.ts';
import { readValue, type Value } from './value.ts';

export function setData(turn: Turn, position: TokenPosition, list: readonly Assignment[], step: string): void {
  if (list.length > 0) setValues(turn, assigned(turn, position, list), step);
}

type Values = { readonly [name: string]: Value };

export function setValues(turn: Turn, given: Values | undefined, step: string): void {
  if (given === undefined || Object.keys(given).length === 0) return;
  const values = fitting(turn, given, step);
  if (Object.keys(values).length === 0) return;
  emit(turn, 'DataSet', { values, step });
  checkVerdicts(turn, step);
}

/** The values that satisfy `@workflow.data`. Others refuse the command, or are recorded as left out. */
export function fitting(turn: Turn, given: Values, step: string): Values {
  const { data } = turn.workflow;
  if (data === null) return given;
  const wrong = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(given)) {
    const problems = turn.context.validate(schemaOf(data), { [name]: readValue(value, [], turn.payloads) ?? null });
    if (problems.length > 0) wrong.set(name, problems);
  }
  if (wrong.size === 0) return given;
  const problems = [...wrong.values()].flat();
  if (turn.strict)
    reject('invalid-data', `Expected data that satisfies @workflow.data, found: ${problems.join('; ')}.`, problems);
  emit(turn, 'DataRefused', { names: [...wrong.keys()], problems, step });
  return Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
}

const schemas = new WeakMap<JsonObject, JsonObject>();

/** One value at a time is checked, so that none is required. Made once a workflow: validators are kept by schema. */
function schemaOf(data: JsonObject): JsonObject {
  let schema = schemas.get(data);
  if (schema === undefined) {
    schema = { ...data, required: [] };
    schemas.set(data, schema);
  }
  return schema;
}
