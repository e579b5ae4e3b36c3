// Leads a design run and kills itself right after the commit of the number it was given. Every draft is written down.

import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { CallFacts } from '../../src/ports/provider.ts';
import type { Store } from '../../src/ports/store.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { sdd } from '../../src/systems/sdd/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { TRUSTING } from '../support/trusting.ts';
import { ADA, BAD, BRIEF, GOOD, scriptedWriters } from './sdd-fixture.ts';

const [place = '', project = '', log = '', run = '', dies = '0'] = process.argv.slice(2);
const store = await openPlace(place);
const stored = await store.workflow('sdd');
if (stored === null) throw new Error('Expected the workflow "sdd", found none.');
const written: CallFacts[] = [];
const writers = scriptedWriters({ reviews: [(await isReviewed()) ? GOOD : BAD, GOOD] }, written).map((writer) => ({
  ...writer,
  write(facts: CallFacts) {
    const { id = '' } = (facts.item ?? {}) as { id?: string };
    appendFileSync(log, `${facts.workflow} ${facts.step} ${id}\n`);
    return writer.write(facts);
  },
}));
const agents = await openAgents({
  ...{ trust: TRUSTING, store, folder: project, validate, writers, config: agentConfig.parse({}) },
  env: { PATH: process.env.PATH, SIGNOFF_PROVIDER: 'offline' },
});
const engine = await openEngine({
  ...{ store: mortal(store, Number(dies)), role: 'test', processesWork: true, agents, workspaces: [project] },
  code: lazyCode(sdd, { files: workspaceFiles([project]), now: Date.now, domain: async () => null }),
});
const input = { project_path: project, project_brief: BRIEF, drafting: 'sections', max_revisions: 2 };
if ((await store.run(run)) === null) await engine.start(stored, input, { by: ADA, run });
for (;;) {
  const view = await engine.view(run);
  const gate = [...(view?.state.tasks.values() ?? [])].find(({ step }) => step === 'human_review');
  if (gate !== undefined) {
    const shown = gate.shown === undefined ? {} : { shown: gate.shown };
    const answered = await engine.answer(run, gate.id, { output: { verdict: 'approve' }, ...shown }, ADA);
    if (!answered.ok) throw new Error(answered.rejection.message);
  }
  if (view?.row.status === 'completed') break;
  if (view?.row.status === 'on_hold')
    throw new Error([...view.state.holds.values()].map((hold) => hold.message).join());
  await engine.wait(run, ({ head }) => head > (view?.row.head ?? 0), AbortSignal.timeout(200));
}
await engine.close();
await agents.close();
await store.close();

/** The first review asks for a revision, and the next one, of whichever process, does not. */
async function isReviewed(): Promise<boolean> {
  const row = await store.run(run);
  if (row === null) return false;
  const { items } = await store.listRuns({ parent: run, workflow: 'sdd-review' }, { limit: 5 });
  return items.some(({ status }) => status === 'completed');
}

/** Its commit is durable; nobody hears of it. */
function mortal(inner: Store, last: number): Store {
  let count = 0;
  const append: Store['append'] = async (writes) => {
    const result = await inner.append(writes);
    count++;
    if (count !== last) return result;
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
  return new Proxy(inner, { get: (target, key) => (key === 'append' ? append : Reflect.get(target, key)) });
}
