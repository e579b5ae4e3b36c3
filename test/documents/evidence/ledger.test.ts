// The ledger of an article: its claims, citations, references and spans agree, whatever the article, and edits are
// noticed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { claimsOf } from '../../../src/documents/evidence/claims-of.ts';
import { ledgerProblems } from '../../../src/documents/evidence/ledger-problems.ts';
import { ledgerText } from '../../../src/documents/evidence/ledger-text.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { referencesOf } from '../../../src/documents/evidence/references-of.ts';
import { language } from '../../../src/language/words/language.ts';
import { sourceText } from '../../sources/source-text.ts';

const SAYS = [
  ['The old mill was built in 1820.', 'It stands by the river.'],
  ['The stone bridge is 120 metres long.', 'Farmers paid for the bridge.'],
  ['The school has 340 pupils.', 'The school closed its kitchen in 2019.'],
  ['Rents in the town rose by 7 percent.', 'Wages rose by 3 percent.'],
] as const;
const SOURCES = SAYS.map((lines, at) =>
  sourceText(`s${at}`, `# Notes ${at}\n\n${lines.join(' ')}\n`, { title: `Notes number ${at} on the town` }),
);
const hash = (text: string): string => `sha256:${text.length}`;

/** An article that cites sources in the order given, with its reference list. */
function articleOf(order: readonly number[], picks: readonly { source: number; line: number }[]): string {
  const lines = picks.map(({ source, line }) => {
    const text = SAYS[order[source] ?? 0]?.[line] ?? '';
    return `${text.slice(0, -1)} [${source + 1}].`;
  });
  const list = order.map((at, place) => `${place + 1}. Notes number ${at} on the town. s${at}.md`);
  return `# The town\n\n## What is known\n\n${lines.join(' ')}\n\n## References\n\n${list.join('\n')}\n`;
}

const articles = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }).chain((order) =>
  fc
    .array(fc.record({ source: fc.nat(order.length - 1), line: fc.nat(1) }), { maxLength: 6 })
    .map((more) => [...order.map((_, source) => ({ source, line: 0 })), ...more])
    .map((picks) => ({ order, article: articleOf(order, picks) })),
);

describe('the ledger of an article', () => {
  test('agrees with its citations and its reference list, and each span is what the stored text has there', () => {
    fc.assert(
      fc.property(articles, ({ order, article }) => {
        const ledger = makeLedger(article, SOURCES, { hash, language });
        assert.deepEqual(ledgerProblems(article, ledger, { hash, sources: SOURCES, language }), []);
        assert.deepEqual(
          ledger.sources.map(({ id }) => id),
          order.map((at) => `s${at}`),
        );
        assert.equal(referencesOf(article).length, order.length);
        assert.equal(ledger.counts.claims, claimsOf(article, language).length);
        for (const { source, start, end, quote } of ledger.entries.flatMap(({ spans }) => spans)) {
          const stored = SOURCES.find(({ id }) => id === source)?.text ?? '';
          assert.equal(stored.slice(start, end), quote);
        }
        const entries = ledger.entries.map(({ start, end, text }) => [article.slice(start, end), text] as const);
        for (const [own, text] of entries) assert.ok(own.startsWith(text.slice(0, -1)), `${own} | ${text}`);
      }),
      { numRuns: 60 },
    );
  });

  test('does not agree any more when a citation, a reference, a sentence or a quote is changed', () => {
    fc.assert(
      fc.property(
        articles,
        fc.constantFrom('citation', 'reference', 'sentence', 'quote', 'count'),
        ({ article }, edit) => {
          const ledger = makeLedger(article, SOURCES, { hash, language });
          const edited = {
            citation: article.replace('[1]', '[9]'),
            reference: article.replace(/\n1\. [^\n]+/, ''),
            sentence: article.replace('## What is known\n\n', '## What is known\n\nA dragon lives here. '),
            ...{ quote: article, count: article },
          }[edit];
          const entries = ledger.entries.map((entry, at) =>
            at > 0 ? entry : { ...entry, spans: entry.spans.map((span) => ({ ...span, quote: 'other words' })) },
          );
          const counts = { ...ledger.counts, supported: ledger.counts.supported + 1 };
          const given = edit === 'quote' ? { ...ledger, entries } : edit === 'count' ? { ...ledger, counts } : ledger;
          assert.notDeepEqual(ledgerProblems(edited, given, { hash, sources: SOURCES, language }), [], edit);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('has what a source says, names what differs from it, and says where there is nothing', () => {
    const article = articleOf([0, 1], [{ source: 0, line: 0 }]).replace(
      '1820 [1].',
      '1820 [1]. The stone bridge is 300 metres long [2]. A dragon sleeps under the tower [2].',
    );
    const ledger = makeLedger(article, SOURCES, { hash, language });
    assert.deepEqual(
      ledger.entries.map(({ verdict, cites }) => [verdict, ...cites]),
      [
        ['supported', '1'],
        ['contradicted', '2'],
        ['insufficient', '2'],
      ],
    );
    assert.equal(ledger.entries[1]?.spans[0]?.quote, 'The stone bridge is 120 metres long.');
    const { claims, supported, contradicted, insufficient } = ledger.counts;
    assert.deepEqual([claims, supported, contradicted, insufficient], [3, 1, 1, 1]);
  });

  test('says that a citation names one source and the support stands in another', () => {
    const article = articleOf(
      [0, 1],
      [
        { source: 0, line: 0 },
        { source: 1, line: 0 },
      ],
    ).replace('1820 [1]', '1820 [2]');
    const problems = ledgerProblems(article, makeLedger(article, SOURCES, { hash, language }), {
      sources: SOURCES,
      language,
    });
    assert.match(problems.join('\n'), /Entry c1 cites \[2\], but what it says stands in \[1\]\./);
  });

  test('research3-D13: a place is named as the reader sees it: by its reference, else by its title', () => {
    const picks = [
      { source: 0, line: 0 },
      { source: 1, line: 0 },
    ];
    // The third source of the folder is the first reference.
    const article = articleOf([2, 0], picks).replace('340 pupils [1]', '340 pupils [2]');
    const of = (text: string) =>
      ledgerProblems(text, makeLedger(text, SOURCES, { hash, language }), { sources: SOURCES, language });
    assert.match(of(article).join('\n'), /Entry c1 cites \[2\], but what it says stands in \[1\]\./);
    const unlisted = articleOf([2, 0], picks).replace(
      '1820 [2].',
      '1820 [2]. Rents in the town rose by 7 percent [1].',
    );
    assert.match(
      of(unlisted).join('\n'),
      /Entry c3 cites \[1\], but .* stands in "Notes number 3 on the town", which is not in the reference list\./,
    );
  });

  test('lists what was taken out or written anew, for readers too', () => {
    const article = articleOf([0], [{ source: 0, line: 0 }]);
    const why = { verdict: 'insufficient', reasons: ['No source says anything like it.'] } as const;
    const removed = [
      { text: 'A dragon sleeps under the mill.', section: 'What is known', rewritten: null, ...why },
      { text: 'The mill is the oldest.', section: 'What is known', rewritten: 'The mill is old.', ...why },
    ];
    const text = ledgerText({ ...makeLedger(article, SOURCES, { hash, language }), removed });
    for (const each of ['A dragon sleeps under the mill.', 'The mill is old.']) assert.ok(text.includes(each), each);
  });
});
