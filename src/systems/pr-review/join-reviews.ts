// Puts the reviews of all files together: one score, what is critical, what is to be noted, and a sentence.

import * as z from 'zod';
import { isJsonObject, type Json } from '../../json.ts';
import { fileKind } from './file-kind.ts';
import type { ChangedFile } from './parse-diff.ts';
import { filesAmong } from './pull-request.ts';

export interface JoinedReviews {
  readonly score: number;
  readonly summary: string;
  readonly criticalIssues: readonly string[];
  readonly warnings: readonly string[];
}

const issue = z.object({ severity: z.string(), line: z.number().nullish(), message: z.string() });
// A person or a model may have reviewed a file: only what a join needs is asked for.
const review = z.object({ score: z.number().min(0).max(100), issues: z.array(issue).catch([]) });

const WEIGHT_MAX = 300;
const LISTED_MAX = 100;
/** Below both bounds of the diagram's gate: what is critical is never approved, a warning only by a person. */
const SCORE_WITH_CRITICAL = 49;
const SCORE_WITH_WARNING = 79;
const SCORE_UNREAD = 50;

/** `isTold`: whether the run was given a diff or files at all. */
export function joinReviews(input: Json, isReported: boolean): JoinedReviews {
  const { aggregatedResults = [], failed = [], left = [] } = isJsonObject(input) ? input : {};
  const reviews = asList(aggregatedResults).map(readReview);
  const unread = [...reviews.filter(({ read }) => read === null), ...asList(failed), ...asList(left)].length;
  if (reviews.length === 0 && unread === 0) return nothingReviewed(isReported);
  const critical = listed(reviews, (severity) => severity === 'critical');
  const noted = listed(reviews, (severity) => severity === 'warning');
  const warnings = unread === 0 ? noted : [`${files(unread)} could not be reviewed`, ...noted];
  const read = reviews.flatMap(({ read: one, weight }) => (one === null ? [] : [{ score: one.score, weight }]));
  const score = Math.floor(
    Math.min(
      average(read) ?? SCORE_WITH_WARNING,
      critical.length > 0 ? SCORE_WITH_CRITICAL : 100,
      warnings.length > 0 ? SCORE_WITH_WARNING : 100,
    ),
  );
  const leftOut = read.filter(({ weight }) => weight === 0).length;
  const seen = `${files(read.length - leftOut)} reviewed${leftOut === 0 ? '' : `, ${leftOut} left out`}`;
  return {
    score,
    summary: `${seen}: ${counted(critical.length, 'critical issue')}, ${counted(warnings.length, 'warning')}.`,
    criticalIssues: bounded(critical),
    warnings: bounded(warnings),
  };
}

function nothingReviewed(isReported: boolean): JoinedReviews {
  const none = { criticalIssues: [], warnings: [] };
  if (isReported) return { score: 100, summary: 'No file changed.', ...none };
  const warnings = ['No file was reviewed: the run was given neither "diff" nor "files".'];
  return { score: SCORE_UNREAD, summary: 'Nothing was reviewed, so a person has to decide.', ...none, warnings };
}

interface ReadReview {
  readonly path: string;
  /** By lines changed; 0 for what programs write. */
  readonly weight: number;
  readonly read: z.output<typeof review> | null;
}

function readReview(result: Json): ReadReview {
  const { item = null, output = null } = isJsonObject(result) ? result : {};
  const [file] = filesAmong([item]);
  const read = review.safeParse(output);
  return { path: file?.path ?? 'unknown', weight: weightOf(file), read: read.success ? read.data : null };
}

function weightOf(file: ChangedFile | undefined): number {
  if (file === undefined) return 1;
  if (fileKind(file.path) === 'left-out') return 0;
  return Math.min(WEIGHT_MAX, Math.max(1, file.additions + file.deletions));
}

/** null: nothing of weight was reviewed. */
function average(scores: readonly { readonly score: number; readonly weight: number }[]): number | null {
  const weight = scores.reduce((sum, one) => sum + one.weight, 0);
  return weight === 0 ? null : scores.reduce((sum, one) => sum + one.score * one.weight, 0) / weight;
}

function listed(reviews: readonly ReadReview[], isWanted: (severity: string) => boolean): string[] {
  return reviews.flatMap(({ path, read }) =>
    (read?.issues ?? [])
      .filter(({ severity }) => isWanted(severity))
      .map(({ line, message }) => `${path}${line == null ? '' : `:${line}`} ${message}`),
  );
}

function bounded(lines: readonly string[]): readonly string[] {
  if (lines.length <= LISTED_MAX) return lines;
  return [...lines.slice(0, LISTED_MAX), `and ${lines.length - LISTED_MAX} more`];
}

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);
const files = (count: number): string => counted(count, 'file');

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
