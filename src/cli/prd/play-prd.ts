// Plays a PRD run to its end: agents work, people's tasks of the run are decided here, one after another.

import type { Hold, Task } from '../../engine/run-state.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import type { Outcome } from '../../runtime/memory-engine.ts';
import type { OpenTask, ShownRun } from '../../runtime/run-driver.ts';
import { LOCAL_PERSON } from '../local-person.ts';
import { type Asked, BACK, LEAVE } from '../prompt.ts';
import { inRealTime } from '../real-time.ts';
import type { GateAnswer } from './answer-gate.ts';
import type { Drafts } from './drafts.ts';
import { type Gate, gateOf } from './gates.ts';
import { type ReadFile, withHandEdits } from './hand-edits.ts';
import type { Progress } from './progress.ts';
import type { Reviewer } from './reviewers.ts';

/** Why it went no further here. */
export type Stopped =
  | { readonly why: 'left' }
  | { readonly why: 'no-answer'; readonly step: string; readonly visit: number }
  | { readonly why: 'nobody'; readonly step: string }
  | { readonly why: 'refused'; readonly step: string; readonly message: string }
  | { readonly why: 'held'; readonly hold: Hold }
  | { readonly why: 'paused' }
  | { readonly why: 'waits'; readonly what: string };

export interface Playing {
  readonly driver: DrivenRuns;
  readonly root: ShownRun;
  readonly reviewer: Reviewer;
  readonly progress: Progress;
  readonly drafts: Drafts;
  readonly signal: AbortSignal;
  /** Someone is there who may wait for others. */
  readonly isAttended: boolean;
  /** Nobody is there who could answer, now or later. */
  isEmpty(): boolean;
  /** A file of the project by its whole path. */
  readonly readFile: ReadFile;
  say(lines: readonly string[]): void;
  /** Ends a hold with the person's help; left out where nobody can. */
  askHold?(hold: Hold, signal: AbortSignal): Promise<Asked<'done' | 'refused'>>;
}

const BY = { actor: LOCAL_PERSON, channel: 'cli' } as const;
const LOOK_MS = 1000;
/** A timer further away is not waited for where nobody watches. */
const WAIT_MS_MAX = 300_000;
const PATIENCE_MS = 15_000;

/** null: the run is over. */
export async function playPrd(playing: Playing): Promise<Stopped | null> {
  const { driver, root, progress, signal } = playing;
  const told: Told = { what: '', number: 0, since: 0, notice: [] };
  try {
    for (;;) {
      await driver.idle();
      if (signal.aborted) return { why: 'left' };
      const { status, cleaning, paused, holds } = root.state;
      if (status !== 'running' && !cleaning) return null;
      if (paused) return { why: 'paused' };
      const task = nextTask(root);
      const [hold] = holds.values();
      const stopped =
        task !== null
          ? await decideTask(playing, task, told)
          : hold === undefined
            ? await wait(playing, told)
            : await endHold(playing, hold);
      if (stopped !== null) return stopped;
    }
  } finally {
    progress.stop();
  }
}

/** The oldest task that is a person's to decide now. */
function nextTask({ state }: ShownRun): Task | null {
  for (const task of state.tasks.values()) {
    const isMine = task.lease?.kind === 'person' && task.lease.worker === LOCAL_PERSON;
    if (task.execution === 'manual' && (task.status === 'pending' || isMine)) return task;
    if (task.execution === 'conversation' && (task.status === 'waiting' || isMine)) return task;
  }
  return null;
}

async function decideTask(playing: Playing, task: Task, told: Told): Promise<Stopped | null> {
  const { driver, root, reviewer, progress, signal } = playing;
  progress.stop();
  const found = gateOf(root, task, driver.payloads);
  const gate = found && (await withHandEdits(found, root, driver.payloads, playing.readFile));
  if (gate === null) return { why: 'waits', what: `"${task.step}", which is none of the four reviews` };
  const stands = (): boolean => root.state.tasks.get(task.id) === task;
  const { notice } = told;
  told.notice = [];
  const { said, isOver } = await inRealTime(driver, { signal, stands }, (own) =>
    reviewer.decide(gate, root.id, own, notice),
  );
  if (signal.aborted || said === LEAVE) return playing.isEmpty() ? { why: 'nobody', step: gate.step } : { why: 'left' };
  if (isOver) {
    playing.say(['', ' Someone else moved it on, or it changed while you looked. This is how it stands now:']);
    return null;
  }
  if (said === BACK) return null;
  if (said === null) return { why: 'no-answer', step: gate.step, visit: gate.visit };
  return answer(playing, gate, said, told);
}

/** The verdict carries the hash of what was on the screen, not of what is there by now. */
async function answer(playing: Playing, gate: Gate, given: GateAnswer, told: Told): Promise<Stopped | null> {
  const { driver, root, drafts } = playing;
  if ('refused' in given) return refused(playing, gate, { code: 'not-accepted', reasons: given.refused }, told);
  const shown = gate.shown === undefined ? {} : { shown: gate.shown };
  const outcome: Outcome =
    'message' in given
      ? await driver.send(root.id, { type: 'AddMessage', task: gate.task, from: 'person', text: given.message }, BY)
      : await driver.answer(root.id, gate.task, { ...given, ...shown }, BY);
  if (!outcome.ok) {
    const { code, message, details } = outcome.rejection;
    return refused(playing, gate, { code, reasons: details === undefined ? [message] : details }, told);
  }
  drafts.drop(root.id, gate.task);
  return null;
}

interface Refusal {
  readonly code: string;
  /** Without words around them: whoever reads them knows what they answered. */
  readonly reasons: readonly string[];
}

function refused({ reviewer }: Playing, { step }: Gate, { code, reasons }: Refusal, told: Told): Stopped | null {
  // What was not looked at is looked at again, by whoever decides: a file has decided on what it never saw.
  if (!reviewer.isPatient) return { why: 'refused', step, message: reasons.map(sentence).join(' ') };
  told.notice =
    code === 'stale-verdict'
      ? ['It was changed while you looked at it, so your verdict was not taken. This is the new version.']
      : reasons.map((reason) => `Not taken: ${sentence(reason)}`);
  return null;
}

function sentence(text: string): string {
  const whole = text.trim();
  const isName = /^\S+\.\w/.test(whole);
  return (isName ? whole : whole.charAt(0).toUpperCase() + whole.slice(1)) + (/[.!?]$/.test(whole) ? '' : '.');
}

async function endHold({ driver, root, progress, signal, askHold }: Playing, hold: Hold): Promise<Stopped | null> {
  progress.stop();
  if (askHold === undefined) return { why: 'held', hold };
  const stands = (): boolean => root.state.holds.get(hold.id) === hold;
  const { said } = await inRealTime(driver, { signal, stands }, (own) => askHold(hold, own));
  return said === LEAVE || signal.aborted ? { why: 'left' } : null;
}

/** What the person was told it waits for, and since when nothing has happened. */
interface Told {
  what: string;
  number: number;
  since: number;
  /** Why the last answer was not taken. */
  notice: readonly string[];
}

async function wait(playing: Playing, told: Told): Promise<Stopped | null> {
  const { driver, root, progress, signal, isAttended } = playing;
  if (root.state.number !== told.number) Object.assign(told, { number: root.state.number, since: driver.now() });
  const what = waitsFor(playing, driver.now() - told.since);
  const timer = driver.nextTimer();
  const isSoon = timer !== null && timer.timer.due - driver.now() <= WAIT_MS_MAX;
  if (!isAttended && !isSoon && what !== '') return { why: 'waits', what };
  if (what !== '' && what !== told.what) {
    progress.stop();
    playing.say([` It waits for ${what}. Ctrl-C leaves, nothing is lost.`]);
  }
  told.what = what;
  progress.start();
  await driver.wait(LOOK_MS, signal);
  return null;
}

/** What others have to do; '' while someone works, here or elsewhere. */
function waitsFor({ driver, root }: Playing, stillMs: number): string {
  const tasks = [...root.state.tasks.values()];
  if (tasks.some(({ lease }) => lease?.kind === 'hosted')) return '';
  const unhosted = [...driver.openTasks()].filter(({ task }) => task.execution === 'automated');
  if (unhosted.length > 0) return unhosted.map(taskText).join(', ');
  // Work that someone hosts is taken up within a second or two.
  if (stillMs < PATIENCE_MS) return '';
  return tasks.map(({ step, lease }) => `"${step}", which ${lease?.worker ?? 'nobody'} has`).join(', ');
}

function taskText({ run, task }: OpenTask): string {
  return `"${task.step}" of ${run.workflow.name}, which ${task.assignee ?? 'another worker'} does elsewhere`;
}
