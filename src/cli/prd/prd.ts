// `signoff prd`: from one sentence to a signed PRD at the terminal. Everything is in the store: leaving loses nothing.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StoreFault } from '../../errors.ts';
import { addSystem } from '../../operations/add-system.ts';
import { Rejected } from '../../operations/define-operation.ts';
import { findRun } from '../../operations/find-run.ts';
import type { Store } from '../../ports/store.ts';
import { newId } from '../../runtime/new-id.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import type { Composition } from '../composition.ts';
import { BadUse, EXIT, type ExitCode } from '../exit-codes.ts';
import { paintFor } from '../paint.ts';
import { isUnsaid } from '../prompt.ts';
import { fit, oneLine } from '../shown-text.ts';
import { personAt, sentBy } from '../signer.ts';
import { program, storeFlag, useName, useStore } from '../started-as.ts';
import { stderr } from '../terminal.ts';
import { checkTrusted } from '../trust/check-trusted.ts';
import { askToClarify, type Clarification } from './ask-to-clarify.ts';
import { checkWritable } from './check-writable.ts';
import { notEmpty } from './desk.ts';
import { Drafts } from './drafts.ts';
import { drivePrd } from './drive-prd.ts';
import { findPrdRuns, type PrdRun, readPrdRun, realPath, WORKFLOW } from './find-prd-runs.ts';
import { briefInput, type GivenBrief, readGivenBrief } from './given-brief.ts';
import { openSeat, type Seat } from './open-seat.ts';
import { readPrdAnswers } from './prd-answers.ts';
import { runLines } from './show-runs.ts';
import { untilIn } from './stop-at.ts';

export interface PrdFlags {
  readonly project?: string;
  readonly domain?: string;
  readonly until?: string;
  readonly fromBrief?: string;
  /** true: without a run's name. */
  readonly resume?: string | boolean;
  readonly answers?: string;
  readonly store?: string;
  readonly as?: string;
  readonly json?: boolean;
}

const TITLE_MAX = 80;

export async function prd(utterance: string | undefined, flags: PrdFlags, composition: Composition): Promise<ExitCode> {
  checkTogether(utterance, flags);
  useName(flags.as);
  useStore(flags.store);
  const project = projectIn(flags.project);
  const until = untilIn(flags.until);
  const given = flags.fromBrief === undefined ? null : readGivenBrief(flags.fromBrief, utterance);
  const answers = flags.answers === undefined ? null : readPrdAnswers(flags.answers);
  const person = personAt(composition, flags.as, project);
  const place = composition.storePlace(flags.store, project);
  // A run that is named may be of another project.
  if (typeof flags.resume !== 'string') checkWritable(project, place);
  const seat = openSeat(answers, flags.json === true);
  let store: Store | null = null;
  try {
    store = await composition.openStore(place);
    await checkTrusted(composition, store, project);
    const found = flags.resume === undefined ? null : await unfinished(store, flags, project, seat);
    if (typeof found === 'number') return found;
    const asked = found === null ? await utteranceFrom(given?.utterance ?? utterance, seat, store, project) : null;
    if (typeof asked === 'number') return leftEarly(seat);
    const clarifications = asked === null || given !== null ? [] : await askToClarify(seat, asked);
    if (clarifications === null) return leftEarly(seat);
    const drafts = new Drafts(place, found?.project ?? project);
    return await drivePrd({
      ...{ store, seat, composition, flags, drafts, place, person, until },
      project: found?.project ?? project,
      run: found?.row.run ?? newId('run', Date.now()),
      utterance: found?.utterance ?? asked ?? '',
      begin:
        found === null
          ? await starter(store, composition, {
              ...{ project, said: asked ?? '', clarifications, given, flags, by: sentBy(person) },
            })
          : null,
    });
  } catch (thrown) {
    return toldFault(thrown, flags);
  } finally {
    seat.close();
    await store?.close();
  }
}

function leftEarly(seat: Seat): ExitCode {
  seat.say(['', ' You left before anything was begun. Nothing was started.']);
  return EXIT.onHold;
}

async function toldFault(thrown: unknown, flags: PrdFlags): Promise<ExitCode> {
  const { storeFault } = await import('../perform-command.ts');
  if (thrown instanceof StoreFault) return storeFault(thrown, flags.json === true);
  if (!(thrown instanceof Rejected)) throw thrown;
  stderr.write(`${paintFor(stderr).red(thrown.rejection.code)}: ${oneLine(thrown.message)}\n`);
  return EXIT.refused;
}

function checkTogether(utterance: string | undefined, { resume, domain, fromBrief }: PrdFlags): void {
  if (resume === undefined) return;
  const flag = domain !== undefined ? '--domain' : fromBrief !== undefined ? '--from-brief' : null;
  const wrong = utterance !== undefined ? 'a sentence' : flag;
  if (wrong === null) return;
  throw new BadUse(`Expected --resume alone, found ${wrong} with it, which the run has already. Nothing was run.`);
}

function projectIn(given: string | undefined): string {
  const project = resolve(given ?? '.');
  const found = statSync(project, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return realPath(project);
  const what = found === undefined ? 'nothing there' : 'something else';
  throw new BadUse(`Expected --project as a folder, found ${what}: ${project}. Nothing was run.`);
}

/** A number: they left. */
async function utteranceFrom(given: string | undefined, seat: Seat, store: Store, project: string) {
  if (given !== undefined && given.trim() !== '') return given.trim();
  if (seat.terminal === null)
    throw new BadUse(`Expected what is wanted as a sentence: ${program()} prd "...", or --resume. Nothing was run.`);
  const open = await findPrdRuns(store, project);
  const { paint } = seat.look();
  if (open.length > 0)
    seat.say([
      '',
      ` ${paint.dim(`${open.length} unfinished here already: ${program()} prd --resume goes on with it.`)}`,
    ]);
  const question = { placeholder: 'in a sentence or more', check: notEmpty };
  const said = await seat.terminal.line('What do you want?', question, seat.signal);
  return isUnsaid(said) ? EXIT.onHold : said.trim();
}

/** The run to go on with; a number when there is none, or too many and nobody to choose. */
async function unfinished(store: Store, { resume, project }: PrdFlags, folder: string, seat: Seat) {
  if (typeof resume === 'string') {
    const row = await findRun(store, resume);
    const run = await readPrdRun(store, row);
    if (run === null) throw new BadUse(`Expected a run of "${WORKFLOW}", found ${row.run} of "${row.workflowName}".`);
    if (project !== undefined && realPath(run.project) !== folder)
      throw new BadUse(`Expected a run of ${folder}, found ${row.run} of ${run.project}. Nothing was changed.`);
    return run;
  }
  const open = await findPrdRuns(store, folder);
  const [first, ...others] = open;
  if (first === undefined) {
    seat.say(await noneLines(store, folder));
    return EXIT.refused;
  }
  const chosen = others.length === 0 ? first : await chosenOf(open, seat);
  return typeof chosen === 'number' ? chosen : { ...chosen, project: folder };
}

async function noneLines(store: Store, folder: string): Promise<string[]> {
  const [failed, ...others] = await findPrdRuns(store, folder, ['failed']);
  const expected = `Expected an unfinished PRD run of ${oneLine(folder)}, found`;
  if (failed === undefined) return [`${expected} none. Start one with: ${program()} prd "..."`];
  const { run } = failed.row;
  const what = others.length === 0 ? 'one that failed' : 'failed ones, the last';
  return [
    `${expected} only ${what}: ${run} (${fit(oneLine(failed.utterance), TITLE_MAX)}).`,
    `Try it again with: ${program()} runs retry ${run}${storeFlag()}`,
    `Then go on with:   ${program()} prd --resume ${run}${storeFlag()}`,
  ];
}

async function chosenOf(open: readonly PrdRun[], seat: Seat): Promise<PrdRun | ExitCode> {
  seat.say(runLines(open, seat.look(), Date.now()));
  if (seat.terminal === null) {
    seat.say(['', ` Name the one to go on with: ${program()} prd --resume ${open[0]?.row.run}${storeFlag()}`]);
    return EXIT.refused;
  }
  const check = (line: string): string | undefined =>
    placeIn(line, open.length) === null ? `Expected a number from 1 to ${open.length}.` : undefined;
  const said = await seat.terminal.line('Which one?', { initial: '1', check }, seat.signal);
  if (isUnsaid(said)) return EXIT.onHold;
  return open[placeIn(said, open.length) ?? 0] as PrdRun;
}

function placeIn(line: string, count: number): number | null {
  const number = /^\d{1,4}$/.test(line.trim()) ? Number(line) : 0;
  return number >= 1 && number <= count ? number - 1 : null;
}

interface Request {
  readonly project: string;
  readonly said: string;
  readonly clarifications: readonly Clarification[];
  readonly given: GivenBrief | null;
  readonly flags: PrdFlags;
  readonly by: Sender;
}

async function starter(store: Store, composition: Composition, request: Request) {
  const { project, said, clarifications, given, flags, by } = request;
  const file = composition.systemFile(WORKFLOW);
  if (file === null) throw new Error(`The system "${WORKFLOW}" does not ship with this program.`);
  const stored = await addSystem(store, file, by, Date.now());
  const userInput = {
    ...{ projectPath: project, userUtterance: said },
    ...(clarifications.length > 0 && { clarifications: clarifications.map((each) => ({ ...each })) }),
  };
  const input = {
    userInput,
    ...(flags.domain !== undefined && { domain: flags.domain }),
    ...(given !== null && briefInput(given)),
  };
  return { stored, input, title: fit(oneLine(said), TITLE_MAX), hasBrief: given !== null };
}
