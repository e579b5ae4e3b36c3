// The judged sets with a connected model, here one on loopback: it is measured as the rules are; without one that is
// said.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { askModel } from '../../bench/quality/ask-model.ts';
import { designsOf, faultsOf } from '../../bench/quality/measure-designs.ts';
import { labelledSentences } from '../../bench/quality/measure-lint.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';

const LIMIT = 10;

test('a model that marks as the labels do has full marks, and one that finds no gap has no recall', async (t) => {
  const labelled = new Map(labelledSentences().map(({ text, rules }) => [text, rules]));
  const server = await startModelServer(({ texts }) => {
    const prompt = texts.join('\n');
    if (/critical reviewer of designs/.test(prompt)) return '{}';
    if (/identifiedGaps/.test(prompt)) return 'Here: {"gapAnalysisScore": 0.5, "identifiedGaps": []}';
    const marks = [...prompt.matchAll(/^(\d+)\. (.+)$/gm)].map(([, n, text]) => ({
      n: Number(n),
      rules: labelled.get(text ?? '') ?? [],
    }));
    return JSON.stringify({ marks });
  });
  t.after(() => server.close());
  const env = { SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
  const figures = await askModel({ provider: `${server.url}/v1`, env, limit: LIMIT });
  if (typeof figures === 'string') assert.fail(figures);
  assert.deepEqual(figures.lint, { precision: 1, recall: 1 });
  assert.equal(figures.sentences, LIMIT);
  assert.deepEqual([figures.gaps.briefs, figures.gaps.found, figures.unread], [LIMIT, 0, 0]);
  assert.ok(figures.gaps.recall < 0.5);
  const { designs, faults, passed, found } = figures.designs;
  assert.deepEqual([designs, passed, found], [8, 8, 0], 'one that says nothing passes all and finds no fault');
  assert.equal(figures.calls, 1 + LIMIT + designs + faults);
});

test('without a key, or with a word that names nobody, it says that nothing was run', async () => {
  assert.match(String(await askModel({ provider: 'anthropic', env: {} })), /^not run\. .*ANTHROPIC_API_KEY/);
  assert.match(String(await askModel({ provider: 'offline', env: {} })), /^not run\. .*the rules themselves/);
  const unnamed = { SIGNOFF_API_KEY: 'sk-none' };
  assert.match(
    String(await askModel({ provider: 'http://127.0.0.1:9/v1', env: unnamed })),
    /^not run\. .*SIGNOFF_MODEL/,
  );
});

test('a model that goes away is said to have stopped, without figures', async (t) => {
  const server = await startModelServer();
  t.after(() => server.close());
  server.next(answers.text('{"marks": []}'), { status: 401 });
  const env = { SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
  const said = String(await askModel({ provider: `${server.url}/v1`, env, limit: 1 }));
  assert.match(said, /^stopped after 1 answer, so there are no figures\. /);
});

test('a model that names each seeded fault finds all of them, and one that names everything finds none', async (t) => {
  const [design] = designsOf('unseen');
  const { texts } = design ?? assert.fail('There is no design.');
  const faults = faultsOf(design ?? assert.fail());
  const isIn = (prompt: string, own: typeof texts): boolean =>
    [own.hld, own.lld, own.database].every((text) => prompt.includes(text.trim()));
  const issue = (about: string) => ({
    category: 'quality',
    severity: 'HIGH',
    description: `Mend what is at ${about}.`,
  });
  const prompts: string[] = [];
  for (const isCareful of [true, false]) {
    const server = await startModelServer(({ texts: given }) => {
      const prompt = given.join('\n');
      if (!/critical reviewer of designs/.test(prompt)) return '{"marks": [], "identifiedGaps": []}';
      prompts.push(prompt);
      const seen = isCareful ? faults.filter(({ mutation }) => isIn(prompt, mutation.texts)) : faults;
      return JSON.stringify({ issues: seen.map(({ mutation }) => issue(mutation.about)) });
    });
    t.after(() => server.close());
    const env = { SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
    const figures = await askModel({ provider: `${server.url}/v1`, env, limit: 1 });
    if (typeof figures === 'string') assert.fail(figures);
    assert.ok(faults.length > 4 && figures.designs.faults === 4);
    assert.deepEqual([figures.designs.passed, figures.designs.found], isCareful ? [1, 4] : [0, 0]);
  }
  for (const prompt of prompts)
    assert.match(prompt, /### High-level design\n\n`{3,}text\n[\s\S]*\nThe JSON Schema of the result:\n/);
});

test('a model is asked for gaps as a run asks: the brief in a fence, and the schema', async (t) => {
  const server = await startModelServer(() => '{"marks": [], "identifiedGaps": []}');
  t.after(() => server.close());
  const env = { SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
  await askModel({ provider: `${server.url}/v1`, env, limit: 1 });
  const asked = server.requests.map(({ texts }) => texts.at(-1) ?? '');
  const prompt = asked.find((text) => text.includes('identifiedGaps')) ?? '';
  assert.match(
    prompt,
    /^Work as a critical reviewer[\s\S]*\n\n```text\n# [\s\S]*\n```\n\n### The requirements file\n\n```text\n/,
  );
  assert.match(prompt, /\n```json\n\{"type":"object","properties":\{"gapAnalysisScore"[^\n]*\n```$/);
  assert.doesNotMatch(prompt, /\{\{/);
});

test('npm run bench -- quality prints the figures of a model beside those of the rules', async (t) => {
  const server = await startModelServer(() => '{"marks": [], "identifiedGaps": []}');
  t.after(() => server.close());
  const main = join(root, 'bench', 'quality', 'main.ts');
  const args = [main, '--only', 'research', '--provider', `${server.url}/v1`, '--limit', '1'];
  const env = { ...process.env, SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch((thrown) => thrown);
  assert.match(
    stdout,
    /\| supported \| \d+ \|[\s\S]*with the model of [^\n]+: 7 calls, 0 replies that could not be read/,
  );
  assert.match(stdout, /\| gaps \| 1 briefs \| /);
  assert.match(stdout, /\n\| designs reviewed \|[^\n]*\n[^\n]*\n\| 1 \| 1 \| 4 \| 0 \| 0\.00 \|\n/);
});
