// Conditions, templates and mappings that read a step or a field that what they read does not have.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { type Path, pathsOf } from '../config/parse-expression.ts';
import type { Formula } from '../expression.ts';
import type { Place } from '../problem.ts';
import type { Step, Workflow } from '../workflow.ts';
import { targetsOf } from './checks.ts';
import type { Compilation } from './compilation.ts';

export function checkFields(compilation: Compilation, workflow: Workflow): void {
  const sources = sourcesIn(workflow);
  for (const step of workflow.steps) {
    for (const { when, place, ownOutput } of readingsOf(compilation, step)) {
      for (const path of pathsOf(when.tree))
        checkPath({ compilation, workflow, step, sources, ownOutput }, path, when, place);
    }
  }
}

interface PlacedFormula {
  readonly when: Formula;
  readonly place: () => Place;
  /** Whether `output` there is what the step itself gave. */
  readonly ownOutput: boolean;
}

function readingsOf(compilation: Compilation, step: Step): PlacedFormula[] {
  const at =
    (key: string, ...path: string[]) =>
    (): Place =>
      compilation.placeOf(step.id, key, ...path);
  const texts = (step.task?.reads ?? []).map((when) => ({ when, place: at(keyOf(step, when)), ownOutput: false }));
  const sets = step.set.map(({ name, value }) => ({ when: value, place: at('set', name), ownOutput: true }));
  const inputs = (step.subflow?.input ?? []).map(({ name, value }) => {
    return { when: value, place: at('inputMapping', name), ownOutput: false };
  });
  return [...conditionsOf(compilation, step), ...texts, ...sets, ...inputs];
}

/** The key whose text has the hole; a prompt file's hole is placed at the key that names the file. */
function keyOf(step: Step, { text }: Formula): string {
  const holds = ([, value]: [string, Json]): boolean => typeof value === 'string' && value.includes(text);
  return Object.entries(step.config).find(holds)?.[0] ?? 'promptFile';
}

function conditionsOf(compilation: Compilation, step: Step): PlacedFormula[] {
  const { branches } = step.config;
  const edges = step.edges.flatMap((edge, index) => {
    if (edge.when === null) return [];
    const { when, target, label } = edge;
    const at = Array.isArray(branches)
      ? branches.findIndex((entry) => isJsonObject(entry) && entry.condition === when.text)
      : -1;
    const place = (): Place => {
      if (at !== -1) return compilation.placeOf(step.id, 'branches', at, 'condition');
      const before = step.edges.slice(0, index).filter((other) => other.target === target && other.label === label);
      return compilation.places.edge(step.id, target, label, before.length);
    };
    return [{ when, place, ownOutput: true }];
  });
  const transitions = step.transitions.flatMap(({ when, event, target }) => {
    if (when === null) return [];
    const drawn = compilation.drawing.edges.find(
      (edge) => edge.from === step.id && edge.to === target && edge.label.includes(when.text),
    );
    const place = (): Place =>
      drawn === undefined ? compilation.placeOf(step.id, 'on', event) : compilation.edgePlace(drawn);
    return [{ when, place, ownOutput: event === 'done' }];
  });
  return [...edges, ...transitions];
}

interface Reading {
  readonly compilation: Compilation;
  readonly workflow: Workflow;
  readonly step: Step;
  readonly sources: Sources;
  readonly ownOutput: boolean;
}

function checkPath(reading: Reading, path: Path, when: Formula, place: () => Place): void {
  const { compilation, workflow, step, sources } = reading;
  const [first, second, ...rest] = path.parts;
  if (path.root === 'steps' && typeof first === 'string' && !sources.steps.has(first)) {
    const message =
      `Expected "steps." and a step of the diagram in ` +
      `${JSON.stringify(when.text.slice(0, 80))}, found "${first.slice(0, 60)}".`;
    compilation.warning('unknown-step-read', place(), message, 'Name a step that is drawn.');
    return;
  }
  let schemas: readonly (JsonObject | null)[] = [];
  let fields = path.parts;
  if (path.root === 'output' && reading.ownOutput) schemas = sources.before(step);
  else if (path.root === 'data') schemas = [workflow.data];
  else if (path.root === 'run' && first === 'input') [schemas, fields] = [[workflow.input], path.parts.slice(1)];
  else if (path.root === 'steps' && typeof first === 'string' && second === 'output') {
    [schemas, fields] = [[outputOf(sources.steps.get(first))], rest];
  }
  const missing = schemas.map((schema) => missingField(schema, fields));
  const [lacks] = missing;
  if (lacks === undefined || missing.includes(null)) return;
  const strict = missing.every((one) => one?.strict === true);
  const message =
    `Expected a field its schema has in ${JSON.stringify(when.text.slice(0, 80))}, found ` +
    `"${lacks?.field}", which is none of ${lacks?.known}.`;
  const fix = 'Correct the name, or add the field to the schema.';
  if (strict) compilation.problem('unknown-field', place(), message, fix);
  else compilation.warning('unknown-field', place(), message, fix);
}

interface Missing {
  readonly field: string;
  readonly known: string;
  /** The schema allows no other field. */
  readonly strict: boolean;
}

const OPEN_WORDS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', '$dynamicRef'];

/** The first field of the path the schema lacks; null where it has them all or cannot say. */
function missingField(schema: JsonObject | null, fields: Path['parts']): Missing | null {
  let at: Json | undefined = schema ?? undefined;
  for (const field of fields) {
    if (!isJsonObject(at) || !isJsonObject(at.properties)) return null;
    const here: JsonObject = at;
    const properties: JsonObject = at.properties;
    const additional: Json | undefined = here.additionalProperties;
    if (typeof field !== 'string' || OPEN_WORDS.some((word) => Object.hasOwn(here, word))) return null;
    if (!Object.hasOwn(properties, field)) {
      if (additional !== undefined && additional !== false) return null;
      const known = Object.keys(properties).slice(0, 8).join(', ') || 'no fields';
      return { field, known, strict: additional === false };
    }
    at = properties[field];
  }
  return null;
}

interface Sources {
  readonly steps: ReadonlyMap<string, Step>;
  /** The schemas of what `output` may be behind a step; null for what has none. */
  before(step: Step): readonly (JsonObject | null)[];
}

function sourcesIn(workflow: Workflow): Sources {
  const steps = new Map(workflow.steps.map((step) => [step.id, step]));
  const entering = new Map<string, Step[]>();
  for (const step of workflow.steps) {
    for (const target of targetsOf(step)) {
      const known = entering.get(target);
      if (known === undefined) entering.set(target, [step]);
      else known.push(step);
    }
  }
  const cache = new Map<string, readonly (JsonObject | null)[]>();
  const before = (step: Step): readonly (JsonObject | null)[] => {
    if (step.kind !== 'decision' && step.kind !== 'fork') return [outputOf(step)];
    const known = cache.get(step.id);
    if (known !== undefined) return known;
    const found = new Set<JsonObject | null>();
    const seen = new Set([step]);
    // Decisions and forks pass on what came to them, so the sources stand further back. A set grows while it is walked.
    for (const passing of seen) {
      const from = entering.get(passing.id) ?? [];
      if (from.length === 0 || workflow.start.includes(passing.id)) found.add(null);
      for (const other of from) {
        if (other.kind === 'decision' || other.kind === 'fork') seen.add(other);
        else found.add(isAside(other, passing) ? null : outputOf(other));
      }
    }
    cache.set(step.id, [...found]);
    return [...found];
  };
  return { steps, before };
}

/** A failure or a signal brings something else than the step's output. */
function isAside(from: Step, to: Step): boolean {
  const signalled = from.transitions.some(({ target, event }) => target === to.id && event !== 'done');
  return signalled || from.onError?.target === to.id || from.onTimeout?.target === to.id;
}

/** What a step's answers are held to; `accept` may put anything in their place. */
function outputOf(step: Step | undefined): JsonObject | null {
  return step?.task?.accept === null ? step.task.output : null;
}
