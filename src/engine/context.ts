// What `decide` may know of the world: time, who asks, loaded payloads, validation and hashing, all handed in.

import type { Json, JsonObject } from '../json.ts';
import type { CommandOf } from './commands.ts';
import type { Actor, AnyEvent, Channel, TimerKind } from './events.ts';
import type { FileOrder } from './file-order.ts';
import type { StatedIdentity } from './people.ts';
import type { RunState } from './run-state.ts';
import type { Payloads, Value } from './value.ts';

export interface Context {
  readonly now: number;
  readonly actor: Actor;
  readonly channel: Channel;
  /** Of an actor whose name nobody proved. */
  readonly stated?: StatedIdentity;
  readonly payloads: Payloads;
  /** Problems found, [] when the value satisfies the schema. */
  validate(schema: JsonObject, value: Json): readonly string[];
  /** `sha256:` and the hex digest of the text. */
  hash(text: string): string;
  /** Work that the caller does itself is claimed in the commit that makes it ready. */
  readonly hosting?: HostedClaims;
}

export interface HostedClaims {
  readonly actor: Actor;
  readonly channel: Channel;
  /** Claims for those of the changed tasks that are to be done here. */
  claims(state: RunState, changed: Iterable<number>): Iterable<CommandOf<'ClaimTask'>>;
}

/** A command refused: nothing changed, unless `events` records the refusal itself. */
export interface Rejection {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly string[];
  /** Nothing is wrong with what was asked: once the message's advice is followed, it is asked again as it is. */
  readonly isOutside?: boolean;
}

export type Decision =
  | {
      readonly ok: true;
      readonly events: readonly AnyEvent[];
      readonly effects: readonly Effect[];
      /** New payloads the events refer to, to be stored in the same commit. */
      readonly payloads: ReadonlyMap<string, Json>;
      /** Tasks and timers that are not as before: what code that keeps rows of them must write. */
      readonly changed: { readonly tasks: readonly number[]; readonly timers: readonly number[] };
      /** What the state becomes, for `adopt` (draft.ts): a draft, of use until that state changes. */
      readonly after?: RunState;
    }
  | { readonly ok: false; readonly rejection: Rejection; readonly events: readonly AnyEvent[] }
  | { readonly ok: false; readonly needs: readonly string[] };

/** What the outside has to do because of the events. The engine does none of it. */
export type Effect =
  | { readonly do: 'open-task'; readonly task: number; readonly step: string }
  | { readonly do: 'cancel-task'; readonly task: number }
  | { readonly do: 'set-timer'; readonly timer: number; readonly kind: TimerKind; readonly due: number }
  | { readonly do: 'cancel-timer'; readonly timer: number }
  | {
      readonly do: 'start-child';
      readonly task: number;
      readonly child: string;
      readonly workflow: string | null;
      readonly source?: Value;
      readonly input: Value;
    }
  | { readonly do: 'retry-child'; readonly task: number; readonly child: string }
  | { readonly do: 'cancel-child'; readonly task: number; readonly child: string }
  | {
      readonly do: 'send-signal';
      readonly run: string;
      readonly id: string;
      readonly name: string;
      readonly key?: string;
      readonly value: Value;
    }
  | { readonly do: 'write-file'; readonly step: string; readonly file: FileOrder }
  | { readonly do: 'remind'; readonly task: number; readonly kind: 'due' | 'remind' | 'escalate' };
