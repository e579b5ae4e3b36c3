// Deaths at every commit of a research run and of the runs it starts, just before the store has it and just after:
// the same phases, plans and article, and no worker is called again once it was finished.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { BY, NOW, openExample } from '../../examples/research/open-example.ts';
import { corpusOf, filesBelow } from '../../examples/research/run-example.ts';
import { readExample } from '../../examples/research/script.ts';
import { readValue } from '../../src/engine/value.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import { research } from '../../src/systems/research/system.ts';
import { RunLives } from '../support/run-lives.ts';
import { dieAtEveryCommit, LONG_MS, type PlayPlace, STORE_KINDS } from './deaths.ts';

const SWEEP_MS = 50;
const { brief, script, expected } = readExample('healthcare');

/** What tells one run from another, and counts of attempts: a claim that a death lost is one. */
const OWN = new Set(['project_path', 'request_id', 'execution_id', 'attempts', 'retries']);

for (const kind of STORE_KINDS)
  test(
    `deaths at every commit: same phases, plans and article, no worker twice, on ${kind}`,
    { timeout: LONG_MS },
    (t) =>
      dieAtEveryCommit(t, kind, {
        system: research,
        play: lead,
        check({ state, files }) {
          assert.deepEqual(phasesIn(state), expected.phases);
          assert.ok(Object.keys(files).some((path) => path.endsWith('article.md')));
        },
        deathsMin: ({ boundaries }) => boundaries.size / 2,
      }),
  );

async function lead({ store, stored, run, project, dies }: PlayPlace) {
  const input = { project_path: project, brief: brief as unknown as JsonObject };
  const lives: RunLives = new RunLives({
    ...{ store, run, workflow: 'research', dies },
    open: (mortal, clock, isDead) =>
      openExample({
        ...{ store: mortal, project, script, engine: { clock, sweepMs: SWEEP_MS } },
        sources: folderSearches(corpusOf('healthcare'), project, new Date(NOW)),
        onCall(worker, iteration) {
          assert.equal(isDead(), false, 'The dead call nobody.');
          const execution = `research-execution ${iteration}`;
          assert.equal(lives.finished.has(`${execution}: ${worker}`), false, `${worker} was finished already`);
        },
      }),
    start: (engine) => engine.start(stored, input, { by: BY, run }),
    // Workers of a parallel step come in any order.
    isNumbered: () => false,
  });
  await lives.lead();
  return {
    lives,
    result: { state: await stateOf(store, run), files: Object.fromEntries(filesBelow(join(project, 'research'))) },
  };
}

const phasesIn = ({ phase_history }: JsonObject): readonly string[] =>
  (phase_history as readonly { readonly to: string }[]).map(({ to }) => to);

/** The record, without what is a run's own. */
async function stateOf(store: Store, run: string): Promise<JsonObject> {
  const engine = await openExample({
    ...{ store, project: '/nowhere', script, sources: folderSearches('/nowhere', '/nowhere', new Date(NOW)) },
    engine: { processesWork: false },
  });
  try {
    const { state, payloads } = (await engine.engine.view(run)) ?? assert.fail(`no run ${run}`);
    const values = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
    const record = JSON.stringify(Object.fromEntries(values));
    return JSON.parse(record, (key, value) => (OWN.has(key) ? undefined : value)) as JsonObject;
  } finally {
    await engine.close();
  }
}
