// The moves that end a hold, each with actor and reason (hold-1).

import type { Edge, Step } from '../diagram/workflow.ts';
import { isBudgetHold } from './budget.ts';
import type { CommandOf } from './commands.ts';
import type { CommandHandlers } from './decide.ts';
import { retryChild } from './elements/subflow.ts';
import { retryTask } from './elements/task.ts';
import type { HoldMove } from './events.ts';
import { failRun, settleFailure } from './failures.ts';
import { orderAgain, resolveUnwritten } from './file-commands.ts';
import { afterStep, finishStep } from './finish-step.ts';
import { expectSoleSigner } from './gates.ts';
import { causeOf } from './hold-causes.ts';
import { ITEMS_MAX } from './limits.ts';
import { isPerson } from './people.ts';
import { leave, mayTake, moveToken, takeEdge } from './route.ts';
import { branchKey, type Hold, type Scope, type Token } from './run-state.ts';
import { checkJoin, fire, reportOf } from './scopes.ts';
import { emit, reject, statedIn, stepOf, type Turn, tokenOf } from './turn.ts';

export const holdCommands: CommandHandlers<'ResolveHold'> = {
  ResolveHold(turn, command) {
    const hold = turn.state.holds.get(command.hold);
    if (hold === undefined) reject('unknown-hold', `There is no open hold ${command.hold}.`);
    if (!hold.moves.includes(command.move)) {
      reject('illegal-move', `Expected one of ${hold.moves.join(', ')} for hold ${hold.id}, found ${command.move}.`);
    }
    checkMover(turn, hold, command.move);
    checkMove(turn, hold, command);
    const { move, reason, to, output, limit } = command;
    const extra = {
      ...(to !== undefined && { to }),
      ...(output !== undefined && { output }),
      ...(limit !== undefined && { limit }),
      ...statedIn(turn),
    };
    for (const each of [hold, ...resolvedToo(turn, hold, command)]) {
      // One that a move before it ended, with the run or its scope.
      if (!turn.state.holds.has(each.id)) continue;
      emit(turn, 'HoldResolved', { hold: each.id, move, reason, ...extra });
      if (each.token !== undefined) resolveToken(turn, each, command, each.token);
      else if (each.scope !== undefined) resolveJoin(turn, each, command, each.scope);
    }
  },
};

/** `retry` of a fault of the folder with the answer that it kept, in the commit that completes the task. A worker's
 *  answer is given in its name, as open work. */
export function retryWithAnswer(turn: Turn, task: number, { hold: id, reason, worker }: Retry): void {
  const hold = turn.state.holds.get(id);
  const isOfTask = turn.state.tokens.get(hold?.token ?? 0)?.task === task;
  if (hold === undefined || !isOfTask) reject('unknown-hold', `There is no open hold ${id} of task ${task}.`);
  if (hold.code !== 'workspace-fault') {
    reject('illegal-move', `Expected a hold that kept an answer to give again, found ${hold.code} at hold ${id}.`);
  }
  if (turn.state.paused) reject('run-paused', `Run ${turn.state.run} is paused.`);
  checkMover(turn, hold, 'retry');
  const step = stepOf(turn, hold.step);
  if (worker !== undefined && (isPerson(worker.actor) || step.execution !== 'automated')) {
    reject('not-an-agents-task', `Expected the work of an agent at "${step.id}", found an answer of ${worker.actor}.`);
  }
  emit(turn, 'HoldResolved', { hold: id, move: 'retry', reason, ...statedIn(turn) });
  if (worker === undefined) return;
  retryStep(turn, tokenOf(turn, hold.token ?? 0), step, true);
  turn.context = { ...turn.context, ...worker };
}

type Retry = NonNullable<CommandOf<'CompleteTask'>['resolves']>;

/** A hold is for people; and what leads past a gate is a decision on it, for people who may sign it. */
function checkMover(turn: Turn, hold: Hold, move: HoldMove): void {
  const { actor } = turn.context;
  if (actor.startsWith('agent:')) {
    reject('agent-move', `Only a person can resolve hold ${hold.id}; you are ${actor}.`);
  }
  const step = stepOf(turn, hold.step);
  if ((move !== 'choose' && move !== 'skip') || step.execution !== 'manual' || hold.token === undefined) return;
  const token = turn.state.tokens.get(hold.token);
  const task = token?.task === undefined ? undefined : turn.state.tasks.get(token.task);
  // A gate that was rejected has no task any more; who started the run or wrote what it shows is barred all the same.
  expectSoleSigner(turn, task ?? { id: 0, step: step.id, token: hold.token, execution: 'manual' });
}

/** All that stands at the bound of a budget goes on when it is raised: a foreach may have a hold for every item. What
 *  has one cause otherwise is ended together where that is asked for (hold-2). */
function resolvedToo(turn: Turn, hold: Hold, { move, together }: CommandOf<'ResolveHold'>): readonly Hold[] {
  const isRaised = move === 'raise' && isBudgetHold(hold.code);
  // The end of one is the end of the run.
  if (move === 'end' || (!isRaised && together !== true)) return [];
  const cause = causeOf(hold);
  // Where a step leads is its own.
  const isElsewhere = ({ step }: Hold): boolean => move === 'choose' && step !== hold.step;
  return [...turn.state.holds.values()].filter(
    (other) => other.id !== hold.id && causeOf(other) === cause && other.moves.includes(move) && !isElsewhere(other),
  );
}

function checkMove(turn: Turn, hold: Hold, { move, to, limit }: CommandOf<'ResolveHold'>): void {
  const step = stepOf(turn, hold.step);
  const token = hold.token === undefined ? undefined : turn.state.tokens.get(hold.token);
  if (move === 'choose' && token !== undefined && edgeTo(turn, token, step, to) === null) {
    const targets =
      edgesOf(turn, token, step)
        .map((edge) => edge.target)
        .join(', ') || 'none';
    reject('unknown-edge', `Expected one of the steps "${step.id}" leads to (${targets}), found ${to ?? 'none'}.`);
  }
  const isMoney = hold.code.endsWith('-cost-spent');
  if (move === 'raise' && isMoney && !(limit !== undefined && limit > 0)) {
    reject('limit-expected', `Expected a number above 0 as the new bound of cost, found ${limit ?? 'none'}.`);
  }
  if (move === 'raise' && !isMoney && (limit === undefined || !Number.isInteger(limit) || limit < 1)) {
    reject('limit-expected', `Expected a whole number above 0 as the new limit, found ${limit ?? 'none'}.`);
  }
  if (move === 'raise' && hold.code === 'too-many-items' && (limit ?? 0) > ITEMS_MAX) {
    reject('limit-expected', `Expected at most ${ITEMS_MAX} as the new limit of items, found ${limit}.`);
  }
}

function edgesOf(turn: Turn, token: Token, step: Step): readonly Edge[] {
  const targets = step.transitions.flatMap(({ target, set }) =>
    target === null ? [] : [{ target, label: '', when: null, set }],
  );
  const edges = [...step.edges, ...targets, ...[step.onError, step.onTimeout].filter((edge) => edge !== null)];
  return edges.filter((edge) => mayTake(turn, token, step, edge));
}

function edgeTo(turn: Turn, token: Token, step: Step, target: string | undefined): Edge | null {
  return edgesOf(turn, token, step).find((edge) => edge.target === target) ?? null;
}

function resolveToken(turn: Turn, hold: Hold, command: CommandOf<'ResolveHold'>, id: number): void {
  const step = stepOf(turn, hold.step);
  const token = tokenOf(turn, id);
  if (hold.code === 'file-not-written') {
    resolveUnwritten(turn, token, step, command);
    return;
  }
  switch (command.move) {
    case 'retry':
    case 'raise':
      if (hold.code === 'rejected') turn.queue.push({ token: id, step: step.id, depth: 0 });
      else retryStep(turn, token, step, isBudgetHold(hold.code) || hold.code === 'workspace-fault');
      return;
    case 'choose':
      choose(turn, token, step, command.to);
      return;
    case 'skip':
      skip(turn, token, step, command);
      return;
    default:
      if (hold.code === 'workspace-fault') endHeldTask(turn, token, step, hold);
      else failRun(turn, step, [reportOf(hold.code, hold.message, step.id)], token);
  }
}

/** As with a file that was not written, `end` is the step's failure, with all that its diagram says of one. */
function endHeldTask(turn: Turn, token: Token, step: Step, { code, message }: Hold): void {
  const error = reportOf(code, message, step.id);
  if (token.task !== undefined) emit(turn, 'TaskFailed', { task: token.task, error });
  settleFailure(turn, tokenOf(turn, token.id), step, error, { mayHold: false });
}

function skip(turn: Turn, token: Token, step: Step, { output = null, reason }: CommandOf<'ResolveHold'>): void {
  if (token.task === undefined) {
    finishStep(turn, token.id, step, output, 'skipped');
    return;
  }
  emit(turn, 'TaskSkipped', { task: token.task, output, reason });
  afterStep(turn, token.id, step, {});
}

function choose(turn: Turn, token: Token, step: Step, to: string | undefined): void {
  const edge = edgeTo(turn, token, step, to);
  if (edge === null) return;
  if (token.task !== undefined) emit(turn, 'TaskCancelled', { task: token.task, reason: 'Another way was chosen.' });
  if (turn.workflow.kind === 'machine') moveToken(turn, token.id, edge.target, 0, { trigger: 'chosen' });
  else takeEdge(turn, token.id, step, edge, 'chosen');
}

/** Does what the token was held at once more: its task, its way out, or its way in. */
export function retryStep(turn: Turn, token: Token, step: Step, keepsCalls = false): void {
  const task = token.task === undefined ? undefined : turn.state.tasks.get(token.task);
  if (token.files !== undefined && token.step === step.id) orderAgain(turn, token);
  else if (task?.kind === 'subflow') retryChild(turn, task, step, token);
  else if (task !== undefined) retryTask(turn, task, step, 'The hold was retried.', keepsCalls);
  else if (token.done && turn.workflow.kind === 'machine') afterStep(turn, token.id, { ...step, set: [] }, {});
  else if (token.done) leave(turn, token.id, step, 0);
  else turn.queue.push({ token: token.id, step: step.id, depth: 0 });
}

function resolveJoin(turn: Turn, hold: Hold, command: CommandOf<'ResolveHold'>, id: number): void {
  const scope = turn.state.scopes.get(id) as Scope;
  const join = stepOf(turn, hold.step);
  switch (command.move) {
    case 'retry-failed':
      retryFailed(turn, scope);
      checkJoin(turn, id);
      return;
    case 'skip-failed':
      emit(turn, 'FailuresSkipped', { scope: id });
      checkJoin(turn, id);
      return;
    case 'force':
      fire(turn, scope, 'forced');
      return;
    default:
      failRun(turn, join, [reportOf(hold.code, hold.message, join.id)], undefined, scope.cleanup);
  }
}

/** Each failed branch goes on where it failed; what it had finished is not done again. */
export function retryFailed(turn: Turn, scope: Scope): void {
  for (let index = 0; index < scope.started; index++) {
    for (const { step } of turn.state.branches.get(branchKey(scope.id, index))?.failures ?? []) {
      const token = turn.state.nextToken;
      emit(turn, 'BranchRetried', { scope: scope.id, index, token, step });
      turn.queue.push({ token, step, depth: 0 });
    }
  }
}
