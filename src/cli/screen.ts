// What every list and page of the program shares: where it is shown, the colour and words of a status, more to come.

import type { Paint } from './paint.ts';

export interface Screen {
  readonly paint: Paint;
  /** null: nobody looks at it, so nothing is cut. */
  readonly width: number | null;
  readonly now: number;
}

/** How what an operation gave is shown. */
export type ShowOutput = (output: never, screen: Screen) => string[];
export type Lines = { readonly [operation: string]: ShowOutput };

export function statusPaint(status: string | null, paint: Paint): (text: string) => string {
  switch (status) {
    case 'completed':
      return paint.green;
    case 'failed':
      return paint.red;
    case 'on_hold':
    case 'paused':
      return paint.yellow;
    case 'running':
    case 'in_progress':
      return paint.cyan;
    case 'cancelled':
    case 'waiting':
      return paint.dim;
    default:
      return (text) => text;
  }
}

/** Statuses are words with underscores in programs only. */
export function statusText(status: string | null): string {
  return status === null ? 'ended' : status.replaceAll('_', ' ');
}

/** Of a run: one that completed with a part of its result is not simply completed. */
export function runStatus(
  { status, partial = null }: { readonly status: string; readonly partial?: object | null },
  paint: Paint,
): string {
  return partial === null ? statusPaint(status, paint)(statusText(status)) : paint.yellow(PARTIAL);
}

export const PARTIAL = 'completed in part';

/** A run that went on with a part of what a child was to give was not ended by it. */
export function partialHead({ child }: { readonly child?: string }): string {
  return child === undefined ? 'Ended by its budget' : 'Completed in part';
}

export function moreLines(next: string | number | null, paint: Paint): string[] {
  return next === null ? [] : [paint.dim(`There is more: add --after ${next}`)];
}
