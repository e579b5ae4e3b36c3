// How a design is judged: the project's own rubric where it has one, else the one that ships.

import { readFileSync } from 'node:fs';
import { lastingFailure, type SddDeps, WORKSPACE } from './sdd-deps.ts';

export const RUBRIC_FILE = `${WORKSPACE}/rubric.md`;
export const CRITERIA = ['completeness', 'quality', 'standards', 'clarity'] as const;
export type Criterion = (typeof CRITERIA)[number];
export type Weights = Readonly<Record<Criterion, number>>;

const WEIGHT = /^[-*] (\w{1,20}), weight (0?\.\d{1,6}|0|1(?:\.0{1,6})?)(?![\d])/gm;
/** What is missing to 1 by rounding of thirds. */
const ROUNDING = 0.011;

export function shippedRubric(): string {
  return readFileSync(new URL('./rubric.md', import.meta.url), 'utf8');
}

/** A rubric that gives no weights could not be used by rules: the review does not begin with it. */
export async function rubricOf(project: string, { files }: SddDeps): Promise<string> {
  const own = await files.read(`${project}/${RUBRIC_FILE}`);
  if (own === null) return shippedRubric();
  if (weightsIn(own) === null) {
    const expected = `Expected four lines such as "- completeness, weight 0.3." in ${RUBRIC_FILE}`;
    const message = `${expected}, for ${CRITERIA.join(', ')}, whose weights make 1. Correct the file, or remove it.`;
    throw lastingFailure('invalid-rubric', message);
  }
  return own;
}

/** null: they are not all there, or do not make 1. */
export function weightsIn(rubric: string): Weights | null {
  const found = new Map(
    [...rubric.matchAll(WEIGHT)].map(([, name = '', weight]) => [name.toLowerCase(), Number(weight)]),
  );
  const weights = CRITERIA.map((criterion) => found.get(criterion) ?? Number.NaN);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Number.isNaN(sum) || Math.abs(sum - 1) > ROUNDING) return null;
  return Object.fromEntries(CRITERIA.map((criterion, at) => [criterion, weights[at]])) as unknown as Weights;
}
