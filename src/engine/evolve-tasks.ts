// How tasks, their leases, votes and messages change the state.

import type { Actor, EventData } from './events.ts';
import type { Handlers } from './evolve.ts';
import { forgetCalls, withoutCalls } from './evolve-calls.ts';
import { dropFiles } from './evolve-files.ts';
import {
  bareToken,
  changeRecord,
  clearToken,
  countBusy,
  countVisit,
  isCounted,
  type Open,
  placeToken,
  removeTask,
  renewBranch,
  setBusy,
} from './evolve-tokens.ts';
import { isEnding } from './is-ending.ts';
import { type RunState, recordKey, type Task, type TaskStatus, type Token } from './run-state.ts';
import { assembled, type Value } from './value.ts';

type TaskEvents =
  | 'TaskOpened'
  | 'TaskClaimed'
  | 'TaskCompleted'
  | 'StepFinished'
  | 'StepFailed'
  | 'AttemptFailed'
  | 'TaskFailed'
  | 'TaskHeld'
  | 'TaskReleased'
  | 'LeaseLost'
  | 'ReportRefused'
  | 'TaskReassigned'
  | 'TaskInputEdited'
  | 'TaskSkipped'
  | 'TaskRetried'
  | 'TaskCancelled'
  | 'TaskShown'
  | 'TaskCommented'
  | 'MessageAdded'
  | 'VoteCast'
  | 'TaskReminded'
  | 'TaskEscalated'
  | 'ChildStarted'
  | 'DetachedChildStarted'
  | 'ChildNotStarted'
  | 'ChildRetried'
  | 'ChildRestarted';

export const taskHandlers: Handlers<TaskEvents> = {
  TaskOpened(state, { data }) {
    const { token: id, task } = data;
    state.nextTask = task + 1;
    state.tasks.set(task, taskFrom(data));
    if (data.kind === 'review') return;
    const before = state.tokens.get(id) as Token;
    const { input } = before;
    const busy = data.execution === 'automated';
    const token = placeToken(state, id, data.step, busy ? { task, busy } : { task });
    if (data.fallback) state.tokens.set(id, { ...token, input });
    else if (!isCounted(before, data.step)) countVisit(state, token, data.step);
    if (busy) countBusy(state, token, 1);
  },

  TaskClaimed(state, { data }) {
    const task = ready(taskOf(state, data.task));
    const lease = { worker: data.worker, kind: data.kind };
    const claimed: Open<Task> = { ...task, status: 'in_progress', fence: data.lease, lease };
    if (data.prepared !== undefined) claimed.prepared = data.prepared;
    state.tasks.set(task.id, claimed);
    const token = state.tokens.get(task.token);
    if (token !== undefined && task.execution === 'automated') setBusy(state, token, true);
  },

  TaskCompleted(state, { data, actor }) {
    const task = taskOf(state, data.task);
    if (task.execution === 'manual' || task.execution === 'conversation') renew(state, task);
    finish(state, task, data.output, 'completed', actor, data.verdict);
    if (data.partial !== undefined) state.partial ??= data.partial;
    for (const file of data.files ?? []) {
      if ('content' in file) state.files.set(file.path, [...(state.files.get(file.path) ?? []), file.new]);
    }
  },

  StepFinished(state, { data, actor }) {
    const before = state.tokens.get(data.token) as Token;
    const token = before.step === data.step ? before : placeToken(state, data.token, data.step);
    // A foreach without items passes through here alone; a step skipped on its way in was not visited.
    if (before.step !== data.step && data.status === 'completed') countVisit(state, token, data.step);
    clear(state, token);
    dropFiles(state, state.tokens.get(token.id) as Token);
    const now = state.tokens.get(token.id) as Token;
    state.tokens.set(token.id, { ...now, output: data.output, by: actor, done: true });
    changeRecord(state, token, data.step, { status: data.status, output: data.output, by: actor });
  },

  StepFailed(state, { data }) {
    const before = state.tokens.get(data.token) as Token;
    const token = before.step === data.step ? before : placeToken(state, data.token, data.step);
    clear(state, token);
    changeRecord(state, token, data.step, { status: 'failed' });
  },

  AttemptFailed(state, { data }) {
    const task = withoutKept(forgotten(state, dropLease(state, taskOf(state, data.task))));
    state.tasks.set(task.id, { ...task, status: 'pending', attempt: data.attempt });
  },

  TaskFailed(state, { data }) {
    const task = dropLease(state, taskOf(state, data.task));
    for (const timer of task.timers ?? []) state.timers.delete(timer);
    const { timers: _, waitsUntil: _waits, ...rest } = task;
    state.tasks.set(task.id, { ...rest, status: 'failed', error: data.error });
    const held = state.tokens.get(task.token);
    if (held === undefined) return;
    unhold(state, held);
    const token = state.tokens.get(held.id) as Token;
    setBusy(state, token, false);
    changeRecord(state, token, task.step, { status: 'failed' });
  },

  TaskHeld(state, { data }) {
    const task = dropLease(state, taskOf(state, data.task));
    const { kept, ...held } = task;
    // It could not even be handed out: what was kept before still is.
    const draft = data.draft ?? (data.code === 'workspace-fault' ? kept : undefined);
    state.tasks.set(task.id, { ...held, ...(draft !== undefined && { draft }), status: 'on_hold' });
    if (data.stops !== undefined && !isEnding(state)) state.partial = { reason: data.message, budget: data.stops };
    releaseToken(state, task);
  },

  TaskReleased(state, { data }) {
    const task = dropLease(state, taskOf(state, data.task));
    state.tasks.set(data.task, { ...task, status: atRest(task) });
  },

  LeaseLost(state, { data }) {
    const task = taskOf(state, data.task);
    const lapsed = task.lease?.kind === 'outside' ? { lapsed: true } : {};
    const attempt = task.attempt + (data.attempt ? 1 : 0);
    state.tasks.set(data.task, { ...dropLease(state, task), ...lapsed, status: atRest(task), attempt });
    for (const number of task.calls ?? []) {
      const call = state.calls.get(number);
      if (call?.lease === data.lease && !call.ended) state.calls.set(number, { ...call, isLost: true });
    }
  },

  ReportRefused() {},

  TaskReassigned(state, { data }) {
    const task = dropLease(state, taskOf(state, data.task));
    const status = task.status === 'in_progress' ? atRest(task) : task.status;
    state.tasks.set(data.task, { ...task, status, assignee: data.assignee });
  },

  TaskInputEdited(state, { data }) {
    state.tasks.set(data.task, { ...taskOf(state, data.task), input: data.input });
  },

  TaskSkipped(state, { data, actor }) {
    const task = taskOf(state, data.task);
    renew(state, task);
    finish(state, task, data.output, 'skipped', actor);
  },

  TaskRetried(state, { data }) {
    const held = dropLease(state, taskOf(state, data.task));
    const before = data.keepsCalls ? held : forgotten(state, held);
    const { error: _, waitsUntil: _waits, draft = null, kept: _kept, timers, ...task } = before;
    for (const timer of timers ?? []) state.timers.delete(timer);
    const kept = data.keepsCalls && draft !== null ? { kept: draft } : {};
    state.tasks.set(task.id, { ...task, ...kept, status: atRest(task), attempt: 0 });
    const token = state.tokens.get(task.token);
    if (token === undefined) return;
    unhold(state, token);
    renew(state, task);
    const now = state.tokens.get(token.id) as Token;
    if (task.execution === 'automated' || task.kind === 'subflow') setBusy(state, now, true);
  },

  TaskCancelled(state, { data }) {
    const task = taskOf(state, data.task);
    const token = state.tokens.get(task.token);
    if (token?.task === task.id) clear(state, token);
    else removeTask(state, task.id);
  },

  TaskShown(state, { data }) {
    const { votes: _, ...task } = taskOf(state, data.task);
    state.tasks.set(data.task, { ...task, shown: data.shown });
  },

  MessageAdded(state, { data }) {
    const { offer: _, asked: _asked, ...task } = forgotten(state, dropLease(state, taskOf(state, data.task)));
    const byAgent = data.from === 'agent';
    state.tasks.set(data.task, {
      ...task,
      status: byAgent ? 'waiting' : 'pending',
      // Each turn has its own attempts (task-3).
      attempt: byAgent ? 0 : task.attempt,
      ...(byAgent && { asked: true }),
      turns: (task.turns ?? 0) + (byAgent ? 1 : 0),
      ...saidBy(task),
      ...(data.offer !== undefined && { offer: data.offer }),
      ...((data.ends || task.ending) && { ending: true }),
    });
    const token = state.tokens.get(task.token);
    if (token === undefined) return;
    const said = recordMessages(state, token, task.step);
    changeRecord(state, token, task.step, { messages: [...said, messageOf(data)] });
  },

  VoteCast(state, { data, actor }) {
    const task = taskOf(state, data.task);
    const vote = { by: actor, verdict: data.verdict, ...(data.comment !== undefined && { comment: data.comment }) };
    state.tasks.set(data.task, { ...task, votes: [...(task.votes ?? []), vote] });
  },

  TaskReminded() {},

  /** History alone keeps it: no decision reads a comment. */
  TaskCommented() {},

  TaskEscalated(state, { data }) {
    state.tasks.set(data.task, { ...taskOf(state, data.task), assignee: data.to });
  },

  ChildStarted(state, { data }) {
    const { task: id, token: tokenId, step, visit, child } = data;
    state.nextTask = id + 1;
    const before = state.tokens.get(tokenId) as Token;
    const token = placeToken(state, tokenId, step, data.detached ? {} : { task: id });
    if (!isCounted(before, step)) countVisit(state, token, step);
    if (data.detached) {
      state.detached.set(child, data.reply ?? '');
      return;
    }
    state.tasks.set(id, {
      id,
      step,
      token: tokenId,
      kind: 'subflow',
      execution: null,
      status: 'waiting',
      visit,
      attempts: 1,
      attempt: 0,
      fence: 0,
      child,
      ...(data.parent !== undefined && { parent: data.parent }),
    });
    setBusy(state, token, true);
  },

  DetachedChildStarted(state, { data }) {
    state.detached.set(data.child, '');
  },

  ChildNotStarted(state, { data }) {
    state.detached.delete(data.child);
  },

  ChildRetried(state, { data }) {
    reopenChild(state, data.task, data.child);
  },

  ChildRestarted(state, { data }) {
    reopenChild(state, data.task, data.child);
  },
};

/** One by one, for speed: a task is opened at every step of every run. */
function taskFrom(data: EventData['TaskOpened']): Task {
  const { task: id, token, step, visit, execution, attempts, kind = 'work' } = data;
  const opened: Open<Task> = {
    ...{ id, step, token, kind, execution, visit, attempts, status: 'pending', attempt: 0, fence: 0 },
  };
  if (data.parent !== undefined) opened.parent = data.parent;
  if (data.assignee !== undefined) opened.assignee = data.assignee;
  if (data.reads !== undefined) opened.reads = data.reads;
  if (data.shown !== undefined) opened.shown = data.shown;
  if (data.fallback) opened.fallback = true;
  if (data.action !== undefined) opened.action = data.action;
  if (data.turnsMax !== undefined) opened.turnsMax = data.turnsMax;
  return opened;
}

function taskOf(state: RunState, id: number): Task {
  return state.tasks.get(id) as Task;
}

/** Where a task is when nobody has it: a child's, and a conversation in which the person owes the next word, wait. */
function atRest(task: Task): TaskStatus {
  return task.kind === 'subflow' || task.asked ? 'waiting' : 'pending';
}

/** The lease goes, and with it the timers that ran for that claim. */
export function dropLease(state: RunState, task: Task): Task {
  if (task.lease === undefined && task.lapsed === undefined) return task;
  const { lease: _, lapsed: _lapsed, timers = [], ...rest } = task;
  const kept = timers.filter((id) => !isClaimTimer(state, task, id));
  for (const id of timers) if (!kept.includes(id)) state.timers.delete(id);
  return kept.length === 0 ? rest : { ...rest, timers: kept };
}

function isClaimTimer(state: RunState, task: Task, id: number): boolean {
  const kind = state.timers.get(id)?.kind;
  return kind === undefined || kind === 'claim' || (kind === 'timeout' && task.execution === 'automated');
}

function finish(state: RunState, task: Task, output: Value, status: string, by: Actor, verdict?: string): void {
  const token = state.tokens.get(task.token);
  removeTask(state, task.id);
  if (token === undefined || token.task !== task.id) return;
  const done: Open<Token> = bareToken(clearToken(state, token));
  done.output = output;
  done.by = by;
  done.done = true;
  if (verdict !== undefined) done.verdict = verdict;
  state.tokens.set(token.id, done);
  changeRecord(state, token, task.step, { status, output, by });
}

/** Back to a bare token on the same step. */
function clear(state: RunState, token: Token): void {
  state.tokens.set(token.id, bareToken(clearToken(state, token)));
}

function ready(task: Task): Task {
  if (task.waitsUntil === undefined && task.lapsed === undefined) return task;
  const { waitsUntil: _, lapsed: _lapsed, ...rest } = task;
  return rest;
}

function renew(state: RunState, task: Task): void {
  const token = state.tokens.get(task.token);
  if (token !== undefined) renewBranch(state, token);
}

function releaseToken(state: RunState, task: Task): void {
  const token = state.tokens.get(task.token);
  if (token !== undefined) setBusy(state, token, false);
}

function unhold(state: RunState, token: Token): void {
  if (token.hold === undefined) return;
  state.holds.delete(token.hold);
  const { hold: _, ...rest } = token;
  state.tokens.set(token.id, rest);
}

function reopenChild(state: RunState, id: number, child: string): void {
  const { error: _, ...task } = taskOf(state, id);
  state.tasks.set(id, { ...task, child, status: 'waiting', attempt: task.attempt + 1 });
  const token = state.tokens.get(task.token);
  if (token === undefined) return;
  unhold(state, token);
  setBusy(state, state.tokens.get(token.id) as Token, true);
}

function messageOf({ from, text, attachments }: EventData['MessageAdded']): Value {
  const given = attachments?.map(({ name, text: attached }) => ({ name, text: attached }));
  return assembled(given === undefined ? { from, text } : { from, text, attachments: given });
}

function recordMessages(state: RunState, token: Token, step: string): readonly Value[] {
  return state.records.get(recordKey(token.scope, token.index, step))?.messages ?? [];
}

/** The replies it had are spent: an attempt failed, or a turn of the conversation is over. */
function forgotten(state: RunState, task: Task): Task {
  if (task.calls === undefined) return task;
  forgetCalls(state, task);
  return withoutCalls(task);
}

/** What was kept is given again once, and no more after something else was reported. */
function withoutKept(task: Task): Task {
  if (task.kept === undefined) return task;
  const { kept: _, ...rest } = task;
  return rest;
}

/** One more message. A task that an older version counted by its turns alone goes on so. */
function saidBy({ said, turns = 0 }: Task): Pick<Task, 'said'> {
  return said === undefined && turns > 0 ? {} : { said: (said ?? 0) + 1 };
}
