// How an agent's reply was read, for people: what it said of itself, what was forgiven, what was wrong.

import type { ShownReading } from '../operations/run-calls.ts';
import type { Paint } from './paint.ts';
import { oneLine, wrap } from './shown-text.ts';

/** `SUCCESS 0.9: two sentences; suggests the screen "x"`, then a line for each warning and problem. */
export function readingLines(reading: ShownReading, paint: Paint, width: number): string[] {
  const { warnings, problems } = reading;
  const said = saidText(reading);
  return [
    ...(said === '' ? [] : wrap(oneLine(said), width)),
    ...warnings.flatMap((text) => wrap(oneLine(`warning: ${text}`), width).map(paint.yellow)),
    ...problems.flatMap((text) => wrap(oneLine(`not used: ${text}`), width).map(paint.red)),
  ];
}

export function hasHints({ warnings, problems, suggestedTags, suggestedNextStage }: ShownReading): boolean {
  return warnings.length + problems.length + suggestedTags.length > 0 || suggestedNextStage !== null;
}

export function saidText({ status, confidence, summary, suggestedTags, suggestedNextStage }: ShownReading): string {
  if (status === null) return '';
  const sure = confidence === null ? '' : `, confidence ${confidence}`;
  return [
    `${status}${sure}${summary === null ? '' : `: ${summary}`}`,
    ...(suggestedNextStage === null ? [] : [`suggests the next stage "${suggestedNextStage}"`]),
    ...(suggestedTags.length === 0 ? [] : [`suggests the tags ${suggestedTags.join(', ')}`]),
  ].join('; ');
}
