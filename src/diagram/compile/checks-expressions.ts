// Every expression of a workflow against what it reads: steps, fields, values, lists.

import type { Place } from '../problem.ts';
import type { ForeachSettings, Step, Workflow } from '../workflow.ts';
import { type Fault, type FieldFormula, missingFault, pathFaults, shown } from './checks-fields.ts';
import { literalFaults } from './checks-literals.ts';
import type { Compilation } from './compilation.ts';
import type { FormulaUse } from './readings.ts';
import { typesOf } from './schema-paths.ts';
import { itemsOrigin, type Origin, readingsOf, type Sources } from './value-sources.ts';

/** What is wrong with one expression where it stands. */
export function faultsIn(sources: Sources, reading: FieldFormula): Fault[] {
  return [...pathFaults(sources, reading), ...literalFaults(sources, reading)];
}

/** The expressions that have a problem, so that nothing further is said about them. */
export function checkExpressions(
  compilation: Compilation,
  sources: Sources,
  readings: readonly FormulaUse[],
): Set<string> {
  const wrong = new Set<string>();
  for (const reading of readings) {
    for (const { severity, code, message, fix } of faultsIn(sources, reading)) {
      compilation[severity](code, reading.place(), message, fix);
      wrong.add(reading.formula.text);
    }
  }
  return wrong;
}

export function checkItems(compilation: Compilation, workflow: Workflow, sources: Sources): void {
  for (const step of workflow.steps) {
    if (step.foreach === null) continue;
    const { items } = step.foreach;
    const origin = itemsOrigin(sources, step);
    const place = (): Place => compilation.placeOf(step.id, 'itemsPath');
    for (const { severity, code, message, fix } of itemFaults(sources, step, items, origin))
      compilation[severity](code, place(), message, fix);
    if (origin === null || items.text === '') continue;
    const types = readingsOf(origin).map((at) => ('missing' in at || at.schema === null ? null : typesOf(at.schema)));
    const [first] = types;
    if (first == null || !types.every((one) => one !== null && !one.has('array'))) continue;
    compilation.problem(
      'items-not-a-list',
      place(),
      `Expected a list at ${shown(items.text)}, found that its schema says ${[...first].join(' or ')}.`,
      'Name the path of a list, or correct the schema.',
    );
  }
}

function itemFaults(sources: Sources, step: Step, items: ForeachSettings['items'], origin: Origin | null): Fault[] {
  if ('absolute' in items) {
    const formula = items.absolute;
    return pathFaults(sources, { step, formula, output: 'given', isTemplate: false, inBody: false });
  }
  const fault = origin === null ? null : missingFault(origin, items.text);
  return fault === null ? [] : [fault];
}
