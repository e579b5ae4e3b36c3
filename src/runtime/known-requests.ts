// Requests that come with an idempotency key: the same one again gets the same answer, and is done once.

import type { Actor } from '../engine/events.ts';
import type { Json } from '../json.ts';
import type { KnownRequest, Store } from '../ports/store.ts';
import type { Request } from './engine-options.ts';
import { KeyReused } from './key-reused.ts';

/** What it was answered before, or the request as it is to be kept; null when no key was given. */
export async function findIdempotentAnswer(
  store: Store,
  request: Request | undefined,
  actor: Actor,
  now: number,
): Promise<{ readonly known: Json } | { readonly fresh: KnownRequest } | null> {
  if (request === undefined) return null;
  const known = await store.knownRequest(actor, request.operation, request.key);
  if (known === null) return { fresh: { ...request, actor, at: now } };
  if (known.requestHash === request.requestHash) return { known: known.answer };
  throw new KeyReused(request.key, request.operation);
}
