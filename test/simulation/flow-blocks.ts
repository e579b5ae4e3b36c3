// Random flows, block by block: each has one way in and leaves some ways out, so that most diagrams are valid.

import type { Json } from '../../src/json.ts';
import {
  addEdge,
  addEnd,
  addNode,
  type Block,
  type BlockPlace,
  type Builder,
  budgeted,
  condition,
  configure,
  connect,
  type Exit,
  failing,
  itemsPath,
} from './flow-builder.ts';

export function sequence(b: Builder, place: BlockPlace, length: number): Block {
  const first = block(b, place);
  let { exits } = first;
  for (let i = 1; i < length && exits.length > 0 && b.left > 0; i++) {
    const next = block(b, place);
    connect(b, exits, next.entry);
    exits = next.exits;
  }
  return { entry: first.entry, exits };
}

function block(b: Builder, place: BlockPlace): Block {
  if (place.depth <= 0 || b.left <= 2) return task(b, place);
  const kind = b.random.weighted({ task: 5, decision: 2, loop: 1.5, foreach: 3, fork: 2, subflow: 1, wait: 1.2 });
  const inner = { ...place, depth: place.depth - 1 };
  switch (kind) {
    case 'decision':
      return decision(b, inner);
    case 'loop':
      return loop(b, inner);
    case 'foreach':
      return foreach(b, inner);
    case 'fork':
      return fork(b, inner);
    case 'subflow':
      return subflow(b, inner);
    case 'wait':
      return wait(b, inner);
    default:
      return task(b, place);
  }
}

export function task(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const execution = random.weighted({ automated: 7, manual: 3, conversation: 0.7 });
  const id = addNode(b, 'T', execution === 'manual' ? 'round' : 'square');
  const config: { [key: string]: Json } = { ...failing(b), ...budgeted(b) };
  if (execution === 'conversation') Object.assign(config, { execution, agent: 'agent:w1', turns: 1 + random.int(3) });
  if (execution === 'manual') Object.assign(config, gate(b));
  if (random.chance(0.3)) config.prompt = 'Do {{output.n}} for {{run.input.flag}}';
  if (!place.scoped && !b.open && random.chance(0.15)) config.set = { count: 'data.count + 1' };
  configure(b, id, config);
  const after = taskExits(b, place, id, execution === 'manual');
  return { entry: id, exits: random.chance(0.2) ? [...after, ...errorEdge(b, place, id)] : after };
}

function gate(b: Builder): { [key: string]: Json } {
  const { random } = b;
  const config: { [key: string]: Json } = {};
  if (random.chance(0.3))
    config.shows = random.pick([['data.count'], ['brief.md'], ['output.n', 'data.count'], ['run.input']]);
  if (random.chance(0.25)) {
    const of = ['user:ada', 'user:bob', 'user:cyd'].slice(0, 1 + random.int(3));
    config.approvals = { need: 1 + random.int(of.length), of, order: random.pick(['any', 'listed']) };
  }
  if (random.chance(0.15)) Object.assign(config, { due: 3, remind: 2, escalate: { after: 5, to: 'user:cyd' } });
  if (random.chance(0.15)) config.claimFor = 4;
  if (random.chance(0.1)) config.requireStudio = true;
  return config;
}

/** A gate may send what it rejects back through a task of its own. */
function taskExits(b: Builder, place: BlockPlace, id: string, isGate: boolean): Exit[] {
  if (!isGate || b.random.chance(0.4)) return [{ from: id, label: '' }];
  const fix = b.left > 0 && b.random.chance(0.7) ? addNode(b, 'T', 'square') : addEnd(b);
  addEdge(b, id, fix, "output.verdict === 'reject'");
  if (fix.startsWith('T')) addEdge(b, fix, id);
  return [{ from: id, label: b.random.chance(0.8) ? 'default' : condition(b, place) }];
}

function errorEdge(b: Builder, place: BlockPlace, id: string): Exit[] {
  if (place.escapes.length > 0 && b.random.chance(0.2)) {
    addEdge(b, id, b.random.pick(place.escapes), 'error');
    return [];
  }
  const handler = b.random.chance(0.7) ? addNode(b, 'T', 'square') : addEnd(b);
  addEdge(b, id, handler, 'error');
  return handler.startsWith('T') ? [{ from: handler, label: '' }] : [];
}

function decision(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const id = addNode(b, 'D', 'diamond');
  const ways = 2 + random.int(2);
  const exits: Exit[] = [];
  for (let way = 0; way < ways; way++) {
    const label = way === ways - 1 && random.chance(0.85) ? 'default' : condition(b, place);
    const kind = random.weighted({ block: 4, pass: 3, end: 1, escape: place.escapes.length > 0 ? 2 : 0 });
    if (kind === 'pass') exits.push({ from: id, label });
    else if (kind === 'end') addEdge(b, id, addEnd(b), label);
    else if (kind === 'escape') addEdge(b, id, random.pick(place.escapes), label);
    else {
      const inner = sequence(b, place, 1 + random.int(2));
      addEdge(b, id, inner.entry, label);
      exits.push(...inner.exits);
    }
  }
  return { entry: id, exits };
}

function loop(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const first = task(b, { ...place, depth: 0 });
  const escapes = random.chance(0.3) ? [...place.escapes, first.entry] : place.escapes;
  const body = random.chance(0.6) ? sequence(b, { ...place, escapes }, 1 + random.int(2)) : null;
  if (body !== null) connect(b, first.exits, body.entry);
  const ends = body === null ? first.exits : body.exits;
  if (ends.length === 0) return { entry: first.entry, exits: [] };
  const check = addNode(b, 'D', 'diamond');
  connect(b, ends, check);
  const again = random.chance(0.6) ? `steps.${first.entry}.visits < ${1 + random.int(3)}` : condition(b, place);
  addEdge(b, check, first.entry, again);
  return { entry: first.entry, exits: [{ from: check, label: 'default' }] };
}

function foreach(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const id = addNode(b, 'F', 'subroutine', 'Each: item');
  const variable = random.pick(['item', 'file', 'part']);
  const works = random.chance(0.45);
  configure(b, id, {
    itemsPath: itemsPath(b, place),
    ...(variable !== 'item' && { itemVariable: variable }),
    ...(random.chance(0.8) && { concurrency: 1 + random.int(4) }),
    ...(random.chance(0.1) && { maxItems: 2 }),
    ...(works &&
      random.pick([
        { prompt: `Look at {{${variable}.n}}` },
        { action: 'look' },
        { assignee: 'user:ada', execution: 'manual' },
      ])),
    ...failing(b),
  });
  const joined = random.chance(0.75);
  const after = joined && random.chance(0.5) ? addNode(b, 'T', 'square') : null;
  const inner: BlockPlace = {
    depth: place.depth,
    scoped: true,
    variables: [...new Set([...place.variables, variable])],
    escapes: after === null ? place.escapes : [...place.escapes, after],
  };
  const body =
    works && random.chance(0.4)
      ? { entry: '', exits: [{ from: id, label: '' }] }
      : sequence(b, inner, 1 + random.int(2));
  if (body.entry !== '') addEdge(b, id, body.entry);
  if (!joined || body.exits.length === 0) {
    if (after !== null) connect(b, body.exits.length > 0 ? body.exits : [{ from: id, label: 'error' }], after);
    b.open = true;
    return { entry: id, exits: after === null ? body.exits : [{ from: after, label: '' }] };
  }
  return closed(b, id, body.exits, after);
}

function fork(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const id = addNode(b, 'T', random.chance(0.85) ? 'square' : 'round');
  configure(b, id, failing(b));
  const joined = random.chance(0.8);
  const after = joined && random.chance(0.4) ? addNode(b, 'T', 'square') : null;
  const inner = {
    ...place,
    scoped: joined || place.scoped,
    escapes: after === null ? place.escapes : [...place.escapes, after],
  };
  const ways = 2 + random.int(3);
  const exits: Exit[] = [];
  let arriving = 0;
  for (let way = 0; way < ways; way++) {
    const branch = sequence(b, inner, 1 + random.int(2));
    addEdge(b, id, branch.entry);
    const isLast = way === ways - 1;
    if (branch.exits.length > 0 && random.chance(0.15) && !(isLast && arriving < 2))
      connect(b, branch.exits, addEnd(b));
    else {
      exits.push(...branch.exits);
      arriving += branch.exits.length > 0 ? 1 : 0;
    }
  }
  if (joined && arriving >= 2) return closed(b, id, exits, after);
  if (after === null) return { entry: id, exits };
  connect(b, exits.length > 0 ? exits : [{ from: id, label: 'error' }], after);
  return { entry: id, exits: [{ from: after, label: '' }] };
}

function closed(b: Builder, opener: string, exits: readonly Exit[], after: string | null): Block {
  const { random } = b;
  const id = addNode(b, 'J', 'square', 'Join');
  connect(b, exits, id);
  const bound = random.pick([{}, {}, { minPercent: random.pick([0, 34, 50, 80]) }, { minCount: random.int(4) }]);
  configure(b, id, {
    ...bound,
    ...(random.chance(0.3) && { early: true }),
    ...(random.chance(0.25) && { timeout: 1 + random.int(15), onTimeout: random.pick(['continue', 'fail', 'hold']) }),
    ...(random.chance(0.4) && { rest: random.pick(['keep', 'cancel']) }),
    ...(random.chance(0.15) && { critical: random.chance(0.7) }),
    ...(random.chance(0.25) && random.pick([{ prompt: 'Sum up {{output.total}}' }, { action: 'sum' }])),
    ...(random.chance(0.3) && { awaitTag: random.pick([opener, `foreach:${opener}`, 'foreach:{{parentId}}']) }),
  });
  if (after === null) return { entry: opener, exits: [{ from: id, label: '' }] };
  addEdge(b, id, after);
  return { entry: opener, exits: [{ from: after, label: '' }] };
}

function subflow(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const id = addNode(b, 'S', 'subroutine', 'Run: child');
  const detached = random.chance(0.2) ? { detached: true, reply: 'reply' } : {};
  const { timeout: _, ...config } = { timeout: 0, ...failing(b) };
  configure(b, id, { ...config, ...detached, ...(random.chance(0.5) && { inputMapping: { n: 'output.n' } }) });
  const exits = [{ from: id, label: '' }];
  return { entry: id, exits: random.chance(0.25) ? [...exits, ...errorEdge(b, place, id)] : exits };
}

function wait(b: Builder, place: BlockPlace): Block {
  const { random } = b;
  const id = addNode(b, 'W', 'square');
  configure(b, id, {
    stepType: 'wait',
    ...(random.chance(0.7) && { signal: random.pick(['go', 'next', 'reply']) }),
    ...(random.chance(0.3) && {
      key: random.pick(['k', '{{run.input.flag}}', ...place.variables.map((name) => `{{${name}.n}}`)]),
    }),
    ...(random.chance(0.4) && { timeout: 1 + random.int(20) }),
    ...(random.chance(0.2) && { onFailure: random.pick(['hold', 'fail', 'skip']) }),
  });
  const exits = [{ from: id, label: '' }];
  if (!random.chance(0.3)) return { entry: id, exits };
  const late = random.chance(0.6) ? addNode(b, 'T', 'square') : addEnd(b);
  addEdge(b, id, late, 'timeout');
  return { entry: id, exits: late.startsWith('T') ? [...exits, { from: late, label: '' }] : exits };
}
