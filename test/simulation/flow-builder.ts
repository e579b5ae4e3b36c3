// The parts random flows are made of: boxes and arrows added to a sketch, and what a block leaves open.

import type { Json, JsonObject } from '../../src/json.ts';
import type { Random } from './random.ts';
import type { SketchEdge, SketchNode } from './sketch.ts';

export interface Builder {
  readonly random: Random;
  readonly nodes: SketchNode[];
  readonly edges: SketchEdge[];
  readonly config: Map<string, JsonObject>;
  /** How many boxes may still be drawn. */
  left: number;
  /** From here on everything may be in the body of a foreach without a join. */
  open: boolean;
}

/** Where a block stands. */
export interface BlockPlace {
  readonly depth: number;
  readonly scoped: boolean;
  readonly variables: readonly string[];
  /** Steps outside the scopes around it, where an edge may lead that leaves them. */
  readonly escapes: readonly string[];
}

export interface Exit {
  readonly from: string;
  readonly label: string;
}

export interface Block {
  readonly entry: string;
  readonly exits: readonly Exit[];
}

export function newBuilder(random: Random): Builder {
  return {
    random,
    nodes: [],
    edges: [],
    config: new Map(),
    left: 4 + random.int(random.pick([10, 16, 30])),
    open: false,
  };
}

export function addNode(b: Builder, letter: string, shape: SketchNode['shape'], label = ''): string {
  const id = `${letter}${b.nodes.length + 1}`;
  b.nodes.push({ id, label: label === '' ? `${letter} ${b.nodes.length + 1}` : label, shape });
  b.left -= 1;
  return id;
}

export function addEdge(b: Builder, from: string, to: string, label = ''): void {
  b.edges.push({ from, to, label });
}

export function connect(b: Builder, exits: readonly Exit[], to: string): void {
  for (const { from, label } of exits) addEdge(b, from, to, label);
}

export function configure(b: Builder, id: string, config: JsonObject): void {
  if (Object.keys(config).length > 0) b.config.set(id, { ...b.config.get(id), ...config });
}

export function addEnd(b: Builder): string {
  return addNode(b, 'E', 'stadium', b.random.chance(0.5) ? 'END' : '');
}

export function condition(b: Builder, place: BlockPlace): string {
  const { random } = b;
  const own =
    place.variables.length === 0 ? [] : ['index > 0', 'index % 2 === 0', `${random.pick(place.variables)}.n > 1`];
  return random.pick([
    'output.ok',
    '!output.ok',
    `output.n > ${random.int(4)}`,
    `output.n === ${random.int(4)}`,
    'output.list.length > 1',
    `data.count < ${1 + random.int(3)}`,
    'run.input.flag',
    'input.n >= 2',
    ...own,
  ]);
}

/** What any step that can fail may say about it (fail-1). */
export function failing(b: Builder): JsonObject {
  const { random } = b;
  const config: { [key: string]: Json } = {};
  if (random.chance(0.25)) config.retry = { attempts: 1 + random.int(3), wait: random.int(5) };
  if (random.chance(0.15)) config.critical = random.chance(0.5);
  if (random.chance(0.15)) config.onFailure = random.pick(['hold', 'fail', 'skip']);
  if (random.chance(0.15))
    config.fallback = random.pick([{ output: { ok: true } }, { assignee: 'user:bob' }, { action: 'plan-b' }]);
  if (random.chance(0.2)) config.timeout = 1 + random.int(20);
  return config;
}

/** What agents may cost at a step, or in a run (call-2). */
export function budgeted(b: Builder): JsonObject {
  const { random } = b;
  if (!random.chance(0.1)) return {};
  const onBudget = random.pick(['hold', 'finish', 'fail']);
  return {
    budget: random.chance(0.5) ? { cost: random.int(10) / 10, onBudget } : { tokens: random.int(200), onBudget },
  };
}

export function itemsPath(b: Builder, place: BlockPlace): string {
  const own = place.variables.length === 0 ? [] : [`${b.random.pick(place.variables)}.list`];
  return b.random.pick([
    'run.input.items',
    'run.input.items',
    'output.list',
    'list',
    'run.input.few',
    'run.input.none',
    ...own,
  ]);
}
