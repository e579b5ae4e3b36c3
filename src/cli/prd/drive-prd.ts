// Starts or goes on with one PRD run on a store, plays it, and tells how it stands then.

import { statusOf } from '../../engine/run-state.ts';
import type { Json } from '../../json.ts';
import type { Store, StoredWorkflow } from '../../ports/store.ts';
import { type DrivenRuns, driveRuns } from '../../runtime/drive-runs.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import type { Identity } from '../../runtime/who-acts.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';
import { askHold } from '../ask-hold.ts';
import type { Composition } from '../composition.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { shellWord } from '../shell-word.ts';
import { oneLine } from '../shown-text.ts';
import { sentBy } from '../signer.ts';
import { stdout } from '../terminal.ts';
import { jsonText } from '../terminal-text.ts';
import type { Drafts } from './drafts.ts';
import { realPath } from './find-prd-runs.ts';
import { GIVEN_BY_CLIENT, giveBrief } from './given-brief.ts';
import { type ReadFile, requirementsPath } from './hand-edits.ts';
import { hanging } from './look.ts';
import type { Seat } from './open-seat.ts';
import { playPrd, type Stopped } from './play-prd.ts';
import type { PrdFlags } from './prd.ts';
import { type PrdResult, prdResult } from './prd-result.ts';
import { Progress } from './progress.ts';
import { deskReviewer, writtenReviewer } from './reviewers.ts';
import { endLines } from './show-end.ts';
import { stopAt, type Until } from './stop-at.ts';

export interface DrivenPrd {
  readonly store: Store;
  readonly seat: Seat;
  readonly composition: Composition;
  readonly flags: PrdFlags;
  readonly person: Identity;
  /** Of the store. */
  readonly place: string;
  readonly drafts: Drafts;
  readonly project: string;
  readonly run: string;
  readonly utterance: string;
  /** Where to leave, when it is approved; null: at the end. */
  readonly until: Until | null;
  /** null: the run is there already. */
  readonly begin: {
    readonly stored: StoredWorkflow;
    readonly input: Json;
    readonly title: string;
    /** It begins with a brief that is given, not with one that is written. */
    readonly hasBrief: boolean;
  } | null;
}

export async function drivePrd(given: DrivenPrd): Promise<ExitCode> {
  const { store, seat, composition, project, run, begin, person } = given;
  if (begin === null) tellHead(given);
  const progress = new Progress(seat.out, seat.look().paint, Date.now);
  progress.isPast = begin === null;
  const agents = await composition.openAgents(store, project);
  let driver: DrivenRuns | null = null;
  try {
    driver = await driveRuns(run, {
      ...{ store, role: 'run', person: person.actor, agents },
      ...{ code: stopAt(await composition.systemCode([project]), given.until), workspaces: [project] },
      onEvent: (of, event) => progress.hear(of, event),
    });
    progress.isPast = false;
    if (begin !== null) {
      const { stored, input, title } = begin;
      const started = await driver.engine.start(stored, input, {
        by: byOf(given),
        run,
        title,
        ...(begin.hasBrief && { assign: GIVEN_BY_CLIENT }),
      });
      if (!started.ok) return refuse(seat, 'Not started.', started.rejection.message);
      // Not before it is in the store: what is named here can be gone on with, whatever happens now.
      tellHead(given);
    }
    await driver.idle();
    const refused = await giveBrief(driver, run, project, byOf(given).channel);
    if (refused !== null) return refuse(seat, 'The brief was not taken.', refused);
    const stopped = await play(driver, given, progress);
    await driver.close();
    const root = driver.runOf(run);
    const requirements = await readIn(project)(requirementsPath(root, driver.payloads));
    const result = prdResult(driver, root, { project, stopped, requirements });
    tellEnd(result, given, statusOf(root.state) === 'failed');
    return exitCodeOf(result);
  } finally {
    progress.stop();
    await driver?.close();
    await agents.close();
  }
}

/** What cannot be read is as if it were not there: the reviews go on without it. */
function readIn(project: string): ReadFile {
  const files = workspaceFiles([project]);
  return async (path) => (path === '' ? null : files.read(path).catch(() => null));
}

function play(driver: DrivenRuns, given: DrivenPrd, progress: Progress): Promise<Stopped | null> {
  const { seat, drafts, run, project, person } = given;
  const { answers, terminal, signal } = seat;
  const root = driver.runOf(run);
  const reviewer = answers === null ? deskReviewer(seat.desk(), drafts) : writtenReviewer(answers);
  return playPrd({
    ...{ driver, root, reviewer, progress, drafts, signal, person, by: byOf(given), isAttended: terminal !== null },
    until: given.until,
    isEmpty: () => seat.isEmpty(),
    readFile: readIn(project),
    say: (lines) => seat.say(lines),
    ...(terminal !== null && {
      askHold: (hold, own) => terminal.aside(() => askHold(driver, root, hold, byOf(given), own)),
    }),
  });
}

/** What a file of answers decides is a rehearsal's. */
function byOf({ person, seat }: DrivenPrd): Sender {
  return sentBy(person, seat.answers === null ? 'cli' : 'rehearsal');
}

function tellHead({ seat, utterance, run, begin }: DrivenPrd): void {
  const { paint, width } = seat.look();
  seat.say(['', ...hanging(' ', oneLine(utterance), width, paint.bold)]);
  seat.say([` ${paint.dim(`${run}${begin === null ? ', resumed' : ''}`)}`, '']);
}

/** Other commands find the store of this folder by themselves. */
function tellEnd(result: PrdResult, given: DrivenPrd, canRetry: boolean): void {
  const {
    seat,
    flags: { json },
    place,
    composition,
    drafts,
  } = given;
  const flags = place === composition.storePlace(undefined) ? '' : ` --store ${shellWord(place)}`;
  if (json === true) stdout.write(`${jsonText(result)}\n`);
  else
    seat.say(
      endLines(result, seat.look(), {
        folder: realPath(process.cwd()),
        flags,
        canRetry,
        unsent: drafts.count(result.run),
        isRehearsal: seat.answers !== null,
      }),
    );
}

function refuse(seat: Seat, what: string, message: string): ExitCode {
  seat.say([` ${seat.look().paint.red(what)} ${oneLine(message)}`]);
  return EXIT.refused;
}

function exitCodeOf({ status, stopped }: PrdResult): ExitCode {
  if (status === 'finalized' || stopped?.why === 'until') return EXIT.done;
  return status === 'open' && stopped?.why !== 'refused' ? EXIT.onHold : EXIT.refused;
}
