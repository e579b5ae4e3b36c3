// Conversations: one task, turns in turn, a result at the end (conv-1).

import type { Step, TaskSettings } from '../diagram/workflow.ts';
import type { CommandHandlers } from './decide.ts';
import { findLeased, findTask } from './find-task.ts';
import { checkVerdict, expectAssignee } from './gates.ts';
import { isPerson, NOBODY } from './people.ts';
import { keptWhilePaused } from './report-commands.ts';
import { isResultDue } from './result-due.ts';
import type { Task } from './run-state.ts';
import { emit, reject, stepOf, type Turn } from './turn.ts';

export const conversationCommands: CommandHandlers<'AddMessage'> = {
  AddMessage(turn, command) {
    if (keptWhilePaused(turn, command)) return;
    const task = command.from === 'agent' ? findLeased(turn, command) : findTask(turn, command.task);
    const step = stepOf(turn, task.step);
    if (task.execution !== 'conversation') {
      reject('not-a-conversation', `"${step.id}" is not a conversation; it is ${task.execution ?? 'a container'}.`);
    }
    if (command.from === 'person') checkPerson(turn, task, step);
    else if (isResultDue(task, step)) {
      reject('result-due', `"${step.id}" now needs its result, not another message. Complete the task instead.`);
    }
    const { from, text, offer, ends } = command;
    const extra = { ...(offer !== undefined && { offer }), ...(ends && from === 'person' && { ends }) };
    emit(turn, 'MessageAdded', { task: task.id, from, text, ...extra });
  },
};

function checkPerson(turn: Turn, task: Task, step: Step): void {
  if (!isPerson(turn.context.actor)) {
    reject('person-expected', `Expected a person's message in "${step.id}", found one of ${turn.context.actor}.`);
  }
  expectAssignee(turn, task);
  const isTheirs = task.lease?.kind === 'person' && task.lease.worker === turn.context.actor;
  if (task.status !== 'waiting' && task.status !== 'pending' && !isTheirs) {
    reject('not-your-turn', `Expected the agent's turn in "${step.id}" to end first.`);
  }
}

/** Who may end it: a person at any time (that is a verdict), the agent only when the result is due; what was offered
 *  may stand by a rule where no person decided, and is nobody's verdict then. */
export function concluded(turn: Turn, task: Task, step: Step, verdict: string | undefined): void {
  if (isPerson(turn.context.actor)) {
    const hasWords = (step.task as TaskSettings).verdicts.length > 0;
    checkVerdict(turn, task, hasWords ? verdict : undefined, task.shown);
    return;
  }
  if (isResultDue(task, step) || mayStandByRule(turn, task, step)) return;
  reject(
    'result-early',
    `"${step.id}" is still in conversation. Propose the result: the person decides when it is final.`,
  );
}

/** Where the studio is required, or several people must have seen it, a person decides in any case. */
function mayStandByRule(turn: Turn, task: Task, step: Step): boolean {
  const { requireStudio, fourEyes } = step.task as TaskSettings;
  const isOffered = task.status === 'waiting' && task.offer !== undefined;
  return turn.context.actor === NOBODY && isOffered && !requireStudio && !fourEyes;
}
