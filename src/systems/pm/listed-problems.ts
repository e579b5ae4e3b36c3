// The problems of a specification as a run keeps and tells them: as many and as long as somebody can work through.

import type { SpecProblem } from '../../documents/spec/spec.ts';
import type { JsonObject } from '../../json.ts';

const PROBLEMS_MAX = 200;
const TEXT_MAX = 1000;

const short = (text: string): string =>
  text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX).toWellFormed()}...`;

/** A file of thousands of problems is mended from its first ones on; the check itself has them all. */
export function listedProblems(problems: readonly SpecProblem[]): readonly JsonObject[] {
  return problems
    .slice(0, PROBLEMS_MAX)
    .map((problem) => ({ ...problem, message: short(problem.message), fix: short(problem.fix) }));
}
