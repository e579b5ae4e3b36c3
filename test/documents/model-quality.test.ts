// The judged sets with a connected model, here one on loopback: it is measured as the rules are; without one that is
// said.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { askModel } from '../../bench/quality/ask-model.ts';
import { labelledSentences } from '../../bench/quality/measure-lint.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';

const LIMIT = 10;

test('a model that marks as the labels do has full marks, and one that finds no gap has no recall', async (t) => {
  const labelled = new Map(labelledSentences().map(({ text, rules }) => [text, rules]));
  const server = await startModelServer(({ texts }) => {
    const prompt = texts.join('\n');
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
  assert.equal(figures.calls, 1 + LIMIT);
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

test('a model is asked for gaps as a run asks: the brief in a fence, and the schema', async (t) => {
  const server = await startModelServer(() => '{"marks": [], "identifiedGaps": []}');
  t.after(() => server.close());
  const env = { SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
  await askModel({ provider: `${server.url}/v1`, env, limit: 1 });
  const prompt = server.requests.at(-1)?.texts.at(-1) ?? '';
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
  const args = [main, '--only', 'gaps', '--provider', `${server.url}/v1`, '--limit', '1'];
  const env = { ...process.env, SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch((thrown) => thrown);
  assert.match(
    stdout,
    /\| held out \| \d+ \|[\s\S]*with the model of [^\n]+: 2 calls, 0 replies that could not be read/,
  );
  assert.match(stdout, /\| gaps \| 1 briefs \| /);
});
