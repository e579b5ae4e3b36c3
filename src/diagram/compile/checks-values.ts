// Values written into the configuration that the schema for them refuses: what `set` gives, fallbacks, defaults.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { SchemaValidator } from '../config/settings.ts';
import type { Place } from '../problem.ts';
import type { Assignment, Step, Workflow } from '../workflow.ts';
import { missingFault } from './checks-fields.ts';
import type { Compilation } from './compilation.ts';

/** Needs what will check the values when the workflow runs; says nothing without it. */
export function checkValues(compilation: Compilation, workflow: Workflow): void {
  const { validator } = compilation.settings();
  if (validator !== undefined) {
    checkDefaults(compilation, workflow, validator);
    for (const step of workflow.steps) checkFallback(compilation, step, validator);
  }
  const { data } = workflow;
  if (data === null) return;
  // One value at a time is checked when the workflow runs, so none is required.
  const loose: JsonObject = { ...data, required: [] };
  for (const step of workflow.steps) {
    for (const { list, place } of assignmentsOf(compilation, step)) {
      for (const assignment of list) checkSet(compilation, loose, assignment, () => place(assignment.name), validator);
    }
  }
}

interface AssignmentList {
  readonly list: readonly Assignment[];
  place(name: string): Place;
}

function assignmentsOf(compilation: Compilation, step: Step): AssignmentList[] {
  return [
    { list: step.set, place: (name) => compilation.placeOf(step.id, 'set', name) },
    ...step.edges.map(({ set }) => ({ list: set, place: () => compilation.placeOf(step.id, 'branches') })),
    ...step.transitions.map(({ set, event }) => ({
      list: set,
      place: () => compilation.placeOf(step.id, 'on', event),
    })),
  ];
}

function checkSet(
  compilation: Compilation,
  data: JsonObject,
  { name, value }: Assignment,
  place: () => Place,
  validator: SchemaValidator | undefined,
): void {
  const fault = missingFault({ sources: [{ schema: data, gate: null }], fields: [name] }, `data.${name}`);
  // Data may have more than its schema names; a name that is nearly one of those is a slip.
  if (fault !== null && (fault.severity === 'problem' || fault.fix.startsWith('Did you mean'))) {
    compilation[fault.severity](fault.code, place(), fault.message, fault.fix);
    return;
  }
  const { tree } = value;
  if (tree.op !== 'literal') return;
  const wrong = validator?.problems(data, { [name]: tree.value }) ?? [];
  if (wrong.length === 0) return;
  compilation.problem(
    'unfit-value',
    place(),
    `Expected a value that @workflow.data allows for "${name}", found ${JSON.stringify(tree.value)}: ` +
      `${wrong.join('; ')}.`,
    'Set a value of its type, or correct the schema.',
  );
}

function checkFallback(compilation: Compilation, { id, task, fallback }: Step, validator: SchemaValidator): void {
  if (task === null || task.output === null || fallback === null || !('output' in fallback)) return;
  const wrong = validator.problems(task.output, fallback.output);
  if (wrong.length === 0) return;
  compilation.warning(
    'unfit-value',
    compilation.placeOf(id, 'fallback', 'output'),
    `Expected a fallback that the output schema of "${id}" allows, found one that it does not: ${wrong.join('; ')}.`,
    'Give it the fields the schema asks for.',
  );
}

function checkDefaults(compilation: Compilation, { data }: Workflow, validator: SchemaValidator): void {
  const properties = isJsonObject(data?.properties) ? data.properties : {};
  const given: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (isJsonObject(schema) && schema.default !== undefined) given[name] = schema.default;
  }
  if (data === null || Object.keys(given).length === 0) return;
  const wrong = validator.problems({ ...data, required: [] }, given);
  if (wrong.length === 0) return;
  compilation.warning(
    'unfit-value',
    compilation.placeOf('workflow', 'data'),
    `Expected defaults that the schema of "data" allows, found ones that it does not: ${wrong.join('; ')}.`,
    'Correct the defaults.',
  );
}
