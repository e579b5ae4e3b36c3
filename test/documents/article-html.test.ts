// The page of an article: what it shows of text and ledger, and that nothing in it runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleHtml } from '../../src/documents/article/article-html.ts';
import { referenceLine } from '../../src/documents/article/reference-line.ts';
import type { Ledger } from '../../src/documents/evidence/ledger.ts';
import { makeLedger } from '../../src/documents/evidence/make-ledger.ts';
import type { SourceText } from '../../src/documents/evidence/source.ts';
import { language } from '../../src/language/words/language.ts';

const LEDGER: Ledger = makeLedger('# Nothing\n', [], { hash: (text) => `sha256:${text.length}`, language });

const SOURCE = {
  ...{ id: 's1', type: 'web', title: '<img src=x onerror=alert(1)>', authors: ['"><script>'], publisher: '' },
  ...{ address: 'javascript:alert(1)', also: [], publishedAt: null, retrievedAt: '2025-01-01', isWhole: true },
} as unknown as SourceText;

test('nothing in an article or a source becomes an element, an attribute or a script', () => {
  const markdown = [
    '# <script>alert(1)</script>',
    '',
    'A [link](javascript:alert(1)) and a [worse one](data:text/html,x) and <b onclick="x">HTML</b>.',
    '',
    '<iframe src="https://example.org"></iframe>',
    '',
    '- `code <i>` and **bold <u>**',
  ].join('\n');
  const page = articleHtml(markdown, { ...LEDGER, sources: [SOURCE] }, language);
  const tags = new Set([...page.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name));
  for (const name of ['script', 'iframe', 'img', 'b', 'i', 'u']) assert.ok(!tags.has(name), name);
  assert.doesNotMatch(page, /href="(?:javascript|data):/);
});

test('the page says when its sources were read, how it was checked, and what it contains', () => {
  const source = { ...SOURCE, title: 'Heat', retrievedAt: '2025-01-09T10:00:00Z' };
  const page = articleHtml(
    '# A\n\nIt is so.\n\n## Cost & noise\n\nIt is loud.\n',
    { ...LEDGER, sources: [source] },
    language,
  );
  assert.match(page, /<time datetime="2025-01-09">/);
  assert.match(page, /code compared figures, dates, names and quotations of each claim/);
  assert.match(page, /<a href="#s1">Cost &amp; noise<\/a>/);
  assert.match(page, /<h2 id="s1">Cost &amp; noise<\/h2>/);
});

test('a card names title, publisher and date of its source, and is folded with its section', () => {
  const text = 'Heat pumps need less power than heaters.';
  const source = { ...SOURCE, title: 'Heat', publisher: 'Energy Office', publishedAt: '2024-05' };
  const span = { source: 's1', start: 0, end: text.length, quote: text };
  const entry = { ...{ id: 'c1', text, section: 'Power', start: 0, end: 9, cites: ['1'], kind: 'fact' } };
  const entries = [{ ...entry, verdict: 'supported', reasons: ['The source says it.'], spans: [span] }];
  const page = articleHtml('# A\n', { ...LEDGER, sources: [source], entries } as unknown as Ledger, language);
  assert.match(page, /<a href="#r1">\[1\] <cite>Heat<\/cite><\/a> <span class="origin">Energy Office, 2024-05</);
  assert.match(
    page,
    /<details class="fold"><summary><h3>Power<\/h3> <span class="count">1 claim<\/span><\/summary>\n<art/,
  );
});

test('a citation stands at its word and leads to its entry, which leads back to the first of them', () => {
  const page = articleHtml('# A\n\nIt is so [[1]](ledger.md#c1)[[2]](ledger.md#c1).\n', LEDGER, language);
  assert.match(page, /It is so<sup class="cite"><a id="t-c1" href="#c1"/);
  assert.equal(page.match(/id="t-c1"/g)?.length, 1);
  assert.equal(page.match(/href="#c1"/g)?.length, 2);
});

test('a reference leads to the page of the source, else to its text beside the article', () => {
  const id = `s${'0123456789abcdef'.repeat(2)}`;
  const local = { ...SOURCE, id, title: 'Heat', address: 'documents/heat.md' };
  const linkOf = (source: SourceText) =>
    /<a href="([^"]*)"><cite>/.exec(articleHtml('# A\n', { ...LEDGER, sources: [source] }, language))?.[1];
  assert.equal(linkOf(local), `sources/${id}.txt`);
  const page = 'https://page.example/heat';
  assert.equal(linkOf({ ...local, also: [page, 'documents/copy.md'] }), page);
  // The page of a copy is another one.
  assert.equal(linkOf({ ...local, also: ['documents/copy.md', page] }), `sources/${id}.txt`);
  assert.equal(linkOf({ ...local, address: page }), page);
  assert.equal(linkOf({ ...local, id: '../../x' }), undefined);
  assert.match(referenceLine({ ...local, also: [page] }), /Heat\. .*https:\/\/page\.example\/heat$/);
  assert.match(referenceLine(local), /`documents\/heat\.md`$/);
});
