// What a run says of its order: each part that the finished article does not have is reported, and the article comes
// first.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BRIEF_DEFAULTS, type Brief } from '../../src/systems/research/brief.ts';
import { type OrderedArticle, orderWarnings } from '../../src/systems/research/order-warnings.ts';
import { research } from '../../src/systems/research/system.ts';
import { play } from './research-play.ts';

const BRIEF: Brief = { ...BRIEF_DEFAULTS, topic: 'Peat bogs', target_length: 100, min_sources: 1 };
const MARKDOWN = `# Peat bogs

Peat bogs store carbon [[1]](ledger.md#c1). Cranes nest there [[2]](ledger.md#c2).

## Plants

Sundew grows there [[1]](ledger.md#c3).

## What the law says

## References

1. Drainage of bogs.
`;
const PASSAGE = { text: 'A peat bog stores carbon.', heading: '' };
const ARTICLE: OrderedArticle = { markdown: MARKDOWN, word_count: 90, found: 3, passages: Array(5).fill(PASSAGE) };
const warningsOf = (brief: Partial<Brief>, article: Partial<OrderedArticle> = {}) =>
  orderWarnings({ ...BRIEF, ...brief }, { ...ARTICLE, ...article });

describe('the order against the finished article', () => {
  test('an order that is fulfilled gives no warning', () => {
    assert.deepEqual(warningsOf({ specific_sections: ['Plants'], include_keywords: ['crane'] }), []);
  });

  test('a section without text and one that is not there are told', () => {
    assert.deepEqual(warningsOf({ specific_sections: ['plants', 'What the law says', 'Costs'] }), [
      'The ordered section "What the law says" has no text',
      'The ordered section "Costs" has no text',
    ]);
  });

  test('a keyword that occurs only in the list of references is told', () => {
    assert.deepEqual(warningsOf({ include_keywords: ['drainage', 'sundew'] }), [
      'The ordered keyword "drainage" does not occur',
    ]);
  });

  test('under 80 % of the length is told with the words of both', () => {
    assert.deepEqual(warningsOf({}, { word_count: 80 }), []);
    assert.deepEqual(warningsOf({}, { word_count: 79 }), ['The article has 79 words; the brief asks for 100']);
  });

  test('fewer cited sources than were ordered are told, though more were found', () => {
    assert.deepEqual(warningsOf({ min_sources: 3 }), [
      'The article cites 2 of the 3 sources found; the brief asks for 3',
    ]);
  });

  test('what nobody ordered is no order, and a digest is called one', () => {
    const { target_length, min_sources } = BRIEF_DEFAULTS;
    assert.deepEqual(warningsOf({ target_length, min_sources }, { isDigest: true }), [
      'The digest has 90 words; the brief asks for 2000 (the default)',
      'The digest cites 2 of the 3 sources found; the brief asks for 10 (the default)',
    ]);
  });

  test('documents that hardly have the words of the topic are told', () => {
    assert.deepEqual(warningsOf({ topic: 'Web development' }), ['The documents say little about the topic']);
    const passages = Array(5).fill({ text: 'Beekeepers in the city keep hives on roofs.', heading: '' });
    assert.deepEqual(warningsOf({ topic: 'Urban beekeeping' }, { passages }), []);
  });
});

test('the warnings of a run tell what its article does not have', async (t) => {
  const brief = { specific_sections: ['Zeppelins'], include_keywords: ['submarine'] };
  const { output } = await play(t, { brief });
  const warnings = (output.warnings as readonly string[]).join('\n');
  assert.match(warnings, /The ordered section "Zeppelins" has no text/);
  assert.match(warnings, /The ordered keyword "submarine" does not occur/);
});

test('of the documents of a run the article is the one that is shown', () => {
  assert.equal(research.documents?.main, 'article');
});
