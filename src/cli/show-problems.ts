// What is wrong in a diagram, one line each: file:line:column code: message fix. A narrow terminal breaks them.

import type { Problem } from '../diagram/problem.ts';
import type { Paint } from './paint.ts';
import { counted, oneLine, widthOf, wrap } from './shown-text.ts';

const INDENT = 2;

/** `width` null: in one line, however long. */
export function problemLine(file: string, found: Problem, paint: Paint, width: number | null): string {
  const place = `${oneLine(file)}:${found.line}:${found.column}`;
  const isWarning = found.severity === 'warning';
  const code = isWarning ? `warning ${found.code}` : found.code;
  const [message, fix] = [oneLine(found.message), oneLine(found.fix)];
  const paintCode = isWarning ? paint.yellow : paint.red;
  const whole = `${paint.dim(place)} ${paintCode(code)}: ${message} ${paint.dim(fix)}`;
  if (width === null || widthOf(`${place} ${code}: ${message} ${fix}`) <= width) return whole;
  const under = (text: string) => wrap(text, width - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`);
  const isShort = widthOf(`${place} ${code}:`) <= width;
  const head = isShort ? [`${paint.dim(place)} ${paintCode(code)}:`] : [paint.dim(place), paintCode(`${code}:`)];
  return [...head, ...under(message), ...under(fix).map(paint.dim)].join('\n');
}

/** How wide what is written to `stream` may be; null where nobody looks at it. */
export function widthFor(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | null {
  return stream.isTTY === true ? Math.max(20, stream.columns || 80) : null;
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
