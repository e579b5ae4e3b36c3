// Two people answered one task: the second one learns who was first, and what they answered.

import type { Command } from '../engine/commands.ts';
import type { Store } from '../ports/store.ts';
import type { Outcome } from './handle-command.ts';

const ENDED: ReadonlySet<string> = new Set(['task-not-open', 'run-ended']);

/** The outcome; where a task was found ended, with who ended it, as the rows of people's tasks know. */
export async function addWhoAnswered(
  store: Pick<Store, 'task'>,
  run: string,
  command: Command,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.ok || !ENDED.has(outcome.rejection.code) || !('task' in command)) return outcome;
  const row = await store.task(run, command.task);
  if (row === null || row.endedAt === null || row.by === null) return outcome;
  const { status, verdict, by, endedAt } = row;
  const how = status !== 'completed' ? status : verdict === null ? 'answered' : `answered with "${verdict}"`;
  const when = new Date(endedAt).toISOString();
  const message = `Task ${command.task} ("${row.step}") is not open: it was ${how} by ${by} at ${when}.`;
  const details = [`by ${by}`, ...(verdict === null ? [] : [`verdict ${verdict}`])];
  return { ...outcome, rejection: { ...outcome.rejection, message: `${message} That stands.`, details } };
}
