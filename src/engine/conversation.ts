// Conversations: one task, turns in turn, a result at the end (conv-1).

import type { Step, TaskSettings } from '../diagram/workflow.ts';
import { checkAttachments } from './attachments.ts';
import type { CommandOf } from './commands.ts';
import type { CommandHandlers } from './decide.ts';
import { findLeased, findTask } from './find-task.ts';
import { checkVerdict, expectAssignee } from './gates.ts';
import { isPerson, NOBODY } from './people.ts';
import { keptWhilePaused } from './report-commands.ts';
import { isResultDue } from './result-due.ts';
import type { Task } from './run-state.ts';
import { setValues } from './set-data.ts';
import { emit, reject, stepOf, type Turn } from './turn.ts';

export const conversationCommands: CommandHandlers<'AddMessage'> = {
  AddMessage(turn, command) {
    const { from, text, offer, ends, attachments = [], set } = command;
    if (attachments.length > 0 && from !== 'person')
      reject('bad-attachment', 'Expected attachments with a message of a person, found them with one of an agent.');
    checkAttachments(turn, attachments);
    if (keptWhilePaused(turn, command)) return;
    const task = from === 'agent' ? findLeased(turn, command) : findTask(turn, command.task);
    const step = stepOf(turn, task.step);
    if (task.execution !== 'conversation') {
      reject('not-a-conversation', `"${step.id}" is not a conversation; it is ${task.execution ?? 'a container'}.`);
    }
    if (from === 'person') checkPerson(turn, task, step);
    else if (isResultDue(task, step)) {
      reject('result-due', `"${step.id}" now needs its result, not another message. Complete the task instead.`);
    }
    if (from === 'agent') checkSet(turn, task, set);
    const extra = { ...(offer !== undefined && { offer }), ...(ends && from === 'person' && { ends }) };
    const given = attachments.length === 0 ? {} : { attachments };
    emit(turn, 'MessageAdded', { task: task.id, from, text, ...extra, ...given });
    if (from === 'agent') setValues(turn, set, step.id);
  },
};

/** data-6: results of a scope travel through its join. */
function checkSet(turn: Turn, { token, step }: Task, set: CommandOf<'AddMessage'>['set']): void {
  if (set === undefined || Object.keys(set).length === 0 || (turn.state.tokens.get(token)?.scope ?? 0) === 0) return;
  const found = `Expected a message in "${step}" that sets nothing, as it is inside a scope`;
  reject('invalid-data', `${found}, found values for ${Object.keys(set).join(', ')}.`);
}

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
