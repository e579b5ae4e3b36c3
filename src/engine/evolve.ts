// State after an event. Owns the state it is given and updates it in place; needs neither workflow nor payloads.

import { isKnownVersion } from './commit-text.ts';
import type { AnyEvent, EngineEvent, EventType } from './events.ts';
import { callHandlers } from './evolve-calls.ts';
import { fileHandlers } from './evolve-files.ts';
import { runHandlers } from './evolve-run.ts';
import { scopeHandlers } from './evolve-scopes.ts';
import { signalHandlers } from './evolve-signals.ts';
import { taskHandlers } from './evolve-tasks.ts';
import type { RunState } from './run-state.ts';

export type Handler<T extends EventType> = (state: RunState, event: EngineEvent<T>) => void;
export type Handlers<T extends EventType> = { readonly [K in T]: Handler<K> };

const handlers: Handlers<EventType> = {
  ...runHandlers,
  ...scopeHandlers,
  ...taskHandlers,
  ...signalHandlers,
  ...callHandlers,
  ...fileHandlers,
};

export function evolve(state: RunState, event: AnyEvent): RunState {
  const handler = handlers[event.type] as Handler<EventType> | undefined;
  if (handler === undefined || !isKnownVersion(event.type, event.v))
    throw new Error(`Expected a known event, found ${event.type} v${event.v}.`);
  handler(state, event);
  state.number = event.number;
  return state;
}
