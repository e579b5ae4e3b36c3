// Whatever is altered behind a store's back is found, or it is said that only a seal kept elsewhere can show it.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { CHAIN_START, chained } from '../../src/engine/chain.ts';
import { StoreFault } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { type VerifyResult, verifyStore } from '../../src/runtime/verify-store.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { type Alteration, FOUND_BEFORE, NOT_FOUND_BEFORE, OTHERS, OUT_OF_RANGE } from './alterations.ts';
import { ALTERED_SEALS } from './altered-seals.ts';
import { type Alterable, PAID, postgresTemplate, sqliteTemplate, type Template } from './altered-store.ts';
import { ENDED_ROWS } from './ended-rows.ts';
import { UNNOTED } from './unnoted-rows.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

function brokenText({ broken }: VerifyResult): string {
  return broken
    .map(({ run, number, message }) => `${run}${number === null ? '' : ` at ${number}`}: ${message}`)
    .join('\n');
}

/** What verify says, or that the store cannot even be opened. */
async function verdictOn(template: Template, alteration: Alteration, seal?: string): Promise<string> {
  const alter = alteration[template.kind] ?? alteration.both ?? assert.fail('nothing to do');
  const apply = async (place: Alterable): Promise<void> =>
    typeof alter === 'string' ? place.run(alter) : alter(place);
  try {
    return await template.altered(apply, async (store) =>
      brokenText(await verifyStore(store, seal === undefined ? {} : { seal })),
    );
  } catch (thrown) {
    if (thrown instanceof StoreFault) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
}

function trials(
  kind: Store['kind'],
  open: (t: { skip(reason?: string): void }) => Promise<Template | undefined>,
): void {
  describe(`on ${kind}`, () => {
    let template: Template;
    let seal: string;
    before(async (t) => {
      const made = await open(t as unknown as { skip(reason?: string): void });
      if (made === undefined) return;
      template = made;
      const whole = await template.altered(
        () => {},
        (store) => verifyStore(store),
      );
      assert.equal(brokenText(whole), '');
      assert.deepEqual([whole.unproved, whole.seals], [[], 2]);
      seal = whole.lastSeal?.hash ?? assert.fail('no seal');
      const again = await template.altered(
        () => {},
        (store) => verifyStore(store, { seal }),
      );
      assert.deepEqual([brokenText(again), again.keptSeal], ['', 2]);
    });
    after(() => template?.remove());

    const tried = [
      ...[...FOUND_BEFORE, ...NOT_FOUND_BEFORE, ...OTHERS, ...OUT_OF_RANGE].map(
        (each) => ['torture-D1', each] as const,
      ),
      ...ENDED_ROWS.map((each) => ['verify-1', each] as const),
      ...ALTERED_SEALS.map((each) => ['verify-2', each] as const),
      ...UNNOTED.map((each) => ['verify-3', each] as const),
    ];
    for (const [review, alteration] of tried) {
      if (alteration[kind] === undefined && alteration.both === undefined) continue;
      test(`${review}: ${alteration.what}`, async (t) => {
        if (template === undefined) return t.skip('no server');
        if (alteration.needsSeal) assert.equal(await verdictOn(template, alteration), '', 'nothing inside shows it');
        const found = await verdictOn(template, alteration, alteration.needsSeal ? seal : undefined);
        assert.match(found, alteration.says);
      });
    }

    alone(() => (template === undefined ? null : { template, seal }));
  });
}

type Trial = (name: string, work: (template: Template, seal: string) => Promise<void>, review?: string) => void;

/** Those that are more than a statement and what is said of it. */
function alone(made: () => { readonly template: Template; readonly seal: string } | null): void {
  const trial: Trial = (name, work, review = 'torture-D1') => {
    test(`${review}: ${name}`, async (t) => {
      const on = made();
      if (on === null) t.skip('no server');
      else await work(on.template, on.seal);
    });
  };
  trial('a history, its chain and its seals replaced', async (template, seal) => {
    const inside = await template.altered(recreate, async (store) => {
      await store.seal(5_000);
      return [brokenText(await verifyStore(store)), brokenText(await verifyStore(store, { seal }))];
    });
    assert.equal(inside[0], '', 'nothing inside shows it');
    assert.match(inside[1] ?? '', /seals: Expected the seal \w+, which was kept elsewhere, among 1 seals?, found none/);
  });

  closer(trial);
  sealing(trial);

  trial('nobody is shown an altered payload', async (template) => {
    const alter = ({ run }: Alterable) => run(`UPDATE payloads SET text = replace(text, 'Pay 100', 'Pay 900')`);
    await template.altered(alter, async (store) => {
      const fault = await faultOf(readsGate(store, template.waiting));
      assert.equal(fault.code, 'store-broken');
      assert.match(fault.message, new RegExp(`payload sha256:\\w+, which .*${template.waiting}.* found another`));
      assert.match(fault.message, /store verify, then restore a backup. Nothing was changed./);
    });
    await template.altered(
      () => {},
      async (store) => {
        assert.ok((await readsGate(store, template.waiting)).includes(PAID));
      },
    );
  });

  trial('a payload that is missing is said, with its run', async (template) => {
    await template.altered(
      ({ run }) => run('DELETE FROM payloads'),
      async (store) => {
        const fault = await faultOf(readsGate(store, template.waiting));
        assert.equal(fault.code, 'store-broken');
        assert.match(fault.message, new RegExp(`which ${template.waiting} needs.* found none`));
      },
    );
  });

  trial('what was erased or pruned with a note is not broken', async (template) => {
    await template.altered(
      () => {},
      async (store) => {
        const row = (await store.run(template.ended)) ?? assert.fail('no run');
        const by = { at: 9, actor: 'user:ada', channel: 'cli' } as const;
        const note = JSON.stringify([['DataErased', { run: row.run, upTo: row.head }]]);
        await store.erase(row.key, row.head, { ...by, text: note });
        const erased = await verifyStore(store);
        assert.equal(brokenText(erased), '');
        assert.match(erased.unproved.join(), /rows of erased runs, .* \(1\)/);
        const removal = JSON.stringify([['RunsRemoved', { runs: [row.run] }]]);
        await store.removeRuns([row.key], { ...by, text: removal });
        await store.prunePayloads(Date.now() + 1, 0);
        assert.equal(brokenText(await verifyStore(store)), '');
      },
    );
  });
}

function closer(trial: Trial): void {
  trial('chains alone show a commit beyond the head, and one that cannot be read', async (template) => {
    const newest = '(SELECT max(id) FROM commits WHERE run > 0)';
    const quick = (change: string) =>
      template.altered(
        ({ run }) => run(`UPDATE commits SET ${change} WHERE id = ${newest}`),
        async (store) => brokenText(await verifyStore(store, { isQuick: true })),
      );
    assert.match(await quick('first = first + 1000, last = last + 1000'), /at (\d+): Expected event \1 next/);
    assert.match(await quick('channel = 99'), /at (\d+): Expected the commit of events \1 to \d+ to be readable/);
  });

  trial('a version made current again is no alteration, and one without a note is not proved', async (template) => {
    await template.altered(
      () => {},
      async (store) => {
        const [, older] = await store.versionsOf('pay');
        const old = (await store.workflowByKey(older?.key ?? 0)) ?? assert.fail('no older version');
        const note = { at: 9, actor: 'user:eve', channel: 'cli', text: '[["WorkflowAdded",{"name":"pay"}]]' } as const;
        await store.addWorkflow(old.workflow, 'elsewhere', note);
        const again = await verifyStore(store);
        assert.deepEqual([brokenText(again), again.unproved], ['', []]);
      },
    );
    const unsaid = await template.altered(
      async ({ run }) =>
        run(`DELETE FROM seals; UPDATE commits SET text = replace(text, '"compiler":', '"c":') WHERE run = 0`),
      async (store) => verifyStore(store),
    );
    assert.match(unsaid.unproved.join(), /which version of a workflow is current, and who added it, .* \(1\)/);
    assert.doesNotMatch(brokenText(unsaid), /workflows:/);
  });
}

function sealing(trial: Trial): void {
  const goesOn = async (template: Template, alter: string): Promise<void> => {
    await template.altered(
      ({ run }) => run(alter),
      async (store) => {
        const note = { at: 9, actor: 'user:ada', channel: 'cli', text: '[["ViewSaved",{"name":"new"}]]' } as const;
        await store.putRecord('view', 'new', { filter: 'z' }, note);
        assert.notEqual(await store.seal(3_000), null, 'what was committed since is sealed');
        assert.equal(await store.seal(4_000), null, 'and only once');
      },
    );
  };
  trial(
    'a seal that claims more than there is does not end sealing',
    (template) => goesOn(template, 'UPDATE seals SET through = 999999'),
    'verify-2',
  );
  trial(
    'a seal that claims less than it holds makes the next one longer, and nothing else',
    (template) => goesOn(template, 'UPDATE seals SET through = 0'),
    'verify-2',
  );
}

/** What a person at the gate is shown. */
async function readsGate(store: Store, run: string): Promise<string> {
  const engine = await openEngine({ store, role: 'test' });
  try {
    const view = (await engine.view(run)) ?? assert.fail('no run');
    return JSON.stringify([...view.payloads.values()]);
  } finally {
    await engine.close(0);
  }
}

async function faultOf(work: Promise<unknown>): Promise<StoreFault> {
  const thrown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (thrown instanceof StoreFault) return thrown;
  return assert.fail(`Expected a fault of the store, found ${String(thrown)}`);
}

/** The input of the first run differs, and so does everything that follows from it; its rows do not hold it. */
async function recreate({ rows, run }: Alterable): Promise<void> {
  const [head] = await rows('SELECT key, id FROM runs WHERE key = (SELECT min(key) FROM runs WHERE key > 0)');
  await run(`DELETE FROM seals; DELETE FROM snapshots WHERE run = ${head?.key}`);
  await run(`UPDATE commits SET text = replace(text, 'locks', 'clock') WHERE run = ${head?.key}`);
  const isText = typeof head?.id === 'string' && head.id.startsWith('run_');
  const actors = isText ? 'c.actor' : '(SELECT name FROM actors a WHERE a.key = c.actor)';
  const commits = await rows(`SELECT c.first, c.last, c.at, ${actors} AS who, c.channel, c.text FROM commits c
    WHERE run = ${head?.key} ORDER BY first`);
  const { CHANNEL } = await import('../../src/store/codes.ts');
  const { unpackedId } = await import('../../src/store/sqlite/run-ids.ts');
  const id = isText ? String(head?.id) : unpackedId(head?.id);
  let chain = CHAIN_START;
  for (const { first, last, at, who, channel, text } of commits) {
    const place = { first: Number(first), last: Number(last), at: Number(at), actor: String(who) };
    chain = chained(chain, id, { ...place, channel: CHANNEL.word(channel) }, sha256(String(text)), sha256);
  }
  await run(`UPDATE runs SET hash = ${isText ? `'\\x${chain}'` : `x'${chain}'`} WHERE key = ${head?.key}`);
}

trials('sqlite', () => sqliteTemplate());
trials('postgres', async (t) => {
  const postgres = await postgresOrSkip(t as never);
  return postgres === undefined ? undefined : postgresTemplate(postgres);
});
