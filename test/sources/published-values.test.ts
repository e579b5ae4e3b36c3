// What docs/reference/sources.md and evidence.md say of limits and weights is what the code uses.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SOURCE_WEIGHTS, scoreSources } from '../../src/documents/evidence/score-sources.ts';
import type { SourceText } from '../../src/documents/evidence/source.ts';
import { CORPUS_BOUNDS } from '../../src/sources/corpus/read-corpus.ts';
import { POLITE_LIMITS } from '../../src/sources/fetch/polite-fetch.ts';
import { FETCH_LIMITS } from '../../src/sources/fetch/safe-fetch.ts';
import { root } from '../support/run-signoff.ts';

const page = (name: string): string => readFileSync(join(root, 'docs/reference', name), 'utf8').replace(/\s+/g, ' ');
const rows = (name: string): readonly string[] => readFileSync(join(root, 'docs/reference', name), 'utf8').split('\n');

test('limits of requests are those that the page on sources has', () => {
  assert.deepEqual(FETCH_LIMITS, { connectMs: 10_000, totalMs: 30_000, bytesMax: 5_000_000, redirectsMax: 5 });
  assert.deepEqual(POLITE_LIMITS, { pauseMs: 1_000, retryWaitMaxMs: 10_000 });
  const text = page('sources.md');
  for (const said of [
    'A connection must be open within 10 seconds, and an answer complete within 30. An answer may have 5 MB',
    'each of at most five redirects',
    'a second between two of its pages',
    'if it asks to wait at most 10 seconds',
  ])
    assert.ok(text.includes(said), said);
});

test('bounds of a folder are those that the page on sources has', () => {
  const { filesMax, fileBytesMax, charactersMax, readMs } = CORPUS_BOUNDS;
  assert.deepEqual([filesMax, fileBytesMax, charactersMax, readMs], [2_000, 20_000_000, 200_000_000, 120_000]);
  const said =
    'at most 2,000 documents are read, of 20 MB each and of 200 million characters together, within 120 seconds';
  assert.ok(page('sources.md').includes(said));
});

test('weights of the score of a source are those that the page on evidence has', () => {
  for (const [part, weight] of Object.entries(SOURCE_WEIGHTS))
    assert.ok(
      rows('evidence.md').some((row) => row.startsWith(`| ${part} | ${weight} |`)),
      part,
    );
  const sum = Object.values(SOURCE_WEIGHTS).reduce((all, each) => all + each, 0);
  assert.equal(Math.round(sum * 1e6) / 1e6, 1);
});

const TEXT = `${'Heat pumps move heat. '.repeat(100)}`;
const SOURCE: SourceText = {
  ...{ id: 's1', hash: '', address: 'a', also: [], title: 'Heat pumps', type: 'academic', publishedAt: '2026-01' },
  ...{ authors: [], publisher: '', retrievedAt: '', words: 400, isWhole: true, score: 0, reasons: [], text: TEXT },
};
const NOW = new Date('2026-03-01T00:00:00Z');

function scoreOf(more: Partial<SourceText>): number {
  const brief = { topic: 'heat pumps', include_keywords: [] } as unknown as Parameters<typeof scoreSources>[0];
  return scoreSources(brief, [{ ...SOURCE, ...more }], NOW)[0]?.score ?? Number.NaN;
}

test('the score of a source is its parts by their weights', () => {
  // There is no other source to agree with: half of 0.1.
  assert.equal(scoreOf({}), 0.95);
  assert.equal(scoreOf({ type: 'social' }), 0.79, 'type: 0.2 of 1, then of 0.2');
  assert.equal(scoreOf({ type: 'news' }), 0.88, 'type: 0.2 of 0.65');
  assert.equal(
    scoreOf({ title: 'Bread', text: 'Bread is baked of flour and water. '.repeat(100) }),
    0.55,
    'relevance: 0.4',
  );
  assert.equal(scoreOf({ publishedAt: null }), 0.86, 'age: 0.15 of 0.4');
  assert.equal(scoreOf({ isWhole: false }), 0.82, 'completeness: 0.15 of 0.15');
});

test('what each type is worth is what the page on evidence has', () => {
  const worth = (type: string): number => Math.round((scoreOf({ type }) - 0.75) * 500) / 100;
  const listed = rows('evidence.md').flatMap((row) => {
    const [, type, value] = /^\| (\w+)[^|]*\| ([\d.]+) \|$/.exec(row) ?? [];
    return type === undefined ? [] : [[type, Number(value)] as const];
  });
  assert.equal(listed.length, 8);
  for (const [type, value] of listed) assert.ok(Math.abs(worth(type) - value) <= 0.05, `${type} ${worth(type)}`);
});
