// One seed: a random workflow, random players, a fair finisher; every rule checked on the way.

import type { Json } from '../../src/json.ts';
import { finish, type Outcome } from './finisher.ts';
import { generateFlow } from './generate-flow.ts';
import { generateMachine } from './generate-machine.ts';
import { migrate } from './migrate-run.ts';
import { newPlayer, randomMove } from './players.ts';
import { type Random, randomOf } from './random.ts';
import { compileSketch, type Sketch } from './sketch.ts';
import { checkFold, fork, newWorld, send, type World } from './world.ts';

export interface SimulationResult {
  readonly sketch: Sketch;
  /** null: the diagram was refused, nothing ran. */
  readonly world: World | null;
  readonly outcome: Outcome | 'refused' | 'violation';
  readonly violation: string | null;
}

export function sketchOf(seed: number): Sketch {
  const random = randomOf(seed);
  return random.chance(0.25) ? generateMachine(random) : generateFlow(random);
}

export function simulate(seed: number, sketch = sketchOf(seed)): SimulationResult {
  const { workflow } = compileSketch(sketch);
  if (workflow === null) return { sketch, world: null, outcome: 'refused', violation: null };
  const world = newWorld(workflow);
  try {
    return { sketch, world, outcome: play(world, randomOf(seed + 0x5eed), sketch), violation: null };
  } catch (thrown) {
    const violation = thrown instanceof Error ? thrown.message : String(thrown);
    return { sketch, world, outcome: 'violation', violation };
  }
}

function play(world: World, random: Random, sketch: Sketch): Outcome {
  const player = newPlayer(random);
  const start = { type: 'StartRun', run: 'run_1', input: inputOf(random) } as const;
  send(world, start, 'user:ada');
  const length = random.int(120);
  for (let n = 0; n < length; n++) {
    world.nowMs += random.int(3000);
    if (random.chance(0.01)) migrate(world, sketch, random);
    else if (random.chance(0.006)) fork(world, `run_${n + 2}`, 'user:bob', random.pick(world.commits));
    else {
      const move = randomMove(world, player);
      if (move !== null) send(world, move.command, move.actor, move.channel);
    }
    if (random.chance(0.03)) checkFold(world);
    if (world.state.status !== 'running' && random.chance(0.3)) break;
  }
  const outcome = finish(world, player);
  checkFold(world);
  return outcome;
}

export function inputOf(random: Random): Json {
  const items = (most: number) =>
    Array.from({ length: random.int(most + 1) }, (_, n) => ({
      n,
      ...(random.chance(0.4) && { list: [{ n: 5 }, { n: 6 }] }),
    }));
  return { items: items(6), few: items(2), none: random.chance(0.8) ? [] : 'no list', flag: random.chance(0.5) };
}
