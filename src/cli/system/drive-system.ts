// Starts or goes on with one run of a system on a store, plays it, and tells how it stands then.

import { statusOf } from '../../engine/run-state.ts';
import type { Json } from '../../json.ts';
import type { Store, StoredWorkflow } from '../../ports/store.ts';
import type { System } from '../../ports/system.ts';
import { type DrivenRuns, driveRuns } from '../../runtime/drive-runs.ts';
import type { FactSources } from '../../runtime/gate-facts.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import type { Identity } from '../../runtime/who-acts.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';
import { askHold } from '../ask-hold.ts';
import type { Composition } from '../composition.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { hanging } from '../review/look.ts';
import { shellWord } from '../shell-word.ts';
import { oneLine } from '../shown-text.ts';
import { sentBy } from '../signer.ts';
import { program, systemIsOwn } from '../started-as.ts';
import { stdout } from '../terminal.ts';
import { jsonText } from '../terminal-text.ts';
import type { Drafts } from './drafts.ts';
import { realPath } from './find-system-runs.ts';
import { broughtSteps, giveBrought } from './give-brought.ts';
import type { Seat } from './open-seat.ts';
import { playRun, type Stopped } from './play-run.ts';
import { Progress } from './progress.ts';
import { deskReviewer, writtenReviewer } from './reviewers.ts';
import { endLines } from './show-end.ts';
import type { SystemFlags } from './start-options.ts';
import { stopAt, type Until } from './stop-at.ts';
import { resultJson, type SystemResult, systemResult, type ToldResult } from './system-result.ts';

export interface DrivenSystem {
  readonly system: System;
  readonly store: Store;
  readonly seat: Seat;
  readonly composition: Composition;
  readonly flags: SystemFlags;
  readonly person: Identity;
  /** Of the store. */
  readonly place: string;
  readonly drafts: Drafts;
  readonly project: string;
  readonly run: string;
  /** What the run is about. */
  readonly subject: string;
  /** Where to leave, when it is approved; null: at the end. */
  readonly until: Until | null;
  /** null: the run is there already. */
  readonly begin: { readonly stored: StoredWorkflow; readonly input: Json; readonly title: string } | null;
}

export async function driveSystem(given: DrivenSystem): Promise<ExitCode> {
  const { system, store, seat, composition, project, run, begin, person } = given;
  if (begin === null) tellHead(given);
  const progress = new Progress(seat.out, seat.look().paint, Date.now, system.internal);
  progress.isPast = begin === null;
  const agents = await composition.openAgents(store, project);
  let driver: DrivenRuns | null = null;
  try {
    driver = await driveRuns(run, {
      ...{ store, role: 'run', person: person.actor, agents },
      ...{ code: stopAt(await composition.systemCode([project], given.place), given.until), workspaces: [project] },
      onEvent: (of, event) => progress.hear(of, event),
    });
    progress.isPast = false;
    if (begin !== null) {
      const { stored, input, title } = begin;
      const assign = broughtSteps(system, input);
      const started = await driver.engine.start(stored, input, { by: byOf(given), run, title, assign });
      if (!started.ok) return refuse(seat, 'Not started.', started.rejection.message);
      // Not before it is in the store: what is named here can be gone on with, whatever happens now.
      tellHead(given);
    }
    await driver.idle();
    const refused = await giveBrought(driver, run, system, { project, channel: byOf(given).channel });
    if (refused !== null) return refuse(seat, 'What it begins with was not taken.', refused);
    const sources = sourcesOf(driver, run, project);
    const stopped = await play(driver, given, progress, sources);
    await driver.close();
    const root = driver.runOf(run);
    const result = await systemResult(driver, root, { system, project, stopped, sources });
    tellEnd(result, given, statusOf(root.state) === 'failed');
    return exitCodeOf(result);
  } finally {
    progress.stop();
    await driver?.close();
    await agents.close();
  }
}

/** What cannot be read is as if it were not there: the reviews go on without it. */
function sourcesOf(driver: DrivenRuns, run: string, project: string): FactSources {
  const files = workspaceFiles([project]);
  return {
    get payloads() {
      return driver.payloads;
    },
    events: () => driver.runOf(run).events,
    load: async (value) => driver.read(value),
    read: async (path) => files.read(path).catch(() => null),
  };
}

function play(
  driver: DrivenRuns,
  given: DrivenSystem,
  progress: Progress,
  sources: FactSources,
): Promise<Stopped | null> {
  const { system, seat, drafts, run, person } = given;
  const { answers, terminal, signal } = seat;
  const root = driver.runOf(run);
  const goOn = `${program()} ${system.name} --resume`;
  const reviewer = answers === null ? deskReviewer(seat.desk(), drafts, goOn) : writtenReviewer(answers);
  return playRun({
    ...{ system, driver, root, reviewer, progress, drafts, signal, person, sources },
    ...{ by: byOf(given), isAttended: terminal !== null, until: given.until },
    isEmpty: () => seat.isEmpty(),
    say: (lines) => seat.say(lines),
    ...(terminal !== null && {
      askHold: (hold, own) => terminal.aside(() => askHold(driver, root, hold, byOf(given), own)),
    }),
  });
}

/** What a file of answers decides is a rehearsal's. */
function byOf({ person, seat }: DrivenSystem): Sender {
  return sentBy(person, seat.answers === null ? 'cli' : 'rehearsal');
}

function tellHead({ seat, subject, run, begin }: DrivenSystem): void {
  const { paint, width } = seat.look();
  seat.say(['', ...hanging(' ', oneLine(subject), width, paint.bold)]);
  seat.say([` ${paint.dim(`${run}${begin === null ? ', resumed' : ''}`)}`, '']);
}

/** Other commands find the store of this folder by themselves. */
function tellEnd(result: ToldResult, given: DrivenSystem, canRetry: boolean): void {
  const { system, seat, place, composition, drafts } = given;
  if (given.flags.json === true) {
    stdout.write(`${jsonText(resultJson(result))}\n`);
    return;
  }
  const flags = place === composition.storePlace(undefined) ? '' : ` --store ${shellWord(place)}`;
  const [unsent, isRehearsal] = [drafts.count(result.run), seat.answers !== null];
  const isOwn = systemIsOwn(system.name);
  const options = { folder: realPath(process.cwd()), flags, canRetry, unsent, isRehearsal, isOwn };
  seat.say(endLines(system, result, seat.look(), options));
}

function refuse(seat: Seat, what: string, message: string): ExitCode {
  seat.say([` ${seat.look().paint.red(what)} ${oneLine(message)}`]);
  return EXIT.refused;
}

function exitCodeOf({ status, stopped }: SystemResult): ExitCode {
  if (status === 'finalized' || stopped?.why === 'until') return EXIT.done;
  return status === 'open' && stopped?.why !== 'refused' ? EXIT.onHold : EXIT.refused;
}
