// Starts or goes on with one PRD run on a store, plays it, and tells how it stands then.

import { statusOf } from '../../engine/run-state.ts';
import type { Json } from '../../json.ts';
import type { Store, StoredWorkflow } from '../../ports/store.ts';
import { type DrivenRuns, driveRuns } from '../../runtime/drive-runs.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';
import { askHold } from '../ask-hold.ts';
import type { Composition } from '../composition.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { LOCAL_PERSON } from '../local-person.ts';
import { oneLine } from '../shown-text.ts';
import type { Drafts } from './drafts.ts';
import { realPath } from './find-prd-runs.ts';
import { type ReadFile, requirementsPath } from './hand-edits.ts';
import { hanging } from './look.ts';
import type { Seat } from './open-seat.ts';
import { playPrd, type Stopped } from './play-prd.ts';
import type { PrdFlags } from './prd.ts';
import { type PrdResult, prdResult } from './prd-result.ts';
import { Progress } from './progress.ts';
import { deskReviewer, writtenReviewer } from './reviewers.ts';
import { endLines, shellWord } from './show-end.ts';

export interface DrivenPrd {
  readonly store: Store;
  readonly seat: Seat;
  readonly composition: Composition;
  readonly flags: PrdFlags;
  /** Of the store. */
  readonly place: string;
  readonly drafts: Drafts;
  readonly project: string;
  readonly run: string;
  readonly utterance: string;
  /** null: the run is there already. */
  readonly begin: { readonly stored: StoredWorkflow; readonly input: Json; readonly title: string } | null;
}

export async function drivePrd(given: DrivenPrd): Promise<ExitCode> {
  const { store, seat, composition, project, run, begin } = given;
  if (begin === null) tellHead(given);
  const progress = new Progress(seat.out, seat.look().paint, Date.now);
  progress.isPast = begin === null;
  const agents = await composition.openAgents(store, project);
  let driver: DrivenRuns | null = null;
  try {
    driver = await driveRuns(run, {
      ...{ store, role: 'run', person: LOCAL_PERSON, agents },
      ...{ code: await composition.systemCode([project]), workspaces: [project] },
      // Other runs of the store may be of other folders, which this process must not touch.
      serves: { run },
      onEvent: (of, event) => progress.hear(of, event),
    });
    progress.isPast = false;
    if (begin !== null) {
      const { stored, input, title } = begin;
      const started = await driver.engine.start(stored, input, {
        by: { actor: LOCAL_PERSON, channel: 'cli' },
        run,
        title,
      });
      if (!started.ok) return refuse(seat, started.rejection.message);
      // Not before it is in the store: what is named here can be gone on with, whatever happens now.
      tellHead(given);
    }
    await driver.idle();
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
  const { seat, drafts, run, project } = given;
  const { answers, terminal, signal } = seat;
  const root = driver.runOf(run);
  const reviewer = answers === null ? deskReviewer(seat.desk(), drafts) : writtenReviewer(answers);
  return playPrd({
    ...{ driver, root, reviewer, progress, drafts, signal, isAttended: terminal !== null },
    isEmpty: () => seat.isEmpty(),
    readFile: readIn(project),
    say: (lines) => seat.say(lines),
    ...(terminal !== null && {
      askHold: (hold, own) => terminal.aside(() => askHold(driver, root, hold, LOCAL_PERSON, own)),
    }),
  });
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
  if (json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else
    seat.say(
      endLines(result, seat.look(), {
        folder: realPath(process.cwd()),
        flags,
        canRetry,
        unsent: drafts.count(result.run),
      }),
    );
}

function refuse(seat: Seat, message: string): ExitCode {
  seat.say([` ${seat.look().paint.red('Not started.')} ${oneLine(message)}`]);
  return EXIT.refused;
}

function exitCodeOf({ status, stopped }: PrdResult): ExitCode {
  if (status === 'finalized') return EXIT.done;
  return status === 'open' && stopped?.why !== 'refused' ? EXIT.onHold : EXIT.refused;
}
