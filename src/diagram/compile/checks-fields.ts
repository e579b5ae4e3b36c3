// Conditions, templates and mappings that read a step or a field that what they read does not have.

import { nearest } from '../config/nearest.ts';
import { type Path, pathsOf } from '../config/parse-expression.ts';
import type { Problem } from '../problem.ts';
import type { FormulaUse } from './readings.ts';
import type { MissingField } from './schema-paths.ts';
import { type Origin, readingsOf, type Sources } from './value-sources.ts';

/** A problem that has no place yet. */
export type Fault = Pick<Problem, 'severity' | 'code' | 'message' | 'fix'>;

export interface FieldFormula extends Omit<FormulaUse, 'place'> {
  /** False where a foreach finds its items: its own item is not there yet. */
  readonly inBody?: boolean;
}

export function pathFaults(sources: Sources, reading: FieldFormula): Fault[] {
  return pathsOf(reading.formula.tree).flatMap(
    (path) => stepFault(sources, reading, path) ?? fieldFault(sources, reading, path) ?? [],
  );
}

/** `steps.ID` and `each.ID` of what is not drawn. */
function stepFault(sources: Sources, { formula, isTemplate }: FieldFormula, { root, parts }: Path): Fault | null {
  const [id] = parts;
  if ((root !== 'steps' && root !== 'each') || typeof id !== 'string') return null;
  const step = sources.steps.get(id);
  if (step !== undefined && (root === 'steps' || step.kind === 'foreach')) return null;
  const candidates = [...sources.steps.values()].filter(({ kind }) => root === 'steps' || kind === 'foreach');
  const meant = nearest(
    id,
    candidates.map((one) => one.id),
  );
  const what = root === 'steps' ? 'a step of the diagram' : 'a foreach of the diagram';
  return {
    severity: isTemplate ? 'warning' : 'problem',
    code: 'unknown-step-read',
    message: `Expected "${root}." and ${what} in ${shown(formula.text)}, found "${id.slice(0, 60)}".`,
    fix: meant === null ? 'Name a step that is drawn.' : `Did you mean "${root}.${meant}"?`,
  };
}

function fieldFault(sources: Sources, reading: FieldFormula, path: Path): Fault | null {
  const { step, formula, output, inBody } = reading;
  const origin = sources.origin(path, step, output, inBody);
  return origin === null ? null : missingFault(origin, formula.text);
}

/** Where none of the sources has the field. */
export function missingFault(origin: Origin, text: string): Fault | null {
  const missing: MissingField[] = [];
  for (const at of readingsOf(origin)) {
    if (!('missing' in at)) return null;
    missing.push(at.missing);
  }
  const [lacks] = missing;
  if (lacks === undefined) return null;
  const { field, known } = lacks;
  const meant = nearest(field, known);
  // A person may answer a gate with more than its verdict, but not with a misspelt one.
  const isAnswer = origin.sources.every(({ gate }) => gate !== null);
  if (isAnswer && meant === null) return null;
  const list = known.slice(0, 8).join(', ');
  return {
    severity: isAnswer || missing.every(({ strict }) => strict) ? 'problem' : 'warning',
    code: 'unknown-field',
    message:
      `Expected a field its schema has in ${shown(text)}, found "${field}", ` +
      `${known.length === 0 ? 'where there are no fields' : `which is none of ${list}`}.`,
    fix: meant === null ? 'Correct the name, or add the field to the schema.' : `Did you mean "${meant}"?`,
  };
}

export const shown = (text: string): string => JSON.stringify(text.slice(0, 80));
