// One simulated run: sends commands, and checks after every event that state, history and snapshots agree.

import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { Decision } from '../../src/engine/context.ts';
import { decide } from '../../src/engine/decide.ts';
import type { AnyEvent, Channel } from '../../src/engine/events.ts';
import { evolve } from '../../src/engine/evolve.ts';
import type { RunState } from '../../src/engine/run-state.ts';
import { newState, restore, serialise } from '../../src/engine/snapshot.ts';
import type { Value } from '../../src/engine/value.ts';
import type { Json } from '../../src/json.ts';
import { validate } from '../support/validate.ts';
import { checkAtRest } from './at-rest.ts';
import { checkCounters } from './counters.ts';
import { checkJoin, checkLate, checkLease } from './oracles.ts';
import { newOutside, type Outside, perform } from './outside.ts';
import { hash } from './sketch.ts';

export interface World {
  workflow: Workflow;
  state: RunState;
  /** The state as text: after every event the same for the state and for one restored from the text before. */
  text: string;
  readonly events: AnyEvent[];
  readonly payloads: Map<string, Json>;
  readonly commands: SentCommand[];
  readonly fired: Set<number>;
  /** How many events there were after each command: a state between them is no one's. */
  readonly commits: number[];
  /** Of this run and of those it was forked from. */
  eventCount: number;
  outside: Outside;
  nowMs: number;
  readonly seen: Map<string, number>;
  readonly rejections: Map<string, number>;
}

export interface SentCommand {
  readonly command: Command;
  readonly actor: string;
  readonly channel: Channel;
  readonly outcome: string;
}

/** What must never happen did: the engine's fault. */
export class Violation extends Error {}

export function newWorld(workflow: Workflow): World {
  return {
    workflow,
    state: newState(),
    text: textOf(newState()),
    events: [],
    payloads: new Map(),
    commands: [],
    fired: new Set(),
    commits: [],
    eventCount: 0,
    outside: newOutside(),
    nowMs: Date.UTC(2026, 0, 1),
    seen: new Map(),
    rejections: new Map(),
  };
}

/** Gives the rejection's code, or null when the command was accepted. */
export function send(world: World, command: Command, actor: string, channel: Channel = 'cli'): string | null {
  const before = world.text;
  world.nowMs += 100;
  const decision = decided(world, command, actor, channel);
  const outcome = decision.ok ? null : 'rejection' in decision ? decision.rejection.code : 'needs';
  world.commands.push({ command, actor, channel, outcome: outcome ?? 'accepted' });
  count(world.seen, command.type);
  if (outcome !== null) count(world.rejections, outcome);
  must(textOf(world.state) === before, `decide changed the state it read (${command.type})`);
  must(!('needs' in decision), 'decide asked for a payload again that it had been given');
  const draft = decision.ok && decision.after !== undefined ? textOf(decision.after) : null;
  if (!decision.ok) checkRefusal(decision);
  else checkLease(world.state, command);
  if (decision.ok) for (const [ref, json] of decision.payloads) world.payloads.set(ref, json);
  for (const event of decision.events) record(world, event);
  must(draft === null || draft === world.text, `${command.type}: its draft is not what its events lead to`);
  if (decision.ok) perform(world.outside, world.state, decision);
  if (decision.ok && command.type === 'MigrateRun') {
    world.workflow = command.to;
    world.commits.length = 0;
  }
  world.commits.push(world.events.length);
  checkAtRest(world.workflow, world.state);
  checkLate(world.state);
  return outcome;
}

type FinalDecision = Exclude<Decision, { needs: unknown }>;

/** Payloads are loaded only when asked for, as the runtime does. */
function decided(world: World, command: Command, actor: string, channel: Channel): FinalDecision {
  const loaded = new Map<string, Json>();
  for (;;) {
    const payloads = { get: (ref: string) => loaded.get(ref) };
    const context = { now: world.nowMs, actor, channel, payloads, validate, hash };
    const decision = guarded(() => decide(world.workflow, world.state, command, context), command);
    if (!('needs' in decision)) return decision;
    for (const ref of decision.needs) {
      const json = world.payloads.get(ref);
      must(json !== undefined, `decide asked for the payload ${ref}, which nobody stored`);
      must(!loaded.has(ref), `decide asked for the payload ${ref}, which it was given`);
      loaded.set(ref, json);
    }
  }
}

function guarded(run: () => Decision, command: Command): Decision {
  try {
    return run();
  } catch (thrown) {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    throw new Violation(`decide threw on ${command.type}: ${text.split('\n').slice(0, 6).join('\n')}`);
  }
}

function checkRefusal(decision: FinalDecision): void {
  for (const { type } of decision.events) {
    must(type === 'ReportRefused' || type === 'TaskShown', `a rejected command gave the event ${type}`);
  }
}

function record(world: World, event: AnyEvent): void {
  must(event.number === world.state.number + 1, `event ${event.number} follows event ${world.state.number}`);
  world.events.push(event);
  world.eventCount += 1;
  count(world.seen, event.type);
  if (event.type === 'JoinFired') {
    must(!world.fired.has(event.data.scope), `the join of scope ${event.data.scope} fired twice`);
    world.fired.add(event.data.scope);
    checkJoin(world.workflow, world.state, event.data, (ref) => world.payloads.get(ref));
  }
  const placesBefore = new Map([...world.state.scopes.values()].map(({ id, places }) => [id, places]));
  evolve(world.state, event);
  if (event.type === 'TaskOpened' || event.type === 'ChildStarted') checkPlaces(world.state, placesBefore);
  const restored = restore(JSON.parse(world.text) as Json);
  evolve(restored, JSON.parse(JSON.stringify(event)) as AnyEvent);
  world.text = textOf(world.state);
  must(textOf(restored) === world.text, `${event.type}: a restored state evolves otherwise`);
  try {
    checkCounters(world.state);
  } catch (thrown) {
    throw new Violation(
      `after ${event.type} ${JSON.stringify(event.data).slice(0, 300)}: ${(thrown as Error).message}`,
    );
  }
}

/** each-4: new work never takes a place that is not there. Only what a person retries may exceed the bound. */
function checkPlaces(state: RunState, before: ReadonlyMap<number, number>): void {
  for (const { id, places, concurrency } of state.scopes.values()) {
    const isMore = places > (before.get(id) ?? 0);
    must(
      !isMore || concurrency === undefined || places <= concurrency,
      `scope ${id} has ${places} of ${concurrency} places taken`,
    );
  }
}

/** The state folded from all events, from scratch. */
export function checkFold(world: World): void {
  const folded = world.events.reduce((state, event) => evolve(state, event), newState());
  must(textOf(folded) === textOf(world.state), 'the state is not the fold of its events');
  must(textOf(restore(serialise(folded))) === textOf(folded), 'restoring changes the state');
}

/** The run goes on as a new one made from its own state after the commit that ended with event `number`. */
export function fork(world: World, run: string, actor: string, number: number): void {
  const past = world.events.slice(0, number).reduce((state, event) => evolve(state, event), newState());
  const decision = decided({ ...world, state: past }, { type: 'ForkRun', run }, actor, 'cli');
  must(decision.ok, `ForkRun after event ${number} was rejected`);
  count(world.seen, 'ForkRun');
  world.events.length = 0;
  world.state = newState();
  world.text = textOf(world.state);
  world.outside = newOutside();
  world.commits.length = 0;
  world.fired.clear();
  for (const { id, fired } of past.scopes.values()) if (fired) world.fired.add(id);
  for (const [ref, json] of decision.payloads) world.payloads.set(ref, json);
  for (const event of decision.events) record(world, event);
  world.commits.push(world.events.length);
  perform(world.outside, world.state, decision);
  checkAtRest(world.workflow, world.state);
}

/** A value as the runtime would hand it in: large ones by reference. */
export function given(world: World, json: Json): Value {
  const text = JSON.stringify(json);
  if (text.length <= 1024) return json;
  const ref = hash(text);
  world.payloads.set(ref, json);
  return { $ref: ref, bytes: text.length };
}

export function must(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Violation(message);
}

function textOf(state: RunState): string {
  return JSON.stringify(serialise(state));
}

export function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
