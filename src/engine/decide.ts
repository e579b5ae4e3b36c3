// Decides a command: events, or a rejection, or the payloads it needs first. Never changes the state it reads.

import type { Workflow } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { callCommands } from './call-commands.ts';
import type { Command, CommandOf, CommandType } from './commands.ts';
import type { Context, Decision, HostedClaims } from './context.ts';
import { changedKeys, draftOf } from './draft.ts';
import { effectsBetween } from './effects.ts';
import { settle } from './enter.ts';
import { refusalOf } from './find-task.ts';
import { holdCommands } from './hold-commands.ts';
import { leaseCommands } from './lease-commands.ts';
import { migrateCommands } from './migrate.ts';
import { reportCommands } from './report-commands.ts';
import { runCommands } from './run-commands.ts';
import type { RunState } from './run-state.ts';
import { signalCommands } from './signal-commands.ts';
import { taskCommands } from './task-commands.ts';
import { timerCommands } from './timer-commands.ts';
import { emit, indexOf, Refusal, reject, type Turn } from './turn.ts';
import { NeedsPayloads } from './value.ts';

export type CommandHandler<T extends CommandType> = (turn: Turn, command: CommandOf<T>) => void;
export type CommandHandlers<T extends CommandType> = { readonly [K in T]: CommandHandler<K> };

const handlers: CommandHandlers<CommandType> = {
  ...runCommands,
  ...callCommands,
  ...leaseCommands,
  ...reportCommands,
  ...taskCommands,
  ...signalCommands,
  ...timerCommands,
  ...holdCommands,
  ...migrateCommands,
};

export function decide(workflow: Workflow, state: RunState, command: Command, context: Context): Decision {
  const turn = newTurn(workflow, state, context, STRICT.has(command.type));
  try {
    apply(turn, command);
    if (context.hosting !== undefined) claimHosted(turn, context.hosting);
    const effects = effectsBetween(state, turn.state, turn.events, turn.effects);
    const changed = { tasks: [...changedKeys(turn.state, 'tasks')], timers: [...changedKeys(turn.state, 'timers')] };
    return { ok: true, events: turn.events, effects, payloads: turn.made, changed, after: turn.state };
  } catch (thrown) {
    if (thrown instanceof NeedsPayloads) return { ok: false, needs: thrown.refs };
    if (thrown instanceof Refusal) return rejectionOf(workflow, state, context, thrown);
    throw thrown;
  }
}

/** One command inside a turn: what a paused run kept is applied this way when it resumes. */
export function apply(turn: Turn, command: Command): void {
  checkLife(turn, command);
  const handler = handlers[command.type] as CommandHandler<CommandType>;
  handler(turn, command);
  settle(turn);
}

/** A claim that is refused leaves the task open for others. */
function claimHosted(turn: Turn, { actor, channel, claims }: HostedClaims): void {
  const { context } = turn;
  const isSame = context.actor === actor && context.channel === channel;
  const claiming = isSame ? turn : { ...turn, context: { ...context, actor, channel } };
  for (const claim of claims(turn.state, changedKeys(turn.state, 'tasks'))) {
    try {
      leaseCommands.ClaimTask(claiming, claim);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
    }
  }
}

/** Commands of someone who can give other values. What a timer, a child or a dead worker sets off must go on. */
const STRICT: ReadonlySet<CommandType> = new Set([
  ...(['StartRun', 'ClaimTask', 'CompleteTask', 'AddMessage'] as const),
  ...(['CastVote', 'SendSignal', 'SkipTask', 'ResolveHold'] as const),
]);

function newTurn(workflow: Workflow, state: RunState, context: Context, strict = false): Turn {
  const made = new Map<string, Json>();
  return {
    workflow,
    steps: indexOf(workflow),
    state: draftOf(state),
    context,
    payloads: { get: (ref) => made.get(ref) ?? context.payloads.get(ref) },
    events: [],
    effects: [],
    made,
    queue: [],
    scopesWithFreeSlots: [],
    signal: undefined,
    strict,
  };
}

function rejectionOf(workflow: Workflow, state: RunState, context: Context, refusal: Refusal): Decision {
  const { code, message, details, recorded } = refusal;
  const rejection = details === undefined ? { code, message } : { code, message, details };
  if (recorded === undefined) return { ok: false, rejection, events: [] };
  const turn = newTurn(workflow, state, context);
  emit(turn, recorded.type, recorded.data);
  return { ok: false, rejection, events: turn.events };
}

const ANY_TIME: ReadonlySet<CommandType> = new Set([
  ...(['ForkRun', 'AddCost', 'EndCall', 'ReportDocument', 'ReportFile', 'ReportSignal', 'ReportChildStart'] as const),
]);
const ENDED: ReadonlySet<CommandType> = new Set(['RetryRun', 'CancelRun']);

/** Which commands a run takes in which part of its life. */
function checkLife(turn: Turn, command: Command): void {
  const { state } = turn;
  if (command.type === 'StartRun') {
    if (state.status !== 'new') reject('run-exists', `Run ${state.run} has started already.`);
    return;
  }
  if (state.status === 'new') reject('run-not-started', 'The run has not started.');
  if (state.version !== turn.workflow.version) {
    reject('wrong-version', `Expected the workflow of version ${state.version}, found ${turn.workflow.version}.`);
  }
  if (ANY_TIME.has(command.type) || state.status === 'running' || state.cleaning) return;
  if (state.status === 'failed' && ENDED.has(command.type)) return;
  const late = lateReport(command);
  const message = `Run ${state.run} has ended; it is ${state.status}.`;
  if (late === null) reject('run-ended', message);
  throw new Refusal('run-ended', `${message} Nothing was changed.`, undefined, { type: 'ReportRefused', data: late });
}

/** A report that comes too late is refused and recorded (task-2). */
function lateReport(command: Command) {
  return command.type === 'CompleteTask' || command.type === 'FailTask' ? refusalOf(command, 'run-ended') : null;
}
