// Gates whose refusal would do what their approval does, and steps that ask for the verdict of what is not a gate.

import { isJsonObject, type Json } from '../../json.ts';
import { nearest } from '../config/nearest.ts';
import { type Path, pathsOf } from '../config/parse-expression.ts';
import type { Edge, Step, Workflow } from '../workflow.ts';
import { possibleAt } from './checks-literals.ts';
import { isSpokenFor } from './checks-routes.ts';
import type { Compilation } from './compilation.ts';
import { type Lookup, truthOf } from './partial-truth.ts';
import type { FormulaUse } from './readings.ts';
import type { Sources } from './value-sources.ts';
import { isRefusal } from './verdict-words.ts';

export function checkGates(
  compilation: Compilation,
  workflow: Workflow,
  sources: Sources,
  readings: readonly FormulaUse[],
  wrong: ReadonlySet<string>,
): void {
  for (const step of workflow.steps) {
    for (const key of ['requires', 'keeps'] as const) {
      const names = key === 'requires' ? step.requires : (step.task?.keeps ?? []);
      for (const [at, id] of names.entries()) checkGateName(compilation, sources, step, id, [key, at]);
    }
    if (step.execution === 'manual') {
      checkOutputVerdict(compilation, sources, step);
      checkRefusal(compilation, { workflow, sources, readings, wrong }, step);
    }
  }
}

const gives = (step: Step): boolean => step.execution === 'manual' || step.execution === 'conversation';

function checkGateName(
  compilation: Compilation,
  { steps }: Sources,
  step: Step,
  gate: string,
  path: readonly [string, number],
): void {
  const [key] = path;
  const place = compilation.placeOf(step.id, ...path);
  const found = steps.get(gate);
  if (found === undefined) {
    const meant = nearest(gate, steps.keys());
    const message = `Expected "${key}" to name a step of the diagram, found "${gate.slice(0, 60)}".`;
    const fix = meant === null ? 'Name a manual step that is drawn.' : `Did you mean "${meant}"?`;
    compilation.problem('unknown-target', place, message, fix);
    return;
  }
  if (!gives(found)) {
    const gates = [...steps.values()].filter(gives).map(({ id }) => `"${id}"`);
    const list = gates.slice(0, 8).join(', ') || 'none';
    const message =
      `Expected "${key}" to name a step that a person gives a verdict at (${list}), found "${gate}", ` +
      `which ${found.kind === 'task' ? 'an agent does' : `is a ${found.kind}`}.`;
    compilation.problem('not-a-gate', place, message, `Name a gate, or draw "${gate}" as (a manual task).`);
    return;
  }
  const refusal = refusalOf(found);
  if (key !== 'requires' || refusal === null || refusal === 'reject') return;
  compilation.warning(
    'reject-as-approve',
    compilation.placeOf(gate, 'verdicts'),
    `Expected the refusal of the gate "${gate}" to be called "reject", found "${refusal}"; ` +
      `"${step.id}", which requires it, starts after "${refusal}" too.`,
    'Call it "reject", or lead it another way by a condition.',
  );
}

/** The word of a gate that says no; null when it has none. */
function refusalOf(step: Step): string | null {
  const verdicts = step.task?.verdicts ?? [];
  return verdicts.includes('reject') ? 'reject' : (verdicts.slice(1).find(isRefusal) ?? null);
}

/** A gate's own schema may leave its verdicts no way into the output. */
function checkOutputVerdict(compilation: Compilation, sources: Sources, step: Step): void {
  const { task } = step;
  if (task === null || task.output === null || task.accept !== null) return;
  const can = possibleAt({ sources: sources.behind(step), fields: ['verdict'] });
  const values = can?.values ?? null;
  if (values === null || task.verdicts.some((verdict) => values.includes(verdict))) return;
  compilation.problem(
    'unknown-verdict',
    compilation.placeOf(step.id, Object.hasOwn(step.config, 'verdicts') ? 'verdicts' : 'output'),
    `Expected the schema of "${step.id}" to allow one of its verdicts (${task.verdicts.join(', ')}) as "verdict", ` +
      `found ${values.map((value) => JSON.stringify(value)).join(', ')}.`,
    'Give "verdicts" the words of the schema, or the schema those of the gate.',
  );
}

interface Whole {
  readonly workflow: Workflow;
  readonly sources: Sources;
  readonly readings: readonly FormulaUse[];
  readonly wrong: ReadonlySet<string>;
}

function checkRefusal(compilation: Compilation, whole: Whole, step: Step): void {
  const refusal = refusalOf(step);
  const passing = step.task?.verdicts[0];
  if (refusal === null || passing === undefined || !isAnswered(whole, step, [passing, refusal])) return;
  const passed = waysOf(whole, step, passing);
  const refused = waysOf(whole, step, refusal);
  if (passed === null || refused === null || refused.ends.size === 0 || refused.isHeld || passed.isHeld) return;
  if (!sameSet(passed.ends, refused.ends) || isReadElsewhere(whole, step, refused)) return;
  const targets = [...refused.targets].map((id) => `"${id}"`).join(' or ');
  compilation.warning(
    'reject-as-approve',
    compilation.places.step(step.id),
    `Expected "${refusal}" at the gate "${step.id}" to lead another way than "${passing}", found that both lead to ` +
      `${targets}.`,
    `Draw an edge labelled "output.verdict === '${refusal}'" to where refused work goes` +
      `${refusal === 'reject' ? ', or take the label from the one edge: a rejection is then held.' : '.'}`,
  );
}

/** Whether the words come back as `output.verdict`: not where code or a schema of the gate says otherwise. */
function isAnswered({ sources }: Whole, step: Step, words: readonly string[]): boolean {
  const { task } = step;
  if (task === null || task.accept !== null || step.kind === 'foreach') return false;
  if (task.output === null) return true;
  const values = possibleAt({ sources: sources.behind(step), fields: ['verdict'] })?.values ?? null;
  return values !== null && words.every((word) => values.includes(word));
}

interface Ways {
  /** Where a token may come to stand, with what is set on the way. */
  readonly ends: Set<string>;
  readonly targets: Set<string>;
  /** The gate and the decisions behind it. */
  readonly passed: Set<Step>;
  isHeld: boolean;
}

const DECISIONS_MAX = 12;

/** Where a verdict may lead, over decisions to the next step; null where that is too far, or wrong already. */
function waysOf(whole: Whole, gate: Step, verdict: string): Ways | null {
  const ways: Ways = { ends: new Set(), targets: new Set(), passed: new Set([gate]), isHeld: false };
  const isReject = verdict === 'reject';
  // A set grows while it is walked.
  for (const step of ways.passed) {
    if (ways.passed.size > DECISIONS_MAX) return null;
    const lookup = lookupAt(gate, step, verdict);
    const edges = step.transitions.length > 0 ? doneEdges(step) : step.edges;
    if (edges.some(({ when }) => when !== null && isSpokenFor(when, whole.wrong))) return null;
    const taken = step.routing === 'all' && step.transitions.length === 0 ? edges : takenOf(edges, lookup);
    const unspoken = step === gate && isReject && taken.some((edge) => isUnspoken(step, edge));
    if (taken.length === 0 || unspoken) ways.isHeld = true;
    for (const { target, set } of taken) {
      const next = whole.sources.steps.get(target);
      if (next?.kind === 'decision') ways.passed.add(next);
      else ways.targets.add(target);
      if (next?.kind !== 'decision' || set.length > 0) ways.ends.add(JSON.stringify([target, set]));
    }
  }
  return ways;
}

function doneEdges(step: Step): Edge[] {
  const done = step.transitions.filter(({ event }) => event === 'done' || event === 'always');
  return done.map(({ target, when, set }) => ({ target: target ?? step.id, label: '', when, set }));
}

/** gate-1: these let no rejection pass. */
function isUnspoken(step: Step, edge: Edge): boolean {
  if (edge.when !== null) return false;
  const on = step.config.on;
  return step.transitions.length > 0 ? !(isJsonObject(on) && Object.hasOwn(on, 'done')) : edge.label === '';
}

/** The edges one of which is taken, as far as is known. */
function takenOf(edges: readonly Edge[], lookup: Lookup): Edge[] {
  const found: Edge[] = [];
  for (const edge of edges) {
    const truth = edge.when === null ? null : truthOf(edge.when.tree, lookup);
    if (edge.when !== null && truth !== false) found.push(edge);
    if (truth === true) return found;
  }
  const otherwise = edges.find(({ when }) => when === null);
  return otherwise === undefined ? found : [...found, otherwise];
}

function lookupAt(gate: Step, step: Step, verdict: string): Lookup {
  const own = JSON.stringify(['verdict']);
  const read = JSON.stringify([gate.id, 'output', 'verdict']);
  return ({ root, parts }: Path) => {
    const at = JSON.stringify(parts);
    const isOwn = (root === 'output' || (root === 'input' && step !== gate)) && at === own;
    return isOwn || (root === 'steps' && at === read) ? { value: verdict as Json } : null;
  };
}

/** A verdict that is looked at later need not decide the way here. */
function isReadElsewhere({ workflow, sources, readings }: Whole, gate: Step, { passed, targets }: Ways): boolean {
  if (gate.set.length > 0 || workflow.steps.some(({ requires }) => requires.includes(gate.id))) return true;
  const next = [...targets].map((id) => sources.steps.get(id));
  if (next.some((step) => step?.kind === 'join' || step?.kind === 'end')) return true;
  if (next.some((step) => step?.subflow != null && step.subflow.input === null)) return true;
  return readings.some(({ step, formula, output }) => {
    if (step !== null && passed.has(step)) return false;
    const isNext = step !== null && targets.has(step.id) && output === 'given';
    return pathsOf(formula.tree).some(({ root, parts }) => {
      if (root === 'steps') return parts[0] === gate.id;
      return isNext && (root === 'output' || root === 'input');
    });
  });
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}
