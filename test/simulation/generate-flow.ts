// A random flow: starts, blocks, ends, and the settings of the whole.

import type { Json } from '../../src/json.ts';
import { sequence, task } from './flow-blocks.ts';
import {
  addEdge,
  addEnd,
  addNode,
  type Block,
  type BlockPlace,
  type Builder,
  budgeted,
  configure,
  connect,
  newBuilder,
} from './flow-builder.ts';
import type { Random } from './random.ts';
import type { Sketch } from './sketch.ts';

export function generateFlow(random: Random): Sketch {
  const b = newBuilder(random);
  const place: BlockPlace = { depth: 3, scoped: false, variables: [], escapes: [] };
  const body = starts(b, place);
  if (body.exits.length > 0 && random.chance(0.7)) connect(b, body.exits, addEnd(b));
  configure(b, 'workflow', workflowSettings(b));
  addRequires(b);
  return { type: 'flowchart', nodes: b.nodes, edges: b.edges, config: b.config };
}

function starts(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const kind = random.weighted({ start: 6, bare: 2, several: 1.5, fork: 1 });
  if (kind === 'bare') return sequence(b, place, 2 + random.int(3));
  if (kind === 'start') {
    const id = addNode(b, 'A', 'stadium', 'START');
    const body = sequence(b, place, 2 + random.int(3));
    addEdge(b, id, body.entry);
    return { entry: id, exits: body.exits };
  }
  const scoped = { ...place, scoped: true };
  const start = kind === 'fork' ? addNode(b, 'A', 'stadium', 'START') : '';
  const branches = [task(b, scoped), task(b, scoped), ...(random.chance(0.5) ? [task(b, scoped)] : [])];
  if (start !== '') for (const branch of branches) addEdge(b, start, branch.entry);
  const exits = branches.flatMap((branch) => branch.exits);
  const rest = (): Block => sequence(b, place, 1 + random.int(3));
  if (random.chance(0.3)) return { entry: start, exits };
  const join = addNode(b, 'J', 'square', 'Join');
  configure(b, join, random.pick([{}, { minCount: 1, early: true }, { minPercent: 50 }]));
  connect(b, exits, join);
  const after = rest();
  addEdge(b, join, after.entry);
  return { entry: start, exits: after.exits };
}

function workflowSettings(b: Builder): { [key: string]: Json } {
  const { random } = b;
  const settings: { [key: string]: Json } = {
    data: { type: 'object', properties: { count: { type: 'number', default: 0 }, flag: { type: 'boolean' } } },
    ...budgeted(b),
    limits: {
      visits: 2 + random.int(6),
      cascade: random.pick([20, 1000]),
      signals: random.pick([2, 1000]),
      depth: random.pick([0, 5, 5, 5]),
    },
  };
  if (random.chance(0.3)) settings.output = { count: 'data.count', last: 'output' };
  const drawn = b.nodes.filter(({ id }) => id.startsWith('T')).map(({ id }) => id);
  if (random.chance(0.4))
    settings.onFailure = random.chance(0.3) && drawn.length > 1 ? random.pick(drawn.slice(1)) : aside(b);
  if (random.chance(0.4)) settings.onCancel = aside(b);
  return settings;
}

/** What runs when the run fails or is cancelled: a step, or a few with scopes of their own. */
function aside(b: Builder): string {
  const place: BlockPlace = { depth: b.random.int(2), scoped: true, variables: [], escapes: [] };
  b.left = 4;
  const block = b.random.chance(0.6) ? task(b, place) : sequence(b, place, 2);
  if (block.exits.length > 0 && b.random.chance(0.5)) connect(b, block.exits, addEnd(b));
  return block.entry;
}

/** Some steps start only after a gate's verdict. */
function addRequires(b: Builder): void {
  const gates = b.nodes.filter(({ shape }) => shape === 'round');
  const tasks = b.nodes.filter(({ id, shape }) => id.startsWith('T') && shape === 'square');
  if (gates.length === 0 || tasks.length === 0 || !b.random.chance(0.25)) return;
  configure(b, b.random.pick(tasks).id, { requires: [b.random.pick(gates).id] });
  if (b.random.chance(0.5)) configure(b, b.random.pick(tasks).id, { keeps: [b.random.pick(gates).id] });
}
