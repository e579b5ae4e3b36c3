// A model judges claims besides code, in a whole run: what either refuses is taken out.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { BY, NOW, openExample } from '../../examples/research/open-example.ts';
import { corpusOf, filesBelow } from '../../examples/research/run-example.ts';
import type { Ledger } from '../../src/documents/evidence/ledger.ts';
import type { JsonObject } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { startModelServer } from '../support/model-server.ts';
import { newFolder } from './prd-fixture.ts';
import { PRICE, workerOf, workOf } from './research-model.ts';

const BRIEF = { topic: 'What is Python programming?', target_length: 600, min_sources: 3, min_quality_score: 0.3 };
const INVENTED = 'Python was invented by NASA on Mars in 1492';
const WAIT_MS = 60_000;
/** The last of its section: the heading behind it must not move up. */
const DOUBTED = /^(c6): (.+)$/m;
const REASON = 'The passage does not say who counted.';

/** The run's article and ledger, with a model that writes, adds a claim of its own, and judges as it is told. */
async function written(
  t: TestContext,
  judge: (prompt: string, verdicts: JsonObject[]) => readonly JsonObject[],
  added: (prompt: string) => string = () => `${INVENTED} [e1]`,
) {
  const server = await startModelServer((request) => {
    const prompt = request.texts.join('\n\n');
    const worker = workerOf(request);
    const given = workOf(worker, prompt);
    if (worker === 'fact_checker') return envelope({ claims: judge(prompt, given.claims as JsonObject[]) });
    if (worker === 'article_writer') return envelope({ content: `${String(given.content)} ${added(prompt)}.` });
    return envelope(given);
  });
  t.after(() => server.close());
  const project = join(newFolder(t), 'project');
  mkdirSync(project);
  const store = await openPlace(join(newFolder(t), 'store.db'));
  const { engine, stored, close } = await openExample({
    ...{ store, project, sources: folderSearches(corpusOf('python'), project, new Date(NOW)) },
    script: { scores: [], failures: {} },
    env: { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' },
    prices: { [new URL(server.url).host]: { asOf: '2026-03-05', models: { '*': PRICE } } },
  });
  t.after(async () => {
    await close();
    await store.close();
  });
  const started = await engine.start(stored, { project_path: project, brief: BRIEF }, { by: BY });
  if (!started.ok) return assert.fail(started.rejection.message);
  const row = await engine.wait(started.run, ({ status }) => status !== 'running', AbortSignal.timeout(WAIT_MS));
  assert.equal(row?.status, 'completed');
  const files = [...filesBelow(project)];
  const named = (name: string): string => files.find(([path]) => path.endsWith(name))?.[1] ?? assert.fail(name);
  return { article: named('/article.md'), ledger: JSON.parse(named('/ledger.json')) as Ledger };
}

test('a claim that stands word for word and the judge refuses is taken out, the others stay', async (t) => {
  let doubted = '';
  const { article, ledger } = await written(t, (prompt, verdicts) => {
    const [, id = '', text = ''] = DOUBTED.exec(prompt) ?? assert.fail(prompt);
    doubted = text;
    return verdicts.map((each) => (each.id === id ? { id, verdict: 'insufficient', reason: REASON } : each));
  });
  const removed = ledger.removed.find(({ text }) => text === doubted) ?? assert.fail(JSON.stringify(ledger.removed));
  assert.deepEqual([removed.verdict, removed.reasons, removed.takenOutBy], ['insufficient', [REASON], 'judge']);
  assert.ok(!article.includes(doubted));
  assert.ok(!ledger.entries.some(({ text }) => text === doubted));
  assert.match(article, /^## Part 2$/m);
  assert.ok(ledger.entries.some(({ foundBy, judge }) => foundBy === 'word for word' && judge?.verdict === 'supported'));
});

test('a claim that the judge supports and code objects to is taken out all the same', async (t) => {
  const { article, ledger } = await written(t, (_, verdicts) => {
    assert.ok(verdicts.every(({ verdict }) => verdict === 'supported'));
    return verdicts;
  });
  assert.ok(!article.includes('NASA'));
  const removed =
    ledger.removed.find(({ text }) => text.startsWith(INVENTED)) ?? assert.fail(JSON.stringify(ledger.removed));
  assert.deepEqual([removed.verdict, removed.takenOutBy], ['insufficient', 'code']);
  assert.ok(ledger.entries.every(({ verdict }) => verdict === 'supported'));
});

test('a claim that both refuse is listed once, with what code objects to, as the judge calls it', async (t) => {
  const judge = (prompt: string, verdicts: JsonObject[]) => {
    const [, id = ''] = /^(c\d+): .*1871/m.exec(prompt) ?? assert.fail(prompt);
    return verdicts.map((each) => (each.id === id ? { id, verdict: 'contradicted', reason: REASON } : each));
  };
  const { ledger } = await written(t, judge, (prompt) => {
    const [, id = ''] = /^\[(e\d+)\].*February 1991/m.exec(prompt) ?? assert.fail(prompt);
    return `The first public release of Python appeared in February 1871 [${id}]`;
  });
  const [removed, ...more] = ledger.removed.filter(({ text }) => text.includes('1871'));
  assert.deepEqual([removed?.verdict, removed?.takenOutBy, more], ['contradicted', 'code', []]);
  assert.ok(!removed?.reasons.includes(REASON));
});
