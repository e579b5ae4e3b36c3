// How what a review shows is drawn: colours, width, and lines that hang under their first.

import type { Paint } from '../paint.ts';
import { oneLine, widthOf, wrap } from '../shown-text.ts';

export interface Theme {
  readonly paint: Paint;
  /** Columns that a line may take. */
  readonly width: number;
}

const WIDTH_MIN = 24;

/** Text under `lead`, whose further lines stand under its first word. `lead` counts without its colours. */
export function hangingLines(lead: string, text: string, width: number, paint = (line: string) => line): string[] {
  const spareWidth = Math.max(WIDTH_MIN, width) - lead.length;
  const lines = wrap(text, Math.max(8, spareWidth));
  return lines.map((line, at) => (at === 0 ? lead : ' '.repeat(lead.length)) + paint(line));
}

/** One paragraph, whatever line ends and control characters are in it. */
export function paragraph(text: string, indent: number, width: number, paint = (line: string) => line): string[] {
  return hangingLines(' '.repeat(indent), oneLine(text), width, paint);
}

export function heading(text: string, also: string, { paint, width }: Theme): string[] {
  const [head, note] = [oneLine(text), oneLine(also)];
  const isShort = widthOf(head) + widthOf(note) + 4 <= width;
  if (isShort) return ['', ` ${paint.bold(head)}${note === '' ? '' : `  ${paint.dim(note)}`}`];
  return [
    '',
    ...hangingLines(' ', head, width, paint.bold),
    ...(note === '' ? [] : hangingLines(' ', note, width, paint.dim)),
  ];
}
