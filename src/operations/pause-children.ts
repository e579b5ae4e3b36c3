// Pauses or resumes the runs that a run started, near and far: a run that is paused pays for nothing.

import type { RunStatus } from '../engine/run-state.ts';
import type { Store } from '../ports/store.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { Sender } from '../runtime/pending-write.ts';

const PAGE = 100;
const OPEN: readonly RunStatus[] = ['running', 'on_hold'];

export interface PauseRequest {
  readonly type: 'PauseRun' | 'ResumeRun';
  readonly reason: string;
}

/** A child that ended meanwhile, or stands as asked for already, stays as it is. */
export async function pauseChildren(
  { store, engine, by }: { readonly store: Store; readonly engine: Engine; readonly by: Sender },
  parent: string,
  command: PauseRequest,
): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = { limit: PAGE, ...(after !== undefined && { after }) };
    const { items, next } = await store.listRuns({ parent, status: [...OPEN, 'paused'] }, page);
    for (const { run, status } of items) {
      if ((status === 'paused') === (command.type === 'ResumeRun')) await engine.send(run, command, by);
      await pauseChildren({ store, engine, by }, run, command);
    }
    if (next === null) return;
    after = next;
  }
}
