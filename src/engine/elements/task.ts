// Tasks: one piece of work for a person or an agent, opened with the values its texts will need.

import type { Step, TaskSettings } from '../../diagram/workflow.ts';
import type { EventData, TimerKind } from '../events.ts';
import { isCounted } from '../evolve-tokens.ts';
import { shownHash } from '../gates.ts';
import { entering, formulaValue, lookupFrom, type TokenPosition } from '../roots.ts';
import { branchKey, recordKey, type Task, type Token } from '../run-state.ts';
import { render } from '../template.ts';
import { emit, type Turn } from '../turn.ts';
import { readTurnsMax } from '../turns-max.ts';
import type { Value } from '../value.ts';

export function enterTask(turn: Turn, token: Token, step: Step): void {
  if (step.execution === 'automated' && !hasPlace(turn, token, step)) return;
  openTask(turn, token, step, {});
}

/** One more round of attempts on the same visit, by someone or something else (step-3 `fallback`). */
export function openFallback(turn: Turn, token: Token, step: Step): void {
  const { fallback } = step;
  const extra: { assignee?: string; action?: string } = {};
  if (fallback !== null && 'assignee' in fallback) extra.assignee = fallback.assignee;
  if (fallback !== null && 'action' in fallback) extra.action = fallback.action;
  openTask(turn, token, step, { ...extra, fallback: true });
}

type Extra = Pick<EventData['TaskOpened'], 'assignee' | 'action' | 'fallback'>;

function openTask(turn: Turn, token: Token, step: Step, extra: Extra): void {
  const settings = step.task as TaskSettings;
  const position = extra.fallback ? token : entering(token);
  const id = turn.state.nextTask;
  const shown = shownHash(turn, position, settings);
  const assignee = extra.assignee ?? assigneeOf(turn, position, step, settings);
  const reads = readsOf(turn, position, settings);
  const turnsMax = turnsOf(turn, position, step, settings);
  const parent = (step.kind === 'join' ? token.container : undefined) ?? containerOf(turn, token);
  emit(turn, 'TaskOpened', {
    task: id,
    token: token.id,
    step: step.id,
    visit: nextVisit(turn, token, step) - (extra.fallback ? 1 : 0),
    execution: step.execution ?? 'automated',
    attempts: step.execution === 'automated' ? step.retry.attempts : 1,
    ...(parent !== undefined && { parent }),
    ...(assignee !== undefined && { assignee }),
    ...(reads !== undefined && { reads }),
    ...(shown !== undefined && { shown }),
    ...(extra.fallback && { fallback: true }),
    ...(extra.action !== undefined && { action: extra.action }),
    ...(turnsMax !== undefined && { turnsMax }),
  });
  setTaskTimers(turn, id, step, settings);
}

/** The same task once more, as if it had just been opened. */
/** `keepsCalls`: what its agent answered before still counts. */
export function retryTask(turn: Turn, task: Task, step: Step, reason: string, keepsCalls = false): void {
  emit(turn, 'TaskRetried', { task: task.id, reason, ...(keepsCalls && { keepsCalls }) });
  setTaskTimers(turn, task.id, step, step.task as TaskSettings);
}

function setTaskTimers(turn: Turn, task: number, step: Step, settings: TaskSettings): void {
  if (step.execution !== 'automated' && step.timeoutMs !== null) setTaskTimer(turn, task, 'timeout', step.timeoutMs);
  if (settings.dueMs !== null) setTaskTimer(turn, task, 'due', settings.dueMs);
  if (settings.remindMs !== null) setTaskTimer(turn, task, 'remind', settings.remindMs);
  if (settings.escalate !== null) setTaskTimer(turn, task, 'escalate', settings.escalate.afterMs);
}

export function setTaskTimer(turn: Turn, task: number, kind: TimerKind, afterMs: number): void {
  emit(turn, 'TimerSet', { timer: turn.state.nextTimer, kind, due: turn.context.now + afterMs, task });
}

export function nextVisit(turn: Turn, token: Token, step: Step): number {
  const visits = turn.state.records.get(recordKey(token.scope, token.index, step.id))?.visits ?? 0;
  return isCounted(token, step.id) ? visits : visits + 1;
}

function assigneeOf(turn: Turn, position: TokenPosition, step: Step, settings: TaskSettings): string | undefined {
  const override = Object.hasOwn(turn.state.assign, step.id) ? turn.state.assign[step.id] : undefined;
  if (override !== undefined) return override;
  if (settings.assignee === null) return undefined;
  const { text } = render(settings.assignee, lookupFrom(turn, position));
  return text === 'starter' ? turn.state.starter : text;
}

/** Values of the paths its templates read, as they are now (step-3). */
function readsOf(turn: Turn, position: TokenPosition, settings: TaskSettings): { [path: string]: Value } | undefined {
  if (settings.reads.length === 0) return undefined;
  const reads: { [path: string]: Value } = {};
  for (const path of settings.reads) {
    const value = formulaValue(turn, position, path);
    if (value !== undefined) reads[path.text] = value;
  }
  return reads;
}

/** What is not such a number kept the token from entering; a fallback then has as many turns as any conversation. */
function turnsOf(turn: Turn, position: TokenPosition, step: Step, { turnsPath }: TaskSettings): number | undefined {
  if (step.execution !== 'conversation' || turnsPath === undefined) return undefined;
  const read = readTurnsMax(turn, position, turnsPath, step.id);
  return 'turns' in read ? read.turns : undefined;
}

/** The container of the innermost foreach around a token. */
export function containerOf(turn: Turn, token: Token): number | undefined {
  for (let id = token.scope; id !== 0; ) {
    const scope = turn.state.scopes.get(id);
    if (scope === undefined) return undefined;
    if (scope.task !== undefined) return scope.task;
    id = scope.parent;
  }
  return undefined;
}

/** Work in flight is bounded by every foreach around it; a token without a place queues for one (each-4). */
export function hasPlace(turn: Turn, token: Token, step: Step): boolean {
  const full = fullScope(turn, token);
  if (full === null) return true;
  if (queueOf(token) !== full) emit(turn, 'TokenQueued', { token: token.id, step: step.id, scope: full });
  return false;
}

/** The scope in whose queue a token waits for a place; null when it waits in none. */
export function queueOf({ queued }: Token): number | null {
  return queued === undefined ? null : Number(queued.slice(0, queued.indexOf(' ')));
}

/** The outermost foreach around a token that has no place for it, or null. */
export function fullScope(turn: Turn, token: Token): number | null {
  let full: number | null = null;
  for (let { scope, index } = token; scope !== 0; ) {
    const at = turn.state.scopes.get(scope);
    if (at === undefined) break;
    const placed = (turn.state.branches.get(branchKey(scope, index))?.busy ?? 0) > 0;
    if (at.concurrency !== undefined && !placed && at.places >= at.concurrency) full = scope;
    if (at.fired) break;
    scope = at.parent;
    index = at.parentIndex;
  }
  return full;
}
