// How readers of configuration say what is wrong: by key, since they know no lines; the compiler adds the place.

import type { Problem } from '../problem.ts';

/** `keyPath` leads from the step's config to the value, list positions as text: ['branches', '0', 'condition']. */
export type Report = (
  code: string,
  keyPath: readonly string[],
  message: string,
  fix: string,
  severity?: Problem['severity'],
) => void;

/** The same report for readers of a value further down. */
export function below(report: Report, ...keys: readonly string[]): Report {
  return (code, keyPath, message, fix, severity) => report(code, [...keys, ...keyPath], message, fix, severity);
}

/** A value as a message shows it: JSON, cut where it gets long. */
export function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 61) : value);
  return text.length > 62 ? `${text.slice(0, 60)}..."` : text;
}
