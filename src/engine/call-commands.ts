// Calls of agents: begun in a commit that reserves what they may cost, ended by one that journals the reply.

import { type Breach, BUDGET_SPENT, breachOf } from './budget.ts';
import type { CommandHandlers } from './decide.ts';
import { finishRun } from './enter.ts';
import { failTask } from './failures.ts';
import { findLeased } from './find-task.ts';
import { hold } from './holds.ts';
import { spendingOf, type Task, WHOLE_RUN } from './run-state.ts';
import { emit, reject, stepOf, type Turn, tokenOf } from './turn.ts';

export const callCommands: CommandHandlers<'BeginCall' | 'EndCall' | 'ReportTool'> = {
  BeginCall(turn, command) {
    const task = findLeased(turn, command);
    const { agent, provider, model, prompt, purpose, cost, tokens } = command;
    const breach = breachOf(turn, task.step, cost, tokens);
    if (breach !== null) {
      onBreach(turn, task, breach);
      return;
    }
    const call = spendingOf(turn.state, WHOLE_RUN).calls + 1;
    const attempt = task.attempt + 1;
    const facts = { task: task.id, step: task.step, call, attempt, purpose, agent, provider, model, prompt };
    emit(turn, 'CallBegun', { ...facts, cost, tokens });
  },

  /** Money is counted even when nobody waits for the reply any more. The second report of one call changes nothing. */
  EndCall(turn, command) {
    const { call, latencyMs, cost, reply, usage, model, fault } = command;
    const begun = turn.state.calls.get(call);
    if (begun === undefined || begun.ended) return;
    emit(turn, 'CallEnded', {
      ...{ task: begun.task, call, latencyMs, cost },
      ...(reply !== undefined && { reply }),
      ...(usage !== undefined && { usage }),
      ...(model !== undefined && { model }),
      ...(fault !== undefined && { fault }),
    });
  },

  ReportTool(turn, command) {
    const task = findLeased(turn, command);
    const { call, id, name, input, result, ms, isError } = command;
    if (turn.state.calls.get(call)?.task !== task.id)
      reject('unknown-call', `Expected a call of task ${task.id}, found ${call}.`);
    emit(turn, 'ToolUsed', { task: task.id, call, id, name, input, result, ms, ...(isError && { isError }) });
  },
};

function onBreach(turn: Turn, task: Task, { budget, hold: code, message }: Breach): void {
  const step = stepOf(turn, task.step);
  if (budget.onBudget === 'finish') {
    finishRun(turn, message);
    return;
  }
  if (budget.onBudget === 'fail') {
    const failure = { code: BUDGET_SPENT, message, retryable: false };
    emit(turn, 'AttemptFailed', { task: task.id, attempt: task.attempt + 1, failure });
    failTask(turn, turn.state.tasks.get(task.id) as Task, failure);
    return;
  }
  emit(turn, 'TaskHeld', { task: task.id, code: BUDGET_SPENT, message });
  hold(code, turn, tokenOf(turn, task.token), step, { message, moves: ['raise', 'retry', 'skip', 'end'] });
}
