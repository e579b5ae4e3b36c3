// `--resume`: the run of a system to go on with, by its name or as the one of this project that is not over.

import { findRun } from '../../operations/find-run.ts';
import type { Store } from '../../ports/store.ts';
import type { System } from '../../ports/system.ts';
import { BadUse, EXIT, type ExitCode } from '../exit-codes.ts';
import { isPromptExit } from '../prompt.ts';
import { fit, oneLine } from '../shown-text.ts';
import { program, storeFlag } from '../started-as.ts';
import { findSystemRuns, readSystemRun, realPath, type SystemRun } from './find-system-runs.ts';
import type { ReviewInput } from './open-review-input.ts';
import { unfinishedLines } from './show-unfinished.ts';
import type { SystemFlags } from './start-options.ts';

export const TITLE_MAX = 80;

/** A number when there is none, or too many and nobody to choose. */
export async function unfinishedRun(
  store: Store,
  system: System,
  { resume, project }: SystemFlags,
  folder: string,
  reviewInput: ReviewInput,
) {
  const found =
    typeof resume === 'string'
      ? await namedRun(store, system, resume, project === undefined ? null : folder)
      : await onlyRun(store, system, folder, reviewInput);
  if (typeof found === 'number') return found;
  const { row, subject } = found;
  return { project: found.project, subject, run: row.run, begin: null };
}

/** `folder`: the project it has to be of; null: any. */
async function namedRun(store: Store, system: System, name: string, folder: string | null): Promise<SystemRun> {
  const row = await findRun(store, name);
  const run = await readSystemRun(store, system, row);
  if (run === null) throw new BadUse(`Expected a run of "${system.name}", found ${row.run} of "${row.workflowName}".`);
  if (folder !== null && realPath(run.project) !== folder)
    throw new BadUse(`Expected a run of ${folder}, found ${row.run} of ${run.project}. Nothing was changed.`);
  return run;
}

async function onlyRun(
  store: Store,
  system: System,
  folder: string,
  reviewInput: ReviewInput,
): Promise<SystemRun | ExitCode> {
  const open = await findSystemRuns(store, system, folder);
  const [first, ...others] = open;
  if (first === undefined) {
    reviewInput.say(await noneLines(store, system, folder));
    return EXIT.refused;
  }
  const chosen = others.length === 0 ? first : await chosenOf(system, open, reviewInput);
  return typeof chosen === 'number' ? chosen : { ...chosen, project: folder };
}

async function noneLines(store: Store, system: System, folder: string): Promise<string[]> {
  const [failed, ...others] = await findSystemRuns(store, system, folder, ['failed']);
  const expected = `Expected an unfinished ${system.title} run of ${oneLine(folder)}, found`;
  const command = `${program()} ${system.name}`;
  if (failed === undefined) return [`${expected} none. Start one with: ${command} "..."`];
  const { run } = failed.row;
  const what = others.length === 0 ? 'one that failed' : 'failed ones, the last';
  return [
    `${expected} only ${what}: ${run} (${fit(oneLine(failed.subject), TITLE_MAX)}).`,
    `Try it again with: ${program()} runs retry ${run}${storeFlag()}`,
    `Then go on with:   ${command} --resume ${run}${storeFlag()}`,
  ];
}

async function chosenOf(
  system: System,
  open: readonly SystemRun[],
  reviewInput: ReviewInput,
): Promise<SystemRun | ExitCode> {
  reviewInput.say(unfinishedLines(system, open, reviewInput.theme(), Date.now()));
  if (reviewInput.terminal === null) {
    const command = `${program()} ${system.name} --resume ${open[0]?.row.run}${storeFlag()}`;
    reviewInput.say(['', ` Name the one to go on with: ${command}`]);
    return EXIT.refused;
  }
  const check = (line: string): string | undefined =>
    placeIn(line, open.length) === null ? `Expected a number from 1 to ${open.length}.` : undefined;
  const said = await reviewInput.terminal.line('Which one?', { initial: '1', check }, reviewInput.signal);
  if (isPromptExit(said)) return EXIT.onHold;
  return open[placeIn(said, open.length) ?? 0] as SystemRun;
}

function placeIn(line: string, count: number): number | null {
  const number = /^\d{1,4}$/.test(line.trim()) ? Number(line) : 0;
  return number >= 1 && number <= count ? number - 1 : null;
}
