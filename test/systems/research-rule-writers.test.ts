// What rules give for each worker that a model would do, in a whole run with all of them: made of its material, never
// the same for every run.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { corpusOf } from '../../examples/research/run-example.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { research } from '../../src/systems/research/system.ts';
import { play, type TestWriter } from './research-play.ts';

/** As complex as a brief can be, so that all workers are asked. */
const BRIEF = {
  ...{ research_depth: 'deep', target_length: 4000, tone: 'academic', content_type: 'research_report' },
  ...{
    include_keywords: ['AI'],
    target_audience: 'engineers',
    specific_sections: ['History'],
    min_sources: 15,
    min_quality_score: 0.1,
    max_budget: 50,
  },
};

async function resultsOf(t: Parameters<typeof play>[0], example: string): Promise<ReadonlyMap<string, JsonObject>> {
  const results = new Map<string, JsonObject>();
  const steps = ((await research.loadWriters?.()) ?? []).map(({ step }) => step);
  const watched = Object.fromEntries(
    steps.map((step): [string, TestWriter] => [
      step,
      async (_, byRules): Promise<Json> => {
        const result = await byRules();
        results.set(step, result);
        return result;
      },
    ]),
  );
  const { status } = await play(t, { example, brief: BRIEF, writers: watched });
  assert.equal(status, 'completed');
  return results;
}

describe('rules in place of models', () => {
  test('give each worker another result for other sources', async (t) => {
    const [one, other] = [await resultsOf(t, 'python'), await resultsOf(t, 'healthcare')];
    assert.equal(one.size, 12);
    // A check that finds nothing says the same of every draft, as does a search for what sources agree on.
    const checks = [
      'insight_extractor',
      'citation_formatter',
      'fact_checker',
      'editor',
      'readability_checker',
      'plagiarism_checker',
    ];
    for (const [worker, result] of one)
      if (!checks.includes(worker)) assert.notDeepEqual(other.get(worker), result, worker);
  });

  test('make the summary of sentences that the sources have, each with its passage', async (t) => {
    const { summary } = (await resultsOf(t, 'python')).get('summarization') as { readonly summary: string };
    const corpus = readdirSync(corpusOf('python'))
      .map((name) => readFileSync(`${corpusOf('python')}/${name}`, 'utf8'))
      .join('\n')
      .replace(/\s+/g, ' ');
    const told = [...summary.matchAll(/([^[\]]+?) ((?:\[e\d+\])+)\. ?/g)];
    assert.ok(told.length >= 3, summary);
    assert.equal(told.map(([whole]) => whole.trim()).join(' '), summary.trim());
    const copied = told.filter(([, text = '']) => corpus.includes(text.slice(-40)));
    assert.ok(copied.length >= told.length - 1, summary);
  });
});
