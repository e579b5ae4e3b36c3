// An operation: something a caller can do, defined once and offered by every face. And how one is performed.

import type * as z from 'zod';
import type { Rejection } from '../engine/context.ts';
import { SystemFault, WriteRefused } from '../errors.ts';
import { type OperationContext, ROLES, type Role } from './operation-context.ts';

export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** `group.verb`: POST /api/group/verb, `signoff group verb`, the MCP tool group_verb. */
  readonly name: string;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** The least role that may. */
  readonly who: Role;
  readonly changes: boolean;
  /** Asked like this it writes nothing to the store, though it may change something: a store that may only be read will
   *  do. */
  onlyReads?(asked: { readonly [name: string]: unknown }): boolean;
  /** Fields given by their place on a command line, in order; a list takes the rest. */
  readonly places?: readonly (keyof z.output<I> & string)[];
  /** It takes an idempotency key. */
  readonly keyed?: boolean;
  handler(context: OperationContext, input: z.output<I>): Promise<z.output<O>>;
}

export type AnyOperation = Omit<Operation, 'handler' | 'places'> & {
  readonly places?: readonly string[];
  handler(context: OperationContext, input: never): Promise<unknown>;
};

export function defineOperation<I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O>,
): Operation<I, O> {
  return operation;
}

export type PerformResult =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

/** Checks who may and what was given, then does it. Rejects only for a fault. */
export async function perform(
  operation: AnyOperation,
  context: OperationContext,
  given: unknown,
): Promise<PerformResult> {
  try {
    mayPerform(operation, context.role);
    const read = operation.input.safeParse(given);
    if (!read.success) refuseInput(operation.name, read.error.issues, given);
    return { ok: true, output: await operation.handler(context, read.data as never) };
  } catch (thrown) {
    if (thrown instanceof RejectionError) return { ok: false, rejection: thrown.rejection };
    if (thrown instanceof WriteRefused)
      return { ok: false, rejection: { code: 'not-storable', message: thrown.message } };
    if (thrown instanceof SystemFault) return { ok: false, rejection: { code: thrown.code, message: thrown.message } };
    // Two requests with one key met in the engine.
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'key-reused')
      return { ok: false, rejection: { code: 'key-reused', message: thrown.message } };
    throw thrown;
  }
}

/** Thrown inside an operation to end it; `perform` makes a value of it. */
export class RejectionError extends Error {
  readonly rejection: Rejection;
  constructor(rejection: Rejection) {
    super(rejection.message);
    this.rejection = rejection;
  }
}

export function reject(code: string, message: string, details?: readonly string[]): never {
  const text = `${message} Nothing was changed.`;
  throw new RejectionError(details === undefined ? { code, message: text } : { code, message: text, details });
}

function mayPerform({ name, who }: AnyOperation, role: Role): void {
  if (ROLES.indexOf(role) >= ROLES.indexOf(who)) return;
  reject('not-allowed', `${name} needs the role ${who} or higher; you have ${role}.`);
}

function refuseInput(name: string, issues: readonly z.core.$ZodIssue[], given: unknown): never {
  const [only, ...others] = issues;
  if (only?.code === 'invalid_value' && others.length === 0) refuseValue(only, given);
  const details = issues.map(({ path, message }) => `${path.map(String).join('.') || 'the input'}: ${message}`);
  return reject('invalid-request', `Expected a valid input of ${name}, found ${details.join('; ')}.`, details);
}

/** One of a few words was expected: they are said, and what was given. */
function refuseValue({ path, values }: z.core.$ZodIssueInvalidValue, given: unknown): never {
  const words = values.map(String);
  const found = path.reduce<unknown>((value, key) => Object(value)[key], given);
  const expected = words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  const detail = `"${path.map(String).join('.')}" to be ${expected}, found ${JSON.stringify(found) ?? 'none'}`;
  return reject('invalid-request', `Expected ${detail}.`, [detail]);
}
