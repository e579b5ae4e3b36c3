// Research over MCP by the program itself: the client's model does the workers' steps, with a corpus and without one.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Ledger } from '../../src/documents/evidence/ledger.ts';
import type { JsonObject } from '../../src/json.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { CORPUS, foundTexts, playUntil, readDocument, startInput, stdio } from './research-conversation.ts';

const LIMIT = { timeout: 120_000 };
const NAMES = ['article', 'ledger', 'ledger-text', 'sources'];

test("without a corpus the client's model searches, writes and checks; its article can be read", LIMIT, async (t) => {
  const project = newFolder(t);
  const connection = await stdio(t, project);
  const first = await connection.call('runs_start', startInput(project));
  const { done, last } = await playUntil(connection, first);
  assert.deepEqual(done, ['web_search', 'article_writer', 'editor']);
  assert.equal(last.next, 'concluded', JSON.stringify(last));
  const { status, sources, folder } = last.output as JsonObject;
  assert.equal(status, 'completed');
  assert.match(JSON.stringify(sources), /learning\.example\.org\/what-python-is\.md/);
  assert.deepEqual(readdirSync(join(project, 'research')), [String(folder).replace('research/', '')]);

  const { resources } = await connection.client.listResources();
  const own = resources.filter(({ uri }) => uri.startsWith(`signoff://runs/${last.run}/documents/`));
  const names = own.map(({ uri }) => uri.split('/').at(-1) ?? '');
  for (const name of NAMES) assert.ok(names.includes(name), `${name} is listed`);
  const read = (name: string) => readDocument(connection, String(last.run), name);
  const article = await read('article');
  assert.match(article.text, /^# What the sources say$/m);
  const ledger = await read('ledger');
  assert.deepEqual([article.mimeType, ledger.mimeType], ['text/markdown', 'application/json']);
  const { entries } = JSON.parse(ledger.text) as { entries: { verdict: string; kind: string }[] };
  const claims = entries.filter(({ kind }) => kind !== 'framing');
  assert.ok(claims.length > 5);
  assert.deepEqual(
    claims.filter(({ verdict }) => verdict !== 'supported'),
    [],
  );
  const kept = JSON.parse((await read('sources')).text) as { hash: string; title: string }[];
  assert.equal(kept.length, foundTexts().length);
  assert.match(kept[0]?.hash ?? '', /^sha256:/);
});

test("with a corpus code reads it, and the client's model does all the other workers", LIMIT, async (t) => {
  const project = newFolder(t);
  const connection = await stdio(t, project);
  const brief = { research_depth: 'deep', min_sources: 15, target_length: 3500, specific_sections: ['Speed'] };
  const wanted = { ...brief, tone: 'academic', preferred_sources: ['academic'], min_quality_score: 0.1 };
  const first = await connection.call('runs_start', startInput(project, { corpus: CORPUS }, wanted));
  const { done, last } = await playUntil(connection, first);
  assert.equal(last.next, 'concluded', JSON.stringify(last));
  const all = ['content_synthesizer', 'insight_extractor', 'introduction_writer', 'conclusion_writer', 'fact_checker'];
  for (const worker of [...all, 'article_writer', 'citation_formatter', 'editor'])
    assert.ok(done.includes(worker), `${worker}: ${done.join(', ')}`);
  assert.ok(!done.some((worker) => worker.endsWith('_search')), done.join(', '));
  const { entries } = JSON.parse((await readDocument(connection, String(last.run), 'ledger')).text) as Ledger;
  assert.deepEqual([...new Set(entries.map(({ judge }) => judge?.model))], ["the client's own model"]);
});

test('the person sees the plan in words, edits its drawing, and approves it', LIMIT, async (t) => {
  const project = newFolder(t);
  const { call, refused } = await stdio(t, project);
  const first = await call('runs_start', startInput(project, { review_plan: true, corpus: CORPUS }));
  assert.deepEqual([first.next, first.step], ['gate', 'review_plan']);
  assert.match(String(first.prompt), /- Writing, one after another: Article\. About 6 min and \$0\.90\./);
  assert.doesNotMatch(String(first.prompt), /WORKFLOW_CONFIG|research\.find/);
  const answer = (given: JsonObject) => ({ task: String(first.task), ...given });
  assert.match(await refused('tasks_answer', answer({ verdict: 'change' })), /a change needs `flow`/);
  const nobody = { verdict: 'change', flow: 'graph TD\n  painter[Paint it]' };
  assert.match(await refused('tasks_answer', answer({ output: nobody })), /"painter" is no worker\. Take it out/);
  assert.match(await refused('tasks_submit', answer({ output: { verdict: 'approve' } })), /person's own answer/);
  const drawn = /```mermaid\n([\s\S]*?)\n```/.exec(String(first.prompt))?.[1] ?? '';
  const flow = drawn.replace(
    'article_writer --> editor["Editing"]',
    'article_writer --> fact_checker["Fact checking"]\n    fact_checker --> editor["Editing"]',
  );
  const again = await call('tasks_answer', answer({ output: { verdict: 'change', flow } }));
  assert.match(String(again.prompt), /- Quality, .*Fact checking/);
  // Another version is shown now: what was answered to the first is not taken for it.
  const next = await call('tasks_answer', { task: String(again.task), verdict: 'approve' });
  assert.equal(next.step, 'article_writer', JSON.stringify(next).slice(0, 500));
});

test('a form shows the plan, and its approval does not pass through the model', LIMIT, async (t) => {
  const project = newFolder(t);
  const asked: string[] = [];
  const { call } = await stdio(t, project, (client) =>
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { verdict: 'approve' } };
    }),
  );
  const next = await call('runs_start', startInput(project, { review_plan: true, corpus: CORPUS }));
  assert.equal(next.step, 'article_writer', JSON.stringify(next).slice(0, 500));
  assert.match(asked.join('\n'), /Plan/);
});
