// Every way a PRD run can fail ends in the failure step, with messages that name the step and say what to do.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { ADA, type PrdFixture, type PrdRun, prdFixture } from './prd-fixture.ts';
import { prdModel, SCRIPT } from './prd-model.ts';

async function failsWith(run: PrdRun, wanted: RegExp): Promise<readonly string[]> {
  assert.equal(await run.ended(), 'failed');
  const messages = (await run.data()).prdWorkflowFatalErrorMessages as readonly string[];
  assert.match(messages.join('\n'), wanted);
  assert.deepEqual(((await run.result()) as JsonObject).messages, messages, "the run's error tells the same");
  assert.equal((await run.visited()).at(-1), 'Error');
  return messages;
}

describe('initialisation validates and never throws', () => {
  const cases: readonly [string, JsonObject, RegExp][] = [
    ['without a projectPath', { projectPath: null }, /^Magi Initialization: Expected "projectPath".*found none/],
    ['without a userUtterance', { userUtterance: null }, /^Magi Initialization: Expected "userUtterance".*found none/],
    ['with a blank utterance', { userUtterance: '  \n ' }, /"userUtterance".*found none/],
    ['with a relative path', { projectPath: 'shop' }, /absolute path, found "shop"/],
    ['with a path outside the workspace', { projectPath: '/usr' }, /absolute path inside .*found "\/usr\/magi-sdd"/],
    [
      'with answers of a book',
      { clarifications: [{ id: 'who', question: 'Who?', answer: 'a'.repeat(200_001) }] },
      /answers of at most 200000 characters together, found 200001/,
    ],
    ['with an utterance of a book', { userUtterance: 'word '.repeat(5000) }, /at most 20000 characters, found 2/],
    ['with a number for a path', { projectPath: 7 }, /Expected "projectPath"/],
  ];
  for (const [name, input, wanted] of cases) {
    test(name, async (t) => {
      const run = await (await prdFixture(t)).start(input);
      await failsWith(run, wanted);
      assert.deepEqual(await run.visited(), ['Init', 'Error']);
      const types = (await run.events()).map(({ type }) => type);
      assert.ok(!types.includes('AttemptFailed') && !types.includes('TaskFailed'), types.join(' '));
    });
  }

  test('all that is wrong is said at once', async (t) => {
    const run = await (await prdFixture(t)).start({ projectPath: null, userUtterance: null });
    assert.equal((await failsWith(run, /projectPath/)).length, 2);
  });

  test('where the folder cannot be made', async (t) => {
    const fixture = await prdFixture(t);
    writeFileSync(join(fixture.project, 'magi-sdd'), 'a file');
    await failsWith(await fixture.start(), /Expected to make the folder ".*magi-sdd", but: /);
  });
});

describe('a fault in a step ends in the failure step, named', () => {
  async function withFaults(t: TestContext, label: string, answer: () => string | object): Promise<PrdFixture> {
    const model = prdModel(SCRIPT);
    const server = await startModelServer((request) => {
      const said = model.reply(request);
      return model.asked.at(-1)?.label === label ? (answer() as string) : said;
    });
    t.after(() => server.close());
    return prdFixture(t, { env: { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url } });
  }

  test('an agent that never gives a valid result', async (t) => {
    const fixture = await withFaults(t, 'Feature Brief Generation', () => 'no idea');
    await failsWith(await fixture.start(), /^Feature Brief Generation: .*after 2 repairs/);
  });

  test('a provider that refuses the request', async (t) => {
    const refuses = () => answers.status(400, 'no such field');
    const fixture = await withFaults(t, 'Initial Requirements Generation', refuses);
    const run = await fixture.start();
    await run.approvesBrief();
    await failsWith(run, /^Initial Requirements Generation: /);
  });

  test('a gap analysis that cannot be read', async (t) => {
    const fixture = await withFaults(t, 'Gap Analysis', () => '```result\n{"gapAnalysisScore": "so so"}\n```');
    const run = await fixture.start();
    await run.approvesBrief();
    await run.approvesAll();
    await failsWith(run, /^Gap Analysis: /);
  });

  test('a person who says that it cannot be done', async (t) => {
    const fixture = await prdFixture(t);
    const run = await fixture.start();
    const { id: task } = await run.at('FBReview');
    const failure = { code: 'work-failed', message: 'Nobody here may decide.' };
    const sent = await fixture.engine.send(run.id, { type: 'FailTask', task, failure }, ADA);
    assert.ok(sent.ok);
    await failsWith(run, /^Feature Brief Review: Nobody here may decide\./);
  });

  test('a project that is gone when work is handed out', async (t) => {
    const fixture = await prdFixture(t);
    const run = await fixture.start();
    await run.approvesBrief();
    await run.at('RR');
    await fixture.engine.settled();
    rmSync(join(fixture.project, 'magi-sdd'), { recursive: true });
    mkdirSync(join(fixture.project, 'magi-sdd'));
    writeFileSync(join(fixture.project, 'magi-sdd', String((await run.data()).featureId)), 'not a folder');
    const proposed = (await run.data()).functionalRequirements as readonly JsonObject[];
    const why = await run.tries('RR', { ...REVIEW, approvedRequirements: proposed as never });
    assert.match(why ?? '', /^workspace-fault: .*The folder must be repaired/, 'a person is told what to mend');
  });

  test('a file that cannot be read when work is handed out', async (t) => {
    const fixture = await prdFixture(t);
    const run = await fixture.start();
    await run.approvesBrief();
    await run.at('RR');
    await fixture.engine.settled();
    const brief = run.path(`${(await run.data()).featureId}/feature-brief.md`);
    rmSync(brief);
    mkdirSync(brief);
    await run.approvesAll();
    assert.equal(await run.ended(), 'on_hold', 'a person can mend it');
    const [hold] = (await run.view()).state.holds.values();
    assert.equal(hold?.code, 'workspace-fault');
    const end = { type: 'ResolveHold', hold: hold?.id ?? 0, move: 'end', reason: 'It is lost.' } as const;
    assert.ok((await fixture.engine.send(run.id, end, ADA)).ok);
    await failsWith(run, /^Gap Analysis: Expected a file at ".*feature-brief\.md", found a folder/);
  });
});

test('cancelling is no failure', async (t) => {
  const fixture = await prdFixture(t);
  const run = await fixture.start();
  const cancelled = await fixture.engine.send(run.id, { type: 'CancelRun', reason: 'Enough.' }, ADA);
  assert.ok(cancelled.ok);
  assert.equal(await run.ended(), 'cancelled');
});

const REVIEW = {
  ...{ approvedRequirements: [], rejectedRequirements: [], modifiedRequirements: [] },
  ...{ reviewSummary: 'Reviewed.', userFeedback: '' },
};
