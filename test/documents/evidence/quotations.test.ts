// Quotations are found word for word, whatever the form of their marks, dashes and white space.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findQuote, plainText, quotesIn } from '../../../src/documents/evidence/find-quote.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { language } from '../../../src/language/words/language.ts';
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

  test('differs where a word does, or where another one said it', () => {
    const source = sourceText('s1', STORED);
    const findingOf = (text: string) => makeLedger(text, [source], { hash: () => '', language }).entries[0]?.finding;
    assert.equal(findingOf('Mayor Hale said: "We will close the old bridge."'), 'differs');
    assert.equal(
      findingOf('Mayor Oakes was clear: “We won’t close the old bridge – not this year,” she said.'),
      'differs',
    );
    assert.equal(findingOf('The mayor: "Nobody pays for trams."'), 'not found');
  });
});

test('a figure beside a quotation must stand in the source, too', () => {
  const source = sourceText('s1', 'The stone bridge in the old town is 120 metres long.\n', { publishedAt: '2024-03' });
  const findingOf = (text: string) => makeLedger(text, [source], { hash: () => '', language }).entries[0]?.finding;
  const said = 'The bridge "in the old town is 120 metres long"';
  assert.equal(findingOf(`${said} and killed 5,000 people.\n`), 'not found');
  assert.equal(findingOf(`${said}, as was said in 2024.\n`), 'figures and names agree, wording not judged');
});
