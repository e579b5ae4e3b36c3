// Ids of sources become names of files: only those that are made from a hash may.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLedger } from '../../src/documents/evidence/make-ledger.ts';
import type { Source, SourceText } from '../../src/documents/evidence/source.ts';
import { shortSourceId, sourceId } from '../../src/documents/evidence/source-id.ts';
import { language } from '../../src/language/words/language.ts';
import { articleFiles } from '../../src/systems/research/article-files.ts';
import { asListed } from '../../src/systems/research/known-sources.ts';

const HASH = `sha256:${'0123456789abcdef'.repeat(4)}`;
const ID = `s${'0123456789abcdef'.repeat(2)}`;
const TEXT: SourceText = {
  ...{
    id: ID,
    hash: HASH,
    address: 'sources/a.txt',
    also: [],
    title: 'A',
    type: 'local',
    publishedAt: null,
  },
  ...{
    authors: [],
    publisher: '',
    retrievedAt: '',
    words: 2,
    isWhole: true,
    score: 0,
    reasons: [],
    text: 'Two words.',
  },
};
const LEDGER = { ...makeLedger('# A\n', [], { hash: () => HASH, language }), sources: [TEXT] };

test('an id that is no id does not become the name of a file', async () => {
  const written = (id: string) =>
    articleFiles({ article: { markdown: '# A\n' }, ledger: LEDGER } as never, { sources: [] } as never, {
      text: async (source: Source) => ({ ...source, id, text: 'Two words.' }),
    });
  const files = await written(ID);
  assert.equal(files.at(-1)?.name, `sources/${ID}.txt`);
  for (const id of ['../../requirements', `${ID}/x`, ID.toUpperCase(), ID.slice(0, -1), 's0123456789', ''])
    await assert.rejects(written(id), /Expected the id of a source/);
});

test('a list beside texts names them, but says neither their id nor their words', async () => {
  const { text: _, ...listed } = { ...TEXT, title: 'Known', address: 'https://page.example/', retrievedAt: 'x' };
  const files = (list: unknown) => ({ read: async () => JSON.stringify(list), holds: async () => true });
  const read = (list: unknown) => asListed([TEXT], '/p/article/sources', files(list) as never);
  const [named] = await read([{ ...listed, id: '../../x', text: 'Forged.', words: 9 }]);
  assert.deepEqual(named, { ...TEXT, title: 'Known', address: 'https://page.example/', retrievedAt: 'x' });
  assert.deepEqual(await read([{ ...listed, authors: [7] }]), [TEXT]);
  assert.deepEqual(await read({ sources: 1 }), [TEXT]);
});

test('texts whose hashes begin alike are two sources', () => {
  const alike = `sha256:${'0123456789abcdef'.repeat(2)}${'f'.repeat(32)}`;
  assert.notEqual(
    sourceId(`sha256:0123456789${'a'.repeat(54)}`),
    sourceId(HASH),
    'the first ten digits are not enough',
  );
  const other = { ...TEXT, hash: alike, address: 'sources/b.txt', text: 'Other words.' };
  const ledger = () => makeLedger('# A\n\nTwo words.\n', [TEXT, other], { hash: () => HASH, language });
  assert.throws(
    ledger,
    /Expected an id for each text, found s0123.* for two of them: sources\/a\.txt and sources\/b\.txt/,
  );
  assert.equal(shortSourceId(ID), 's0123456789');
});
