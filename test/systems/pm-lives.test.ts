// Deaths at every commit of a PM run's life and of the runs it starts, just before the store has it and just after:
// NEEDS_CHANGES and APPROVED each come once, and the same files and messages are there.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { addSystem } from '../../src/operations/add-system.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { openPlace } from '../e2e/open-place.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { soaked } from '../support/soak.ts';
import { ADA, newFolder } from './pm-fixture.ts';
import { type Moment, PmLives } from './pm-lives.ts';

/** A soak plays each death in a run of its own; the suite as many in one run as leave every task one lost claim. */
const DEATHS_MAX = soaked(1) > 1 ? 1 : Number.POSITIVE_INFINITY;
const MOMENTS: readonly Moment[] = ['before', 'after'];
const LONG_MS = soaked(300_000);

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  test(`deaths at every commit: same states, messages, signals and files, on ${kind}`, {
    timeout: LONG_MS,
  }, async (t) => {
    const place = await placeOf(t, kind);
    if (place === null) return;
    const store = await openPlace(place);
    t.after(() => store.close());
    const stored = await addSystem(store, { system: pm, isOwn: false }, ADA, 0);
    let runs = 0;
    const play = async (dies: (found: readonly string[], moment: Moment, hasLost: boolean) => boolean) => {
      const run = `run_pmlives_${String(runs++).padStart(4, '0')}`;
      const lives = new PmLives({ store, stored, run, project: join(newFolder(t), 'project'), dies });
      await lives.lead();
      return { lives, result: await lives.result() };
    };
    const { lives: undisturbed, result: expected } = await play(() => false);
    checkLife(expected);
    const left = new Set([...undisturbed.boundaries].flatMap((each) => MOMENTS.map((moment) => `${moment} ${each}`)));
    let deaths = 0;
    while (left.size > 0) {
      const before = left.size;
      let own = 0;
      const { lives, result } = await play((found, moment, hasLost) => {
        if (hasLost || own >= DEATHS_MAX) return false;
        if (!found.some((each) => left.has(`${moment} ${each}`))) return false;
        for (const each of found) left.delete(`${moment} ${each}`);
        own++;
        return true;
      });
      assert.deepEqual(result, expected);
      assert.ok(left.size < before, `never came to ${[...left].join('; ')}`);
      deaths += lives.deaths;
    }
    t.diagnostic(`${undisturbed.commits} commits, ${deaths} deaths in ${runs - 1} runs`);
    assert.ok(deaths >= undisturbed.commits, `${deaths} deaths`);
  });

/** So that the same is not the same nothing. */
function checkLife({ histories, files }: JsonObject): void {
  const { pm: own, 'pm-architect 1': architect } = histories as { readonly [name: string]: readonly string[] };
  const states = (own ?? []).flatMap((line) => /^StateEntered (\S+)/.exec(line)?.[1] ?? []);
  const round = ['INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'WAITING'];
  assert.deepEqual(states, ['WAITING', ...round, ...round, 'DONE', '[*]']);
  assert.equal(architect?.filter((line) => line.startsWith('SignalReceived')).length, 3, 'two requests, a shutdown');
  assert.deepEqual(Object.keys(files as JsonObject), [
    '/order-export/spec.md',
    '/order-export/spec/v1.md',
    '/order-export/spec/v2.md',
    '/order-export/stories/README.md',
    '/order-export/stories/S-001.md',
  ]);
}

async function placeOf(t: TestContext, kind: 'SQLite' | 'PostgreSQL'): Promise<string | null> {
  if (kind === 'SQLite') return join(newFolder(t), 'store.db');
  const postgres = await postgresOrSkip(t);
  return postgres === undefined ? null : postgres.createDatabase();
}
