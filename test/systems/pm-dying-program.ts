// What pm-process.ts starts: begins or goes on with a PM run, answers what its side is asked, and kills itself right
// after the commit that it was given.

import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { Json } from '../../src/json.ts';
import type { CallFacts, OfflineWriter } from '../../src/ports/provider.ts';
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
const store = await openPlace(place);
const stored = await store.workflow('pm');
if (stored === null) throw new Error('Expected the workflow "pm", found none.');
const agents = await openAgents({
  ...{ trust: TRUSTING, store, folder: project, validate, writers: writers(), config: agentConfig.parse({}) },
  env: { PATH: process.env.PATH, SIGNOFF_PROVIDER: 'offline' },
});
const engine = await openEngine({
  ...{ store, role: 'test', processesWork: true, agents, workspaces: [project] },
  onCommit: ({ workflow }, events) => dieAt(workflow.name, events),
  code: lazyCode(pm, { files: workspaceFiles([project]), now: Date.now, domain: async () => null }),
});
const input = { project_path: project, begin: 'interview', once: true, architect: 'person' };
// Of two that begin it at once, one does.
if ((await store.run(run)) === null) await engine.start(stored, input, { by: ADA, run });
while (!(await isOver())) {
  const { items } = await store.listTasks({ family: run, forPeople: true }, { limit: 10 });
  for (const task of items) await answer(engine, task.run, task.task);
  const head = (await store.run(run))?.head ?? 0;
  await engine.wait(run, (row) => row.head > head, AbortSignal.timeout(100));
}
await engine.close();
await agents.close();
await store.close();

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
  const row = await store.run(run);
  if (row?.status !== 'completed') return false;
  const { items } = await store.listRuns({ parent: run }, { limit: 100 });
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

/** The commit is durable, and nothing that it asks for is done. */
function dieAt(workflow: string, events: readonly AnyEvent[]): void {
  const met = events
    .map((event) => `${workflow}: ${event.type} ${detailOf(event)}`)
    .filter((each) => dies.includes(each));
  if (met.length === 0) return;
  appendFileSync(log, met.map((each) => `${each}\n`).join(''));
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

function detailOf({ type, data }: AnyEvent): string {
  if (type === 'StateEntered') return data.to;
  if (type === 'SignalSent' || type === 'SignalReceived') return data.name;
  return '';
}
