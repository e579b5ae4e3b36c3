// The committed documents of the example utterances are what becomes of them without a model now.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { playUtterance } from '../../examples/prd/utterances/play-utterance.ts';

const HERE = new URL('../../examples/prd/utterances/', import.meta.url);
const utterances = JSON.parse(readFileSync(new URL('utterances.json', HERE), 'utf8')) as readonly {
  readonly name: string;
  readonly text: string;
}[];

describe('examples/prd/utterances', () => {
  test('there are three', () => {
    assert.equal(utterances.length, 3);
  });

  for (const { name, text } of utterances) {
    test(`${name} is what examples/prd/utterances/main.ts writes now`, async () => {
      for (const [file, content] of Object.entries(await playUtterance(text)))
        assert.equal(content, readFileSync(new URL(`${name}/${file}`, HERE), 'utf8'), file);
    });
  }
});
