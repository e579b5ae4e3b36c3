// A decision in progress: the draft it thinks with, the events it has made, and what is still to be moved.

import type { Step, Workflow } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { versionOf } from './commit-text.ts';
import type { Context, Effect } from './context.ts';
import { effectsOf } from './effects.ts';
import type { AnyEvent, EventData, EventType } from './events.ts';
import { evolve } from './evolve.ts';
import { isPerson, type StatedIdentity } from './people.ts';
import type { RunState, Token } from './run-state.ts';
import { INLINE_BYTES_MAX, inline, type Payloads, type Value } from './value.ts';

export interface Turn {
  readonly workflow: Workflow;
  readonly steps: ReadonlyMap<string, Step>;
  readonly state: RunState;
  /** Replaced where one command acts for two: a person retries, and the answer is its worker's. */
  context: Context;
  readonly payloads: Payloads;
  readonly events: AnyEvent[];
  readonly effects: Effect[];
  readonly made: Map<string, Json>;
  /** Tokens on their way into a step, in order. */
  readonly queue: Entry[];
  /** Scopes that may have a free place, the one to look at first at the end: inner items start before outer ones. */
  readonly scopesWithFreeSlots: number[];
  /** The signal or raised event handled last, for the rest of the commit: the root `signal`. */
  signal: Value | undefined;
  /** The caller can correct it: data that does not fit its schema refuses the command, instead of being left out. */
  readonly strict: boolean;
}

export interface Entry {
  readonly token: number;
  readonly step: string;
  /** How many moves this command already made to get here, against `limits.cascade`. */
  readonly depth: number;
  /** A machine's raised event to handle first; `enters`: the state is still to be entered afterwards. */
  readonly raised?: RaisedEvent;
  readonly enters?: boolean;
}

export interface RaisedEvent {
  readonly name: string;
  readonly value: Value;
}

export function emit<T extends EventType>(turn: Turn, type: T, data: EventData[T]): void {
  const { now: at, actor, channel } = turn.context;
  const v = versionOf(type, data);
  const event = { type, v, number: turn.state.number + 1, at, actor, channel, data } as unknown as AnyEvent;
  effectsOf(turn.state, event, turn.effects);
  turn.events.push(event);
  evolve(turn.state, event);
}

/** By what and whom a person's name was stated, for events that are their word. */
export function statedIn({ context: { stated, actor } }: Turn): { readonly stated?: StatedIdentity } {
  return stated === undefined || !isPerson(actor) ? {} : { stated };
}

/** Thrown to end the decision: the command is refused. `recorded` events say that it was, and are all that remains. */
export class Refusal extends Error {
  readonly code: string;
  readonly details: readonly string[] | undefined;
  readonly recorded: { readonly type: EventType; readonly data: EventData[EventType] } | undefined;
  constructor(code: string, message: string, details?: readonly string[], recorded?: Refusal['recorded']) {
    super(message);
    this.code = code;
    this.details = details;
    this.recorded = recorded;
  }
}

export function reject(code: string, message: string, details?: readonly string[]): never {
  throw new Refusal(code, `${message} Nothing was changed.`, details);
}

/** Refused, and the refusal itself is recorded as an event. */
export function refuse<T extends EventType>(code: string, message: string, type: T, data: EventData[T]): never {
  throw new Refusal(code, `${message} Nothing was changed but the history, which says so.`, undefined, { type, data });
}

/** Work ended or began to wait here: a place may be free in every foreach around it. */
export function noteFreedSlot(turn: Turn, innermost: number): void {
  const around: number[] = [];
  for (let id = innermost; id !== 0; id = turn.state.scopes.get(id)?.parent ?? 0) around.push(id);
  for (let at = around.length - 1; at >= 0; at--) turn.scopesWithFreeSlots.push(around[at] as number);
}

export function stepOf(turn: Turn, id: string): Step {
  const step = turn.steps.get(id);
  if (step === undefined)
    throw new Error(`The run ${turn.state.run} stands on step "${id}", which its workflow lacks.`);
  return step;
}

export function tokenOf(turn: Turn, id: number): Token {
  return turn.state.tokens.get(id) as Token;
}

/** Computed JSON as a Value: inline while small, else a new payload of this commit. */
export function keep(turn: Turn, json: Json): Value {
  if (json === null || typeof json === 'number' || typeof json === 'boolean') return json;
  return keepText(turn, json, false);
}

/** A value made of Values (a join's results), stored once when large. */
export function keepParts(turn: Turn, json: Json): Value {
  return keepText(turn, json, true);
}

function keepText(turn: Turn, json: Json, parts: boolean): Value {
  const text = JSON.stringify(json);
  if (text.length <= INLINE_BYTES_MAX) return parts ? { $parts: json } : inline(json);
  const ref = turn.context.hash(text);
  turn.made.set(ref, json);
  return { $ref: ref, bytes: text.length, ...(parts && { parts }) };
}

const indexes = new WeakMap<Workflow, ReadonlyMap<string, Step>>();

export function indexOf(workflow: Workflow): ReadonlyMap<string, Step> {
  let index = indexes.get(workflow);
  if (index === undefined) {
    index = new Map(workflow.steps.map((step) => [step.id, step]));
    indexes.set(workflow, index);
  }
  return index;
}
