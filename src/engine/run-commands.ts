// The life of a run: start, pause, resume, cancel, retry (life-1, life-2, fail-2).

import type { Workflow } from '../diagram/workflow.ts';
import { isJsonObject, type Json } from '../json.ts';
import { canRetry, tokensToRetry } from './can-retry.ts';
import type { Command } from './commands.ts';
import { apply, type CommandHandlers } from './decide.ts';
import { refusalOf } from './find-task.ts';
import { retryFailed, retryStep } from './hold-commands.ts';
import { isPerson } from './people.ts';
import { moveToken } from './route.ts';
import { checkJoin, isMissed, openForkScope, setJoinTimer } from './scopes.ts';
import { fitting } from './set-data.ts';
import { emit, keep, Refusal, reject, stepOf, type Turn, tokenOf } from './turn.ts';
import { pointInto, readValue, type Value } from './value.ts';

type RunCommands = 'StartRun' | 'PauseRun' | 'ResumeRun' | 'CancelRun' | 'RetryRun';

export const runCommands: CommandHandlers<RunCommands> = {
  StartRun(turn, command) {
    const { workflow } = turn;
    checkInput(turn, command.input);
    checkAssigned(turn, command.assign ?? {});
    const token = turn.state.nextToken;
    emit(turn, 'RunStarted', {
      run: command.run,
      workflow: workflow.name,
      version: workflow.version,
      input: command.input,
      starter: turn.context.actor,
      values: fitting(turn, startingData(turn, workflow, command.input), ''),
      ...(command.assign && { assign: command.assign }),
      ...(command.parent && { parent: command.parent }),
      token,
      step: workflow.start.length === 1 ? (workflow.start[0] as string) : '',
    });
    begin(turn, token);
  },

  PauseRun(turn, { reason }) {
    if (turn.state.paused) reject('run-paused', `Run ${turn.state.run} is paused already.`);
    emit(turn, 'RunPaused', { reason });
  },

  ResumeRun(turn, { reason }) {
    if (!turn.state.paused) reject('run-not-paused', `Run ${turn.state.run} is not paused; it is running.`);
    const kept = [...turn.state.kept.values()];
    emit(turn, 'RunResumed', { reason });
    for (const { command, actor, channel, stated } of kept) {
      const { stated: _, ...own } = turn.context;
      const context = { ...own, actor, channel, ...(stated && { stated }) };
      applyKept({ ...turn, context, strict: false }, command as unknown as Command);
    }
  },

  CancelRun(turn, { reason }) {
    const { run, status } = turn.state;
    if (status === 'cancelled') reject('run-ended', `Run ${run} was cancelled already.`);
    emit(turn, 'RunCancelled', { reason });
    const { onCancel } = turn.workflow;
    if (onCancel === null) return;
    const token = turn.state.nextToken;
    emit(turn, 'CleanupStarted', { token, step: onCancel, output: keep(turn, { reason }) });
    turn.queue.push({ token, step: onCancel, depth: 0 });
  },

  RetryRun(turn, { reason }) {
    if (turn.state.status !== 'failed')
      reject('run-not-failed', `Run ${turn.state.run} has not failed; it is running.`);
    const standing = tokensToRetry(turn.state);
    if (!canRetry(turn.state)) {
      reject('nothing-to-retry', `Run ${turn.state.run} has nothing to retry where it failed.`);
    }
    emit(turn, 'RunRetried', { reason });
    for (const { id } of standing) {
      const token = turn.state.tokens.get(id);
      if (token !== undefined) retryStep(turn, token, stepOf(turn, token.step));
    }
    for (const scope of [...turn.state.scopes.values()]) {
      turn.scopesWithFreeSlots.push(scope.id);
      if (scope.join !== null && !scope.fired && !scope.timedOut) setJoinTimer(turn, scope.id, scope.join);
      const critical = scope.join !== null && stepOf(turn, scope.join).critical === true;
      // A critical join that missed its boundary failed the run: only its failed branches can change that.
      if (critical && isMissed(turn, scope)) retryFailed(turn, scope);
      checkJoin(turn, scope.id);
    }
  },
};

/** gate-4: the one who starts a run gives work to agents and people, but not a gate that is drawn for one person. */
function checkAssigned(turn: Turn, assign: { readonly [step: string]: string }): void {
  for (const { id, execution, task } of turn.workflow.steps) {
    const drawn = task?.assignee?.text ?? '';
    const given = Object.hasOwn(assign, id) ? assign[id] : undefined;
    if (given === undefined || execution !== 'manual' || !isPerson(drawn) || given === drawn) continue;
    reject('assignee-fixed', `"${id}" is assigned to ${drawn} in the diagram and cannot be assigned to ${given}.`);
  }
}

function checkInput(turn: Turn, input: Value): void {
  const schema = turn.workflow.input;
  if (schema === null) return;
  const problems = turn.context.validate(schema, readValue(input, [], turn.payloads) ?? null);
  if (problems.length === 0) return;
  reject(
    'invalid-input',
    `Expected an input that satisfies the workflow's schema, found: ${problems.join('; ')}.`,
    problems,
  );
}

/** data-6: the schema's defaults, overlaid by properties of the run's input of the same name. */
function startingData(turn: Turn, workflow: Workflow, input: Value): { [name: string]: Value } {
  const properties = workflow.data?.properties;
  if (!isJsonObject(properties)) return {};
  const values: { [name: string]: Value } = {};
  for (const [name, schema] of Object.entries(properties)) {
    const given = pointInto(input, [name], turn.payloads);
    const fallback = isJsonObject(schema) ? (schema.default as Json | undefined) : undefined;
    if (given !== undefined) values[name] = given;
    else if (fallback !== undefined) values[name] = keep(turn, fallback);
  }
  return values;
}

/** flow-1: several starts together count as a fork. */
function begin(turn: Turn, token: number): void {
  const { start, startClosedBy } = turn.workflow;
  const [first] = start;
  if (first !== undefined && start.length === 1) {
    moveToken(turn, token, first, 0);
    return;
  }
  if (startClosedBy !== null) {
    openForkScope(turn, tokenOf(turn, token), '', startClosedBy, start, 0);
    return;
  }
  const next = turn.state.nextToken;
  const into = start.map((step, i) => ({ token: i === 0 ? token : next + i - 1, step }));
  emit(turn, 'TokenSplit', { token, step: '', into });
  for (const { token: id, step } of into) moveToken(turn, id, step, 0);
}

/** What was kept during a pause may no longer fit: then the refusal is recorded, and the rest goes on. */
function applyKept(turn: Turn, command: Command): void {
  try {
    apply(turn, command);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { recorded } = thrown;
    if (recorded?.type === 'TaskShown') emit(turn, recorded.type, recorded.data as never);
    emit(turn, 'ReportRefused', refusalOf({ task: 0, ...command }, thrown.code));
  }
}
