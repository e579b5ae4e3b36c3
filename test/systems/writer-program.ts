// What writer-kills.test.ts starts: leads a run that works without a model to its end, and kills itself in the first
// call of a writer that no process before it has died in.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { Decision } from '../../src/ports/review.ts';
import { openSystems } from '../contract/system-fixture.ts';

export interface WriterSettings {
  readonly place: string;
  readonly system: string;
  readonly project: string;
  /** The calls that somebody died in; '': nobody dies. */
  readonly log: string;
  readonly subject: string;
}

const { place, system, project, log, subject } = JSON.parse(process.argv[2] ?? '{}') as WriterSettings;

const systems = await openSystems({
  ...{ place, folder: project, adds: [system] },
  onWrite({ workflow, step, item, messages = [], input }) {
    if (log === '') return;
    const call = createHash('sha256')
      .update(JSON.stringify([workflow, step, item, messages, input]))
      .digest('hex');
    const key = `${workflow}/${step} ${call}`;
    if (existsSync(log) && readFileSync(log, 'utf8').split('\n').includes(key)) return;
    appendFileSync(log, `${key}\n`);
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  },
});
const { items } = await systems.store.listRuns({ workflow: system }, { limit: 1 });
const run = items[0]?.run ?? (await systems.start(system, { project, subject }));
for (let next = await systems.next(run); ; next = await systems.next(run)) {
  if (next === 'completed') break;
  if (typeof next === 'string') throw new Error(next);
  await systems.decide(next, next.task.visit - 1, asked(next.task.step, next.task.visit));
}
await systems.close();

/** What a person says at the gates; undefined: as the review alone would have it. */
function asked(step: string, visit: number): Decision | undefined {
  const again: Decision = { kind: 'document', verdict: 'change', feedback: 'Say who pays.' };
  if (visit === 1 && ['FBReview', 'PR'].includes(step)) return again;
  return undefined;
}
