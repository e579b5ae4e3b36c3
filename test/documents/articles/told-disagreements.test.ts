// What becomes of a contradiction in the finished article, and what the ledger says of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleHtml } from '../../../src/documents/article/article-html.ts';
import { tellAbout } from '../../../src/documents/article/plain-about.ts';
import type { Contradiction } from '../../../src/documents/evidence/ledger.ts';
import { ledgerText } from '../../../src/documents/evidence/ledger-text.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { readStatement } from '../../../src/documents/evidence/read-statement.ts';
import { settleContradiction } from '../../../src/documents/evidence/settle-contradiction.ts';
import { tellSides } from '../../../src/documents/evidence/told-sides.ts';
import { corpusOf } from './corpus-of.ts';
import { textOf } from './write-by-rules.ts';

const OLD = 'The tunnel at Hob Hill is 620 yards long.';
const NEW = 'The tunnel at Hob Hill is 580 yards long.';
const { sources, passages } = corpusOf([
  textOf('Overview', OLD, { date: '2008-03-01' }),
  textOf('Report', NEW, { date: '2023-09-12' }),
]);
const spans = passages.map(({ source, start, end, text }) => ({ source, start, end, quote: text }));
const followed = { source: sources[1]?.id ?? '', why: 'Two more sources say it.' };
const CONTRADICTION: Contradiction = { about: 'the tunnel', spans, reason: 'They differ.', followed: null };

const ledgerOf = (text: string, contradiction: Contradiction = CONTRADICTION) =>
  makeLedger(`# Canal\n\n${text}\n`, sources, { hash: () => '', contradictions: [contradiction] });
const saidOf = (text: string, contradiction?: Contradiction): string =>
  ledgerText(ledgerOf(text, contradiction)).split('They differ.')[1]?.split('\n')[0]?.trim() ?? '';

test('the ledger says that both are named only where both stand in the article', () => {
  assert.equal(saidOf(`${OLD} ${NEW}`), 'The article names both.');
  assert.match(saidOf(NEW), /^The article names only \[\d\]\.$/);
  assert.equal(saidOf('The canal was dug by hand.'), 'The article does not mention it.');
});

test('the ledger says that a side is followed only where it stands in the article', () => {
  assert.match(saidOf(NEW, { ...CONTRADICTION, followed }), /^The article follows \[\d\]: Two more sources say it\.$/);
  assert.equal(
    saidOf('The canal was dug by hand.', { ...CONTRADICTION, followed }),
    'The article does not mention it.',
  );
});

test('the ledger calls a source by its number, or by its title where the article does not cite it', () => {
  const [old, now] = spans;
  if (old === undefined || now === undefined) return assert.fail('There are no spans.');
  const named = [
    { ...old, title: 'Overview', says: '620 yards' },
    { ...now, title: 'Report', says: '580 yards' },
  ];
  const ledger = { ...ledgerOf(NEW, { ...CONTRADICTION, spans: named }), sources: sources.slice(1) };
  assert.match(ledgerText(ledger), /\*\*the tunnel\*\* "Overview" says 620 yards, but \[1\] says 580 yards\./);
  assert.match(ledgerText(ledger), /long\." \(Overview, not cited\)\n {2}- ".*" \(\[1\] Report\)/);
});

test('the ledger counts the sides where there are more than two', () => {
  const third = { source: 's3', start: 0, end: 40, quote: 'The tunnel at Hob Hill is 600 yards long.' };
  const told = [...spans, third].map(({ source }) => source);
  const contradiction = { ...CONTRADICTION, spans: [...spans, third], told };
  assert.equal(
    tellSides(contradiction, (source) => source),
    'The article names all 3.',
  );
});

test('the page says it, too', () => {
  const html = articleHtml(`# Canal\n\n${NEW}\n`, ledgerOf(NEW, { ...CONTRADICTION, followed }));
  assert.match(html, /They differ\. The article follows \[1\]: Two more sources say it\./);
});

const sideOf = (at: number, text: string, says: string) => {
  const source = sources[at] ?? assert.fail('There is no such source.');
  return { source, statement: readStatement(text), says };
};

test('what lasts and what is past does not get out of date', () => {
  assert.equal(settleContradiction('figure', [sideOf(0, OLD, '620 yards'), sideOf(1, NEW, '580 yards')]), null);
  const died = (count: string) => `${count} men died during the construction of the canal.`;
  const deaths = [sideOf(0, died('Nineteen'), 'Nineteen'), sideOf(1, died('47'), '47')];
  assert.equal(settleContradiction('figure', deaths), null);
  const carried = (count: string) => `When she cast off from the harbour the Swallow carried ${count} horses.`;
  const horses = [sideOf(0, carried('40'), '40'), sideOf(1, carried('65'), '65')];
  assert.equal(settleContradiction('figure', horses), null);
  const began = (count: string) => `${count} men were at the start, and most of them had never run so far.`;
  const men = [sideOf(0, began('Nineteen'), 'Nineteen'), sideOf(1, began('47'), '47')];
  assert.equal(settleContradiction('figure', men), null);
});

test('a count of members gets out of date', () => {
  const has = (count: string) => `The trust has ${count} members.`;
  const settled = settleContradiction('figure', [sideOf(0, has('640'), '640'), sideOf(1, has('2,350'), '2,350')]);
  assert.match(settled?.why ?? '', /640 is from 2008-03-01 and out of date/);
});

test('a disagreement is told with its subject, or by the names of the sources alone', () => {
  assert.equal(tellAbout('the cost of the canal', []), 'on the cost of the canal');
  assert.equal(
    tellAbout('x', ['The old tunnel is 620 yards long.', 'The tunnel is 580 yards long.']),
    'about the old tunnel',
  );
  assert.equal(tellAbout('x', [OLD, 'It is 580 yards long.']), null);
});
