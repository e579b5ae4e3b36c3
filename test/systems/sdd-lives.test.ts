// Deaths at every commit of a design run, just before the store has it and just after: the same visits, the same files,
// and nobody is asked again for an answer that was kept.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import { sdd } from '../../src/systems/sdd/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { soaked } from '../support/soak.ts';
import { ADA, newFolder, ROUND } from './sdd-fixture.ts';
import { type Moment, SddLives } from './sdd-lives.ts';

/** A soak plays each death in a run of its own; the suite as many in one run as leave every task one lost claim. */
const DEATHS_MAX = soaked(1) > 1 ? 1 : Number.POSITIVE_INFINITY;
const MOMENTS: readonly Moment[] = ['before', 'after'];
const LONG_MS = soaked(300_000);

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  test(`deaths at every commit: same visits, no section drafted twice, on ${kind}`, { timeout: LONG_MS }, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const began = process.cpuUsage();
    const store = await openPlace(place);
    t.after(() => store.close());
    const stored = await addSystem(store, { system: sdd, isOwn: false }, ADA, 0);
    let runs = 0;
    const play = async (dies: (found: readonly string[], moment: Moment, hasLost: boolean) => boolean) => {
      // Of one length: the document names it, and its size is compared.
      const run = `run_lives_${String(runs++).padStart(4, '0')}`;
      const lives = new SddLives({ store, stored, run, project: join(newFolder(t), 'project'), dies });
      await lives.lead();
      return { lives, result: await lives.result() };
    };
    const { lives: undisturbed, result: expected } = await play(() => false);
    checkDesign(expected);
    const left = new Set([...undisturbed.boundaries].flatMap((each) => MOMENTS.map((moment) => `${moment} ${each}`)));
    let deaths = 0;
    while (left.size > 0) {
      const before = left.size;
      let own = 0;
      const { lives, result } = await play((found, moment, hasLost) => {
        if (hasLost || own >= DEATHS_MAX || !found.every((each) => undisturbed.boundaries.has(each))) return false;
        if (!found.some((each) => left.has(`${moment} ${each}`))) return false;
        for (const each of found) left.delete(`${moment} ${each}`);
        own++;
        return true;
      });
      assert.deepEqual(result, expected);
      assert.ok(left.size < before, `never came to ${[...left].join('; ')}`);
      deaths += lives.deaths;
    }
    const { user, system } = process.cpuUsage(began);
    const spent = `${Math.round((user + system) / 1000)} ms of processor time`;
    t.diagnostic(`${undisturbed.commits} commits, ${deaths} deaths in ${runs - 1} runs, ${spent}`);
    assert.ok(deaths >= 2 * undisturbed.commits, `${deaths} deaths`);
  });

/** So that the same is not the same nothing. */
function checkDesign({ status, histories, files, kept }: JsonObject): void {
  assert.equal(status, 'completed');
  const { sdd: own } = histories as { readonly sdd: readonly string[] };
  const visited = own.flatMap((line) => /^(?:TaskOpened|ChildStarted) (\w+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(visited, ['intake', ...ROUND, ...ROUND, 'format_doc', 'human_review']);
  assert.ok(own.some((line) => line.endsWith(' approve')));
  assert.equal(Object.keys(files as JsonObject).length, 4);
  assert.equal(
    (kept as readonly string[]).length,
    3 + 1 + 2 + 1 + 1,
    'parts, a review, sections, a review, the format',
  );
}

async function placeOf(t: TestContext, kind: 'SQLite' | 'PostgreSQL'): Promise<string | null> {
  if (kind === 'SQLite') return join(newFolder(t), 'store.db');
  const postgres = await postgresOrSkip(t);
  return postgres === undefined ? null : postgres.createDatabase();
}
