// The judged sets with a connected model, here one on loopback: it is measured as the rules are; without one that is
// said.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askModel } from '../../bench/quality/ask-model.ts';
import { labelledSentences } from '../../bench/quality/measure-lint.ts';
import { startModelServer } from '../support/model-server.ts';

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
  assert.match(String(await askModel({ provider: 'anthropic', env: {} })), /ANTHROPIC_API_KEY/);
  assert.match(String(await askModel({ provider: 'offline', env: {} })), /the rules themselves/);
});
