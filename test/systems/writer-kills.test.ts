// Runs without a model whose process is killed in each call of a writer: nothing is done twice, and the documents are
// those of a run that nobody disturbed.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../examples/research/run-example.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { openPlace } from '../e2e/open-place.ts';
import { dyingProcess } from '../support/dying-process.ts';
import { newFolder } from './prd-fixture.ts';
import type { WriterSettings } from './writer-program.ts';

const PROGRAM = fileURLToPath(new URL('./writer-program.ts', import.meta.url));
const LONG_MS = 240_000;
const DEATHS_MAX = 40;
const SUBJECT = 'Mitglieder buchen einen Platz. 会員はコートを予約する。 The desk sees who comes!';

/** The least number of different calls. */
const CALLS = { prd: 6, pm: 5, sdd: 5 };

for (const [system, callsMin] of Object.entries(CALLS))
  test(`killed in each call of a writer of ${system}`, { timeout: LONG_MS }, async (t) => {
    const settingsIn = (folder: string, log: string): WriterSettings => {
      const project = join(folder, 'project');
      mkdirSync(project);
      return { place: join(folder, 'store.db'), system, project, log, subject: SUBJECT };
    };
    const plain = settingsIn(newFolder(t), '');
    assert.equal(await dyingProcess(PROGRAM, [JSON.stringify(plain)]), null);
    const folder = newFolder(t);
    const killed = settingsIn(folder, join(folder, 'deaths.log'));
    let deaths = 0;
    while ((await dyingProcess(PROGRAM, [JSON.stringify(killed)])) !== null) assert.ok(++deaths < DEATHS_MAX);
    t.diagnostic(`${deaths} deaths`);
    assert.ok(deaths >= callsMin, readFileSync(killed.log, 'utf8'));
    assert.deepEqual(documentsIn(killed.project), documentsIn(plain.project));
    await wasDoneOnce(killed);
  });

/** Without what is another one in each run. */
const documentsIn = (project: string): readonly (readonly [string, string])[] =>
  [...filesBelow(project)]
    .map(
      ([path, text]) => [path, text.replace(/run_\w{26}|\b[0-9a-f]{64}\b|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '...')] as const,
    )
    .sort();

async function wasDoneOnce({ place }: WriterSettings): Promise<void> {
  const store = await openPlace(place);
  try {
    const { items } = await store.listRuns({}, { limit: 100 });
    for (const { run, key } of items) {
      const done: number[] = [];
      for await (const event of eventsOfRun(store, run, key))
        if (event.type === 'TaskCompleted') done.push(event.data.task);
      assert.deepEqual(done, [...new Set(done)]);
    }
  } finally {
    await store.close();
  }
}
