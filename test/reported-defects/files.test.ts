// Files that steps write, as reviewers tried them: folders that break at the worst moment, and readers in a hurry.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { AnyEvent } from '../../src/engine/events.ts';
import { shownHold } from '../../src/operations/show-run.ts';
import type { Action } from '../../src/ports/action.ts';
import { findStuck } from '../../src/runtime/find-stuck.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { takeDraft } from '../../src/runtime/take-draft.ts';
import { openPlace } from '../e2e/open-place.ts';
import { connect, mcpOptions } from '../mcp/mcp-harness.ts';
import { PrdConversation, written } from '../mcp/prd-conversation.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { ADA, eventsOf, start, taskOf } from '../runtime/engines-on-file.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { postgresOwner } from '../support/postgres-program.ts';
import { withModel } from '../systems/prd-cast.ts';
import { newFolder, type PrdFixture, prdFixture, review } from '../systems/prd-fixture.ts';
import { briefOf, proposal } from '../systems/prd-model.ts';

const PATIENCE_MS = 20_000;
const STORES = ['sqlite', 'postgres'] as const;

async function placeFor(t: TestContext, kind: (typeof STORES)[number]): Promise<string | null> {
  if (kind === 'sqlite') return join(newFolder(t), 'store.db');
  const postgres = await postgresOrSkip(t);
  return postgres === undefined ? null : postgres.createDatabase();
}

/** A folder that turns into a file when the commit that orders a file of it is stored, and can be mended again. */
class BreakingFolder {
  path = '';
  /** The step whose files are in the way of harm. */
  step = '';
  readonly hear = (_run: unknown, events: readonly AnyEvent[]): void => {
    if (!events.some(({ type, data }) => type === 'FilesAwaited' && data.step === this.step)) return;
    this.step = '';
    this.break();
  };

  break(): void {
    renameSync(this.path, `${this.path}.away`);
    writeFileSync(this.path, 'A file where a folder was.');
  }

  mend(): void {
    rmSync(this.path);
    renameSync(`${this.path}.away`, this.path);
  }
}

/** A client that leads a run up to its last gate, the review of the PRD. */
class Client {
  readonly talk: PrdConversation;
  readonly fixture: PrdFixture;
  readonly call: (tool: string, input: { readonly run: string }) => Promise<{ readonly [name: string]: unknown }>;

  constructor(fixture: PrdFixture, connected: Awaited<ReturnType<typeof connect>>) {
    this.fixture = fixture;
    this.talk = new PrdConversation(connected);
    this.call = (tool, input) => connected.call(tool, input);
  }

  get run(): string {
    return /run_\w+/.exec(this.talk.now.text)?.[0] ?? this.talk.now.thread.split('#')[0] ?? '';
  }

  get folder(): string {
    return join(this.fixture.project, 'magi-sdd', 'order-export');
  }

  async toBriefReview(): Promise<void> {
    await this.talk.begin(this.fixture.project);
    await this.talk.step('magi-prd-feature-brief');
    await this.talk.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
    await this.talk.step('magi-prd-feature-brief-review');
  }

  async toPrdReview(): Promise<void> {
    await this.toBriefReview();
    await this.talk.report(APPROVED);
    const proposals = [proposal(1), proposal(2)];
    await this.talk.does('magi-prd-initial-requirements', { functionalRequirements: proposals, summary: 'Two.' });
    await this.talk.does('magi-prd-requirements-review', review({ approvedRequirements: proposals }));
    const found = { gapAnalysisScore: 0.9, identifiedGaps: [], userWantsToContinueDespiteGaps: false };
    await this.talk.does('magi-prd-gap-analysis', found);
    await this.talk.report(written((await this.talk.step('magi-prd-generation')).prompt));
    await this.talk.step('magi-prd-review');
  }

  async resolve(move: 'retry' | 'skip' | 'end'): Promise<void> {
    const [hold = 0] = (await this.fixture.engine.view(this.run))?.state.holds.keys() ?? [];
    const command = { type: 'ResolveHold', hold, move, reason: 'Mended.' } as const;
    const { ok } = await this.fixture.engine.send(this.run, command, ADA);
    assert.ok(ok);
  }
}

const APPROVED = { approved: true, reviewSummary: 'Good.' };
const SIGNED = { prdApproved: true, reviewSummary: 'Good.' };

async function client(t: TestContext, place: string, onCommit?: BreakingFolder['hear']): Promise<Client> {
  const fixture = await prdFixture(t, { place, ...(onCommit && { onCommit }) });
  const systems = await systemsOn(fixture);
  return new Client(fixture, await connect(t, mcpOptions(fixture.engine, { systems, waitMs: PATIENCE_MS })));
}

for (const kind of STORES) {
  describe(`on ${kind}`, () => {
    test('prd-and-mcp-D1: a PRD that cannot be written is not reported as finalized, and heals', async (t) => {
      const place = await placeFor(t, kind);
      if (place === null) return;
      const folder = new BreakingFolder();
      const { talk, fixture, ...at } = await opened(t, place, folder);
      await at.client.toPrdReview();
      Object.assign(folder, { path: at.client.folder, step: 'F' });
      const { text } = await talk.report(SIGNED);
      const { run } = at.client;
      assert.doesNotMatch(text, /concluded/);
      assert.match(text, /^The step "Finalization" is held: "Finalization" is done, but its files are not written\./);
      assert.match(text, /PRD\.md", but a part of its path is a file, not a folder \(ENOTDIR\)/);
      assert.match(text, /must be repaired.*Fix the cause and retry; or skip.*Tell them what failed/s);
      const shown = await at.client.call('runs_status', { run });
      assert.equal(shown.status, 'on_hold');
      assert.match(JSON.stringify(shown.holds), /PRD\.md/);
      const [stuck] = await findStuck(fixture.engine.store, Date.now());
      assert.deepEqual([stuck?.code, stuck?.run], ['file-not-written', run]);
      const view = (await fixture.engine.view(run)) ?? assert.fail();
      const holds = [...view.state.holds.values()].map((hold) => shownHold(view, hold));
      assert.deepEqual(
        holds.map(({ moves, targets }) => [moves, targets]),
        [[['retry', 'skip', 'end'], []]],
      );
      assert.match(`${stuck?.cause} ${stuck?.remedy}`, /PRD\.md.*signoff runs resolve run_\w+ MOVE.*retry, skip, end/);
      await at.client.resolve('retry');
      assert.equal(await fixture.resume(run).ended(), 'on_hold', 'the folder is not mended yet');
      folder.mend();
      assert.match(readFileSync(join(folder.path, 'PRD.md'), 'utf8'), /draft/);
      await at.client.resolve('retry');
      const last = await talk.resume(run);
      assert.match(last.text, /^The workflow has concluded: the run run_\w+ is completed/);
      assert.match(readFileSync(join(folder.path, 'PRD.md'), 'utf8'), /finalized/);
    });

    test('prd-and-mcp-D1: a brief that cannot be written holds the run before anything comes of it', async (t) => {
      const place = await placeFor(t, kind);
      if (place === null) return;
      const folder = new BreakingFolder();
      const { talk, ...at } = await opened(t, place, folder);
      await at.client.toBriefReview();
      Object.assign(folder, { path: at.client.folder, step: 'FBReview' });
      const { text } = await talk.report(APPROVED);
      assert.match(text, /"Feature Brief Review" is done, but its files are not written.*feature-brief\.md/s);
      folder.mend();
      await at.client.resolve('retry');
      await talk.resume(at.client.run);
      assert.equal(talk.now.tool, 'magi-prd-initial-requirements');
      assert.match(readFileSync(join(folder.path, 'feature-brief.md'), 'utf8'), /# Export/);
    });

    test('prd-and-mcp-D1: what is skipped is said to be missing', async (t) => {
      const place = await placeFor(t, kind);
      if (place === null) return;
      const folder = new BreakingFolder();
      const { talk, ...at } = await opened(t, place, folder);
      await at.client.toPrdReview();
      Object.assign(folder, { path: at.client.folder, step: 'F' });
      await talk.report(SIGNED);
      const { run } = at.client;
      await at.client.resolve('skip');
      const { text } = await talk.resume(run);
      assert.match(
        text,
        /is completed\. Call no further tool for it\.\nTell the person that a file was not written: .*PRD\.md/,
      );
      assert.match(JSON.stringify((await at.client.call('runs_status', { run })).notWritten), /PRD\.md.*ENOTDIR/);
    });

    test('prd-and-mcp-D1: "end" leads to the failure step', async (t) => {
      const place = await placeFor(t, kind);
      if (place === null) return;
      const folder = new BreakingFolder();
      const { talk, ...at } = await opened(t, place, folder);
      await at.client.toBriefReview();
      Object.assign(folder, { path: at.client.folder, step: 'FBReview' });
      await talk.report(APPROVED);
      await at.client.resolve('end');
      await talk.resume(at.client.run);
      const { prompt } = await talk.step('magi-prd-failure');
      assert.match(prompt, /Feature Brief Review: \\"Feature Brief Review\\" is done, but its files are not written/);
      await talk.report({});
      assert.match(talk.now.text, /^The workflow has concluded: it failed\./);
    });

    test('prd-and-mcp-D2: when a run is said to have ended, or an answer to be taken, its file is there', async (t) => {
      const place = await placeFor(t, kind);
      if (place === null) return;
      const write: Action = ({ run, step }) => ({
        output: step,
        files: [{ path: `${run.id}-${step}.md`, text: step }],
      });
      const accepts = { write: ({ run }: { run: { id: string } }) => ({ output: 'fine', ...files(`${run.id}-P.md`) }) };
      const { engine, workspace } = await engineAt(t, place, { actions: { write }, accepts });
      const flow = 'flowchart TD\n  P(Ask) --> A[Write]\n%% @P: {"accept":"write"}\n%% @A: {"action":"write"}';
      const runs = await Promise.all(Array.from({ length: 50 }, () => start(engine, flow)));
      await Promise.all(
        runs.map(async (run) => {
          const { id } = await taskOf(engine, run, 'P');
          const result = engine.result(run, AbortSignal.timeout(PATIENCE_MS));
          assert.ok((await engine.answer(run, id, { output: 'approve', verdict: 'approve' }, ADA)).ok);
          assert.ok(existsSync(join(workspace, `${run}-P.md`)), 'the answer was taken');
          assert.equal((await result)?.status, 'completed');
          assert.equal(readFileSync(join(workspace, `${run}-A.md`), 'utf8'), 'A');
        }),
      );
      for (const run of runs) {
        const types = (await eventsOf(engine, run)).map(({ type }) => type);
        assert.ok(types.lastIndexOf('FileWritten') < types.indexOf('RunCompleted'));
      }
    });

    test('prd-and-mcp-D3: a broken folder is neither the model to correct nor the person to ask again', async (t) => {
      const place = await placeFor(t, kind);
      if (place === null) return;
      const { talk, ...at } = await opened(t, place);
      await at.client.toBriefReview();
      mkdirSync(join(at.client.folder, 'feature-brief.md'), { recursive: true });
      const { text } = await talk.report(APPROVED);
      assert.doesNotMatch(text, /Ask the person again|not accepted/);
      assert.match(
        text,
        /^Nothing is wrong with what was reported\. The answer to "Feature Brief Review" is kept as a draft/,
      );
      assert.match(text, /When the folder is repaired: signoff runs resolve run_\w+ retry continues with it as it is/);
      assert.match(text, /The step "Feature Brief Review" is held: .*found a folder.*must be repaired/s);
      rmSync(join(at.client.folder, 'feature-brief.md'), { recursive: true });
      await at.client.resolve('retry');
      await talk.resume(at.client.run);
      await talk.does('magi-prd-feature-brief-review', APPROVED);
      const proposals = [proposal(1), proposal(2)];
      await talk.step('magi-prd-initial-requirements');
      const folder = new BreakingFolder();
      folder.path = at.client.folder;
      folder.break();
      const broken = await talk.report({ functionalRequirements: proposals, summary: 'Two.' });
      assert.doesNotMatch(broken.text, /Correct it|not accepted/);
      assert.match(broken.text, /a part of its path is a file, not a folder \(ENOTDIR\)\. The folder must be repaired/);
      const [, run = ''] = /signoff runs resolve (run_\w+) retry continues with it/.exec(broken.text) ?? [];
      folder.mend();
      const [hold = 0] = (await at.fixture.engine.view(run))?.state.holds.keys() ?? [];
      assert.ok((await takeDraft(at.fixture.engine, run, hold, ADA)).ok);
      await talk.resume(run);
      assert.equal(talk.now.tool, 'magi-prd-requirements-review');
    });
  });
}

async function opened(t: TestContext, place: string, folder?: BreakingFolder) {
  const made = await client(t, place, folder?.hear);
  return { client: made, talk: made.talk, fixture: made.fixture };
}

const files = (path: string) => ({ files: [{ path, text: 'Written.' }] });

async function engineAt(t: TestContext, place: string, code: NonNullable<Parameters<typeof openEngine>[0]['code']>) {
  const workspace = newFolder(t);
  const store = await openPlace(place);
  const engine: Engine = await openEngine({ store, role: 'test', processesWork: true, code, workspaces: [workspace] });
  t.after(async () => {
    await engine.close(0);
    await store.close();
  });
  return { engine, workspace };
}

test('prd-and-mcp-D3: a symlink that leads out is named as one', async (t) => {
  const fixture = await prdFixture(t);
  const run = await fixture.start();
  await run.at('FBReview');
  const { featureId } = await run.data();
  rmSync(run.path(String(featureId)), { recursive: true });
  symlinkSync(tmpdir(), run.path(String(featureId)));
  const refused = await run.tries('FBReview', APPROVED);
  assert.match(refused ?? '', /^workspace-fault: .*the symlink ".*" leads out of it.*must be repaired/);
  assert.match(refused ?? '', /The answer to "Feature Brief Review" is kept as a draft, and its task is held/);
  const task = [...(await run.view()).state.tasks.values()].find(({ step }) => step === 'FBReview');
  assert.deepEqual([task?.status, task?.draft], ['on_hold', APPROVED]);
  rmSync(run.path(String(featureId)));
  const answer = { output: APPROVED, ...(task?.shown !== undefined && { shown: task.shown }) };
  assert.ok((await fixture.engine.answer(run.id, task?.id ?? 0, answer, ADA)).ok, 'a held task can be answered');
  assert.ok(existsSync(join(run.path(String(featureId)), 'feature-brief.md')));
});

test('prd-and-mcp-D3: what an agent wrote is kept while the folder is broken, and not asked for again', async (t) => {
  const folder = new BreakingFolder();
  let steps: string[] = [];
  const onCommit = (_run: unknown, events: readonly AnyEvent[]): void => {
    for (const { type, data } of events) if (type === 'CallBegun') steps.push(data.step);
    if (events.some(({ type }) => type === 'CallEnded') && steps.at(-1) === 'IR') folder.break();
  };
  const { fixture } = await withModel(t, {}, { onCommit });
  const run = await fixture.start();
  await run.at('FBReview');
  folder.path = run.path(String((await run.data()).featureId));
  steps = [];
  await run.approvesBrief();
  assert.equal(await run.ended(), 'on_hold');
  const { state } = await run.view();
  const [hold] = state.holds.values();
  assert.deepEqual([hold?.code, hold?.step], ['workspace-fault', 'IR']);
  assert.match(hold?.message ?? '', /a part of its path is a file, not a folder \(ENOTDIR\)/);
  assert.ok(
    [...state.tasks.values()].some(({ step, draft }) => step === 'IR' && draft != null),
    'a draft is kept',
  );
  const [stuck] = await findStuck(fixture.engine.store, Date.now());
  assert.equal(stuck?.code, 'workspace-fault');
  folder.mend();
  const retry = { type: 'ResolveHold', hold: hold?.id ?? 0, move: 'retry', reason: 'Mended.' } as const;
  assert.ok((await fixture.engine.send(run.id, retry, ADA)).ok);
  await run.at('RR');
  assert.deepEqual(steps, ['IR'], 'the model was asked once');
});

test('prd-and-mcp-D1: a folder that may not be written is reported with the reason, and heals', (t) => {
  const folder = newFolder(t);
  const owner = postgresOwner();
  if ('uid' in owner) chownSync(folder, owner.uid, owner.gid);
  const program = join(import.meta.dirname, 'write-in-locked-folder.ts');
  if (spawnSync('test', ['-r', program], owner).status !== 0) return t.skip('the checkout is not readable for others');
  const { stdout, stderr } = spawnSync(process.execPath, [program, folder], {
    ...owner,
    encoding: 'utf8',
    cwd: folder,
  });
  const printed = JSON.parse(stdout || JSON.stringify({ stderr })) as { readonly [name: string]: string };
  assert.deepEqual(
    [printed.held, printed.done, printed.text],
    ['on_hold', 'completed', 'Signed.'],
    JSON.stringify(printed),
  );
  assert.match(printed.message ?? '', /"locked\/a\.md", but permission is denied \(EACCES\)/);
  assert.match(printed.message ?? '', /The folder \S+\/locked must be repaired/);
});
