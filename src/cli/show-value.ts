// A value laid out for people: an object as aligned fields, anything else as it is.

import { isJsonObject, type Json } from '../json.ts';
import type { Paint } from './paint.ts';
import { fit, oneLine, pad, severalLines, summary, widthOf, wrap } from './shown-text.ts';
import { jsonText } from './terminal-text.ts';

export function valueLines(value: Json, paint: Paint, width: number): string[] {
  if (!isJsonObject(value))
    return severalLines(typeof value === 'string' ? value : jsonText(value)).flatMap((line) => indented(line, width));
  const entries = Object.entries(value);
  const most = Math.max(8, Math.min(24, Math.floor(width / 3)));
  const column = Math.min(most, Math.max(1, ...entries.map(([key]) => widthOf(key))));
  return entries.flatMap(([key, inner]) => {
    const lines = fieldLines(inner, Math.max(10, width - column - 6));
    return lines.map((line, at) => `   ${paint.dim(pad(at === 0 ? fit(oneLine(key), column) : '', column))}  ${line}`);
  });
}

function fieldLines(value: Json, width: number): string[] {
  if (typeof value === 'string') return severalLines(value).flatMap((line) => wrap(line, width));
  if (value === null || typeof value !== 'object') return [summary(value)];
  if (Array.isArray(value) && value.length === 0) return ['none'];
  const text = JSON.stringify(value);
  if (text.length <= width) return [oneLine(text)];
  return severalLines(jsonText(value)).flatMap((line) => wrap(line, width));
}

export function indented(text: string, width: number): string[] {
  return wrap(text, width - 3).map((line) => `   ${line}`);
}
