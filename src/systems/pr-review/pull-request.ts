// The pull request as the run's input describes it. Nothing is fetched: what is missing is assumed, and named as such.

import * as z from 'zod';
import type { Json } from '../../json.ts';
import { type ChangedFile, parseDiff } from './parse-diff.ts';

const count = z.number().int().min(0).default(0);
const changedFile = z.object({
  path: z.string().min(1),
  additions: count,
  deletions: count,
  status: z.enum(['added', 'modified', 'removed', 'renamed']).catch('modified'),
  patch: z.string().exactOptional(),
  binary: z.literal(true).exactOptional(),
});
const inputShape = z.object({
  prNumber: z.union([z.number(), z.string()]).optional(),
  title: z.string().optional(),
  author: z.string().optional(),
  baseBranch: z.string().optional(),
  headBranch: z.string().optional(),
});
const changes = z.object({ diff: z.string().optional(), files: z.array(changedFile).optional() });

export interface PullRequest {
  /** `#7`, or what can be said without a number. */
  readonly name: string;
  readonly title: string;
  readonly author: string;
  readonly baseBranch: string;
  readonly headBranch: string;
  /** Names of the fields above that nobody gave. */
  readonly assumed: readonly string[];
}

export function readPullRequest(runInput: Json): PullRequest {
  const { prNumber, title, author, baseBranch, headBranch } = readAs(inputShape, runInput);
  const fields = { title, author, baseBranch, headBranch };
  const name = prNumber === undefined ? 'this pull request' : `#${prNumber}`;
  return {
    name,
    title: title ?? `Pull request ${prNumber === undefined ? 'without a number' : name}`,
    author: author ?? 'unknown',
    baseBranch: baseBranch ?? 'main',
    headBranch: headBranch ?? (prNumber === undefined ? 'unknown' : `pull/${prNumber}/head`),
    assumed: Object.entries(fields).flatMap(([field, given]) => (given === undefined ? [field] : [])),
  };
}

/** null: neither a diff nor a list of files was given. */
export function changedFiles(runInput: Json): readonly ChangedFile[] | null {
  const { diff, files } = readAs(changes, runInput);
  return files ?? (diff === undefined ? null : parseDiff(diff));
}

function readAs<T>(schema: z.ZodType<T>, runInput: Json): T {
  const read = schema.safeParse(runInput ?? {});
  if (read.success) return read.data;
  const found = read.error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'input'}: ${message}`);
  const wanted = 'Expected the input {prNumber, title?, author?, baseBranch?, headBranch?, diff? or files?}';
  throw new Error(`${wanted}, found ${found.join('; ')}.`);
}

/** One file as an earlier step listed it; throws when it is none. */
export function readFile(item: Json): ChangedFile {
  const read = changedFile.safeParse(item);
  if (read.success) return read.data;
  throw new Error(`Expected a changed file {path, additions, deletions, status, patch?}, found ${shown(item)}.`);
}

/** Those of a list that are files. */
export function filesAmong(list: Json | undefined): readonly ChangedFile[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: Json) => changedFile.safeParse(item).data ?? []);
}

function shown(value: Json): string {
  return JSON.stringify(value).slice(0, 200);
}
