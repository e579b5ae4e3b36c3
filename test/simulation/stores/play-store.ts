// One seed against a real store: random workflows and players, an engine that dies; all rows compared with the fold.

import type { Command } from '../../../src/engine/commands.ts';
import type { FileOrder } from '../../../src/engine/file-order.ts';
import { isJsonObject, type Json } from '../../../src/json.ts';
import type { Action, CodeRegistry } from '../../../src/ports/action.ts';
import type { Store, StoredWorkflow, SystemNote } from '../../../src/ports/store.ts';
import { openMoves } from '../finisher.ts';
import { renamed } from '../migrate-run.ts';
import { type Move, randomMove } from '../players.ts';
import { type Random, randomOf } from '../random.ts';
import { inputOf, sketchOf } from '../simulate.ts';
import { compileSketch, type Sketch, textOf } from '../sketch.ts';
import { count, must } from '../world.ts';
import { checkRows } from './check-rows.ts';
import { type CallResult, type Habits, type StoredRun, StoreWorld } from './store-world.ts';

/** How a store is opened for one seed, and thrown away after it. */
export interface StoreMaker {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

export interface PlayResult {
  readonly seed: number;
  /** The diagram of the runs that were started here. */
  readonly diagram: string;
  readonly runs: number;
  readonly children: number;
  readonly events: number;
  readonly deaths: number;
  readonly faults: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly violation: string | null;
}

const NOTE: SystemNote = { at: 0, actor: 'system', channel: 'cli', text: '[["WorkflowAdded",{}]]' };
const FINISH_MOVES_MAX = 150;

/** null: the diagram was refused, nothing ran. */
export async function playStore(seed: number, maker: StoreMaker): Promise<PlayResult | null> {
  const sketch = withActions(sketchOf(seed), randomOf(seed + 1));
  const child = withActions(sketchOf(seed + 500_000_000), randomOf(seed + 2));
  if (compileSketch(sketch).workflow === null) return null;
  const random = randomOf(seed + 0x5703e);
  const world = await newStoreWorld(random, seed, maker);
  let violation: string | null = null;
  // A process that waits for a busy store has nothing else that keeps it.
  const awake = setInterval(() => {}, 1000);
  try {
    await play(world, sketch, child);
  } catch (thrown) {
    violation = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  } finally {
    clearInterval(awake);
    await world.close();
    await maker.remove();
  }
  const outcomes = new Map<string, number>();
  let events = 0;
  let children = 0;
  for (const run of world.runs.values()) {
    count(outcomes, run.row.status);
    events += run.world.eventCount;
    children += run.row.parent === null ? 0 : 1;
  }
  const { deaths, faults, runs } = world;
  const diagram = textOf(sketch);
  return { seed, diagram, runs: runs.size, children, events, deaths, faults, outcomes, violation };
}

async function newStoreWorld(random: Random, seed: number, { open }: StoreMaker): Promise<StoreWorld> {
  const [luck, done] = [randomOf(seed + 0x10c4), randomOf(seed + 0xd0e)];
  return new StoreWorld(random, luck, habitsOf(random), code(done), open, await open());
}

function habitsOf(random: Random): Habits {
  return {
    dies: random.pick([1, 1, 0.3, 0.05, 0]),
    fails: random.pick([0, 0.05, 0.2]),
    readsFail: random.pick([0, 0, 0.01]),
    hosts: random.chance(0.6),
    hasOther: random.chance(0.3),
    snapshotEvents: random.pick([5, 30, 1000]),
  };
}

function code(random: Random): CodeRegistry {
  const look: Action = async () => {
    if (random.chance(0.15)) throw new Error('It broke.');
    const output = { ok: random.chance(0.5), n: random.int(5), list: [{ n: 1 }] };
    return { output: random.chance(0.2) ? { ...output, text: 'x'.repeat(1500) } : output };
  };
  return { actions: { look, sum: look } };
}

/** Some steps are done by registered code. */
function withActions(sketch: Sketch, random: Random): Sketch {
  const config = new Map(sketch.config);
  for (const { id, shape } of sketch.nodes) {
    const own = config.get(id) ?? {};
    if (!id.startsWith('T') || shape !== 'square' || 'execution' in own || !random.chance(0.3)) continue;
    const { prompt: _, ...rest } = own as { [key: string]: Json };
    config.set(id, { ...rest, action: 'look' });
  }
  return { ...sketch, config };
}

async function play(world: StoreWorld, sketch: Sketch, childSketch: Sketch): Promise<void> {
  const { random } = world;
  const stored = await add(world.store, sketch, null);
  const child = compileSketch(childSketch).workflow === null ? null : await add(world.store, childSketch, 'child');
  const roots = ['run_first', 'run_other'].slice(0, 1 + random.int(2));
  for (const run of roots) await start(world, stored, run);
  const length = random.int(60);
  for (let n = 0; n < length; n++) {
    world.nowMs += random.int(3000);
    const run = random.pick([...world.runs.values()]);
    run.sketch ??= run.row.workflow === stored.key ? sketch : run.row.workflow === child?.key ? childSketch : null;
    await move(world, run, n);
    await world.refresh();
    if (random.chance(0.04)) await check(world, false);
  }
  await finish(world);
  await check(world, true);
}

async function start(world: StoreWorld, stored: StoredWorkflow, run: string): Promise<void> {
  const input = inputOf(world.random);
  for (let n = 0; !world.runs.has(run); n++) {
    must(n < 100, `${run} could not be started`);
    const done = await world.act((engine) =>
      engine.start(stored, input, { run, by: { actor: 'user:ada', channel: 'cli' } }),
    );
    if (typeof done !== 'string' && !done.value.ok) {
      const { rejection } = done.value;
      must(rejection.code === 'run-exists' && n > 0, `${run} was refused: ${rejection.message}`);
    }
    await world.refresh();
  }
}

async function check(world: StoreWorld, firesTimers: boolean): Promise<void> {
  await world.settle(firesTimers);
  await checkRows(world);
}

async function move(world: StoreWorld, run: StoredRun, n: number): Promise<void> {
  const { random } = world;
  const by = { actor: 'user:ada', channel: 'cli' } as const;
  const kind = random.weighted({ play: 100, migrate: run.sketch === null ? 0 : 2, fork: 1, once: 4 });
  if (kind === 'migrate') await migrate(world, run, run.sketch as Sketch);
  else if (kind === 'fork') {
    const number = random.pick(run.world.commits);
    must(number !== undefined, `${run.id} has no commits`);
    if (world.runs.size < 12) await world.act((engine) => engine.fork(run.id, number, by));
  } else if (kind === 'once') {
    const name = `once-${n}`;
    const request = { operation: 'cost', key: name, requestHash: 'same', answer: { n } };
    const command: Command = { type: 'AddCost', cost: 1, tokens: 1, by: `agent:${name}` };
    // As a caller who did not hear an answer does, and one who did and forgot.
    for (let tries = 0, left = 1 + random.int(2); tries < 8 && left > 0; tries++) {
      const done = await world.act((engine) => engine.send(run.id, command, by, request));
      if (typeof done !== 'string') left--;
    }
  } else {
    const next = randomMove(run.world, run.player);
    if (next !== null) await send(world, run, next, n);
  }
}

async function send(world: StoreWorld, run: StoredRun, next: Move, n: number): Promise<CallResult<unknown> | null> {
  // Children are real here, and so is what they report.
  if (next.command.type === 'ReportChild') return null;
  const command = plain(next.command, run.world.payloads, n);
  const by = { actor: next.actor, channel: next.channel ?? 'cli' };
  return world.act((engine) => engine.send(run.id, command, by));
}

/** As it comes from outside: every value plain JSON, and signals sent to a run that may be there. */
function plain(command: Command, payloads: ReadonlyMap<string, Json>, n: number): Command {
  const entries = Object.entries(command).map(([key, value]): [string, unknown] => {
    if (key === 'files') return [key, (value as readonly FileOrder[]).map(({ path, new: text }) => ({ path, text }))];
    if (key === 'send') return [key, [{ run: 'run_other', id: `sent-${n}`, name: 'go', value: null }]];
    const isReference = isJsonObject(value) && typeof value.$ref === 'string' && payloads.has(value.$ref);
    return [key, isReference ? payloads.get(value.$ref as string) : value];
  });
  return Object.fromEntries(entries) as unknown as Command;
}

async function migrate(world: StoreWorld, run: StoredRun, sketch: Sketch): Promise<void> {
  const { id } = world.random.pick(sketch.nodes);
  const name = `${id.replace(/x\d*$/, '')}x${run.world.state.number}`;
  if (sketch.nodes.some((node) => node.id === name)) return;
  const next = renamed(sketch, id, name);
  const to = await add(world.store, next, run.row.workflowName);
  const by = { actor: 'user:ada', channel: 'cli' } as const;
  const done = await world.act((engine) => engine.migrate(run.id, to, { [id]: name }, 'Renamed.', by));
  if (typeof done !== 'string' && !done.value.ok) {
    const { code: refused, message } = done.value.rejection;
    must(refused === 'run-ended', `${run.id} could not follow the renaming of "${id}": ${message}`);
  }
  await world.refresh();
  if (run.row.workflow === to.key) run.sketch = next;
}

async function add(store: Store, sketch: Sketch, name: string | null): Promise<StoredWorkflow> {
  const { workflow } = compileSketch(sketch);
  must(workflow !== null, 'the diagram is wrong');
  const { key } = await store.addWorkflow(name === null ? workflow : { ...workflow, name }, null, NOTE);
  const stored = await store.workflowByKey(key);
  must(stored !== null, 'a workflow that was added is there');
  return stored;
}

/** Plays everything fairly for a while, then cancels what is left. */
async function finish(world: StoreWorld): Promise<void> {
  const { random } = world;
  for (let n = 0; n < FINISH_MOVES_MAX; n++) {
    const open = [...world.runs.values()].filter(
      ({ world: { state } }) => state.status === 'running' || state.cleaning,
    );
    if (open.length === 0) return;
    const run = random.pick(open);
    const moves = openMoves(run.world, run.player, n > FINISH_MOVES_MAX / 2);
    world.nowMs += 1000;
    if (moves.length > 0) await send(world, run, { channel: 'studio', ...random.pick(moves) }, 1000 + n);
    await world.refresh();
  }
}
