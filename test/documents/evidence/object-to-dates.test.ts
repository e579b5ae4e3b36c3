// A year that the passages name by its distance from the year they were published in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageNames } from '../../../src/documents/evidence/language.ts';
import { type CitedContext, objectTo } from '../../../src/documents/evidence/object-to.ts';
import { language } from '../../../src/language/words/language.ts';

const names: LanguageNames = {
  year: (language, years) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(years, 'year'),
  measures: () => new Map(),
};

function cited(text: string, names: LanguageNames | undefined): CitedContext {
  const span = { source: 's1', start: 0, end: text.length };
  return {
    passages: [{ ...span, id: 'e1', text, heading: '', before: '' }],
    sources: [
      {
        ...{ id: 's1', hash: '', address: 'mill.md', also: [], title: 'The mill', type: 'local', authors: [] },
        ...{ publishedAt: '2023', publisher: '', retrievedAt: '', words: 9, isWhole: true, score: 1, reasons: [] },
      },
    ],
    beside: [],
    language: { ...language, names },
  };
}

test('a year stands where the passages name it from their own year, in the words that the caller knows', () => {
  const kinds = (claim: string, text: string, known: LanguageNames | undefined) =>
    objectTo(claim, cited(text, known)).map(({ kind }) => kind);
  assert.deepEqual(kinds('The mill was opened in 2022.', 'The mill was opened last year.', names), []);
  assert.deepEqual(kinds('The mill was opened in 2021.', 'The mill was opened last year.', names), ['date']);
  assert.deepEqual(kinds('The mill was opened in 2022.', 'The mill was opened last year.', undefined), ['date']);
});
