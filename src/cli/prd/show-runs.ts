// The unfinished PRD runs of a project as a list to choose from.

import { readableMs } from '../shown-text.ts';
import { statusText } from '../stage.ts';
import type { PrdRun } from './find-prd-runs.ts';
import { hanging, heading, type Look, paragraph } from './look.ts';

export function runLines(runs: readonly PrdRun[], look: Look, now: number): string[] {
  const { paint, width } = look;
  return [
    ...heading('Unfinished PRD runs of this project', 'newest first', look),
    ...runs.flatMap(({ row, featureId, utterance, waitsFor }, at) => [
      '',
      ...hanging(`${String(at + 1).padStart(4)}  `, `${row.run}  ${featureId ?? ''}`, width, paint.bold),
      ...paragraph(utterance, 6, width),
      ...(waitsFor === null ? [] : paragraph(`waits for ${waitsFor}`, 6, width, paint.yellow)),
      ...paragraph(`${statusText(row.status)}, last moved ${readableMs(now - row.changedAt)} ago`, 6, width, paint.dim),
    ]),
  ];
}
