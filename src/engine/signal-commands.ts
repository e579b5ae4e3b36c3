// What comes from outside a run: signals, child runs' reports, money spent, documents changed.

import type { CommandOf } from './commands.ts';
import type { CommandHandlers } from './decide.ts';
import { cancelledMessage } from './elements/subflow.ts';
import { endWait } from './elements/wait.ts';
import type { PartialResult, RecordedRead } from './events.ts';
import { waitKey } from './evolve-signals.ts';
import { settleFailure } from './failures.ts';
import { findTask } from './find-task.ts';
import { afterStep } from './finish-step.ts';
import { checkVerdicts } from './gates.ts';
import { hold } from './holds.ts';
import { findTransition, isDeferred, OWN_EVENTS, takeSignal } from './machine.ts';
import { keptWhilePaused } from './report-commands.ts';
import { isStanding, type Signal, type Task, type Token } from './run-state.ts';
import { emit, keepParts, refuse, reject, stepOf, type Turn, tokenOf } from './turn.ts';

type SignalCommands = 'SendSignal' | 'ReportSignal' | 'ReportChild' | 'ReportChildStart' | 'AddCost' | 'ReportDocument';

export const signalCommands: CommandHandlers<SignalCommands> = {
  SendSignal(turn, command) {
    // An id counts once per run: a repeat is ignored.
    if (turn.state.signalIds.has(command.id)) return;
    if (keptWhilePaused(turn, command)) return;
    if (turn.workflow.kind === 'machine' && signalMachine(turn, command)) return;
    signalFlow(turn, command);
  },

  ReportSignal(turn, { run, id, name, code, message }) {
    emit(turn, 'SignalUndelivered', { run, id, name, code, message });
  },

  ReportChildStart(turn, { child, code, message }) {
    if (turn.state.detached.has(child)) emit(turn, 'ChildNotStarted', { child, code, message });
  },

  ReportChild(turn, command) {
    const reply = turn.state.detached.get(command.child);
    if (reply !== undefined) {
      const { child: id, output: value = null } = command;
      addCost(turn, command);
      if (command.outcome === 'completed' && reply !== '')
        signalCommands.SendSignal(turn, { type: 'SendSignal', id, name: reply, value });
      return;
    }
    const task = findParent(turn, command);
    // Money counts at once: what is kept while the run is paused may never apply.
    addCost(turn, command);
    const { cost: _, tokens: _tokens, ...report } = command;
    if (keptWhilePaused(turn, report)) return;
    reportChild(turn, task, report);
  },

  AddCost(turn, { cost, tokens, by }) {
    emit(turn, 'CostAdded', { cost, tokens, by });
  },

  ReportDocument(turn, command) {
    const { document, hash, by } = command;
    if (turn.state.documents.get(document) === hash) return;
    emit(turn, 'DocumentChanged', { document, hash, ...(by !== undefined && { by }) });
    if (turn.state.status === 'running') checkVerdicts(turn, by ?? '');
  },
};

/** The task that waits for a child; the report of one nobody waits for any more is refused and recorded (state-7). */
function findParent(turn: Turn, command: CommandOf<'ReportChild'>): Task {
  const task = turn.state.tasks.get(command.task);
  if (task?.child === command.child && task.status !== 'failed') return task;
  if (task === undefined && command.task >= turn.state.nextTask) findTask(turn, command.task);
  const isOver = task === undefined || task.child === command.child;
  const code = isOver ? 'task-not-open' : 'wrong-child';
  const found = isOver ? 'one that has ended' : `one that waits for ${task.child ?? 'no child'}`;
  const output = command.output === undefined ? {} : { output: command.output };
  const refusal = { task: command.task, lease: null, command: command.type, code, ...output };
  return refuse(code, `Expected a task that waits for ${command.child}, found ${found}.`, 'ReportRefused', refusal);
}

function addCost(turn: Turn, { cost = 0, tokens = 0, child }: CommandOf<'ReportChild'>): void {
  if (cost !== 0 || tokens !== 0) emit(turn, 'CostAdded', { cost, tokens, by: child });
}

function receive(turn: Turn, command: CommandOf<'SendSignal'>): Signal {
  const number = turn.state.nextSignal;
  const { id, name, key, value } = command;
  emit(turn, 'SignalReceived', { signal: number, id, name, ...(key !== undefined && { key }), value });
  return turn.state.signals.get(number) as Signal;
}

function signalFlow(turn: Turn, command: CommandOf<'SendSignal'>): void {
  const [oldest] = turn.state.waits.get(waitKey(command.name, command.key)) ?? [];
  if (oldest !== undefined) {
    const signal = receive(turn, command);
    endWait(turn, oldest, stepOf(turn, tokenOf(turn, oldest).step), signal);
    return;
  }
  const known = signalsDrawn(turn);
  if (!known.includes(command.name)) {
    const list =
      known.length === 0 ? 'this workflow waits for none' : `expected one of ${[...new Set(known)].join(', ')}`;
    reject('unknown-signal', `Found the signal "${command.name}", but ${list}.`);
  }
  keepSignal(turn, command, false);
}

/** Those that some step of the workflow waits for, now or later. */
function signalsDrawn(turn: Turn): readonly string[] {
  return turn.workflow.steps.flatMap((step) => (step.wait === null ? [] : [step.wait.signal]));
}

function keepSignal(turn: Turn, command: CommandOf<'SendSignal'>, deferred: boolean): void {
  const most = turn.workflow.limits.signals;
  if (turn.state.signals.size >= most)
    reject('too-many-signals', `The run keeps at most ${most} signals, and they are used up.`);
  const signal = receive(turn, command);
  emit(turn, 'SignalKept', { signal: signal.number, ...(deferred && { deferred }) });
}

/** state-3: taken by the oldest token whose state has a transition that holds; else deferred; else rejected.
 *  False when it is for a wait, which is open or still to come (wait-2). */
function signalMachine(turn: Turn, command: CommandOf<'SendSignal'>): boolean {
  const { name, value } = command;
  const tokens = [...turn.state.tokens.values()].filter((token) => !isStanding(turn.state, token));
  if (tokens.some(({ wait }) => wait === waitKey(name, command.key))) return false;
  const reads: RecordedRead[] = [];
  turn.signal = value;
  for (const token of tokens) {
    const step = stepOf(turn, token.step);
    const found = OWN_EVENTS.has(name) ? { reads: [] } : findTransition(turn, token, step, name);
    reads.push(...found.reads);
    if (!('transition' in found)) continue;
    takeSignal(turn, token.id, step, receive(turn, command));
    return true;
  }
  turn.signal = undefined;
  if (tokens.some((token) => isDeferred(turn, token.id, stepOf(turn, token.step), command))) {
    keepSignal(turn, command, true);
    return true;
  }
  if (signalsDrawn(turn).includes(name)) return false;
  return rejectSignal(turn, name, tokens, reads);
}

function rejectSignal(turn: Turn, name: string, tokens: readonly Token[], reads: readonly RecordedRead[]): never {
  const states = tokens.map((token) => stepOf(turn, token.step));
  const ways = states.flatMap(({ transitions }) => transitions.map(({ event }) => event));
  const kept = states.flatMap(({ defer }) => defer.map(({ event }) => event));
  const legal = new Set([...ways, ...kept, ...states.flatMap(({ wait }) => wait?.signal ?? [])]);
  const list = [...legal].filter((event) => !OWN_EVENTS.has(event)).join(', ') || 'none';
  const at = states.map(({ id }) => id).join(', ');
  const details = reads.map(({ path, value }) => `${path} = ${JSON.stringify(value ?? null)}`);
  const read = details.length === 0 ? '' : ` It read ${details.join(', ')}.`;
  return reject('illegal-signal', `Expected one of the signals ${list} in ${at}, found "${name}".${read}`, details);
}

function reportChild(turn: Turn, task: Task, command: CommandOf<'ReportChild'>): void {
  const step = stepOf(turn, task.step);
  const { outcome, error } = command;
  const token = tokenOf(turn, task.token);
  if (outcome === 'held') {
    const message = `The child run ${command.child} is on hold: ${error?.message ?? 'no reason given'}`;
    if (token.hold === undefined) hold('child-held', turn, token, step, { message, moves: ['skip', 'end'] });
  } else if (outcome === 'running') {
    if (token.hold !== undefined)
      emit(turn, 'HoldResolved', { hold: token.hold, move: 'retry', reason: 'The child goes on.' });
  } else if (outcome === 'completed') {
    const partial = command.stopped === undefined ? {} : { partial: partOf(command.child, command.stopped) };
    emit(turn, 'TaskCompleted', { task: task.id, output: command.output ?? null, ...partial });
    afterStep(turn, task.token, step, {});
  } else {
    const found: NonNullable<typeof error> = error ?? {
      code: 'child-cancelled',
      message: cancelledMessage(command.child),
    };
    const report = {
      code: found.code,
      message: found.message,
      step: found.step ?? step.id,
      attempts: found.attempts ?? 1,
      ...(found.cause !== undefined && { cause: found.cause }),
    };
    emit(turn, 'TaskFailed', { task: task.id, error: report });
    const output = keepParts(turn, { ...report, partial: command.partial ?? null });
    settleFailure(turn, tokenOf(turn, task.token), step, { ...report, step: step.id }, { output });
  }
}

/** Of a child's child the first word is enough. */
function partOf(child: string, { reason, budget, child: below }: PartialResult): PartialResult {
  if (below !== undefined) return { reason, budget, child: below };
  return { reason: `The child run ${child} gave a part of its result: ${reason}`, budget, child };
}
