// Where a value that a path reads comes from, and the schemas that say what it can be.

import type { Json, JsonObject } from '../../json.ts';
import type { Path } from '../config/parse-expression.ts';
import type { PathPart } from '../expression.ts';
import type { Step, Workflow } from '../workflow.ts';
import { targetsOf } from './checks.ts';
import { type SchemaPlace, schemaAt, typesOf } from './schema-paths.ts';

/** One thing a value may come from. */
export interface Source {
  /** null: nothing is known about it. */
  readonly schema: JsonObject | null;
  /** The gate whose answer it is, when that has no schema of its own: an object with the verdict. */
  readonly gate: Step | null;
}

/** What `output` is where an expression stands: what the step gave, what it was given, or not known. */
export type OutputSeen = 'own' | 'given' | 'unknown';

/** What a path reads: from each source, as far as the sources are known. */
export interface Origin {
  readonly sources: readonly Source[];
  /** The part of the path that leads into the sources. */
  readonly fields: readonly PathPart[];
}

export interface Sources {
  readonly steps: ReadonlyMap<string, Step>;
  /** What `output` may be behind a step. */
  behind(step: Step): readonly Source[];
  /** What `output` may be when a step is entered. */
  before(step: Step): readonly Source[];
  /** null where nothing is known. Without `inBody` the step's own item is not there yet. */
  origin(path: Path, step: Step | null, output: OutputSeen, inBody?: boolean): Origin | null;
}

const UNKNOWN: Source = { schema: null, gate: null };

export function sourcesIn(workflow: Workflow): Sources {
  const steps = new Map(workflow.steps.map((step) => [step.id, step]));
  const entering = enteringIn(workflow);
  const outputs = new Map<Step, readonly Source[]>();
  const given = (step: Step): readonly Source[] => {
    const known = outputs.get(step) ?? outputsOf(step);
    outputs.set(step, known);
    return known;
  };
  const cache = new Map<string, readonly Source[]>();
  const before = (step: Step): readonly Source[] => {
    const known = step.kind === 'join' ? [JOINED] : cache.get(step.id);
    if (known !== undefined) return known;
    const found = new Set<Source>();
    const seen = new Set([step]);
    // Decisions and forks pass on what came to them, so the sources stand further back. A set grows while it is walked.
    for (const passing of seen) {
      const from = entering.get(passing.id) ?? [];
      const isEntry = passing.id === workflow.onFailure || passing.id === workflow.onCancel;
      if (from.length === 0 || isEntry || workflow.start.includes(passing.id)) found.add(UNKNOWN);
      for (const other of from) {
        if (isAside(other, passing)) found.add(UNKNOWN);
        else if (passesOn(other)) seen.add(other);
        else for (const source of given(other)) found.add(source);
      }
    }
    cache.set(step.id, [...found]);
    return [...found];
  };
  const behind = (step: Step): readonly Source[] => (passesOn(step) ? before(step) : given(step));
  const sources: Sources = {
    steps,
    behind,
    before,
    origin: (path, step, output, inBody = true) => {
      const origin = originOf(workflow, sources, path, step, output, inBody);
      return origin ?? (step === null ? null : itemOrigin(sources, path, step, inBody));
    },
  };
  return sources;
}

function originOf(
  workflow: Workflow,
  sources: Sources,
  path: Path,
  step: Step | null,
  output: OutputSeen,
  inBody: boolean,
): Origin | null {
  const [first, second, ...rest] = path.parts;
  // What an item's task finds as `output` when it opens is not what its foreach was given.
  const isItem = step?.kind === 'foreach' && output === 'given' && inBody;
  const isSeen = step !== null && output !== 'unknown' && !isItem;
  if (path.root === 'input') {
    if (!isSeen) return null;
    return { sources: [...sources.before(step), { schema: workflow.input, gate: null }], fields: path.parts };
  }
  if (path.root === 'output') {
    if (!isSeen) return null;
    return { sources: output === 'own' ? sources.behind(step) : sources.before(step), fields: path.parts };
  }
  if (path.root === 'data') return { sources: [{ schema: workflow.data, gate: null }], fields: path.parts };
  if (path.root === 'run' && first === 'input')
    return { sources: [{ schema: workflow.input, gate: null }], fields: path.parts.slice(1) };
  if (path.root === 'run') return { sources: [RUN], fields: path.parts };
  if (path.root === 'steps' && typeof first === 'string') {
    const read = sources.steps.get(first);
    if (read === undefined) return null;
    if (second !== 'output') return { sources: [STEP], fields: path.parts.slice(1) };
    return passesOn(read) ? null : { sources: sources.behind(read), fields: rest };
  }
  return null;
}

const TEXT: JsonObject = { type: 'string' };
const RUN = made({ input: {}, id: TEXT, startedAt: TEXT, cost: {}, tokens: {}, partial: {} });
const STEP = made({ output: {}, visits: { type: 'integer' }, status: TEXT, messages: { type: 'array' } });
const RESULT: JsonObject = { type: 'object', properties: { index: {}, item: {}, output: {}, error: {} } };
const RESULTS: JsonObject = { type: 'array', items: RESULT };
const JOINED: Source = {
  schema: {
    type: 'object',
    properties: { aggregatedResults: RESULTS, failed: RESULTS, left: RESULTS, total: { type: 'integer' } },
  },
  gate: null,
};

function made(properties: JsonObject): Source {
  const required = Object.keys(properties);
  return { schema: { type: 'object', properties, required, additionalProperties: false }, gate: null };
}

/** An item is any place of its list: the first stands for all. */
function itemOrigin(sources: Sources, path: Path, step: Step, inBody: boolean): Origin | null {
  const openers = [...step.within, ...(inBody ? [step.id] : [])].map((id) => sources.steps.get(id));
  const each = path.root === 'each' ? path.parts[0] : undefined;
  const opener = openers.findLast((one) =>
    each === undefined ? one?.foreach?.itemVariable === path.root : one?.id === each && path.parts[1] === 'item',
  );
  const list = opener === undefined ? null : itemsOrigin(sources, opener);
  if (list === null || list.sources.length === 0 || !readingsOf(list).every(isList)) return null;
  const inner = each === undefined ? path.parts : path.parts.slice(2);
  return { sources: list.sources, fields: [...list.fields, 0, ...inner] };
}

const isList = (at: SchemaPlace): boolean =>
  !('missing' in at) && at.schema !== null && typesOf(at.schema)?.has('array') === true;

/** Where a foreach's `itemsPath` leads; null where nothing is known. */
export function itemsOrigin(sources: Sources, step: Step): Origin | null {
  const items = step.foreach?.items;
  if (items === undefined) return null;
  if ('relative' in items) return { sources: sources.before(step), fields: items.relative };
  const { tree } = items.absolute;
  return tree.op === 'path' ? sources.origin(tree, step, 'given', false) : null;
}

/** What the path is in each source; nothing known of one of them is `schema: null`. */
export function readingsOf({ sources, fields }: Origin): SchemaPlace[] {
  return sources.map(({ schema }) => (schema === null ? { schema: null, required: false } : schemaAt(schema, fields)));
}

function enteringIn(workflow: Workflow): ReadonlyMap<string, Step[]> {
  const entering = new Map<string, Step[]>();
  for (const step of workflow.steps) {
    for (const target of targetsOf(step)) {
      const known = entering.get(target);
      if (known === undefined) entering.set(target, [step]);
      else known.push(step);
    }
  }
  return entering;
}

const passesOn = (step: Step): boolean => step.kind === 'decision' || step.kind === 'fork';

/** A failure or a signal brings something else than the step's output. */
function isAside(from: Step, to: Step): boolean {
  const signalled = from.transitions.some(({ target, event }) => target === to.id && event !== 'done');
  return signalled || from.onError?.target === to.id || from.onTimeout?.target === to.id;
}

/** What a step's answers are held to; `accept` may put anything in their place. */
function outputsOf(step: Step): readonly Source[] {
  const { task, fallback, kind } = step;
  const instead: Json | undefined = fallback !== null && 'output' in fallback ? fallback.output : undefined;
  const also: Source[] = instead === undefined ? [] : [{ schema: { const: instead }, gate: null }];
  if (task === null) return kind === 'join' ? [JOINED, ...also] : [UNKNOWN];
  if (task.accept !== null) return [UNKNOWN];
  if (task.output !== null) return [{ schema: task.output, gate: null }, ...also];
  return step.execution === 'manual' ? [{ schema: answerOf(step), gate: step }, ...also] : [UNKNOWN];
}

/** gate-3: what a gate without a schema of its own gives. A person may give more fields. */
function answerOf(step: Step): JsonObject {
  const verdicts = step.task?.verdicts ?? [];
  const properties = { verdict: { enum: verdicts }, comment: TEXT, votes: { type: 'array' } };
  return { type: 'object', properties, required: ['verdict'] };
}
