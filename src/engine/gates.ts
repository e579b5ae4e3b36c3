// Gates: a verdict is typed, bound to the hash of what was shown, and given by someone who may (gate-1 to gate-4).

import type { ShownItem, Step, TaskSettings } from '../diagram/workflow.ts';
import { type Answerable, type AnswerRefusal, barredFrom, notTheirs } from './may-answer.ts';
import { formulaValue, ROOT_POSITION, type TokenPosition } from './roots.ts';
import { isDetached, type Task } from './run-state.ts';
import { emit, Refusal, reject, statedIn, stepOf, type Turn } from './turn.ts';

/** The hash of what a gate shows now; undefined when it shows nothing. */
export function shownHash(turn: Turn, position: TokenPosition, settings: TaskSettings): string | undefined {
  return hashOf(turn, position, settings.shows);
}

function hashOf(turn: Turn, position: TokenPosition, shows: readonly ShownItem[]): string | undefined {
  if (shows.length === 0) return undefined;
  const shown = shows.map((entry) =>
    'document' in entry
      ? [entry.document, turn.state.documents.get(entry.document) ?? null]
      : [entry.path.text, formulaValue(turn, position, entry.path) ?? null],
  );
  return turn.context.hash(JSON.stringify(shown));
}

/** The hash of what a verdict stays bound to: what a gate shows of its token's way there cannot change any more. */
function lastingHash(turn: Turn, step: Step): string {
  const shows = step.task?.shows ?? [];
  return (
    hashOf(
      turn,
      ROOT_POSITION,
      shows.filter((entry) => canChange(entry, step)),
    ) ?? ''
  );
}

function canChange(entry: ShownItem, step: Step): boolean {
  if ('document' in entry) return true;
  const root = entry.path.tree.op === 'path' ? entry.path.tree.root : '';
  return root === 'data' || (root === 'steps' && step.within.length === 0);
}

/** Refuses a verdict that may not count: wrong person, wrong channel, wrong word, or given on something else. */
export function checkVerdict(turn: Turn, task: Task, verdict: string | undefined, shown: string | undefined): void {
  const step = stepOf(turn, task.step);
  const settings = step.task as TaskSettings;
  const { channel } = turn.context;
  expectSigner(turn, task);
  if (settings.requireStudio && channel !== 'studio') {
    reject('studio-only', `A verdict on "${step.id}" can be given only in the studio; this is channel ${channel}.`);
  }
  if (verdict !== undefined && !settings.verdicts.includes(verdict)) {
    const expected = settings.verdicts.join(', ');
    reject('unknown-verdict', `Expected one of ${expected} as verdict on "${step.id}", found "${verdict}".`);
  }
  checkShown(turn, task, settings, shown);
}

/** Someone who may give a verdict on it, whatever it is. */
export function expectSigner(turn: Turn, task: Answerable): void {
  const barred = barredFrom(turn.state, stepOf(turn, task.step), task, turn.context.actor);
  if (barred !== null) refuseBarred(barred);
}

/** Someone who may pass it over alone: where several must agree, one of them does not decide for the others. */
export function expectSoleSigner(turn: Turn, task: Answerable): void {
  expectSigner(turn, task);
  const need = stepOf(turn, task.step).task?.approvals?.need ?? 1;
  if (need > 1 && task.execution === 'manual') {
    const expected = `Expected ${need} votes on "${task.step}", found one person who passes it over.`;
    reject('votes-expected', `${expected} Vote on it, or end the run. Nothing was changed.`);
  }
}

/** Whatever a person does with a task of someone else's, short of giving it to another, is not theirs to do. */
export function expectAssignee(turn: Turn, task: Task): void {
  const barred = notTheirs(turn.state, task, turn.context.actor);
  if (barred !== null) refuseBarred(barred);
}

function refuseBarred({ code, message }: AnswerRefusal): never {
  throw new Refusal(code, `${message} Nothing was changed.`);
}

function checkShown(turn: Turn, task: Task, settings: TaskSettings, shown: string | undefined): void {
  if (task.shown === undefined) return;
  const position = turn.state.tokens.get(task.token) ?? ROOT_POSITION;
  const now = shownHash(turn, position, settings);
  if (shown === now) return;
  const found = shown === undefined ? 'no hash' : 'the hash of another version';
  const message = `The verdict on "${task.step}" must name what it shows now, and names ${found}. Review it again.`;
  if (now === undefined || now === task.shown) reject('stale-verdict', message);
  const recorded = { type: 'TaskShown' as const, data: { task: task.id, shown: now } };
  throw new Refusal('stale-verdict', `${message} The task shows the new version.`, undefined, recorded);
}

export function bindVerdict(turn: Turn, task: Task, verdict: string | undefined): void {
  // Given in a scope whose join has fired, it comes too late to count (join-4).
  if (verdict === undefined || isDetached(turn.state, turn.state.tokens.get(task.token)?.scope ?? 0)) return;
  const step = stepOf(turn, task.step);
  const shown = lastingHash(turn, step);
  // What shows nothing is never reviewed again: with many gates open there is nothing to look for.
  const isReviewed = (step.task?.shows.length ?? 0) > 0;
  emit(turn, 'VerdictBound', {
    ...{ step: step.id, verdict, shown, task: task.id },
    ...statedIn(turn),
    ...(isReviewed && task.assignee !== undefined && { assignee: task.assignee }),
  });
  if (isReviewed) cancelReviews(turn, 'The gate was answered again.', step.id);
}

/** A re-review that nobody needs any more. */
export function cancelReviews(turn: Turn, reason: string, step?: string): void {
  for (const task of [...turn.state.tasks.values()]) {
    if (task.kind !== 'review' || (step !== undefined && task.step !== step)) continue;
    emit(turn, 'TaskCancelled', { task: task.id, reason });
  }
}

/** After a step gave another output than the one a verdict was given on. */
export function checkShownOutput(turn: Turn, step: string): void {
  for (const gate of [...turn.state.verdicts.keys()]) {
    const shows = turn.steps.get(gate)?.task?.shows ?? [];
    if (shows.some((entry) => isOutputOf(entry, step))) checkVerdicts(turn, step);
  }
}

function isOutputOf(entry: ShownItem, step: string): boolean {
  if ('document' in entry || entry.path.tree.op !== 'path') return false;
  return entry.path.tree.root === 'steps' && entry.path.tree.parts[0] === step;
}

/** After a change of data or a document: verdicts given on what changed are outdated and asked for again. */
export function checkVerdicts(turn: Turn, by: string): void {
  if (turn.state.verdicts.size === 0) return;
  const keeper = turn.steps.get(by)?.task?.keeps ?? [];
  for (const [id, verdict] of [...turn.state.verdicts.entries()]) {
    const step = turn.steps.get(id);
    if (step?.task == null || verdict.shown === '' || verdict.outdated) continue;
    const now = lastingHash(turn, step);
    if (now === verdict.shown) continue;
    if (keeper.includes(id)) emit(turn, 'VerdictKept', { step: id, shown: now, by });
    else {
      const isPassing = verdict.verdict === step.task.verdicts[0];
      outdate(turn, step, now, (isPassing || isAwaited(turn, id)) && !isOpen(turn, id), verdict.assignee);
    }
  }
}

/** A step stands there until the gate has a verdict in force. */
function isAwaited(turn: Turn, gate: string): boolean {
  for (const { code, step } of turn.state.holds.values()) {
    if (code === 'verdict-missing' && stepOf(turn, step).requires.includes(gate)) return true;
  }
  return false;
}

function isOpen(turn: Turn, step: string): boolean {
  for (const task of turn.state.tasks.values()) if (task.step === step) return true;
  return false;
}

/** Asked for again when it let something pass (it is the first word of `verdicts`) or when a step waits for it;
 *  after any other verdict the run comes back by itself. */
function outdate(turn: Turn, step: Step, shown: string, again: boolean, assignee: string | undefined): void {
  emit(turn, 'VerdictOutdated', { step: step.id, shown });
  if (!again) return;
  const seen = shownHash(turn, ROOT_POSITION, step.task as TaskSettings);
  emit(turn, 'TaskOpened', {
    task: turn.state.nextTask,
    token: 0,
    step: step.id,
    visit: 0,
    execution: 'manual',
    kind: 'review',
    attempts: 1,
    ...(assignee !== undefined && { assignee }),
    ...(seen !== undefined && { shown: seen }),
  });
}

/** The gates a step needs that have no verdict in force. */
export function missingVerdicts(turn: Turn, step: Step): readonly string[] {
  return step.requires.filter((gate) => {
    const verdict = turn.state.verdicts.get(gate);
    return verdict === undefined || verdict.outdated || verdict.verdict === 'reject';
  });
}
