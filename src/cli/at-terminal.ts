// The person a run is worked on with here: which tasks are theirs to answer, and who the others wait for.

import type { Actor } from '../engine/events.ts';
import { type AnswerRefusal, barredFrom, notTheirs, votersOf } from '../engine/may-answer.ts';
import { UNNAMED } from '../engine/people.ts';
import type { Task } from '../engine/run-state.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { OpenTask, RunDriver, ShownRun } from '../runtime/run-driver.ts';
import type { Identity } from '../runtime/who-acts.ts';
import { oneLine } from './shown-text.ts';
import { sentBy } from './signer.ts';
import { program } from './started-as.ts';

export interface AtTerminal {
  readonly person: Identity;
  /** Nothing of it counts: they stand in for everyone, and the history says so. */
  readonly isRehearsal: boolean;
  /** What a command needs to find the store again. */
  readonly storeFlag: string;
}

/** Someone else than the person who rehearses: not a name of a person. */
const OTHER = 'user:rehearsal';

export function senderFor({ person, isRehearsal }: AtTerminal, run: ShownRun, task: Task): Sender {
  if (!isRehearsal) return sentBy(person);
  return { ...sentBy(person, 'rehearsal'), actor: standIn(run, task, person.actor) };
}

/** In a rehearsal the people a diagram names answer by their names, under the channel `rehearsal`. */
export function standIn(run: ShownRun, task: Task, person: Actor): Actor {
  if (task.execution === 'automated') return person;
  const { approvals = null, fourEyes = false } = stepOf(run, task.step).task ?? {};
  const voted = task.votes?.length ?? 0;
  const voters = approvals === null || task.execution !== 'manual' ? [] : votersOf(approvals);
  if (voters.length > 0) return voters[voted] ?? OTHER;
  if (task.assignee?.startsWith('user:')) return task.assignee;
  if (approvals !== null && task.execution === 'manual') return voted === 0 ? OTHER : `${OTHER}-${voted + 1}`;
  return fourEyes ? OTHER : person;
}

/** Tasks that the person may answer, oldest first. */
export function* ownTasks(driver: RunDriver, at: AtTerminal): Iterable<OpenTask> {
  for (const open of driver.openTasks()) if (barredAt(at, open) === null) yield open;
}

function barredAt({ person, isRehearsal }: AtTerminal, { run, task }: OpenTask): AnswerRefusal | null {
  // Without a name one may do everything but sign: that is said when they try.
  if (isRehearsal || task.execution === 'automated' || person.actor === UNNAMED) return null;
  if (task.execution === 'conversation') return notTheirs(run.state, task, person.actor);
  return barredFrom(run.state, stepOf(run, task.step), task, person.actor);
}

export interface Others {
  /** Changes with what is to be shown. */
  readonly key: string;
  readonly lines: readonly string[];
}

/** Each open task that is not theirs: who it waits for, and how those answer it. */
export function othersOf(driver: RunDriver, at: AtTerminal): readonly Others[] {
  return [...driver.openTasks()].flatMap((open) => {
    const barred = barredAt(at, open);
    return barred === null ? [] : [othersNeeded(open, barred, at)];
  });
}

function othersNeeded({ run, task }: OpenTask, { code, waitsFor }: AnswerRefusal, { storeFlag }: AtTerminal): Others {
  const [verdict = 'approve'] = stepOf(run, task.step).task?.verdicts ?? [];
  const name = `${run.id}#${task.id}`;
  const what =
    task.execution === 'conversation'
      ? `chat ${name}${storeFlag}`
      : `tasks complete ${name} --verdict ${verdict}${storeFlag}`;
  const reassign = `${program()} tasks reassign ${name} user:NAME --reason "..."${storeFlag}`;
  return {
    key: `${name} ${waitsFor}`,
    lines: [
      oneLine(`"${task.step}" waits for ${waitsFor}. They answer it with:`),
      `  ${program()} ${what}`,
      ...(code === 'not-the-assignee' ? ['To give it to someone else:', `  ${reassign}`] : []),
    ],
  };
}
