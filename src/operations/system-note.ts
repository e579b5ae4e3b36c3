// What is written to the store's own history when something outside runs changes.

import type { JsonObject } from '../json.ts';
import type { SystemNote } from '../ports/store.ts';
import type { OperationContext } from './operation-context.ts';

export function systemNote(context: OperationContext, what: string, about: JsonObject): SystemNote {
  const { actor, channel } = context;
  return { at: context.now(), actor, channel, text: JSON.stringify([[what, about]]) };
}
