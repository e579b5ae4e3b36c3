// What the steps after the gate write. Nothing leaves the machine: they say what would be done, never that it was.

import { isJsonObject, type Json } from '../../json.ts';
import type { PullRequest } from './pull-request.ts';

const OFFLINE = 'Rules wrote this without a model, and nothing left this machine.';
const SHOWN_MAX = 20;

export function approvalComment(pull: PullRequest, joined: Json): Json {
  const { score, summary, warnings } = readJoined(joined);
  const lines = [
    `${named(pull)} by ${pull.author}: approved by rules with ${score ?? 'no'} of 100.`,
    summary,
    warnings.length === 0 ? 'No rule found a key in the code, text run as code, or a failure that is swallowed.' : '',
    'Rules read lines, not meaning: whether it does what it should, nobody has checked.',
  ];
  return { approved: true, comment: text(lines), note: OFFLINE };
}

/** Another round would read the same diff from the run's input, and say the same. */
export function changeRequest(pull: PullRequest, joined: Json): Json {
  const { score, summary, criticalIssues, warnings } = readJoined(joined);
  const lines = [
    `${named(pull)} needs changes: ${score ?? 'no'} of 100. ${summary}`,
    ...section('Before it can be merged:', criticalIssues),
    ...section('Please look at:', warnings),
  ];
  return {
    ...{ comment: text(lines), shouldRetry: false, score, summary, criticalIssues, warnings },
    retryReason:
      "Offline the diff comes from the run's input and cannot change in this run. Start another with the new diff.",
    note: OFFLINE,
  };
}

/** After the approval of rules or a model, or a person's verdict. */
export function mergeComment(pull: PullRequest, before: Json): Json {
  const { verdict, comment } = isJsonObject(before) ? before : {};
  const who = typeof verdict === 'string' ? `a person's verdict "${verdict}"` : 'an approval without a person';
  const isAgreed = typeof verdict !== 'string' || verdict === 'approve';
  const from = `${pull.headBranch} into ${pull.baseBranch}`;
  const lines = [
    isAgreed ? `Ready: merge ${from}, after ${who}.` : `Not to be merged, after ${who}.`,
    typeof verdict === 'string' && typeof comment === 'string' ? comment : '',
  ];
  const wouldMerge = isAgreed ? { from: pull.headBranch, into: pull.baseBranch } : null;
  const note = isAgreed ? `Not merged. ${OFFLINE} Merge it where it lives.` : OFFLINE;
  return { merged: false, wouldMerge, comment: text(lines), ...assumedOf(pull), note };
}

export function closingComment(pull: PullRequest, request: Json): Json {
  const { score, summary, criticalIssues } = readJoined(request);
  const lines = [
    `${named(pull)} was not merged: ${score ?? 'no'} of 100. ${summary}`,
    ...section('What stood in the way:', criticalIssues),
    'It can be opened again with these changed.',
  ];
  return {
    closed: false,
    wouldClose: true,
    comment: text(lines),
    note: `Not closed. ${OFFLINE} Close it where it lives.`,
  };
}

/** For outputs: which of the pull request's fields nobody gave. */
export function assumedOf({ assumed }: PullRequest): { readonly assumed?: readonly string[] } {
  return assumed.length === 0 ? {} : { assumed };
}

function named({ title, name, assumed }: PullRequest): string {
  return assumed.includes('title') ? title : `${title} (${name})`;
}

interface Joined {
  readonly score: number | null;
  readonly summary: string;
  readonly criticalIssues: readonly string[];
  readonly warnings: readonly string[];
}

/** The join may have been done by a model or a person: what is not in its form is left out. */
function readJoined(value: Json): Joined {
  const { score, summary, criticalIssues, warnings } = isJsonObject(value) ? value : {};
  return {
    score: typeof score === 'number' ? score : null,
    summary: typeof summary === 'string' ? summary : '',
    criticalIssues: sentences(criticalIssues),
    warnings: sentences(warnings),
  };
}

function sentences(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: Json) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > SHOWN_MAX ? [`- and ${lines.length - SHOWN_MAX} more`] : [];
  return [title, ...lines.slice(0, SHOWN_MAX).map((line) => `- ${line}`), ...more];
}

function text(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
