// Reviews one changed file by rules: issues with severity, line and message, and a score.

import { addedLines } from './added-lines.ts';
import { fileKind, stemOf } from './file-kind.ts';
import { LINE_RULES, type LineRule, type Severity } from './line-rules.ts';
import type { ChangedFile } from './parse-diff.ts';

export interface Issue {
  readonly severity: Severity;
  /** null: the whole file. */
  readonly line: number | null;
  readonly rule: string;
  readonly message: string;
}

export interface FileReview {
  readonly score: number;
  readonly issues: readonly Issue[];
  /** What the review did not look at. */
  readonly notes?: readonly string[];
}

/** What an issue takes from 100. The same rule counts three times at most, so that one habit does not decide. */
const PENALTIES: Readonly<Record<Severity, number>> = { critical: 40, warning: 15, info: 3 };
const COUNTED_MAX = 3;
const ISSUES_MAX = 50;
const LARGE_CHANGE = 600;
const UNTESTED_LINES = 20;

/** `all`: every file of the pull request, to know whether tests changed with it. */
export function reviewFile(file: ChangedFile, all: readonly ChangedFile[]): FileReview {
  const kind = fileKind(file.path);
  if (kind === 'left-out') {
    return { score: 100, issues: [], notes: ['Left out: programs write this file. Nobody has read it.'] };
  }
  if (file.status === 'removed')
    return { score: 100, issues: [], notes: ['The file was removed; there is no line to read.'] };
  const found = [...fileIssues(file, all), ...lineIssues(file)];
  const issues = found.toSorted((a, b) => PENALTIES[b.severity] - PENALTIES[a.severity]).slice(0, ISSUES_MAX);
  const more = found.length - issues.length;
  return {
    score: scoreOf(found),
    issues,
    ...(more > 0 && { notes: [`${more} more issues are not listed.`] }),
  };
}

export function scoreOf(issues: readonly Issue[]): number {
  const counts = new Map<string, number>();
  let score = 100;
  for (const { rule, severity } of issues) {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count <= COUNTED_MAX) score -= PENALTIES[severity];
  }
  return Math.max(0, score);
}

function lineIssues({ path, patch }: ChangedFile): Issue[] {
  if (patch === undefined) return [];
  const kind = fileKind(path);
  const isFor = ({ where }: LineRule): boolean =>
    where === 'anywhere' || kind === 'code' || (kind === 'test' && where === 'code');
  const rules = LINE_RULES.filter(isFor);
  return addedLines(patch).flatMap((added) =>
    rules
      .filter((rule) => rule.isBroken(added))
      .map(({ name, severity, message }) => ({ severity, line: added.line, rule: name, message })),
  );
}

function fileIssues(file: ChangedFile, all: readonly ChangedFile[]): Issue[] {
  const { additions, deletions, patch, binary } = file;
  const changed = additions + deletions;
  const whole = (severity: Severity, rule: string, message: string): Issue => ({ severity, line: null, rule, message });
  const issues: Issue[] = [];
  if (binary === true)
    issues.push(whole('warning', 'binary', 'The file is binary: rules cannot read it. A person should.'));
  else if (patch === undefined && changed > 0) {
    issues.push(whole('warning', 'unread', 'No patch of this file was given, so that no line of it was read.'));
  }
  if (changed > LARGE_CHANGE) {
    issues.push(whole('warning', 'large', `${changed} lines changed. Parts of it would be easier to review.`));
  }
  const untested = untestedSeverity(file, all);
  if (untested !== null)
    issues.push(whole(untested, 'untested', 'No test that goes by its name changed with this file.'));
  return issues;
}

/** Worse where no test changed at all. */
function untestedSeverity({ path, additions }: ChangedFile, all: readonly ChangedFile[]): Severity | null {
  if (fileKind(path) !== 'code' || additions < UNTESTED_LINES) return null;
  const tests = all.filter((other) => fileKind(other.path) === 'test' && other.status !== 'removed');
  if (tests.some((test) => stemOf(test.path) === stemOf(path))) return null;
  return tests.length === 0 ? 'warning' : 'info';
}
