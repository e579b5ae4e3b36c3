// What research-process.ts starts: begins or goes on with the run of examples/research/healthcare, and kills
// itself right after the commit that it was given.

import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { BY, NOW, openExample } from '../../examples/research/open-example.ts';
import { corpusOf } from '../../examples/research/run-example.ts';
import { readExample } from '../../examples/research/script.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { JsonObject } from '../../src/json.ts';
import type { LiveRun } from '../../src/runtime/live-run.ts';
import { openPlace } from '../e2e/open-place.ts';
import { PRICE } from './research-model.ts';
import type { ResearchProgramSettings } from './research-process.ts';

const EXAMPLE = 'healthcare';
const { place, project, run, model, dies, log } = JSON.parse(process.argv[2] ?? '{}') as ResearchProgramSettings;
const { brief, script } = readExample(EXAMPLE);
/** Of tasks by run and number. A task that is over is no longer in the state of its run. */
const steps = new Map<string, string>();
const note = (line: string): void => appendFileSync(log, `${line}\n`);
const store = await openPlace(place);
const { engine, stored, close } = await openExample({
  ...{ store, project, script, sources: folderSearches(corpusOf(EXAMPLE), project, new Date(NOW)) },
  ...{ env: { SIGNOFF_PROVIDER: model, SIGNOFF_MODEL: 'tested', SIGNOFF_API_KEY: 'key' } },
  prices: { [new URL(model).host]: { asOf: '2026-03-05', models: { '*': PRICE } } },
  onCall: (worker, _, execution = '') => note(`call ${worker} ${execution}`),
  engine: { onCommit },
});
const input = { project_path: project, brief: brief as unknown as JsonObject };
if ((await store.run(run)) === null) {
  const started = await engine.start(stored, input, { by: BY, run });
  if (!started.ok) throw new Error(started.rejection.message);
}
for (;;) {
  const row = await store.run(run);
  if (row?.status === 'completed' || row?.status === 'failed') break;
  if (row?.status !== 'running') throw new Error(`The run is ${row?.status}.`);
  await engine.wait(run, ({ head }) => head > row.head, AbortSignal.timeout(200));
}
await close();
await store.close();

/** The commit is durable, and nothing that it asks for is done. */
function onCommit({ id, workflow, state }: LiveRun, events: readonly AnyEvent[]): void {
  for (const [task, { step }] of state.tasks.entries()) steps.set(`${id}#${task}`, step);
  const met = events.flatMap((event) => {
    const step = stepOf(event, id);
    if (event.type === 'TaskCompleted' && workflow.name === 'research-execution') note(`done ${step} ${id}`);
    if (event.type === 'CallBegun') note(`call ${step} ${id}`);
    const name = `${workflow.name}: ${event.type} ${step}`;
    return dies.includes(name) ? [name] : [];
  });
  if (met.length === 0) return;
  for (const each of met) note(`died ${each}`);
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

function stepOf({ type, data }: AnyEvent, run: string): string {
  if (type === 'StateEntered') return data.to;
  return 'task' in data && typeof data.task === 'number' ? (steps.get(`${run}#${data.task}`) ?? '') : '';
}
