// Who may answer a person's task: the assignee, the voters, and with four eyes someone else (gate-3, gate-4).

import type { ShownItem, Step, TaskSettings } from '../diagram/workflow.ts';
import { storable } from '../json.ts';
import type { Actor } from './events.ts';
import { isPerson, isSameName, UNNAMED } from './people.ts';
import { ROOT_POSITION, recordFrom } from './roots.ts';
import type { RunState, Task, Token } from './run-state.ts';

/** Why someone may not answer, and whom it waits for instead. */
export interface AnswerRefusal {
  readonly code: string;
  readonly message: string;
  readonly waitsFor: string;
}

/** What of a task says who may answer it. */
export type Answerable = Pick<Task, 'id' | 'step' | 'token' | 'execution' | 'assignee' | 'votes'>;

/** null: they may. This says nothing about what they answer. */
export function barredFrom(state: RunState, step: Step, task: Answerable, actor: Actor): AnswerRefusal | null {
  if (!isPerson(actor)) {
    const message = `Expected a person's verdict on "${step.id}", found one of ${actor}.`;
    return { code: 'agent-verdict', message, waitsFor: task.assignee ?? 'a person' };
  }
  if (actor === UNNAMED)
    return { code: 'name-missing', message: nameMissing(step.id), waitsFor: 'someone with a name' };
  const { approvals = null, fourEyes = false } = step.task ?? {};
  const voters = approvals === null || task.execution !== 'manual' ? null : votersOf(approvals);
  const bound = voters === null || voters.length === 0 ? notTheirs(state, task, actor) : null;
  const voted = voters === null || approvals === null ? null : cannotVote(task, approvals, voters, actor);
  return bound ?? voted ?? (fourEyes ? needsFourEyes(state, step, task, actor) : null);
}

/** A task that is for one person is nobody else's. `team:`, `role:` and a name alone bind nobody: there is no list of
 *  people yet. */
export function notTheirs(state: RunState, task: Answerable, actor: Actor): AnswerRefusal | null {
  const { step } = task;
  // As every actor is named: a template may have cut the name in the middle of a character.
  const assignee = task.assignee === undefined ? undefined : storable(task.assignee);
  if (assignee === undefined || !isPerson(assignee) || isSameName(assignee, actor) || !isPerson(actor)) return null;
  const found = `"${step}" is assigned to ${assignee}; you are ${actor}.`;
  const advice = `To give it to someone else: signoff tasks reassign ${state.run}#${task.id} user:NAME --reason "..."`;
  return { code: 'not-the-assignee', message: `${found} ${advice}.`, waitsFor: assignee };
}

/** `approvals.of` as actors. */
export function votersOf({ of }: NonNullable<TaskSettings['approvals']>): readonly Actor[] {
  return of.map((name) => (name.includes(':') ? name : `user:${name}`));
}

function cannotVote(
  { votes = [] }: Answerable,
  { order }: NonNullable<TaskSettings['approvals']>,
  voters: readonly Actor[],
  actor: Actor,
): AnswerRefusal | null {
  const missing = voters.filter((name) => !votes.some(({ by }) => isSameName(by, name)));
  const waitsFor =
    voters.length === 0 ? `the vote of someone else than ${actor}` : `the votes of ${missing.join(', ')}`;
  if (votes.some(({ by }) => isSameName(by, actor))) {
    return { code: 'voted-already', message: `${actor} has voted already; each person has one vote.`, waitsFor };
  }
  if (voters.length === 0) return null;
  if (!voters.some((name) => isSameName(name, actor))) {
    const message = `Expected a vote of ${voters.join(', ')}, found one of ${actor}.`;
    return { code: 'not-a-voter', message, waitsFor };
  }
  const next = voters[votes.length];
  if (order !== 'listed' || isSameName(next ?? '', actor)) return null;
  const message = `The next vote is ${next}'s, not ${actor}'s.`;
  return { code: 'not-your-turn', message, waitsFor: `the vote of ${next}` };
}

function needsFourEyes(state: RunState, step: Step, task: Answerable, actor: Actor): AnswerRefusal | null {
  const token = state.tokens.get(task.token);
  const shows = step.task?.shows ?? [];
  const isTheirs = (other: Actor | undefined): boolean => other !== undefined && isSameName(other, actor);
  if (!isTheirs(state.starter) && !shows.some((entry) => isTheirs(writerOf(state, entry, token)))) return null;
  const other = `someone else than ${actor}, who started the run or wrote what "${step.id}" shows`;
  return { code: 'four-eyes', message: `Expected ${other}.`, waitsFor: other };
}

function writerOf(state: RunState, entry: ShownItem, token: Token | undefined): Actor | undefined {
  if ('document' in entry) return state.writers.get(entry.document);
  if (entry.path.tree.op !== 'path') return undefined;
  const { root, parts } = entry.path.tree;
  if (root === 'data') return state.values.get(String(parts[0]))?.by;
  if (root === 'steps') return recordFrom(state, token ?? ROOT_POSITION, String(parts[0]))?.by;
  return root === 'output' || root === 'input' ? token?.by : undefined;
}

function nameMissing(step: string): string {
  const places = 'neither --as nor SIGNOFF_USER nor your settings nor git nor the operating system gives one';
  return `A verdict on "${step}" needs your name, and none is set: ${places}. Give it with --as user:NAME.`;
}
