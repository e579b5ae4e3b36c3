// Calls of agents: begun in a commit that reserves what they may cost, ended by one that journals the reply.

import { allowCall, type Breach, BUDGET_SPENT } from './budget.ts';
import type { CommandHandlers } from './decide.ts';
import { failTask } from './failures.ts';
import { findLeased } from './find-task.ts';
import { hold } from './holds.ts';
import { isDetached, type Task } from './run-state.ts';
import { spendingOf, WHOLE_RUN } from './spending.ts';
import { emit, reject, stepOf, type Turn, tokenOf } from './turn.ts';

export const callCommands: CommandHandlers<'BeginCall' | 'EndCall' | 'ReportReply' | 'ReportTool'> = {
  BeginCall(turn, command) {
    const task = findLeased(turn, command);
    const { agent, provider, model, prompt, purpose, lease } = command;
    const allowed = allowCall(turn, task, command);
    if (allowed.kind === 'wait') reject('call-must-wait', `${allowed.message} Try again when one has ended.`);
    if (allowed.kind === 'stop') {
      onBreach(turn, task, allowed.breach);
      return;
    }
    const { cost, tokens, output } = allowed;
    const call = spendingOf(turn.state, WHOLE_RUN).calls + 1;
    const attempt = task.attempt + 1;
    const facts = { task: task.id, step: task.step, call, attempt, purpose, agent, provider, model, prompt };
    emit(turn, 'CallBegun', { ...facts, cost, tokens, lease, ...(output !== undefined && { output }) });
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

  ReportReply(turn, command) {
    const task = findLeased(turn, command);
    const { call, reading } = command;
    expectCallOf(turn, task, call);
    const applied = stepOf(turn, task.step).config.applyTags === true ? (reading.suggestedTags ?? []) : [];
    const tags = applied.slice(0, TAGS_MAX).map((tag) => tag.slice(0, TAG_CHARACTERS_MAX));
    emit(turn, 'ReplyRead', { task: task.id, call, reading, ...(tags.length > 0 && { tags }) });
  },

  ReportTool(turn, command) {
    const task = findLeased(turn, command);
    const { call, id, name, input, result, ms, isError } = command;
    expectCallOf(turn, task, call);
    emit(turn, 'ToolUsed', { task: task.id, call, id, name, input, result, ms, ...(isError && { isError }) });
  },
};

const TAGS_MAX = 20;
const TAG_CHARACTERS_MAX = 100;

function expectCallOf(turn: Turn, task: Task, call: number): void {
  if (turn.state.calls.get(call)?.task === task.id) return;
  reject('unknown-call', `Task ${task.id} has no call ${call}.`);
}

function onBreach(turn: Turn, task: Task, { budget, hold: code, message }: Breach): void {
  const step = stepOf(turn, task.step);
  const token = tokenOf(turn, task.token);
  const { failing, cleaning } = turn.state;
  // A run that fails or cleans up after itself does not complete: there the step fails.
  const isEnding = budget.onBudget === 'finish' && (failing || cleaning);
  if (budget.onBudget === 'finish' && !isEnding && !isDetached(turn.state, token.scope)) {
    emit(turn, 'TaskHeld', { task: task.id, code: BUDGET_SPENT, message, stops: code });
    return;
  }
  if (budget.onBudget === 'fail' || isEnding) {
    const failure = { code: BUDGET_SPENT, message, retryable: false };
    emit(turn, 'AttemptFailed', { task: task.id, attempt: task.attempt + 1, failure });
    failTask(turn, turn.state.tasks.get(task.id) as Task, failure);
    return;
  }
  emit(turn, 'TaskHeld', { task: task.id, code: BUDGET_SPENT, message });
  hold(code, turn, token, step, { message, moves: ['raise', 'retry', 'skip', 'end'] });
}
