// Plays a run of a system to its end: agents work, people's tasks of the run and of those it started are decided here,
// one after another.

import { notTheirs } from '../../engine/may-answer.ts';
import type { Hold, Task } from '../../engine/run-state.ts';
import { comesByItself } from '../../engine/waits-for.ts';
import type { GateAnswer, Review } from '../../ports/review.ts';
import type { RestPoint, System } from '../../ports/system.ts';
import { stepOf } from '../../runtime/code-call.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import { type FactSources, runFacts } from '../../runtime/gate-facts.ts';
import { keptTask } from '../../runtime/kept-answer.ts';
import type { Outcome } from '../../runtime/memory-engine.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import { personMessage } from '../../runtime/person-message.ts';
import { openGate, reviewOf } from '../../runtime/review-task.ts';
import type { OpenTask, ShownRun } from '../../runtime/run-driver.ts';
import type { Identity } from '../../runtime/who-acts.ts';
import { BACK, LEAVE, type PromptResult } from '../prompt.ts';
import { inRealTime } from '../real-time.ts';
import { signerOnce } from '../signer.ts';
import { ReportedWaits, shortList, waitsOf } from '../wait-lines.ts';
import type { Drafts } from './drafts.ts';
import type { Progress } from './progress.ts';
import type { Reviewer } from './reviewers.ts';
import { isReached, type NamedStop } from './stop-at.ts';

/** Why it went no further here. */
export type PlayStop =
  | { readonly why: 'left' }
  | { readonly why: 'no-answer'; readonly step: string; readonly visit: number }
  /** Of a child run the step is named with its workflow. */
  | { readonly why: 'nobody'; readonly step: string }
  | { readonly why: 'refused'; readonly step: string; readonly message: string }
  | { readonly why: 'held'; readonly hold: Hold }
  | { readonly why: 'paused' }
  | { readonly why: 'wrong-line' }
  /** The name of the stop. */
  | { readonly why: 'until'; readonly until: string }
  /** What the run was asked for is there, and it lives on. */
  | { readonly why: 'rests'; readonly rest: RestPoint }
  | { readonly why: 'waits'; readonly what: string };

export interface PlayContext {
  /** The system that a workflow is of; null: its gates are forms. */
  systemOf(workflow: string): Promise<System | null>;
  readonly driver: DrivenRuns;
  readonly root: ShownRun;
  readonly reviewer: Reviewer;
  readonly progress: Progress;
  readonly drafts: Drafts;
  readonly person: Identity;
  readonly by: Sender;
  /** A person is at a terminal, and sees once under which name they decide. */
  readonly isAttended: boolean;
  readonly signal: AbortSignal;
  /** Where to leave; at the end when left out. */
  readonly until?: NamedStop | null;
  /** Nobody is there who could answer, now or later. */
  isEmpty(): boolean;
  /** What reviews read of a run and its project. */
  sourcesOf(run: ShownRun): FactSources;
  say(lines: readonly string[]): void;
  /** Ends a hold with the person's help; left out where nobody can. */
  askHold?(run: ShownRun, hold: Hold, signal: AbortSignal): Promise<PromptResult<'done' | 'refused'>>;
}

const LOOK_MS = 1000;

/** null: the run is over. */
export async function playRun(playing: PlayContext): Promise<PlayStop | null> {
  const { driver, root, progress, signal } = playing;
  const waitNotice: WaitNotice = { waits: new ReportedWaits(), notice: [] };
  try {
    for (;;) {
      await driver.idle();
      if (signal.aborted) return { why: 'left' };
      const { status, cleaning, paused } = root.state;
      if (status !== 'running' && !cleaning) return null;
      if (paused) return { why: 'paused' };
      if (playing.until != null && isReached(root, playing.until)) return { why: 'until', until: playing.until.name };
      const task = nextTask(playing);
      const held = nextHold(playing);
      const stopped =
        task !== null
          ? await decideTask(playing, task, waitNotice)
          : held === null
            ? await wait(playing, waitNotice)
            : await endHold(playing, held);
      if (stopped !== null) return stopped;
    }
  } finally {
    progress.stop();
  }
}

/** The oldest task that is a person's to decide now: of the run, else of those it started. */
function nextTask({ driver, root, person }: PlayContext): OpenTask | null {
  for (const run of familyOf(driver, root)) {
    const task = taskOf(run, person.actor);
    if (task !== null) return { run, task };
  }
  return null;
}

function taskOf({ state }: ShownRun, person: string): Task | null {
  if (state.paused) return null;
  for (const task of state.tasks.values()) {
    if (notTheirs(state, task, person) !== null) continue;
    const isMine = task.lease?.kind === 'person' && task.lease.worker === person;
    if (task.execution === 'manual' && (task.status === 'pending' || isMine)) return task;
    if (task.execution === 'conversation' && (task.status === 'waiting' || isMine)) return task;
  }
  return null;
}

interface HeldRun {
  readonly run: ShownRun;
  readonly hold: Hold;
}

/** That of a child comes before the one that tells of it in the run around it. */
function nextHold({ driver, root }: PlayContext): HeldRun | null {
  const all = familyOf(driver, root).flatMap((run) => [...run.state.holds.values()].map((hold) => ({ run, hold })));
  return all.find(({ hold }) => hold.code !== 'child-held') ?? all[0] ?? null;
}

function familyOf({ runs }: DrivenRuns, root: ShownRun): readonly ShownRun[] {
  const others = [...runs.values()].filter(({ id }) => id !== root.id);
  return [root, ...others];
}

async function decideTask(
  playing: PlayContext,
  { run, task }: OpenTask,
  waitNotice: WaitNotice,
): Promise<PlayStop | null> {
  const { driver, reviewer, progress, signal } = playing;
  progress.stop();
  const open = openGate(run, task, await playing.systemOf(run.workflow.name), playing.sourcesOf(run));
  const review = await reviewOf(open);
  const stands = (): boolean => run.state.tasks.get(task.id) === task;
  const signer = playing.isAttended ? signerOnce(playing.person) : null;
  const notice = signer === null ? waitNotice.notice : [...waitNotice.notice, signer];
  waitNotice.notice = [];
  const { said, isOver } = await inRealTime(driver, { signal, stands }, (own) =>
    reviewer.decide(open, review, own, notice),
  );
  // Who reads lines is interrupted by that too, and goes on with the next ones.
  if (isOver && !signal.aborted) {
    playing.say(['', ' Someone else moved it on, or it changed while you looked. This is how it stands now:']);
    return null;
  }
  const step = stepName(playing, run, task.step);
  if (signal.aborted || said === LEAVE) return playing.isEmpty() ? { why: 'nobody', step } : { why: 'left' };
  if (said === BACK) return null;
  if (said === null) return { why: 'no-answer', step, visit: task.visit };
  return answer(playing, run, review, said, waitNotice);
}

/** As answers that are written down name it. */
const stepName = ({ root }: PlayContext, { id, workflow }: ShownRun, step: string): string =>
  id === root.id ? step : `${workflow.name}/${step}`;

/** The verdict carries the hash of what was on the screen, not of what is there by now. */
async function answer(
  playing: PlayContext,
  run: ShownRun,
  review: Review,
  given: GateAnswer,
  waitNotice: WaitNotice,
): Promise<PlayStop | null> {
  if ('refused' in given)
    return handleRefusal(
      playing,
      stepName(playing, run, review.step),
      { code: 'not-accepted', reasons: given.refused },
      waitNotice,
    );
  const outcome = await sendAnswer(playing, run, review, given);
  if (!outcome.ok) {
    const { code, message, details } = outcome.rejection;
    const step = stepName(playing, run, review.step);
    return handleRefusal(playing, step, { code, reasons: details === undefined ? [message] : details }, waitNotice);
  }
  playing.drafts.drop(review);
  return null;
}

function sendAnswer(
  { driver, by }: PlayContext,
  run: ShownRun,
  { task, step, shown }: Review,
  given: Exclude<GateAnswer, { readonly refused: readonly string[] }>,
): Promise<Outcome> {
  if ('message' in given) return driver.send(run.id, personMessage(task, given), by);
  const own = shown === null ? {} : { shown };
  const { verdict, comment = '' } = given;
  // Where several must agree, one person's verdict is a vote.
  if (verdict !== undefined && stepOf(run, step).task?.approvals != null)
    return driver.send(run.id, { type: 'CastVote', task, verdict, comment, ...own }, by);
  return driver.answer(run.id, task, { ...given, ...own }, by);
}

interface Refusal {
  readonly code: string;
  /** Without words around them: the reader knows what they answered. */
  readonly reasons: readonly string[];
}

function handleRefusal(
  { reviewer }: PlayContext,
  step: string,
  { code, reasons }: Refusal,
  waitNotice: WaitNotice,
): PlayStop | null {
  // Nothing is wrong with the answer: the hold says what is to be mended.
  if (code === 'workspace-fault') return null;
  // What was not looked at is looked at again by the person who decides: a file of answers has decided on what it never
  // saw.
  if (!reviewer.isPatient) return { why: 'refused', step, message: reasons.map(sentence).join(' ') };
  waitNotice.notice =
    code === 'stale-verdict'
      ? ['It was changed while you looked at it, so your verdict was not taken. This is the new version.']
      : reasons.map((reason) => `Not taken: ${sentence(reason)}`);
  return null;
}

function sentence(text: string): string {
  const whole = text.trim();
  const isName = /^\S+[._]\w/.test(whole);
  return (isName ? whole : whole.charAt(0).toUpperCase() + whole.slice(1)) + (/[.!?]$/.test(whole) ? '' : '.');
}

async function endHold(
  { driver, progress, signal, drafts, askHold }: PlayContext,
  { run, hold }: HeldRun,
): Promise<PlayStop | null> {
  const kept = keptTask(run, hold);
  progress.stop();
  if (askHold === undefined) return { why: 'held', hold };
  const stands = (): boolean => run.state.holds.get(hold.id) === hold;
  const { said } = await inRealTime(driver, { signal, stands }, (own) => askHold(run, hold, own));
  // What was kept has been given again: nothing of it is left to send.
  if (kept !== null && !driver.runOf(run.id).state.tasks.has(kept.id))
    drafts.drop({ run: run.id, task: kept.id, shown: null });
  return said === LEAVE || signal.aborted ? { why: 'left' } : null;
}

/** What the person has been shown already. */
interface WaitNotice {
  readonly waits: ReportedWaits;
  /** Why the last answer was not taken. */
  notice: readonly string[];
}

async function milestoneOrWait({ systemOf, driver, root, sourcesOf }: PlayContext): Promise<PlayStop> {
  const system = await systemOf(root.workflow.name);
  const rest = (await system?.rest?.(runFacts(root, sourcesOf(root)))) ?? null;
  if (rest !== null) return { why: 'rests', rest };
  return { why: 'waits', what: shortList(waitsOf(driver)) || 'nothing that is known' };
}

/** Waits here for what comes by itself; anything else has to be done by others. */
async function wait(playing: PlayContext, waitNotice: WaitNotice): Promise<PlayStop | null> {
  const { driver, progress, signal } = playing;
  const isComing = driver.waits().some((each) => comesByItself(each.wait, driver.now()));
  if (!isComing) return milestoneOrWait(playing);
  const what = driver.isWorking() ? '' : waitNotice.waits.newWaits(driver, 'coming');
  if (what !== '') {
    progress.stop();
    playing.say([` It waits for ${what}. Ctrl-C leaves, nothing is lost.`]);
  }
  progress.start();
  await driver.wait(LOOK_MS, signal);
  return null;
}
