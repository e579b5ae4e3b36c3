// Documents made to keep a parser busy or to fill the memory: each ends soon, says why, and the next one is read.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createDeflate } from 'node:zlib';
import { readApart } from '../../src/sources/corpus/read-apart.ts';
import { readDocument } from '../../src/sources/corpus/read-document.ts';
import { assemblePdf, docxParagraph, makeDocx, makePdf, makeZip } from './make-documents.ts';

const LIMIT = { timeout: 120_000 };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const read = (content: Uint8Array, name: string) => readDocument(content, { name, type: '' });

async function stillReads(): Promise<void> {
  const result = await read(bytesOf('<p>Heat moves.</p>'), 'a.html');
  assert.equal(result.ok && result.document.text, 'Heat moves.');
}

test('HTML that is nested 100,000 deep is read without recursion', LIMIT, async () => {
  const result = await read(bytesOf(`${'<div>'.repeat(100_000)}Deep words.`), 'a.html');
  assert.equal(result.ok && result.document.text, 'Deep words.');
});

test('HTML of more elements than memory allows ends its own process only', LIMIT, async () => {
  const result = await read(bytesOf('<p>a</p>'.repeat(700_000)), 'a.html');
  assert.deepEqual(result, { ok: false, why: 'reading it took too much memory, or ended its reader' });
  await stillReads();
});

test('a line of 10 MB is read', LIMIT, async () => {
  for (const name of ['a.md', 'a.txt']) {
    const result = await read(bytesOf('[word](x) **word** '.repeat(550_000)), name);
    assert.ok(result.ok && result.document.text.startsWith(name === 'a.md' ? 'word word' : '[word]'));
  }
  for (const part of ['[', '**', '<', '(', '![](', '_a', '`', '\\', '> ', '&']) {
    const started = process.cpuUsage();
    await read(bytesOf(part.repeat(300_000)), 'a.md');
    assert.ok(process.cpuUsage(started).user < 2e6, part);
  }
});

test('a DOCX that unpacks to gigabytes is not unpacked', LIMIT, async () => {
  const bomb = makeZip({
    'word/document.xml': Buffer.alloc(200_000_000, 0x20),
    '_rels/.rels': '<x/>',
  });
  assert.ok(bomb.length < 1_000_000);
  assert.deepEqual(await read(bomb, 'a.docx'), { ok: false, why: 'it is too large: unpacked it has more than 60 MB' });
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, at) => [`word/${at}.xml`, Buffer.alloc(1_000_000, 0x20)]),
  );
  const several = await read(makeZip({ 'word/document.xml': '<x/>', ...many }), 'a.docx');
  assert.match(several.ok ? '' : several.why, /too large/);
});

test('a DOCX that is nested without end is left out', LIMIT, async () => {
  const result = await read(
    makeDocx(`${'<w:sdt><w:sdtContent>'.repeat(50_000)}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`),
    'a.docx',
  );
  assert.equal(result.ok, false);
  await stillReads();
});

test('entities that grow are no way to fill the memory', LIMIT, async () => {
  const levels = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
  const doctype = `<!DOCTYPE w:document [<!ENTITY e0 "heat">${levels}]>`;
  const result = await read(makeDocx(docxParagraph('Grows: &e12;'), '', doctype), 'a.docx');
  assert.ok(!result.ok || result.document.text.length < 10_000);
  await stillReads();
});

test('a PDF whose pages lead in a circle, or are said to be billions, ends', LIMIT, async () => {
  const circle = assemblePdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>'],
    '/Root 1 0 R',
  );
  const result = await read(circle, 'a.pdf');
  assert.equal(result.ok, false);
  const page = latin(makePdf([[{ text: 'One page of some words, and no more than that.' }]]));
  const many = await read(
    Uint8Array.from(page.replace('/Count 1 ', '/Count 99999999 '), (letter) => letter.charCodeAt(0)),
    'a.pdf',
  );
  assert.ok(!many.ok || many.document.text.includes('One page'));
  await stillReads();
});

test('a PDF whose streams unpack to gigabytes ends its own process at most', LIMIT, async () => {
  const content = latin(await packed(800));
  const bomb = assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>',
      `<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ],
    '/Root 1 0 R',
  );
  const result = await read(bomb, 'a.pdf');
  assert.equal(result.ok, false);
  await stillReads();
});

/** So many megabytes, never in the memory at once. */
async function packed(megabytes: number): Promise<Uint8Array> {
  const part = Buffer.alloc(1_000_000, 'q ');
  const parts = Readable.from(Array.from({ length: megabytes }, () => part));
  return new Uint8Array(Buffer.concat(await parts.pipe(createDeflate({ level: 1 })).toArray()));
}

test('a reader that is late is ended, and the next document read', LIMIT, async () => {
  const slow = await readApart({ kind: 'html', content: '<div>'.repeat(200_000) }, { workMs: 300 });
  assert.deepEqual(slow, { ok: false, why: 'reading it took longer than 0.3 s' });
  await stillReads();
});

test('a DOCX of many paragraphs is read', LIMIT, async () => {
  const result = await read(makeDocx(docxParagraph('Heat moves to the cold.').repeat(5_000)), 'a.docx');
  assert.ok(result.ok && result.document.text.length > 100_000);
});
