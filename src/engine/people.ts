// Who is a person: an actor is `user:...`, `agent:...` or the engine's own `system`.

import type { Actor } from './events.ts';

export function isPerson(actor: Actor): boolean {
  return actor.startsWith('user:');
}
