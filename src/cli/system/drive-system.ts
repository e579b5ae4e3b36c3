// Starts or goes on with one run of a system on a store, plays it, and tells how it stands then.

import { canRetry } from '../../engine/can-retry.ts';
import type { Rejection } from '../../engine/context.ts';
import type { Json, JsonObject } from '../../json.ts';
import { sourceAdder } from '../../operations/add-source.ts';
import { systemAdder } from '../../operations/add-system.ts';
import type { Store, StoredWorkflow } from '../../ports/store.ts';
import type { FurtherStart, RunFacts, System } from '../../ports/system.ts';
import { type DrivenRuns, driveRuns } from '../../runtime/drive-runs.ts';
import type { FactSources } from '../../runtime/gate-facts.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import type { Identity } from '../../runtime/who-acts.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';
import { askHold } from '../ask-hold.ts';
import type { Composition } from '../composition.ts';
import { EXIT, type ExitCode, WrongLine } from '../exit-codes.ts';
import { hangingLines } from '../review/theme.ts';
import { shellWord } from '../shell-word.ts';
import { fit, oneLine } from '../shown-text.ts';
import { sentBy } from '../signer.ts';
import { asStarted, program, systemIsOwn } from '../started-as.ts';
import { stdout } from '../terminal.ts';
import { jsonText } from '../terminal-text.ts';
import type { Drafts } from './drafts.ts';
import { realPath } from './find-system-runs.ts';
import { giveFurther } from './further-start.ts';
import type { ReviewInput } from './open-review-input.ts';
import { type PlayStop, playRun } from './play-run.ts';
import { Progress } from './progress.ts';
import { terminalReviewer, writtenReviewer } from './reviewers.ts';
import { endLines } from './show-end.ts';
import { startAlone } from './start-alone.ts';
import type { SystemFlags } from './start-options.ts';
import { type NamedStop, stopAt } from './stop-at.ts';
import { stepsDoneBeforehand, submitInitialWork } from './submit-initial-work.ts';
import { partAt } from './system-parts.ts';
import { type PrintedResult, resultJson, type SystemResult, systemResult } from './system-result.ts';

/** Of what the run is about: two lines of a narrow terminal. */
const SUBJECT_MAX = 150;

export interface DrivenSystem {
  readonly system: System;
  readonly store: Store;
  readonly reviewInput: ReviewInput;
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
  readonly until: NamedStop | null;
  /** null: the run is there already. */
  readonly begin: { readonly stored: StoredWorkflow; readonly input: Json; readonly title: string } | null;
  /** What was given now for a run that is there already; left out: nothing, it is only gone on with. */
  readonly further?: (facts: RunFacts) => FurtherStart;
}

export async function driveSystem(given: DrivenSystem): Promise<ExitCode> {
  const { system, store, reviewInput, composition, project, run, begin, person } = given;
  if (begin === null) tellHead(given);
  const known = await composition.systems(project);
  const systemOf = async (workflow: string) => (workflow === system.name ? system : known.ofWorkflow(workflow));
  const systems = [system, ...(await known.all())];
  const at = (of: ShownRun, step: string) => partAt(of, step, systems);
  const { paint } = reviewInput.theme();
  const progress = new Progress(reviewInput.out, paint, Date.now, internalSteps(systems), at, statesShown(systems));
  progress.isPast = begin === null;
  const agents = await composition.openAgents(store, project);
  let driver: DrivenRuns | null = null;
  try {
    driver = await driveRuns(run, {
      ...{ store, role: 'run', person: person.actor, agents },
      code: stopAt(await composition.systemCode([project], { place: given.place }), given.until),
      workspaces: [project],
      addSystem: systemAdder(() => composition.systemEntries(project), byOf(given)),
      addSource: sourceAdder(() => composition.systemEntries(project), byOf(given)),
      onEvent: (of, event, payloads) => progress.hear(of, event, payloads),
    });
    progress.isPast = false;
    if (begin !== null) {
      const { stored, input, title } = begin;
      const assign = stepsDoneBeforehand(system, input);
      const estimate = await estimateLines(given, input);
      const options = { by: byOf(given), run, title, assign };
      const { engine } = driver;
      const isAlone = system.start?.further !== undefined;
      const started = isAlone
        ? await startAlone({ engine, store, project }, stored, input, options)
        : await engine.start(stored, input, options);
      if (!started.ok) return refuseStart(given, started.rejection);
      reviewInput.say(estimate);
      // Not before it is in the store: what is named here can be gone on with, whatever happens now.
      tellHead(given);
    }
    await driver.idle();
    const refused = await submitInitialWork(driver, run, system, { project, channel: byOf(given).channel });
    if (refused !== null) return refuse(reviewInput, 'What it begins with was not taken.', refused);
    const sources = sourcesOf(driver, run, project);
    if (given.further !== undefined) {
      const call = { driver, run, system, sources, by: byOf(given), further: given.further };
      const notTaken = await giveFurther(call);
      if (notTaken !== null) return refuse(reviewInput, 'Nothing was sent.', notTaken);
      await driver.idle();
    }
    let wrong: WrongLine | null = null;
    const stopped = await play(driver, given, progress, systemOf).catch((thrown: unknown): PlayStop => {
      if (!(thrown instanceof WrongLine)) throw thrown;
      wrong = thrown;
      return { why: 'wrong-line' };
    });
    await driver.close();
    const root = driver.runOf(run);
    const result = await systemResult(driver, root, { system, project, stopped, sources, systemOf });
    tellEnd(result, given, root, systems);
    if (wrong !== null) throw wrong;
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
  systemOf: (workflow: string) => Promise<System | null>,
): Promise<PlayStop | null> {
  const { system, reviewInput, drafts, run, person, project } = given;
  const { answers, terminal, signal } = reviewInput;
  const root = driver.runOf(run);
  const goOn = `${program()} ${system.name} --resume`;
  const reviewer =
    answers === null ? terminalReviewer(reviewInput.reviewTerminal(), drafts, goOn) : writtenReviewer(answers);
  return playRun({
    ...{ driver, root, reviewer, progress, drafts, signal, person },
    systemOf,
    sourcesOf: (of) => sourcesOf(driver, of.id, project),
    ...{ by: byOf(given), isAttended: terminal !== null, until: given.until },
    isEmpty: () => reviewInput.isEmpty(),
    say: (lines) => reviewInput.say(lines),
    ...(terminal !== null && {
      askHold: (of, hold, own) => terminal.aside(() => askHold(driver, of, hold, byOf(given), own)),
    }),
  });
}

/** Steps that only hold others together, of each system and its subflows. */
function internalSteps(systems: readonly System[]): (workflow: string, step: string) => boolean {
  return (workflow, step) =>
    systems.some(
      ({ name, internal = [] }) => internal.includes(step) && (workflow === name || workflow.startsWith(`${name}-`)),
    );
}

const statesShown =
  (systems: readonly System[]) =>
  (workflow: string): boolean =>
    systems.some(({ name, showsStates = false }) => showsStates && name === workflow);

/** What a file of answers decides is a rehearsal's. */
function byOf({ person, reviewInput }: DrivenSystem): Sender {
  return sentBy(person, reviewInput.answers === null ? 'cli' : 'rehearsal');
}

function tellHead({ reviewInput, system, subject, run, begin }: DrivenSystem): void {
  const { paint, width } = reviewInput.theme();
  const [first = system.title] = subject.split('\n').filter((line) => line.trim() !== '');
  const head = oneLine(first.replace(/^#{1,6} /, ''));
  reviewInput.say(['', ...hangingLines(' ', fit(head, SUBJECT_MAX), width, paint.bold)]);
  reviewInput.say([` ${paint.dim(`${run}${begin === null ? ', resumed' : ''}`)}`, '']);
}

/** What it may cost is shown before any work begins. */
async function estimateLines({ reviewInput, system, composition, project }: DrivenSystem, input: Json) {
  if (system.start?.estimate === undefined) return [];
  const isByRules = (await composition.providerChoice(project)).provider === 'offline';
  const lines = await system.start.estimate(input, isByRules);
  const { paint, width } = reviewInput.theme();
  return lines.length === 0 ? [] : ['', ...lines.flatMap((line) => hangingLines(' ', oneLine(line), width, paint.dim))];
}

/** Other commands find the store of this folder by themselves. */
function tellEnd(result: PrintedResult, given: DrivenSystem, { state }: ShownRun, systems: readonly System[]): void {
  const { system, reviewInput, place, composition, drafts } = given;
  if (given.flags.json === true) {
    stdout.write(`${jsonText(resultJson(result))}\n`);
    return;
  }
  const flags = place === composition.storePlace(undefined) ? '' : ` --store ${shellWord(place)}`;
  const restFlags = place === composition.storePlace(undefined, given.project) ? '' : flags;
  const [unsent, isRehearsal] = [drafts.count(result.run), reviewInput.answers !== null];
  const isOwn = systemIsOwn(system.name);
  const holds = [...state.holds.values()];
  const holding = { canRetry: canRetry(state), holds, unsent, isRehearsal, isOwn };
  const options = { folder: realPath(process.cwd()), flags, restFlags, systems, ...holding };
  reviewInput.say(endLines(system, result, reviewInput.theme(), options));
}

function refuse(reviewInput: ReviewInput, what: string, message: string): ExitCode {
  reviewInput.say([` ${reviewInput.theme().paint.red(what)} ${oneLine(asStarted(message))}`]);
  return EXIT.refused;
}

/** Where the system's code refused the input, only its reasons are shown, each on a line of its own. */
function refuseStart({ reviewInput, flags, system }: DrivenSystem, rejection: Rejection): ExitCode {
  const { code, message } = rejection;
  const details = (rejection.details ?? []).map((reason) => system.start?.reasonText?.(reason) ?? reason);
  if (flags.json === true) stdout.write(`${jsonText(refusalJson(code, message, details))}\n`);
  if (code !== 'not-accepted' || details.length === 0) return refuse(reviewInput, 'Not started.', message);
  const { paint, width } = reviewInput.theme();
  const reasons = details.flatMap((reason) => hangingLines('   - ', oneLine(reason), width));
  reviewInput.say(['', ` ${paint.red('Not started.')} Nothing was changed.`, ...reasons, '']);
  return EXIT.refused;
}

/** For programs: as a run that failed before it began. */
function refusalJson(code: string, message: string, details: readonly string[]): JsonObject {
  const type = code === 'not-accepted' ? 'ValidationError' : 'SystemError';
  return { status: 'failed', error: { type, code, message, reasons: [...details] } };
}

function exitCodeOf({ status, stopped }: SystemResult): ExitCode {
  if (status === 'finalized' || stopped?.why === 'until' || stopped?.why === 'rests') return EXIT.done;
  return status === 'open' && stopped?.why !== 'refused' ? EXIT.onHold : EXIT.refused;
}
