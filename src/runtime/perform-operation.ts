// Performs an operation of a system: its input is read by its fields, its code is waited for but not for ever.

import type { Rejection } from '../engine/context.ts';
import { SystemFault, WorkspaceFault } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Sources } from '../ports/sources.ts';
import type { FilesToWrite, OperationField, OperationInput, SystemOperation } from '../ports/system-operation.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import { workspaceFiles } from './workspace-files.ts';

export type PerformedOperation =
  | { readonly ok: true; readonly output: Json; readonly hasFindings: boolean; readonly write?: FilesToWrite }
  | { readonly ok: false; readonly rejection: Rejection };

/** `given`: by field; texts are read as numbers where the field is one. Throws a SystemFault where its code breaks. */
export async function performOperation(
  { name, input, limitMs = CODE_MS_MAX, run }: SystemOperation,
  project: string,
  given: { readonly [field: string]: unknown },
  sourcesOf?: (project: string) => Promise<Sources>,
): Promise<PerformedOperation> {
  const read = readInput(name, input, given);
  if (typeof read === 'string') return rejected('invalid-request', read);
  const files = workspaceFiles([project], { readsHidden: true });
  const ending = new AbortController();
  const { signal } = ending;
  const deps = { project, files, signal, ...(sourcesOf === undefined ? {} : { sources: () => sourcesOf(project) }) };
  try {
    const result = await inTime(limitMs, () => run(deps, read));
    if ('refused' in result) return { ok: false, rejection: result.refused };
    const { output, hasFindings = false, write } = result;
    return { ok: true, output, hasFindings, ...(write === undefined ? {} : { write }) };
  } catch (thrown) {
    if (thrown instanceof WorkspaceFault) return rejected(thrown.code, thrown.message);
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new SystemFault('system-unusable', `The operation "${name}" failed: ${why}. Nothing was changed.`);
  } finally {
    // What still works for it need not go on.
    ending.abort();
  }
}

function readInput(
  name: string,
  fields: readonly OperationField[],
  given: { readonly [field: string]: unknown },
): OperationInput | string {
  const values: Record<string, string | number | boolean> = {};
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field.name === key));
  if (unknown !== undefined) return `Expected fields that ${name} knows, found "${unknown}".`;
  for (const field of fields) {
    const value = given[field.name];
    if (value === undefined) {
      if (field.isRequired === true) return `Expected "${field.name}" for ${name}, found none: ${field.help}.`;
      continue;
    }
    const read = readValue(field, value);
    if (read === null) return `Expected ${WORDS[field.kind]} as "${field.name}", found ${JSON.stringify(value)}.`;
    values[field.name] = read;
  }
  return values;
}

const WORDS = { text: 'a text', number: 'a number', flag: 'true or false' };

function readValue({ kind }: OperationField, value: unknown): string | number | boolean | null {
  if (kind === 'flag') return typeof value === 'boolean' ? value : null;
  if (kind === 'text') return typeof value === 'string' && value !== '' ? value : null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function rejected(code: string, message: string): PerformedOperation {
  return { ok: false, rejection: { code, message } };
}
