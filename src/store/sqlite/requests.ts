// Requests that came with an idempotency key, and what they were answered.

import type { Json } from '../../json.ts';
import type { KnownRequest } from '../../ports/store.ts';
import type { Connection } from './connection.ts';

export function knownRequestIn(
  connection: Connection,
  actor: string,
  operation: string,
  key: string,
): KnownRequest | null {
  const row = connection
    .statement('SELECT request_hash, answer, at FROM requests WHERE key = ? AND actor = ? AND operation = ?')
    .get(key, actor, operation);
  if (row === undefined) return null;
  const answer = JSON.parse(row.answer as string) as Json;
  return { actor, operation, key, requestHash: row.request_hash as string, answer, at: row.at as number };
}

export function putRequest(connection: Connection, request: KnownRequest): void {
  const { actor, operation, key, requestHash, answer, at } = request;
  connection
    .statement('INSERT INTO requests (actor, operation, key, request_hash, answer, at) VALUES (?, ?, ?, ?, ?, ?)')
    .run(actor, operation, key, requestHash, JSON.stringify(answer), at);
}
