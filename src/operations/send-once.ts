// Sends a command to a run for an operation; with the caller's key, asking again changes nothing more.

import { createHash } from 'node:crypto';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Request } from '../runtime/engine-options.ts';
import type { Sender } from '../runtime/pending-write.ts';
import { RejectionError, reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';

const KEY_CHARACTERS_MAX = 500;

export function senderOf({ actor, channel, stated }: OperationContext): Sender {
  return stated === undefined ? { actor, channel } : { actor, channel, stated };
}

/** A request with the caller's key, and what it was answered if it came before. */
export interface KeyedRequest {
  readonly request: Request | undefined;
  readonly known: JsonObject | null;
}

/** `answer` is kept with the key: enough to find again what the first request did. */
export async function findKeyedRequest(
  context: OperationContext,
  operation: string,
  input: unknown,
  answer: JsonObject,
): Promise<KeyedRequest> {
  const { key } = context;
  // A script whose variable is not set gives an empty one.
  if (key === undefined || key === '') return { request: undefined, known: null };
  if (key.length > KEY_CHARACTERS_MAX) {
    reject('invalid-request', `Expected a key of at most ${KEY_CHARACTERS_MAX} characters, found ${key.length}.`);
  }
  const requestHash = `sha256:${createHash('sha256').update(JSON.stringify(input)).digest('hex')}`;
  const known = await (await context.store()).knownRequest(context.actor, operation, key);
  if (known !== null && known.requestHash !== requestHash) reuse(operation, key);
  return { request: { operation, key, requestHash, answer }, known: known === null ? null : objectOf(known.answer) };
}

function reuse(operation: string, key: string): never {
  const message = `The key "${key}" was already used for a different ${operation} request.`;
  return reject('key-reused', `${message} Use a new key for each request.`);
}

export interface SendRequest {
  readonly context: OperationContext;
  readonly operation: string;
  readonly input: unknown;
  readonly run: string;
  readonly command: Command;
}

/** What the key's first request did stands; a command refused ends the operation with the engine's reason. */
export async function sendOnce({ context, operation, input, run, command }: SendRequest): Promise<void> {
  const { request, known } = await findKeyedRequest(context, operation, input, { run });
  if (known !== null) return;
  const engine = await context.engine();
  orThrowRejection(await engine.send(run, command, senderOf(context), request));
}

export function orThrowRejection(outcome: { readonly ok: boolean; readonly rejection?: Rejection }): void {
  if (!outcome.ok && outcome.rejection !== undefined) throw new RejectionError(outcome.rejection);
}

function objectOf(answer: Json): JsonObject {
  return answer as JsonObject;
}
