// The unfinished runs of a system in a project as a list to choose from.

import type { System } from '../../ports/system.ts';
import { hangingLines, heading, paragraph, type Theme } from '../review/theme.ts';
import { statusText } from '../screen.ts';
import { readableMs } from '../shown-text.ts';
import type { SystemRun } from './find-system-runs.ts';

export function unfinishedLines({ title }: System, runs: readonly SystemRun[], theme: Theme, now: number): string[] {
  const { paint, width } = theme;
  return [
    ...heading(`Unfinished ${title} runs of this project`, 'newest first', theme),
    ...runs.flatMap(({ row, document, subject, waitsFor }, at) => [
      '',
      ...hangingLines(`${String(at + 1).padStart(4)}  `, `${row.run}  ${document ?? ''}`, width, paint.bold),
      ...paragraph(subject, 6, width),
      ...(waitsFor === null ? [] : paragraph(`waits for ${waitsFor}`, 6, width, paint.yellow)),
      ...paragraph(`${statusText(row.status)}, last moved ${readableMs(now - row.changedAt)} ago`, 6, width, paint.dim),
    ]),
  ];
}
