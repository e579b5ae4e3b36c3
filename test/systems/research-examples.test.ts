// The four complete examples of the source document, through the research system: phases, workers of each iteration,
// scores, status, warnings and notes are those of its listing, and the articles beside them are those that come out.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { differencesOf } from '../../examples/research/compare-example.ts';
import { keptFiles, runExample } from '../../examples/research/run-example.ts';
import { EXAMPLES, readExample } from '../../examples/research/script.ts';
import { root } from '../support/run-signoff.ts';

const FOLDER = join(root, 'examples/research');
const textOf = (...path: readonly string[]): string => readFileSync(join(FOLDER, ...path), 'utf8');

describe('examples/research', { concurrency: 2 }, () => {
  for (const name of EXAMPLES)
    test(`${name} comes out as the document lists it`, async () => {
      const example = readExample(name);
      const result = await runExample(name, example);
      assert.deepEqual(differencesOf(example.expected, result), []);
      const kept = keptFiles(result);
      assert.deepEqual(
        readdirSync(join(FOLDER, name, 'sources')).sort(),
        [...kept.keys()].flatMap((path) => (path.startsWith('sources/') ? [path.slice('sources/'.length)] : [])).sort(),
      );
      const again = `node scripts/bootstrap.mjs examples/research/main.ts ${name}`;
      for (const [file, text] of kept) assert.equal(text, textOf(name, file), `${file}: ${again}`);
    });

  test('a difference from the listing is told', async () => {
    const example = readExample('python');
    const { expected } = example;
    const result = await runExample('python', example);
    const wrong = { ...expected, status: 'partial', phases: expected.phases.slice(1) };
    assert.deepEqual(
      differencesOf(wrong, result).map((line) => line.split(':')[0]),
      ['phases', 'status'],
    );
  });

  for (const name of EXAMPLES)
    test(`the README of ${name} names its files`, () => {
      const readme = textOf(name, 'README.md');
      for (const file of readdirSync(join(FOLDER, name)))
        assert.ok(file === 'README.md' || readme.includes(file), file);
    });
});
