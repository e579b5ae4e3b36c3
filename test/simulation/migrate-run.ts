// Moves a simulated run to the same workflow with one step renamed.

import { isJsonObject, type Json } from '../../src/json.ts';
import type { Random } from './random.ts';
import { compileSketch, type Sketch } from './sketch.ts';
import { must, send, type World } from './world.ts';

/** The sketch as the run's workflow has it now; renaming again starts from there. */
const current = new WeakMap<World, Sketch>();

export function migrate(world: World, first: Sketch, random: Random): void {
  const sketch = current.get(world) ?? first;
  const { id } = random.pick(sketch.nodes);
  const name = `${id.replace(/x\d*$/, '')}x${world.events.length}`;
  const next = renamed(sketch, id, name);
  const { workflow } = compileSketch(next);
  must(workflow !== null, `renaming "${id}" made the diagram wrong`);
  const refused = send(
    world,
    { type: 'MigrateRun', to: workflow, mapping: { [id]: name }, reason: 'Renamed.' },
    'user:ada',
  );
  if (refused !== null) {
    must(refused === 'run-ended', `a run could not follow the renaming of "${id}": ${refused}`);
    return;
  }
  current.set(world, next);
}

export function renamed(sketch: Sketch, id: string, name: string): Sketch {
  const to = (other: string): string => (other === id ? name : other);
  const config = [...sketch.config].map(([key, json]) => [to(key), renamedIn(json, id, name)] as const);
  return {
    type: sketch.type,
    nodes: sketch.nodes.map((node) => ({
      ...node,
      id: to(node.id),
      ...(node.label === node.id && { label: to(node.id) }),
    })),
    edges: sketch.edges.map(({ from, to: target, label }) => ({
      from: to(from),
      to: to(target),
      label: inText(label, id, name),
    })),
    config: new Map(config.map(([key, json]) => [key, isJsonObject(json) ? json : {}])),
  };
}

function renamedIn(json: Json, id: string, name: string): Json {
  if (typeof json === 'string')
    return json === id ? name : json === `foreach:${id}` ? `foreach:${name}` : inText(json, id, name);
  if (Array.isArray(json)) return json.map((item: Json) => renamedIn(item, id, name));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, renamedIn(item, id, name)]));
}

function inText(text: string, id: string, name: string): string {
  return text.replaceAll(`steps.${id}.`, `steps.${name}.`);
}
