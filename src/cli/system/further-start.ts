// A system's command called again while a run of the project lives on: what was given goes to that run.

import type { Task } from '../../engine/run-state.ts';
import type { FurtherStart, RunFacts, System } from '../../ports/system.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import { type FactSources, runFacts } from '../../runtime/gate-facts.ts';
import { newId } from '../../runtime/new-id.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import { personMessage } from '../../runtime/person-message.ts';
import { answerOf, openGate } from '../../runtime/review-task.ts';

interface FurtherCall {
  readonly driver: DrivenRuns;
  readonly run: string;
  readonly system: System;
  readonly sources: FactSources;
  readonly by: Sender;
  further(facts: RunFacts): FurtherStart;
}

/** A text says why it was not taken. */
export async function giveFurther({ driver, run, system, sources, by, further }: FurtherCall): Promise<string | null> {
  const root = driver.runOf(run);
  const meant = further(runFacts(root, sources));
  if (meant.kind === 'resume') return null;
  if (meant.kind === 'refused') return meant.message;
  if (meant.kind === 'signal') {
    const id = newId('task', Date.now()).replace(/^task/, 'signal');
    const sent = await driver.send(run, { type: 'SendSignal', id, name: meant.signal, value: meant.value }, by);
    return sent.ok ? null : sent.rejection.message;
  }
  const task = [...root.state.tasks.values()].find(({ step }: Task) => step === meant.step);
  if (task === undefined) return `The run is not at "${meant.step}" any more. Try again.`;
  const answer = await answerOf(openGate(root, task, system, sources), meant.decision);
  if ('refused' in answer) return answer.refused.join(' ');
  const sent =
    'message' in answer
      ? await driver.send(run, personMessage(task.id, answer), by)
      : await driver.answer(run, task.id, { ...answer, ...(task.shown !== undefined && { shown: task.shown }) }, by);
  return sent.ok ? null : sent.rejection.message;
}
