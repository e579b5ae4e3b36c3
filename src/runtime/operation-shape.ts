// Whether what a project's own system gives as operations can be asked for: names, fields, functions.

import type { OperationField, SystemOperation } from '../ports/system-operation.ts';

const WORD = /^[a-z][a-z0-9-]*$/;
const FIELD = /^[a-z][A-Za-z0-9]*$/;
/** Given by the caller; an operation cannot define them. */
const RESERVED = ['json', 'project', 'store', 'as', 'help'];

/** What is wrong with operations of a project's own system, for a sentence that begins with "but"; null: nothing. */
export function operationProblem(given: unknown): string | null {
  if (given === undefined) return null;
  if (!Array.isArray(given)) return 'its "operations" is no list';
  const names = new Set<string>();
  for (const [at, one] of (given as readonly Partial<SystemOperation>[]).entries()) {
    const wrong = shapeOf(one);
    if (wrong !== null) return `its "operations[${at}]" ${wrong}`;
    const { name = '' } = one;
    if (names.has(name)) return `its "operations" has "${name}" twice`;
    names.add(name);
  }
  return null;
}

function shapeOf(one: Partial<SystemOperation> | null): string | null {
  if (typeof one !== 'object' || one === null) return 'is no object';
  if (typeof one.name !== 'string' || !WORD.test(one.name)) return 'has no name of one word in lower case';
  if (typeof one.summary !== 'string' || one.summary === '') return 'has no summary';
  if (typeof one.run !== 'function' || typeof one.show !== 'function') return 'lacks one of the functions run and show';
  if (typeof one.output !== 'object' || one.output === null) return 'has no schema as its output';
  if (!Array.isArray(one.input)) return 'has no list of fields as its input';
  const bad = (one.input as readonly OperationField[]).findIndex((field, at) => !isField(field, at));
  return bad < 0 ? null : `has a field that cannot be given, input[${bad}]`;
}

function isField(field: Partial<OperationField> | null, at: number): boolean {
  if (typeof field !== 'object' || field === null) return false;
  const { name = '', kind, help, isPlaced = false } = field;
  const isKind = kind === 'text' || kind === 'number' || kind === 'flag';
  if (isPlaced && (at > 0 || kind === 'flag')) return false;
  return FIELD.test(name) && !RESERVED.includes(name) && isKind && typeof help === 'string';
}
