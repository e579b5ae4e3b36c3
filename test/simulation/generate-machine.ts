// A random state machine: signals, guards, work in states, raised and deferred events, choices, forks and joins.

import type { Json, JsonObject } from '../../src/json.ts';
import type { Random } from './random.ts';
import type { Sketch, SketchEdge, SketchNode } from './sketch.ts';

export const EVENTS = ['ask', 'reply', 'stop', 'tick'] as const;

interface Machine {
  readonly random: Random;
  readonly nodes: SketchNode[];
  readonly edges: SketchEdge[];
  readonly config: Map<string, JsonObject>;
}

export function generateMachine(random: Random): Sketch {
  const m: Machine = { random, nodes: [], edges: [], config: new Map() };
  const count = 3 + random.int(4);
  const states = Array.from({ length: count }, (_, i) => `S${i + 1}`);
  for (const id of states) m.nodes.push({ id, label: id, shape: 'default' });
  m.edges.push({ from: '[*]', to: 'S1', label: '' });
  for (const [at, id] of states.entries()) addState(m, states, at, id);
  if (random.chance(0.4)) addFork(m, states);
  const settings: { [key: string]: Json } = {
    data: { type: 'object', properties: { count: { type: 'number', default: 0 } } },
    limits: { visits: 2 + random.int(5), cascade: random.pick([20, 1000]), signals: random.pick([2, 1000]) },
  };
  if (random.chance(0.3)) settings.onFailure = aside(m, 'X1');
  if (random.chance(0.3)) settings.onCancel = aside(m, 'X2');
  m.config.set('workflow', settings);
  return { type: 'state', nodes: m.nodes, edges: m.edges, config: m.config };
}

function aside(m: Machine, id: string): string {
  m.nodes.push({ id, label: id, shape: 'default' });
  m.config.set(id, { action: 'tidy' });
  return id;
}

function addState(m: Machine, states: readonly string[], at: number, id: string): void {
  const { random } = m;
  const work = random.weighted({ none: 4, action: 3, manual: 1.5, conversation: 0.7, subflow: 1, wait: 1 });
  const config: { [key: string]: Json } = { ...workOf(random, work) };
  const next = states[at + 1];
  const targets = [next ?? '[*]', ...(random.chance(0.5) ? [random.pick([...states, '[*]'])] : [])];
  const used = new Set<string>();
  for (const target of targets) {
    const [event = 'done'] = work === 'none' ? [random.pick(EVENTS)] : [random.pick(['done', 'done', ...EVENTS])];
    if (used.has(event)) {
      m.edges.push({ from: id, to: target, label: `${event} [${guard(random)}]` });
      continue;
    }
    used.add(event);
    m.edges.push({ from: id, to: target, label: event });
  }
  if (work !== 'none' && !used.has('done') && random.chance(0.8)) {
    m.edges.push({ from: id, to: random.pick([next ?? '[*]', '[*]']), label: 'done' });
  }
  if (work !== 'none' && random.chance(0.4)) m.edges.push({ from: id, to: random.pick(states), label: 'error' });
  if (work === 'wait' && random.chance(0.5)) m.edges.push({ from: id, to: random.pick(states), label: 'timeout' });
  if (random.chance(0.2)) addChoice(m, states, id);
  if (random.chance(0.35))
    Object.assign(config, {
      defer: [random.chance(0.7) ? random.pick(EVENTS) : `${random.pick(EVENTS)} [${guard(random)}]`],
    });
  if (random.chance(0.5)) Object.assign(config, { on: onOf(m, id, used) });
  if (Object.keys(config).length > 0) m.config.set(id, config);
}

function workOf(random: Random, work: string): { [key: string]: Json } {
  const failing = random.chance(0.3)
    ? { retry: { attempts: 1 }, onFailure: random.pick(['hold', 'skip', 'fail']) }
    : {};
  switch (work) {
    case 'action':
      return { action: 'work', ...failing, ...(random.chance(0.2) && { timeout: 3 }) };
    case 'manual':
      return { execution: 'manual', assignee: 'user:ada' };
    case 'conversation':
      return { execution: 'conversation', agent: 'agent:w1', turns: 2 };
    case 'subflow':
      return { stepType: 'subflow', subflowId: 'child', ...failing };
    case 'wait':
      return { stepType: 'wait', signal: random.pick(EVENTS), ...(random.chance(0.5) && { timeout: 5 }) };
    default:
      return {};
  }
}

function guard(random: Random): string {
  return random.pick(['data.count < 2', 'data.count > 1', 'signal.ok', 'signal.n > 2', 'output.ok', 'run.input.flag']);
}

/** Transitions said in `on`: with `set`, `raise`, `stay`, or tried `always`. */
function onOf(m: Machine, id: string, used: ReadonlySet<string>): JsonObject {
  const { random } = m;
  const drawn = m.edges.filter(({ from }) => from === id).map(({ to }) => to);
  const on: { [event: string]: Json } = {};
  for (const event of [...EVENTS, 'always', 'done'].filter((name) => !used.has(name) && random.chance(0.3))) {
    const set = random.chance(0.5) ? { set: { count: 'data.count + 1' } } : {};
    const raise = random.chance(0.4) ? { raise: { event: random.pick(EVENTS), data: { n: 'data.count' } } } : {};
    const when = event === 'always' || event === 'done' || random.chance(0.5) ? { when: guard(random) } : {};
    const stay = random.chance(0.4);
    on[event] = [stay ? { stay: true, ...when, ...set } : { target: random.pick(drawn), ...when, ...set, ...raise }];
  }
  return on;
}

function addChoice(m: Machine, states: readonly string[], from: string): void {
  const id = `C${m.nodes.length}`;
  m.nodes.push({ id, label: id, shape: 'choice' });
  m.edges.push({ from, to: id, label: `${m.random.pick(EVENTS)} [signal.n < 4]` });
  m.edges.push({ from: id, to: m.random.pick(states), label: `[${guard(m.random)}]` });
  m.edges.push({ from: id, to: '[*]', label: m.random.chance(0.8) ? 'default' : '[data.count > 5]' });
}

function addFork(m: Machine, states: readonly string[]): void {
  const { random } = m;
  const [fork, join] = [`K${m.nodes.length}`, `J${m.nodes.length + 1}`];
  m.nodes.push({ id: fork, label: fork, shape: 'fork' }, { id: join, label: join, shape: 'join' });
  m.edges.push({ from: random.pick(states), to: fork, label: 'tick [signal.n >= 0]' });
  for (let way = 0; way < 2 + random.int(2); way++) {
    const id = `P${m.nodes.length + 1}`;
    m.nodes.push({ id, label: id, shape: 'default' });
    if (random.chance(0.6)) m.config.set(id, { action: 'part' });
    m.edges.push({ from: fork, to: id, label: '' });
    m.edges.push({ from: id, to: join, label: m.config.has(id) ? 'done' : random.pick(EVENTS) });
    if (random.chance(0.2)) m.edges.push({ from: id, to: '[*]', label: 'stop [signal.ok]' });
  }
  m.edges.push({ from: join, to: random.pick([...states.slice(-1), '[*]']), label: '' });
  if (random.chance(0.4))
    m.config.set(
      join,
      random.pick([{ minCount: 1, early: true }, { minPercent: 50 }, { timeout: 5, onTimeout: 'hold' }]),
    );
}
