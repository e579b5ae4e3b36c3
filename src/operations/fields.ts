// Fields that several operations take or give, each described once.

import * as z from 'zod';
import { DURATION_MS_MAX, parseDuration } from '../diagram/config/duration.ts';
import type { Json } from '../json.ts';

const PAGE_LIMIT = 50;
const PAGE_LIMIT_MAX = 1000;

/** How a command line reads a field that is not a plain text: `x-form` of its description. */
export type Form = 'json' | 'fields' | 'pairs' | 'file' | 'file-json' | 'files';

export const json = z.custom<Json>((value) => value !== undefined, 'Expected a JSON value');

export const run = z.string().min(1).describe('a run id, or at least its first 8 characters after run_');
export const task = z.string().min(1).describe('a task, as RUN#NUMBER');
export const workflowName = z.string().min(1).max(200).describe('the name of a workflow');
export const version = z.string().optional().describe('a version hash, or at least its first 7 characters');
export const reason = z
  .string()
  .max(2000)
  .default('No reason was given.')
  .describe('the reason, recorded in the history');

export const page = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .default(PAGE_LIMIT)
    .describe('the maximum number to return'),
  after: z.string().optional().describe('the "next" value of the previous page'),
};

export const lease = z.coerce
  .number()
  .int()
  .min(1)
  .optional()
  .describe('the lease number that tasks claim returned, if a worker claimed the task');

export const duration = z.string().transform((text, issue): number => {
  const ms = parseDuration(text);
  if (ms !== null && ms <= DURATION_MS_MAX) return ms;
  issue.addIssue(`Expected a duration such as 30m, 12h or 90d, found "${text.slice(0, 60)}"`);
  return z.NEVER;
});

/** A date, or how far from now: `2027-01-31`, `now`, `+2d`, `-12h`. Kept as text: a saved view reads it at each use. */
export const moment = z.string().refine((text) => momentOf(text, 0) !== null, {
  error: 'Expected a date such as 2027-01-31, or an offset from now such as +2d or -12h',
});

export function momentOf(text: string, now: number): number | null {
  if (text === 'now') return now;
  const distance = /^[+-]/.test(text) ? parseDuration(text.slice(1)) : null;
  if (distance !== null) return text.startsWith('-') ? now - distance : now + distance;
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Milliseconds since 1970. */
export const at = z.number().int();
export const next = z.string().nullable().describe('pass it as "after" to get the next page; null on the last page');

export const runStatus = z.enum(['running', 'on_hold', 'paused', 'completed', 'failed', 'cancelled']);
export const taskStatus = z.enum(['pending', 'in_progress', 'waiting', 'on_hold', 'completed', 'failed', 'cancelled']);
