// Quotations are found word for word, whatever the form of their marks, dashes and white space.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findQuote, plainText, quotesIn } from '../../../src/documents/evidence/find-quote.ts';
import { judgeQuotation } from '../../../src/documents/evidence/judge-quotation.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { sourceText } from '../../sources/source-text.ts';

const STORED = 'Mayor Hale was clear: “We won’t close\nthe  old bridge – not this year,” she said. Nobody objected.';

const wordsAt = (quote: string): string | null => {
  const found = findQuote(quote, plainText(STORED));
  return found === null ? null : STORED.slice(found.start, found.end);
};

describe('a quotation', () => {
  test('is found with other marks, dashes, line breaks and capitals, as it stands in the source', () => {
    const stored = 'We won’t close\nthe  old bridge – not this year';
    assert.equal(wordsAt("we won't close the old bridge - not this year"), stored);
    assert.equal(wordsAt('We won’t close the old bridge — not this year.'), stored);
  });

  test('is not found with another word, one less, or a part of a word', () => {
    assert.equal(wordsAt("We won't close the new bridge"), null);
    assert.equal(wordsAt("We won't close old bridge"), null);
    assert.equal(wordsAt("on't close the old brid"), null);
  });

  test('is what stands in marks of any language, from four words on; an omission parts it', () => {
    assert.deepEqual(quotesIn('She said "we keep it open all year" and “the bridge”.'), ['we keep it open all year']);
    assert.deepEqual(quotesIn('Er sagte „wir lassen sie alle stehen“.'), ['wir lassen sie alle stehen']);
    assert.deepEqual(quotesIn('“We won’t close […] the old bridge … this year”'), [
      'We won’t close',
      'the old bridge',
      'this year',
    ]);
  });

  test('is supported by its words in a source, the cited one first', () => {
    const sources = [sourceText('a', STORED), sourceText('b', `Again: ${STORED}`)];
    const judged = judgeQuotation('Hale said: "We won\'t close the old bridge."', sources, new Set([1]));
    assert.equal(judged?.verdict, 'supported');
    const [span] = judged?.spans ?? [];
    assert.equal(span?.source, 'b');
    assert.equal(sources[1]?.text.slice(span?.start, span?.end), span?.quote);
  });

  test('is not supported where a word differs, or where the source does not name who said it', () => {
    const sources = [sourceText('a', STORED)];
    const other = judgeQuotation('Hale said: "We will close the old bridge."', sources, new Set());
    assert.deepEqual([other?.verdict, other?.spans], ['insufficient', []]);
    const who = judgeQuotation('Then Minister Oakes said: "We won\'t close the old bridge."', sources, new Set());
    assert.equal(who?.verdict, 'insufficient');
    assert.match(who?.reasons.join(' ') ?? '', /does not name .*Oakes/);
    assert.equal(judgeQuotation('Nothing is quoted here.', sources, new Set()), null);
  });
});

test('a figure beside a quotation must stand in the source, too', () => {
  const source = sourceText('s1', 'The stone bridge in the old town is 120 metres long.\n', { publishedAt: '2024-03' });
  const verdictOf = (text: string) => makeLedger(text, [source], { hash: () => '' }).entries[0]?.verdict;
  const said = 'The bridge "in the old town is 120 metres long"';
  assert.equal(verdictOf(`${said} and killed 5,000 people.\n`), 'insufficient');
  assert.equal(verdictOf(`${said}, as was said in 2024.\n`), 'supported');
});
