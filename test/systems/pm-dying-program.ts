// What pm-process.ts starts: begins or goes on with a PM run, answers what its side is asked, and kills itself right
// after the commit that it was given.

import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { eventsOf } from '../../src/engine/commit-text.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Json } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
import type { RunWrite, Store } from '../../src/ports/store.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { TRUSTING } from '../support/trusting.ts';
import { ADA, INVALID, isForPerson, SPEC, scriptedWriters } from './pm-fixture.ts';
import type { PmProgramSettings } from './pm-process.ts';

const { place, project, run, answers, dies, log } = JSON.parse(process.argv[2] ?? '{}') as PmProgramSettings;
const names = new Map([[run, 'pm']]);
const inner = await openPlace(place);
const store = mortal(inner);
const stored = await inner.workflow('pm');
if (stored === null) throw new Error('Expected the workflow "pm", found none.');
const agents = await openAgents({
  ...{ trust: TRUSTING, store, folder: project, validate, writers: writers(), config: agentConfig.parse({}) },
  env: { PATH: process.env.PATH, SIGNOFF_PROVIDER: 'offline' },
});
const engine = await openEngine({
  ...{ store, role: 'test', processesWork: true, agents, workspaces: [project] },
  code: lazyCode(pm, { files: workspaceFiles([project]), now: Date.now, domain: async () => null }),
});
const input = { project_path: project, begin: 'interview', once: true, architect: 'person' };
// Of two that begin it at once, one does.
if ((await inner.run(run)) === null) await engine.start(stored, input, { by: ADA, run });
while (!(await isOver())) {
  const { items } = await inner.listTasks({ family: run, forPeople: true }, { limit: 10 });
  for (const task of items) await answer(engine, task.run, task.task);
  const head = (await inner.run(run))?.head ?? 0;
  await engine.wait(run, (row) => row.head > head, AbortSignal.timeout(100));
}
await engine.close();
await agents.close();
await inner.close();

/** The first draft is not valid, the next one is, whoever writes it; its title is from what the person said. */
function writers(): readonly OfflineWriter[] {
  const write = ({ runInput }: CallFacts): string => {
    const { conversation, validation_errors } = runInput as { readonly [name: string]: readonly Json[] };
    const title = /Words of (\w+)/.exec(JSON.stringify(conversation))?.[1] ?? 'nobody';
    const spec = validation_errors?.length === 0 ? INVALID : SPEC;
    return spec.replace('# Feature: Order export', `# Feature: ${title}`);
  };
  return scriptedWriters({}).map((writer) => (writer.step === 'draft' ? { ...writer, write } : writer));
}

/** The run and the architect's, which is told to end by it. */
async function isOver(): Promise<boolean> {
  const row = await inner.run(run);
  if (row?.status !== 'completed') return false;
  const { items } = await inner.listRuns({ parent: run }, { limit: 100 });
  return items.every(({ status }) => status === 'completed');
}

/** What another process answers at the same time is refused here, and that is all. */
async function answer(on: Engine, where: string, id: number): Promise<void> {
  const view = await on.view(where);
  const task = view?.state.tasks.get(id);
  if (view === null || task === undefined || !isForPerson(task)) return;
  const shown = task.shown === undefined ? {} : { shown: task.shown };
  const isArchitects = task.step === 'review';
  if (!answers.includes(isArchitects ? 'architect' : 'person')) return;
  if (isArchitects) await on.answer(where, id, { output: { verdict: 'submit_stories' }, ...shown }, ADA);
  else if (task.step === 'preview') await on.answer(where, id, { output: { verdict: 'submit' }, ...shown }, ADA);
  else if ((task.turns ?? 0) > 1) await on.answer(where, id, { output: { reason: 'user_done' } }, ADA);
  else await on.send(where, { type: 'AddMessage', task: id, from: 'person', text: `Words of ${run}.` as never }, ADA);
}

/** Its commit is durable; nobody hears of it. */
function mortal(live: Store): Store {
  const append: Store['append'] = async (writes) => {
    const result = await live.append(writes);
    const met = writes.flatMap(boundariesOf).filter((each) => dies.includes(each));
    if (met.length === 0) return result;
    appendFileSync(log, met.map((each) => `${each}\n`).join(''));
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  };
  return new Proxy(live, { get: (target, key) => (key === 'append' ? append : Reflect.get(target, key)) });
}

function boundariesOf({ run: of, commits }: RunWrite): readonly string[] {
  return commits
    .flatMap((commit) => eventsOf(commit.text, { run: of, ...commit }))
    .map((event) => {
      const { type, data } = event;
      if (type === 'RunStarted') names.set(of, data.workflow);
      return `${names.get(of) ?? ''}: ${type} ${detailOf(event)}`.trimEnd();
    });
}

function detailOf({ type, data }: AnyEvent): string {
  if (type === 'StateEntered') return data.to;
  if (type === 'SignalSent' || type === 'SignalReceived') return data.name;
  return '';
}
