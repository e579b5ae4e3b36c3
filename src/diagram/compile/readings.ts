// Every expression of a workflow with its place and with what `output` is there.

import { isJsonObject, type Json } from '../../json.ts';
import type { Formula } from '../expression.ts';
import type { Place } from '../problem.ts';
import type { Assignment, Edge, Step, Transition, Workflow } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import type { OutputSeen } from './value-sources.ts';

export interface FormulaUse {
  /** null for what `@workflow` says. */
  readonly step: Step | null;
  readonly formula: Formula;
  readonly output: OutputSeen;
  /** A template keeps what it does not know as text; everything else counts. */
  readonly isTemplate: boolean;
  place(): Place;
}

export function readingsIn(compilation: Compilation, workflow: Workflow): FormulaUse[] {
  const found = (workflow.output ?? []).map(({ name, value }): FormulaUse => {
    const place = (): Place => compilation.placeOf('workflow', 'output', name);
    return { step: null, formula: value, output: 'unknown', isTemplate: false, place };
  });
  for (const step of workflow.steps) addReadings(found, compilation, step);
  return found;
}

type Key = readonly (string | number)[];

function addReadings(found: FormulaUse[], compilation: Compilation, step: Step): void {
  const add = (formula: Formula, output: OutputSeen, place: () => Place, isTemplate = false): void => {
    found.push({ step, formula, output, isTemplate, place });
  };
  const at =
    (...key: Key) =>
    (): Place =>
      compilation.placeOf(step.id, ...key);
  const assign = (list: readonly Assignment[], output: OutputSeen, ...key: Key): void => {
    for (const { name, value } of list) add(value, output, at(...key, name));
  };
  for (const [index, edge] of step.edges.entries()) {
    if (edge.when !== null) add(edge.when, 'own', () => edgePlace(compilation, step, index));
    if (edge.set.length > 0) assign(edge.set, 'own', 'branches', branchOf(step, edge), 'set');
  }
  for (const transition of step.transitions) {
    const { event, when, set, raise } = transition;
    const seen = event === 'done' ? 'own' : 'unknown';
    if (when !== null) add(when, seen, () => transitionPlace(compilation, step, transition));
    assign(set, seen, 'on', event, 'set');
    assign(raise?.data ?? [], 'unknown', 'on', event, 'raise', 'data');
  }
  for (const { when } of step.defer) if (when !== null) add(when, 'unknown', at('defer'));
  for (const path of step.task?.reads ?? [])
    add(path, 'given', () => compilation.placeOf(step.id, keyOf(step, path)), true);
  if (step.task?.turnsPath !== undefined) add(step.task.turnsPath, 'given', at('turns'));
  step.task?.shows.forEach((entry, index) => {
    if ('path' in entry) add(entry.path, 'given', at('shows', index));
  });
  assign(step.set, 'own', 'set');
  assign(step.subflow?.input ?? [], 'given', 'inputMapping');
  if (step.subflow?.source != null) add(step.subflow.source, 'given', at('subflowSource'));
  for (const part of step.wait?.key?.parts ?? []) if (typeof part !== 'string') add(part, 'given', at('key'), true);
}

/** The key whose text has the hole; a prompt file's hole is placed at the key that names the file. */
function keyOf(step: Step, { text }: Formula): string {
  const holds = ([, value]: [string, Json]): boolean => typeof value === 'string' && value.includes(text);
  return Object.entries(step.config).find(holds)?.[0] ?? 'promptFile';
}

/** Where the condition of an edge stands: in `branches`, else on the arrow. */
export function edgePlace(compilation: Compilation, step: Step, index: number): Place {
  const edge = step.edges[index];
  if (edge === undefined) return compilation.places.step(step.id);
  const at = branchOf(step, edge);
  if (at !== -1) return compilation.placeOf(step.id, 'branches', at, 'condition');
  const { target, label } = edge;
  const before = step.edges.slice(0, index).filter((other) => other.target === target && other.label === label);
  return compilation.places.edge(step.id, target, label, before.length);
}

function branchOf(step: Step, { when, target }: Edge): number {
  const { branches } = step.config;
  if (!Array.isArray(branches)) return -1;
  const says = (entry: Json): boolean => isJsonObject(entry) && entry.condition === (when?.text ?? null);
  const exact = branches.findIndex(
    (entry: Json) => says(entry) && isJsonObject(entry) && entry.targetStepId === target,
  );
  return exact !== -1 ? exact : branches.findIndex(says);
}

export function transitionPlace(compilation: Compilation, step: Step, transition: Transition): Place {
  const { when, event, target } = transition;
  const drawn = compilation.drawing.edges.find(
    (edge) => edge.from === step.id && edge.to === target && edge.label.includes(when?.text ?? ''),
  );
  return drawn === undefined ? compilation.placeOf(step.id, 'on', event) : compilation.edgePlace(drawn);
}
