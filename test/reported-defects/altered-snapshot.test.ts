// A snapshot altered behind the store's back: nobody is shown what it says, and nobody decides on it.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { verifyStore } from '../../src/runtime/verify-store.ts';
import { BEN } from '../guarantees/on-both-stores.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { postgresTemplate, sqliteTemplate, type Template } from './altered-store.ts';

type Work = (engine: Engine, run: string, shown: string) => Promise<void>;

const APPROVED = { output: 'approve', verdict: 'approve' };
const FORGED = `UPDATE snapshots SET text = replace(text, '"topic":"keys"', '"topic":"kegs"')`;
const WITH_EVENTS = `${FORGED}; UPDATE commits SET text = replace(text, '"topic":"keys"', '"topic":"kegs"')`;
const NOT_JSON = 'UPDATE snapshots SET text = substr(text, 2)';
const NO_FORMAT = `UPDATE snapshots SET text = replace(text, '"format":1,', '')`;
const ELSEWHERE = 'UPDATE snapshots SET number = number - 1 WHERE number IS NOT NULL';

for (const kind of ['sqlite', 'postgres'] as const)
  describe(`on ${kind}`, () => {
    let template: Template | undefined;
    before(async (t) => {
      if (kind === 'sqlite') template = await sqliteTemplate();
      else {
        const postgres = await postgresOrSkip(t as never);
        if (postgres !== undefined) template = await postgresTemplate(postgres);
      }
    });
    after(() => template?.remove());

    const trial = (name: string, sql: string, work: Work): void =>
      void test(`torture3-D4: ${name}`, async (t) => {
        if (template === undefined) return t.skip('no server');
        const { altered, waiting } = template;
        const shown = await altered(
          () => {},
          (store) => onEngine(store, (engine) => shownOf(engine, waiting)),
        );
        await altered(
          ({ run }) => run(sql),
          (store) => onEngine(store, (engine) => work(engine, waiting, shown)),
        );
      });

    trial('what it was altered to is neither shown nor signed', FORGED, async (engine, run, shown) => {
      const found = {
        code: 'store-broken',
        message: /snapshot of run_\w+ at event \d+ .*, found other input\. Run signoff/,
      };
      const before = await engine.store.run(run);
      await assert.rejects(engine.view(run), found);
      await assert.rejects(engine.answer(run, 2, { ...APPROVED, shown }, BEN), found);
      await assert.rejects(engine.send(run, { type: 'PauseRun', reason: 'What is this?' }, BEN), found);
      assert.deepEqual(await engine.store.run(run), before, 'nothing was written');
      assert.ok((await engine.send(run, { type: 'CancelRun', reason: 'Somebody altered it.' }, BEN)).ok);
    });

    trial('one altered with the events below it is found by the hash of the run', WITH_EVENTS, async (engine, run) => {
      const message = /Expected the events of run_\w+ .* those that its hash at event \d+ says, found others/;
      await assert.rejects(engine.view(run), { code: 'store-broken', message });
      await assert.rejects(engine.answer(run, 2, APPROVED, BEN), { code: 'store-broken', message });
    });

    trial('one put at another event is found', ELSEWHERE, async (engine, run) => {
      await assert.rejects(engine.view(run), { code: 'store-broken', message: /found other / });
    });

    for (const [what, sql] of [
      ['is no JSON', NOT_JSON],
      ['has no format', NO_FORMAT],
    ] as const)
      trial(`one that ${what} counts for nothing: the run goes on from its events`, sql, async (engine, run, shown) => {
        assert.equal(await shownOf(engine, run), shown);
        assert.match(JSON.stringify((await verifyStore(engine.store)).broken), /to be readable, found that it is not/);
        const signed = await engine.answer(run, 2, { ...APPROVED, shown }, BEN);
        assert.ok(signed.ok, JSON.stringify(signed));
      });

    trial('one that nobody altered is gone on from', 'SELECT 1', async (engine, run, shown) => {
      const row = (await engine.store.run(run)) ?? assert.fail(run);
      assert.notEqual(await engine.store.snapshotOf(row.key), null);
      const signed = await engine.answer(run, 2, { ...APPROVED, shown }, BEN);
      assert.ok(signed.ok, JSON.stringify(signed));
    });
  });

async function onEngine<T>(store: Store, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine({ store, role: 'test' });
  try {
    return await work(engine);
  } finally {
    await engine.close(0);
  }
}

async function shownOf(engine: Engine, run: string): Promise<string> {
  return (await engine.view(run))?.state.tasks.get(2)?.shown ?? assert.fail('nothing is shown');
}
