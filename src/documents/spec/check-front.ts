// Check 1, front matter; and of check 5 the priority in it.

import { wrongPriority } from './check-priority.ts';
import type { SpecOutline } from './outline-spec.ts';
import type { SpecProblem } from './spec.ts';

export function checkFront({ front, lines, fence }: SpecOutline): readonly SpecProblem[] {
  const problem = (line: number, column: number, message: string, fix: string): SpecProblem => ({
    ...{ check: 1, line: line + 1, column, message, fix },
  });
  if (fence !== null) {
    const message = 'Expected front matter on the first line, found a code fence around the specification.';
    return [problem(fence, 1, message, `Remove line ${fence + 1} and the fence at the end.`)];
  }
  if (front === null) {
    const found = lines.find(({ text }) => text.trim() !== '')?.text.trim() ?? '';
    const what = found === '' ? 'an empty file' : `"${found.slice(0, 60)}"`;
    const fix = 'Begin the file with ---, version: 1.0, priority: must and ---, each on a line of its own.';
    return [problem(0, 1, `Expected front matter on the first line, found ${what}.`, fix)];
  }
  if (front.close === null) {
    const message = 'Expected front matter to end with ---, found no such line.';
    return [problem(front.open, 1, message, `Put --- on a line of its own before line ${front.end + 1}.`)];
  }
  if (front.problem !== null)
    return [problem(front.problem.line, front.problem.column, front.problem.message, front.problem.fix)];
  const missing = (name: string, example: string): readonly SpecProblem[] => {
    const entry = front.entries.find((each) => each.name.toLowerCase() === name);
    if (entry !== undefined && entry.value !== '') return [];
    const [line, column] = entry === undefined ? [front.open, 1] : [entry.line, entry.column];
    const found = entry === undefined ? 'none' : 'nothing behind it';
    return [problem(line, column, `Expected "${name}" in the front matter, found ${found}.`, `Add ${example}.`)];
  };
  const priority = front.entries.find(({ name }) => name.toLowerCase() === 'priority');
  return [
    ...missing('version', '"version: 1.0"'),
    ...missing('priority', '"priority: must", or should or could'),
    ...(priority === undefined || priority.value === ''
      ? []
      : wrongPriority(priority.value, priority.line + 1, priority.column, ' in the front matter')),
  ];
}
