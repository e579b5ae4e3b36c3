// What is wrong in a diagram, one line each: file:line:column code: message fix.

import type { Problem } from '../diagram/problem.ts';
import type { Paint } from './paint.ts';
import { counted, oneLine } from './shown-text.ts';

export function problemLine(file: string, found: Problem, paint: Paint): string {
  const place = paint.dim(`${oneLine(file)}:${found.line}:${found.column}`);
  const code = found.severity === 'warning' ? paint.yellow(`warning ${found.code}`) : paint.red(found.code);
  return `${place} ${code}: ${oneLine(found.message)} ${paint.dim(oneLine(found.fix))}`;
}

export interface ProblemCount {
  readonly problems: number;
  readonly warnings: number;
}

export function countProblems(found: readonly Problem[]): ProblemCount {
  const problems = found.filter(({ severity }) => severity === 'problem').length;
  return { problems, warnings: found.length - problems };
}

export function countLine({ problems, warnings }: ProblemCount, files: number, paint: Paint): string {
  const where = ` in ${counted(files, 'file')}.`;
  const noted = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`;
  if (problems > 0) return paint.bold(paint.red(counted(problems, 'problem'))) + noted + where;
  return paint.green('No problems') + noted + where;
}
