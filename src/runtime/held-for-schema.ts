// A task whose answers could never be checked fails, or is held, before it is worked on: a stored workflow may have
// been checked by a version that took its schema.

import { leadsOnFailure } from '../engine/failures.ts';
import type { Task } from '../engine/run-state.ts';
import type { JsonObject } from '../json.ts';
import { stepOf } from './code-call.ts';
import type { Report } from './report-work.ts';
import type { RunWithWorkflow } from './run-with-workflow.ts';
import { schemaFault } from './validate.ts';

export function heldForSchema(run: RunWithWorkflow, { step, id: task, fence: lease }: Task): Report | null {
  const schema = stepOf(run, step).task?.output ?? null;
  const fault = schema === null ? null : faultOf(schema);
  if (fault === null) return null;
  const fix = 'Correct it, add the workflow again and move the run to it with "signoff runs migrate".';
  const expected = `Expected an output schema of "${step}" that answers can be checked against`;
  const message = `${expected}, found that the schema cannot be used: ${fault}. ${fix}`;
  const code = 'schema-unusable';
  if (leadsOnFailure(run.workflow, stepOf(run, step)))
    return { type: 'FailTask', task, lease, failure: { code, message, retryable: false } };
  return { type: 'HoldTask', task, lease, code, message };
}

const faults = new WeakMap<JsonObject, string | null>();

function faultOf(schema: JsonObject): string | null {
  const known = faults.get(schema);
  if (known !== undefined) return known;
  const fault = schemaFault(schema);
  faults.set(schema, fault);
  return fault;
}
