// Plays a story: the program runs as a user runs it, with `reply.mjs` as its model where the story has replies, and
// without a model where it has none.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { ProgramResult } from '../../test/support/run-signoff.ts';
import { signoffHere } from '../../test/support/signoff-here.ts';

export const root = resolve(import.meta.dirname, '../..');

interface Story {
  /** What is called. A path that begins with a dot is seen from the story's folder. */
  readonly command: readonly string[];
  /** Copied into the project as `corpus`. */
  readonly corpus?: string;
}

export interface Played extends Disposable {
  readonly code: number | null;
  readonly said: string;
  readonly project: string;
  /** Calls the program in that project without any model. */
  readonly call: (...args: readonly string[]) => Promise<ProgramResult>;
  /** What the run wrote, by path, with a fixed day, time and run in the place of its own. */
  readonly documents: ReadonlyMap<string, string>;
}

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).map((name) => join(folder, name));

/** `examples/prd/written/rota-swap` and the others with replies. */
export const writtenFolders = (): readonly string[] =>
  ['prd', 'sdd', 'pm', 'research'].flatMap((system) => foldersIn(join('examples', system, 'written')));

/** Those without a model. */
export const filedFolders = (): readonly string[] => [
  ...foldersIn('examples/prd/utterances'),
  'examples/sentence-to-backlog/club',
];

export async function playStory(folder: string): Promise<Played> {
  const here = join(root, folder);
  const { command, corpus } = JSON.parse(readFileSync(join(here, 'play.json'), 'utf8')) as Story;
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-written-')));
  // A program has no price until one is given, and a run with a budget asks for one.
  const prices = { node: { asOf: '2026-01-01', models: { '*': { in: 0, cached: 0, out: 0 } } } };
  writeFileSync(join(project, 'signoff.config.json'), JSON.stringify({ prices }));
  if (corpus !== undefined) cpSync(join(here, corpus), join(project, 'corpus'), { recursive: true });
  const model = ['node', join(root, 'examples/written-replies/reply.mjs'), join(here, 'replies')];
  const offline = { SIGNOFF_PROVIDER: 'offline', PATH: process.env.PATH ?? '' };
  const hasReplies = existsSync(join(here, 'replies'));
  const env = hasReplies ? { ...offline, SIGNOFF_PROVIDER: `command:${JSON.stringify(model)}` } : offline;
  const args = command.map((each) => (each.startsWith('.') ? join(here, each) : each));
  const { code, out, err } = await signoffHere([...args, '--as', 'user:mira'], { cwd: project, env });
  const call: Played['call'] = (...words) => signoffHere(words, { cwd: project, env: offline });
  const documents = documentsOf(project);
  const remove = (): void => rmSync(project, { recursive: true, force: true });
  return { code, said: `${out}${err}`, project, call, documents, [Symbol.dispose]: remove };
}

function documentsOf(project: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of ['magi-sdd', 'research']) {
    mkdirSync(join(project, folder), { recursive: true });
    const below = readdirSync(join(project, folder), { recursive: true, withFileTypes: true });
    for (const entry of below.filter(({ name }) => /\.(md|sql|txt)$/.test(name))) {
      const path = join(entry.parentPath, entry.name);
      const [, ...rest] = relative(join(project, folder), path).split('/');
      found.set(rest.join('/'), withFixedTimes(readFileSync(path, 'utf8')));
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Only what differs from day to day and from run to run. */
const withFixedTimes = (text: string): string =>
  text
    .replaceAll(/\brun_[0-9a-z]{26}\b/g, 'run_00000000000000000000000000')
    .replaceAll(/\bexec_\d{8}_\d{6}\b/g, 'exec_20260102_030000')
    // It covers the time of the approval.
    .replaceAll(/^(signed: "sha256:)[0-9a-f]{64}/gm, `$1${'0'.repeat(64)}`)
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-02T03:00:00.000Z')
    .replaceAll(new Date().toISOString().slice(0, 10), '2026-01-02');
