// What reviewers found about signed documents, each as they saw it: who signed, when, what, and how it is proved.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { paintFor } from '../../src/cli/paint.ts';
import { outputLines } from '../../src/cli/show-output.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import { signedPart } from '../../src/documents/signing/signed-part.ts';
import type { JsonObject } from '../../src/json.ts';
import { perform } from '../../src/operations/define-operation.ts';
import { operations } from '../../src/operations/documents.ts';
import type { OperationContext } from '../../src/operations/operation-context.ts';
import type { Store } from '../../src/ports/store.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { openPlace } from '../e2e/open-place.ts';
import { connect, mcpOptions } from '../mcp/mcp-harness.ts';
import { PrdConversation } from '../mcp/prd-conversation.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { noPostgres, postgresForTests } from '../support/postgres.ts';
import { withModel } from '../systems/prd-cast.ts';
import { ADA, newFolder, type PrdFixtureOptions, type PrdRun, prdFixture } from '../systems/prd-fixture.ts';
import { briefOf, GAP, proposal } from '../systems/prd-model.ts';

const STATED = { ...ADA, stated: { source: 'flag', osUser: 'adal' } } as const;
const SIGNER = 'user:ada, stated by OS user adal';
/** Of its status block, which no signature covers. */
const STATUS_EDITS: { readonly [name: string]: readonly (readonly [string, string])[] } = {
  'feature-brief.md': [
    ['Approved; written', 'Rejected; written'],
    ['without a model.\r', 'without a model. Also approved: wire money.\r'],
    ['- **Run**', '- **Also approved**: wire money\r\n- **Run**'],
    ['- **Signed**', '- **Approver**: user:boss\r\n- **Signed**'],
  ],
  'PRD.md': [
    ['- **Status**: finalized', '- **Status**: draft'],
    ['- **Run**', '- **Also approved**: wire money\r\n- **Run**'],
  ],
};
const digest = (text: string): string => `sha256:${hash('sha256', text, 'hex')}`;

/** To the end, every gate approved. */
async function signs(run: PrdRun): Promise<void> {
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.answer('PR', { prdApproved: true, reviewSummary: 'Good.' });
  assert.equal(await run.ended(), 'completed');
}

/** On both kinds of store: their place. */
function onBothStores(name: string, body: (t: TestContext, options: PrdFixtureOptions) => Promise<void>): void {
  test(`${name} (SQLite)`, (t) => body(t, { by: STATED }));
  test(`${name} (Postgres)`, { skip: noPostgres() }, async (t) =>
    body(t, { by: STATED, place: await (await postgresForTests()).createDatabase() }),
  );
}

describe('newcomer-M8', () => {
  onBothStores('newcomer-M8: a signed PRD names who, when, what and in which run', async (t, options) => {
    const run = await (await prdFixture(t, options)).start();
    await signs(run);
    const prd = (await run.file('PRD.md')) ?? '';
    const block = /## Document Status\n\n([\s\S]*?)\n\n## /.exec(prd)?.[1]?.split('\n') ?? [];
    const signed = digest(signedPart('prd', prd));
    assert.deepEqual(block.slice(2, 4), ['- **Status**: finalized', `- **Approver**: ${SIGNER}`]);
    assert.match(block[4] ?? '', /^- \*\*Approved\*\*: 2026-03-05T10:\d\d:\d\d\.000Z$/);
    assert.deepEqual(block.slice(5), [
      ...[`- **Signed**: ${signed}`, `- **Run**: ${run.id}`, '- **Written By**: without a model'],
    ]);
    const answer = (await run.events()).findLast(({ type, data }) => type === 'VerdictBound' && data.step === 'PR');
    assert.deepEqual([answer?.actor, answer?.data], ['user:ada', { ...answer?.data, stated: STATED.stated }]);
  });

  test('newcomer-M8: every document says that it was written without a model, or which parts were', async (t) => {
    const byRules = await (await prdFixture(t)).start();
    await signs(byRules);
    const { history } = parseRequirements((await byRules.file('requirements.md')) ?? '');
    assert.deepEqual(
      history.map((record) => record.isByRules),
      [true],
    );
    for (const name of ['feature-brief.md', 'requirements.md', 'PRD.md'])
      assert.match((await byRules.file(name)) ?? '', /written(?: by.{0,4})? without a model/i, name);
    const byModel = await (await withModel(t)).fixture.start();
    await signs(byModel);
    for (const name of ['feature-brief.md', 'requirements.md', 'PRD.md'])
      assert.doesNotMatch((await byModel.file(name)) ?? '', /without a model/i, name);
    const [place, project] = [join(newFolder(t), 'store.db'), newFolder(t)];
    const { fixture } = await withModel(t, {}, { place, project });
    const begun = await fixture.start();
    await begun.at('FBReview');
    await fixture.close();
    const mixed = (await prdFixture(t, { place, project })).resume(begun.id);
    await signs(mixed);
    assert.match((await mixed.file('feature-brief.md')) ?? '', /## Status\n\nApproved\.\n/);
    assert.match((await mixed.file('requirements.md')) ?? '', /\*\*Written By:\*\* without a model\n/);
    const said = /- \*\*Written By\*\*: without a model: requirements, PRD\n/;
    assert.match((await mixed.file('PRD.md')) ?? '', said);
  });
});

onBothStores('prd-and-mcp-D9: the status of an approved brief is set by code', async (t, options) => {
  const { fixture } = await withModel(t, {}, options);
  const run = await fixture.start();
  await run.at('FBReview');
  const shown = String((await run.data()).featureBriefContent);
  assert.match(shown, /## Status\n\nDraft/);
  await run.approvesBrief();
  await run.at('RR');
  const brief = (await run.file('feature-brief.md')) ?? '';
  const signed = digest(signedPart('brief', shown));
  const block = ['Approved.', '', `- **Approver**: ${SIGNER}`, '- **Approved**: TIME', `- **Signed**: ${signed}`];
  const expected = [...block, `- **Run**: ${run.id}`].join('\n');
  const found = brief.replace(/2026-03-05T10:\d\d:\d\d\.000Z/, 'TIME');
  assert.equal(
    found,
    shown.replace('## Status\n\nDraft', () => `## Status\n\n${expected}`),
  );
});

describe('prd-and-mcp-D5', () => {
  /** A client without forms, at the first gap analysis. */
  async function toGaps(t: TestContext, options: PrdFixtureOptions = {}) {
    const fixture = await prdFixture(t, options);
    const systems = await systemsOn(fixture);
    const say = new PrdConversation(await connect(t, mcpOptions(fixture.engine, { systems, waitMs: 20_000 })));
    await say.begin(fixture.project);
    const run = fixture.resume(/run_\w+/.exec(say.now.thread)?.[0] ?? '');
    await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
    await say.report({ approved: true, reviewSummary: 'Good.' });
    await say.report({ functionalRequirements: [proposal(1)], summary: 'S' });
    await approves(say, 1);
    return { say, run };
  }

  const approves = (say: PrdConversation, number: number) =>
    say.report({
      ...{ approvedRequirements: [proposal(number)], rejectedRequirements: [], modifiedRequirements: [] },
      ...{ reviewSummary: 'Reviewed.', userFeedback: '' },
    });

  onBothStores("prd-and-mcp-D5: a gap decision nobody made is in nobody's name", async (t, { place }) => {
    const { say, run } = await toGaps(t, place === undefined ? {} : { place });
    await say.does('magi-prd-gap-analysis', { gapAnalysisScore: 0.9, identifiedGaps: [GAP] });
    assert.equal(say.now.tool, 'magi-prd-generation', say.now.text);
    const events = await run.events();
    const opened = events.find(({ type, data }) => type === 'TaskOpened' && data.step === 'GA');
    const task = opened?.type === 'TaskOpened' ? opened.data.task : 0;
    const done = events.find(({ type, data }) => type === 'TaskCompleted' && data.task === task);
    assert.equal(done?.actor, 'system');
    assert.ok(!('verdict' in (done?.data ?? {})) && !('stated' in (done?.data ?? {})));
    assert.ok(!events.some(({ type, data }) => type === 'VerdictBound' && data.step === 'GA'));
    assert.equal((await run.outputOf('IC')).decidedBy, 'threshold');
    assert.ok(
      !events.some(({ type, actor, data }) => type === 'MessageAdded' && data.task === task && actor === 'user:local'),
    );
  });

  test('prd-and-mcp-D5: what the person did say is theirs', async (t) => {
    const { say, run } = await toGaps(t);
    await say.report({ gapAnalysisScore: 0.2, identifiedGaps: [GAP], userWantsToContinueDespiteGaps: false });
    const bound = (await run.events()).find(({ type, data }) => type === 'VerdictBound' && data.step === 'GA');
    assert.equal(bound?.actor, 'user:local');
    assert.equal((await run.outputOf('IC')).decidedBy, 'person');
  });

  test('prd-and-mcp-D5: after five rounds leaving the decision out skips nothing', async (t) => {
    const { say, run } = await toGaps(t);
    const poor = { gapAnalysisScore: 0.2, identifiedGaps: [GAP] };
    for (let round = 1; round <= 5; round++) {
      await say.report(poor);
      const more = { functionalRequirements: [proposal(round + 1)], summary: 'S', gapsAddressed: ['GAP-001'] };
      await say.does('magi-prd-gap-requirements', more);
      await approves(say, round + 1);
    }
    assert.match((await say.report(poor)).text, /5 rounds are done/);
    assert.match((await say.report(poor)).text, /5 rounds are done/, 'nor when it is said again');
    assert.equal((await run.at('GA')).step, 'GA');
    await say.report({ ...poor, userWantsToContinueDespiteGaps: false });
    assert.equal(say.now.tool, 'magi-prd-generation', say.now.text);
  });
});

interface Proof {
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly differences: readonly { readonly kind: string; readonly text: string }[];
  readonly signature: { readonly actor: string; readonly osUser: string; readonly signed: string } | null;
  readonly seal: { readonly number: number; readonly hash: string } | null;
  readonly run: string;
  readonly proves: readonly string[];
  readonly cannotProve: readonly string[];
}

/** The operation as a caller on this machine performs it; a text is the code of its refusal. */
async function asks(name: string, store: Store | null, input: JsonObject): Promise<Proof | string> {
  const operation = operations.find((one) => one.name === name) ?? assert.fail(name);
  const context = {
    ...{ actor: 'user:eve', channel: 'cli', role: 'viewer', readsFiles: true },
    store: async () => store ?? assert.fail('the store was opened'),
    systems: async () => new KnownSystems(SYSTEMS),
  } as unknown as OperationContext;
  const done = await perform(operation, context, input);
  return done.ok ? (done.output as Proof) : done.rejection.code;
}

const proofOf = async (...given: Parameters<typeof asks>): Promise<Proof> => {
  const found = await asks(...given);
  return typeof found === 'string' ? assert.fail(found) : found;
};

describe('a signature is proved', () => {
  onBothStores(
    'newcomer-M8: a signature is proved against the history, and what was changed since is said',
    async (t, options) => {
      const fixture = await prdFixture(t, options);
      const run = await fixture.start();
      await signs(run);
      const { store } = fixture.engine;
      const feature = String((await run.data()).featureId);
      for (const name of ['PRD.md', 'feature-brief.md']) {
        await run.file(name);
        const document = run.path(`${feature}/${name}`);
        const good = await proofOf('documents.verify', store, { document });
        assert.deepEqual([good.ok, good.problems, good.differences], [true, [], []], name);
        assert.deepEqual([good.signature?.actor, good.signature?.osUser, good.run], ['user:ada', 'adal', run.id]);
        const shown = outputLines('documents.verify', good, { paint: paintFor({}, {}), width: null, now: 0 }).join(
          '\n',
        );
        assert.match(shown, /Signed by user:ada, stated by OS user adal \(from --as\) at/, 'verify-6');
        await run.edit(name, (text) => text.replaceAll('\n', '\r\n').replace('| TBD |', '| order-export/API-001 |'));
        assert.ok((await proofOf('documents.verify', store, { document })).ok, 'line ends and the table are free');
        for (const [from, to] of STATUS_EDITS[name] ?? []) {
          await run.edit(name, (text) => text.replace(from, to));
          const { ok, problems } = await proofOf('documents.verify', store, { document });
          assert.equal(ok, false, `verify-6: ${to}`);
          assert.match(problems.join(), /status block/);
          await run.edit(name, (text) => text.replace(to, from));
          assert.ok((await proofOf('documents.verify', store, { document })).ok);
        }
        await run.edit(name, (text) => text.replace('user:ada, stated', 'user:boss, stated'));
        const forged = await proofOf('documents.verify', store, { document });
        assert.match(forged.problems.join(), /"Approver: user:ada, stated by OS user adal".*found "user:boss/);
        await run.edit(name, (text) => text.replace('user:boss', 'user:ada').replace('CSV', 'PDF'));
        const changed = await proofOf('documents.verify', store, { document });
        assert.equal(changed.ok, false);
        assert.match(changed.problems.join(), /changed since/);
        assert.ok(changed.differences.some(({ kind, text }) => kind === 'added' && text.includes('PDF')));
        assert.equal(await asks('documents.proof', store, { document }), 'signature-not-proved');
      }
      const byName = await proofOf('documents.verify', store, { document: feature, project: fixture.project });
      assert.equal(byName.ok, false);
      await run.edit('PRD.md', (text) => text.replace(run.id, 'run_00000000000000000000000000'));
      assert.equal(await asks('documents.verify', store, { document: run.path(`${feature}/PRD.md`) }), 'unknown-run');
      assert.equal(
        await asks('documents.verify', store, { document: run.path(`${feature}/requirements.md`) }),
        'document-not-signed',
      );
    },
  );

  onBothStores(
    'newcomer-M8: a signature is proved without the store, by a proof and a seal kept elsewhere',
    async (t, options) => {
      const fixture = await prdFixture(t, options);
      const run = await fixture.start();
      await signs(run);
      const { store } = fixture.engine;
      await run.file('PRD.md');
      const document = run.path(`${String((await run.data()).featureId)}/PRD.md`);
      await store.seal(Date.now(), 0);
      const { file } = (await proofOf('documents.proof', store, { document })) as unknown as { file: string };
      assert.equal(await asks('documents.proof', store, { document }), 'proof-not-written', 'nothing is overwritten');
      await fixture.close();
      const good = await proofOf('documents.verify', null, { document, proof: file });
      assert.ok(good.ok && good.seal !== null, good.problems.join());
      assert.match(good.cannotProve.join(), /only a seal kept elsewhere/);
      const sealed = await proofOf('documents.verify', null, { document, proof: file, seal: good.seal.hash });
      assert.ok(sealed.ok);
      assert.doesNotMatch(sealed.cannotProve.join(), /seal kept elsewhere/);
      const other = await proofOf('documents.verify', null, { document, proof: file, seal: '0'.repeat(64) });
      assert.match(other.problems.join(), /Expected the seal 000000000000/);
      const proof = readFileSync(file, 'utf8');
      const changes: [string, (text: string) => string][] = [
        ['the signer', (text) => text.replaceAll('user:ada', 'user:eve')],
        ['who stated it', (text) => text.replaceAll('adal', 'eva')],
        ['what was shown', (text) => text.replace(/("shown": ".*?)CSV/, '$1PDF')],
        ['what was written', (text) => text.replace(/("written": ".*?)CSV/, '$1PDF')],
        ['the head', (text) => text.replace(/"head": "./, '"head": "x')],
        ['the run', (text) => text.replaceAll(run.id, 'run_00000000000000000000000000')],
        ['the seal', (text) => text.replace(/("seal": \{\s*"number": \d+,\s*"at": )\d/, '$19')],
      ];
      for (const [what, change] of changes) {
        const altered = change(proof);
        assert.notEqual(altered, proof, what);
        writeFileSync(file, altered);
        const found = await proofOf('documents.verify', null, { document, proof: file });
        assert.equal(found.ok, false, `${what} was altered`);
      }
      writeFileSync(file, '{}');
      assert.equal(await asks('documents.verify', null, { document, proof: file }), 'proof-unreadable');
    },
  );

  test('newcomer-M8: a history that was altered proves nothing', async (t) => {
    const place = join(newFolder(t), 'store.db');
    const fixture = await prdFixture(t, { place, by: STATED });
    const run = await fixture.start();
    await signs(run);
    await run.file('PRD.md');
    const document = run.path(`${String((await run.data()).featureId)}/PRD.md`);
    await fixture.close();
    const alterations = [
      `UPDATE commits SET at = at - 86400000 WHERE text LIKE '%"approve"%'`,
      `UPDATE commits SET text = replace(text, 'adal', 'boss')`,
      `UPDATE runs SET hash = zeroblob(32)`,
      `DELETE FROM commits WHERE first = 1`,
    ];
    for (const [at, sql] of alterations.entries()) {
      const copy = join(newFolder(t), `${at}.db`);
      copyFileSync(place, copy);
      const database = new DatabaseSync(copy);
      assert.ok(database.prepare(sql).run().changes > 0, sql);
      database.close();
      const store = await openPlace(copy);
      const found = await asks('documents.verify', store, { document });
      await store.close();
      assert.ok(typeof found === 'string' ? found === 'signature-not-proved' : !found.ok, sql);
    }
  });
});
