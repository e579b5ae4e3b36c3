// How a design is judged: the project's own rubric where it has one, else the one that ships.

import { readFileSync } from 'node:fs';
import { lastingFailure, type SddDeps, WORKSPACE } from './sdd-deps.ts';

const RUBRIC_FILE = `${WORKSPACE}/rubric.md`;
const CRITERIA = ['completeness', 'quality', 'standards', 'clarity'];

const WEIGHT = /^[-*] (\w{1,20}), weight (0?\.\d{1,6}|0|1(?:\.0{1,6})?)(?![\d])/gm;
/** What is missing to 1 by rounding of thirds. */
const ROUNDING = 0.011;

/** Nobody could score by a rubric whose weights do not make 1: the review does not begin with it. */
export async function rubricOf(project: string, { files }: SddDeps): Promise<string> {
  const own = await files.read(`${project}/${RUBRIC_FILE}`);
  if (own === null) return readFileSync(new URL('./rubric.md', import.meta.url), 'utf8');
  if (!hasWeights(own)) {
    const expected = `Expected four lines such as "- completeness, weight 0.3." in ${RUBRIC_FILE}`;
    const message = `${expected}, for ${CRITERIA.join(', ')}, whose weights make 1. Correct the file, or remove it.`;
    throw lastingFailure('invalid-rubric', message);
  }
  return own;
}

/** All of them, which make 1. */
function hasWeights(rubric: string): boolean {
  const found = new Map(
    [...rubric.matchAll(WEIGHT)].map(([, name = '', weight]) => [name.toLowerCase(), Number(weight)]),
  );
  const sum = CRITERIA.reduce((total, criterion) => total + (found.get(criterion) ?? Number.NaN), 0);
  return Math.abs(sum - 1) <= ROUNDING;
}
