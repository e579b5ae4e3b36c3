// The unfinished runs of a system in a project as a list to choose from.

import type { System } from '../../ports/system.ts';
import { hanging, heading, type Look, paragraph } from '../review/look.ts';
import { readableMs } from '../shown-text.ts';
import { statusText } from '../stage.ts';
import type { SystemRun } from './find-system-runs.ts';

export function unfinishedLines({ title }: System, runs: readonly SystemRun[], look: Look, now: number): string[] {
  const { paint, width } = look;
  return [
    ...heading(`Unfinished ${title} runs of this project`, 'newest first', look),
    ...runs.flatMap(({ row, document, subject, waitsFor }, at) => [
      '',
      ...hanging(`${String(at + 1).padStart(4)}  `, `${row.run}  ${document ?? ''}`, width, paint.bold),
      ...paragraph(subject, 6, width),
      ...(waitsFor === null ? [] : paragraph(`waits for ${waitsFor}`, 6, width, paint.yellow)),
      ...paragraph(`${statusText(row.status)}, last moved ${readableMs(now - row.changedAt)} ago`, 6, width, paint.dim),
    ]),
  ];
}
