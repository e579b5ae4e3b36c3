// Plays a written diagram by hand in the simulation's world, with all its checks after every event.

import assert from 'node:assert/strict';
import { compile } from '../../src/diagram/compile.ts';
import type { Command } from '../../src/engine/commands.ts';
import type { Task } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import { hash } from './sketch.ts';
import { newWorld, send, type World } from './world.ts';

export async function start(text: string, input: Json = {}): Promise<World> {
  const { workflow, problems } = await compile({ text, fileName: 'found.mmd', hash });
  assert.ok(workflow, JSON.stringify(problems));
  const world = newWorld(workflow);
  act(world, { type: 'StartRun', run: 'run_1', input });
  return world;
}

export function act(world: World, command: Command, actor = 'user:ada'): void {
  assert.equal(send(world, command, actor, 'studio'), null, command.type);
}

/** The nth open task of a step. */
export function taskOf(world: World, step: string, nth = 0): Task {
  const found = [...world.state.tasks.values()].filter((task) => task.step === step && task.kind !== 'foreach')[nth];
  assert.ok(found, `"${step}" has an open task`);
  return found;
}

export function done(world: World, step: string, output: Json = { ok: true }, nth = 0): void {
  const { id, execution } = taskOf(world, step, nth);
  if (execution === 'manual') act(world, { type: 'CompleteTask', task: id, output: 'approve', verdict: 'approve' });
  else act(world, { type: 'CompleteTask', task: id, lease: claim(world, step, nth), output }, 'agent:w1');
}

export function fails(world: World, step: string, nth = 0): void {
  const { id } = taskOf(world, step, nth);
  const lease = claim(world, step, nth);
  const failure = { code: 'broken', message: 'It broke.', retryable: false };
  act(world, { type: 'FailTask', task: id, lease, failure }, 'agent:w1');
}

function claim(world: World, step: string, nth: number): number {
  const { id } = taskOf(world, step, nth);
  act(world, { type: 'ClaimTask', task: id, worker: 'agent:w1', kind: 'hosted' }, 'agent:w1');
  return world.state.tasks.get(id)?.fence ?? 0;
}

/** Resolves the newest hold. */
export function resolve(
  world: World,
  move: 'retry' | 'skip' | 'end' | 'choose' | 'retry-failed' | 'force',
  to?: string,
): string | null {
  const hold = [...world.state.holds.keys()].at(-1) ?? 0;
  const command = { type: 'ResolveHold', hold, move, reason: 'Go on.', ...(to !== undefined && { to }) } as const;
  return send(world, command, 'user:ada', 'studio');
}

export function openSteps(world: World): string[] {
  return [...world.state.tasks.values()].filter(({ kind }) => kind !== 'foreach').map(({ step }) => step);
}

export function holdCodes(world: World): string[] {
  return [...world.state.holds.values()].map(({ code }) => code);
}
