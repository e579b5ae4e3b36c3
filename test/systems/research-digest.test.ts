// What a whole run gives without a model: a digest of whole cited sentences, and nothing from workers whose work is
// composing or judging.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { corpusOf } from '../../examples/research/run-example.ts';
import type { JsonObject } from '../../src/json.ts';
import { research } from '../../src/systems/research/system.ts';
import { EMPTY_WITHOUT_MODEL } from '../../src/systems/research/workers/definitions.ts';
import { type PlayOptions, play, type TestWriter } from './research-play.ts';

/** As complex as a brief can be, so that all workers are asked. */
const BRIEF = {
  ...{ research_depth: 'deep', target_length: 4000, tone: 'academic', content_type: 'research_report' },
  ...{ include_keywords: ['AI'], target_audience: 'engineers', specific_sections: ['Accuracy'] },
  ...{ min_sources: 15, min_quality_score: 0.1, max_budget: 50 },
};

async function resultsOf(t: Parameters<typeof play>[0], example: string) {
  const results = new Map<string, JsonObject>();
  const steps = ((await research.loadWriters?.()) ?? []).map(({ step }) => step);
  const watched = Object.fromEntries(
    steps.map((step): [string, TestWriter] => [
      step,
      async (_, without) => {
        const result = await without();
        results.set(step, result);
        return result;
      },
    ]),
  );
  const run = await play(t, { example, brief: BRIEF, writers: watched, scores: [] });
  assert.equal(run.status, 'completed');
  return { ...run, results };
}

const plain = (markdown: string): string => markdown.replace(/ ?\[\[\d+\]\]\(ledger\.md#c\d+\)/g, '');

describe('without a model', () => {
  test('workers whose work is composing or judging give nothing, which is said once and is no warning', async (t) => {
    const { results, output } = await resultsOf(t, 'healthcare');
    assert.equal(results.size, 12);
    for (const worker of EMPTY_WITHOUT_MODEL) {
      const all = Object.values(results.get(worker) ?? assert.fail(worker));
      assert.ok(
        all.every((value) => value === '' || (Array.isArray(value) && value.length === 0)),
        worker,
      );
    }
    const notes = String(output.system_notes);
    assert.equal(notes.split('Without a model these workers give nothing: ').length, 2);
    for (const name of ['Introduction', 'Conclusion', 'Editing', 'Fact checking', 'Summarization'])
      assert.match(notes, new RegExp(`give nothing: .*${name}`));
    assert.doesNotMatch((output.warnings as readonly string[]).join('\n'), /unavailable|without a model/i);
  });

  test('the article is a digest: every sentence stands in a source, under what was asked for or a title', async (t) => {
    const { output, files } = await resultsOf(t, 'healthcare');
    const corpus = readdirSync(corpusOf('healthcare')).map((name) => join(corpusOf('healthcare'), name));
    const texts = corpus
      .filter((path) => /\.(?:md|txt|html)$/.test(path))
      .map((path) => readFileSync(path, 'utf8').replace(/<[^>]+>/g, ' '))
      .join(' ')
      .replace(/\s+/g, ' ');
    const { title, content } = output.article as { readonly title: string; readonly content: string };
    assert.match(title, /^Digest: /);
    assert.match(content, /^# Digest: .*\n\n> Written without a model: whole sentences of the sources, word for word/);
    const [body = ''] = content.split('## References');
    const items = [...plain(body).matchAll(/^- (.*)$/gm)].map(([, item = '']) => item);
    assert.ok(items.length > 40, `${items.length}`);
    const stored = [...files].filter(([path]) => /\/sources\/s\w+\.txt$/.test(path)).map(([, text]) => text);
    const all = [texts, ...stored].join(' ').replace(/\s+/g, ' ');
    for (const item of items) assert.ok(all.includes(item), item);
    assert.match(content, /^## Accuracy$/m);
    const lines = body.split('\n');
    assert.deepEqual(
      lines.filter((line) => line !== '' && !/^(?:# |## |> |- )/.test(line)),
      [],
    );
  });

  test('what only a model could score is left out of the score and named', async (t) => {
    const { output } = await resultsOf(t, 'healthcare');
    const { accuracy, writing } = output.quality as JsonObject;
    assert.deepEqual([accuracy, writing], [null, null]);
    assert.match(
      String(output.system_notes),
      /Left out of the quality score, .* without a model: introduction, conclusion, facts, grammar/,
    );
  });
});

describe('a digest below its bar', () => {
  /** A bar that is too high, and only a corpus to read. */
  const options = (more: Partial<PlayOptions> = {}): PlayOptions => ({
    ...{ example: 'python', brief: { min_quality_score: 0.99 }, scores: [] },
    ...more,
  });

  test('is merged with the reason where no worker could bring a new source', async (t) => {
    const given = { searches: () => ({ offers: [] }), input: { corpus: corpusOf('python') } };
    const { data, output } = await play(t, options(given));
    const phases = (data.phase_history as readonly JsonObject[]).map(({ to }) => to);
    assert.ok(!phases.includes('re_planning'), phases.join());
    assert.deepEqual([phases.at(-1), output.status], ['completed', 'partial']);
    assert.match(
      (output.warnings as readonly string[]).join('\n'),
      /Quality 0\.\d+ below target 0\.99, but no worker that could be added brings a new source/,
    );
  });

  test('is planned again where an added search has a source of its own', async (t) => {
    const { data } = await play(t, options());
    assert.ok((data.phase_history as readonly JsonObject[]).some(({ to }) => to === 're_planning'));
  });
});
