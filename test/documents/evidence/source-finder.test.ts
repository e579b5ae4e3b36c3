// Which source a reference means, where titles are generic and one stands in another; and how readers see addresses.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ledger } from '../../../src/documents/evidence/ledger.ts';
import { ledgerText } from '../../../src/documents/evidence/ledger-text.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { referencesOf } from '../../../src/documents/evidence/references-of.ts';
import { sourceFinder } from '../../../src/documents/evidence/source-finder.ts';
import { language } from '../../../src/language/words/language.ts';
import { sourceText } from '../../sources/source-text.ts';

const TITLES = ['Heat pumps', 'Heat pumps in winter', 'Heat pumps in winter and summer', 'Heat pumps'];
const SOURCES = TITLES.map((title, at) =>
  sourceText(`s${at}`, `# ${title}\n\nThe number of pumps in town ${at} is ${at + 5}.\n`, {
    ...{ title, address: `corpus/text ${at}.md` },
  }),
);

const foundIn = (lines: readonly string[]): readonly (string | undefined)[] => {
  const text = `## References\n\n${lines.map((line, at) => `${at + 1}. ${line}`).join('\n')}\n`;
  const found = sourceFinder(SOURCES).findAll(referencesOf(text));
  return lines.map((_, at) => found.get(String(at + 1))?.id);
};

describe('a reference', () => {
  test('means the source whose path it names, whatever its title', () => {
    const order = [2, 0, 3, 1];
    const lines = order.map((at) => `${TITLES[at]}. 2024. \`corpus/text ${at}.md\``);
    assert.deepEqual(foundIn(lines), ['s2', 's0', 's3', 's1']);
  });

  test('means by its title the source of exactly this title, and each source once', () => {
    assert.deepEqual(foundIn(['Heat pumps. 2024.', 'Heat pumps in winter. 2024.', 'Heat pumps.']), ['s0', 's1', 's3']);
  });

  test('means the longest of the titles that stand in it', () => {
    assert.deepEqual(foundIn(['See heat pumps in winter and summer, page 3']), ['s2']);
  });

  test('may name one source twice', () => {
    assert.deepEqual(foundIn(['Heat pumps in winter. Page 3.', 'Heat pumps in winter. Page 7.']), ['s1', 's1']);
  });

  test('with an address that has brackets or a query means that page', () => {
    const pages = ['https://a.org/p_(x)', 'https://a.org/p_(y)', 'https://a.org/q?id=1', 'https://a.org/q?id=2'];
    const sources = pages.map((address, at) => sourceText(`p${at}`, 'Text.', { address, title: 'Page' }));
    const finder = sourceFinder(sources);
    const text = `## References\n\n${pages.map((page, at) => `${at + 1}. Page. ${page}`).join('\n')}\n`;
    assert.deepEqual(
      [...finder.findAll(referencesOf(text)).values()].map((source) => source?.id),
      ['p0', 'p1', 'p2', 'p3'],
    );
  });
});

test('a ledger for readers escapes paths and the names of models', () => {
  const address = 'a><img src=x onerror=alert(1)>.md';
  const source = sourceText('s1', 'The stone bridge is 120 metres long.\n', { address });
  const made = makeLedger('The stone bridge is 120 metres long [1].\n', [source], { hash: () => '', language });
  const judge = { verdict: 'supported', reasons: [], worker: '<img src=x> *m*' } as const;
  const ledger: Ledger = { ...made, entries: made.entries.map((entry) => ({ ...entry, judge })) };
  assert.doesNotMatch(ledgerText(ledger), /(?<!\\)<(?!a id="c\d+"><|\/a>)/);
});
