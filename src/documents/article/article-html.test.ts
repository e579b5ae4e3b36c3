import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger } from '../evidence/ledger.ts';
import { makeLedger } from '../evidence/make-ledger.ts';
import type { SourceText } from '../evidence/source.ts';
import { articleHtml } from './article-html.ts';
import { referenceLine } from './reference-line.ts';

const LEDGER: Ledger = makeLedger('# Nothing\n', [], { hash: (text) => `sha256:${text.length}` });

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
  const page = articleHtml(markdown, { ...LEDGER, sources: [SOURCE] });
  const tags = new Set([...page.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name));
  for (const name of ['script', 'iframe', 'img', 'b', 'i', 'u']) assert.ok(!tags.has(name), name);
  assert.doesNotMatch(page, /href="(?:javascript|data):/);
});

test('a citation stands at its word and leads to its entry, which leads back to the first of them', () => {
  const page = articleHtml('# A\n\nIt is so [[1]](ledger.md#c1)[[2]](ledger.md#c1).\n', LEDGER);
  assert.match(page, /It is so<sup class="cite"><a id="t-c1" href="#c1"/);
  assert.equal(page.match(/id="t-c1"/g)?.length, 1);
  assert.equal(page.match(/href="#c1"/g)?.length, 2);
});

test('a reference leads to the page of the source, else to its text beside the article', () => {
  const id = `s${'0123456789abcdef'.repeat(2)}`;
  const local = { ...SOURCE, id, title: 'Heat', address: 'documents/heat.md' };
  const linkOf = (source: SourceText) =>
    /<a href="([^"]*)"><cite>/.exec(articleHtml('# A\n', { ...LEDGER, sources: [source] }))?.[1];
  assert.equal(linkOf(local), `sources/${id}.txt`);
  const page = 'https://page.example/heat';
  assert.equal(linkOf({ ...local, also: ['documents/copy.md', page] }), page);
  assert.equal(linkOf({ ...local, address: page }), page);
  assert.equal(linkOf({ ...local, id: '../../x' }), undefined);
  assert.match(referenceLine({ ...local, also: [page] }), /Heat\. .*https:\/\/page\.example\/heat$/);
  assert.match(referenceLine(local), /`documents\/heat\.md`$/);
});
