// Runs of one gate each, answered one after the other; the caller looks on right after each answer.

import assert from 'node:assert/strict';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';

const BY = { actor: 'user:ada', channel: 'cli' } as const;

export async function addFlow(store: Store): Promise<StoredWorkflow> {
  const added = await addDiagram(store, 'gate.mmd', 'flowchart TD\n    A(Approve) --> B([END])', BY);
  if (typeof added === 'string') assert.fail(added);
  return added;
}

/** `answered` is called before anything else can run, with the runs that were answered so far. */
export async function answerGates(
  engine: Engine,
  workflow: StoredWorkflow,
  count: number,
  answered: (runs: readonly string[]) => void,
): Promise<void> {
  const runs: string[] = [];
  for (let i = 0; i < count; i++) {
    const started = await engine.start(workflow, { text: 'x'.repeat(2000) }, { by: BY });
    assert.ok(started.ok);
    const outcome = await engine.send(
      started.run,
      { type: 'CompleteTask', task: 1, output: 'approve', verdict: 'approve' },
      BY,
    );
    assert.ok(outcome.ok);
    runs.push(started.run);
    answered(runs);
  }
}
