// A folder of documents becomes sources; what cannot be read, or should not be, is left out and reported.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Source } from '../../src/documents/evidence/source.ts';
import { SourceFault } from '../../src/errors.ts';
import type { FoundText } from '../../src/ports/sources.ts';
import { readCorpus } from '../../src/sources/corpus/read-corpus.ts';
import { openSourceStore } from '../../src/sources/store/open-source-store.ts';
import { withoutRoot } from '../support/without-root.ts';
import { docxParagraph, makeDocx, makePdf } from './make-documents.ts';

const NOW = new Date('2026-03-01T10:00:00Z');

function project(t: TestContext, files: { readonly [path: string]: string | Uint8Array }) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-corpus-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const store = openSourceStore(join(folder, '.signoff', 'sources'));
  const read = (bounds = {}) => readCorpus(join(folder, 'corpus'), folder, { store, now: NOW, bounds });
  return { folder, store, read };
}

test('documents of each kind become sources with type, date and address', async (t) => {
  const { store, read } = project(t, {
    'corpus/a.md': '---\ntype: news\ndate: 2024-05-06\ntitle: One\nurl: https://example.org/one\n---\nHeat moves.',
    'corpus/deep/2023-04_report.txt': 'Heat stays in walls of brick.',
    'corpus/c.html': '<title>Three</title><p>Heat rises.</p>',
    'corpus/d.pdf': makePdf([[{ text: 'Heat of a page that is printed.' }]]),
    'corpus/e.docx': makeDocx(docxParagraph('Heat in Word.')),
    'corpus/f.png': 'no document',
    'outside.md': 'Not asked for.',
  });
  const { sources, notes } = await read();
  assert.deepEqual(
    sources.map(({ address, title, type, publishedAt, also }) => [address, title, type, publishedAt, also]),
    [
      ['corpus/a.md', 'One', 'news', '2024-05-06', ['https://example.org/one']],
      ['corpus/c.html', 'Three', 'local', null, []],
      ['corpus/d.pdf', 'D', 'local', null, []],
      ['corpus/deep/2023-04_report.txt', '2023 04 report', 'local', '2023-04', []],
      ['corpus/e.docx', 'E', 'local', null, []],
    ],
  );
  assert.deepEqual(notes, ['1 file of another kind was left out: .png.']);
  const [first] = sources;
  assert.ok(first !== undefined);
  assert.equal((await store.text(first)).text, 'Heat moves.');
  assert.deepEqual(await read(), { sources, notes });
});

test('the same text under several names is one source, listed under the one that says most of it', async (t) => {
  const { read } = project(t, {
    'corpus/a.txt': 'Heat moves from one place to another.',
    'corpus/b.md': '---\ntype: report\ndate: 2022\n---\nHeat moves from one place to another.\n',
    'corpus/c.md': '---\ntype: web\ndate: 2021\n---\nHeat moves from one place to another.\n',
  });
  const { sources } = await read();
  assert.deepEqual(
    sources.map(({ address, also, type }) => [address, also, type]),
    [['corpus/b.md', ['corpus/c.md', 'corpus/a.txt'], 'report']],
  );
});

test('links, ignored files, closed folders and finished articles are no sources', async (t) => {
  const { folder, read } = project(t, {
    'corpus/.gitignore': 'drafts/\n',
    'corpus/a.md': 'Kept text.',
    'corpus/drafts/b.md': 'Ignored text.',
    'corpus/.git/c.md': 'Closed text.',
    'corpus/.signoff/d.md': 'Closed text too.',
    'corpus/research/heat/article.md': 'Written from sources.',
    'corpus/research/heat/ledger.json': '{}',
    'corpus/research/heat/sources/s1.txt': 'A copy.',
    'secret.md': 'Secret text.',
  });
  symlinkSync(join(folder, 'secret.md'), join(folder, 'corpus', 'link.md'));
  symlinkSync(folder, join(folder, 'corpus', 'up'));
  execFileSync('mkfifo', [join(folder, 'corpus', 'pipe.md')]);
  const { sources, notes } = await read();
  assert.deepEqual(
    sources.map(({ address }) => address),
    ['corpus/a.md'],
  );
  assert.deepEqual(notes.toSorted(), [
    '1 folder of a finished article was left out: research/heat/.',
    '1 pipe was left out: pipe.md.',
    '2 symlinks were not followed: link.md, up.',
  ]);
});

test('pipes and sockets are counted by kind, and those that are ignored are not reported', async (t) => {
  const { folder, read } = project(t, { 'corpus/a.md': 'Kept text.', 'corpus/.gitignore': 'hidden.md\n' });
  for (const name of ['b.md', 'c.md', 'hidden.md']) execFileSync('mkfifo', [join(folder, 'corpus', name)]);
  const server = createServer().listen(join(folder, 'corpus', 's.md'));
  await once(server, 'listening');
  t.after(() => server.close());
  const { notes } = await read();
  assert.deepEqual(notes, ['2 pipes were left out: b.md, c.md.', '1 socket was left out: s.md.']);
});

test('folders that are too deep are reported', async (t) => {
  const { read } = project(t, {
    [`corpus/${'d/'.repeat(63)}a.md`]: 'Just deep enough.',
    [`corpus/${'e/'.repeat(64)}a.md`]: 'Too deep.',
  });
  const { sources, notes } = await read();
  assert.equal(sources.length, 1);
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /^1 folder is more than 63 levels deep and was not read: e\/e\/[e/]+\.\.\.\.$/);
});

const isLinux = process.platform === 'linux';
test('a file whose name is not UTF-8 is reported as such', { skip: !isLinux }, async (t) => {
  const { folder, read } = project(t, { 'corpus/a.md': 'Kept text.' });
  const name = Buffer.from([0x62, 0xff, 0x2e, 0x6d, 0x64]);
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/corpus/`), name]), 'Text.');
  const why = 'its name is not UTF-8, and it cannot be read under that name';
  assert.deepEqual((await read()).notes, [`"corpus/b\ufffd.md" was left out: ${why}.`]);
});

test('names with line ends and other hidden signs harm neither addresses nor notes', async (t) => {
  const { read } = project(t, {
    'corpus/a\n# Injected\n.md': 'Text of an odd name.',
    'corpus/b\u202e\u001b[31m.md': '',
  });
  const { sources, notes } = await read();
  assert.deepEqual(
    sources.map(({ address, title }) => [address, title]),
    [['corpus/a\ufffd# Injected\ufffd.md', 'A\ufffd# Injected\ufffd']],
  );
  assert.deepEqual(notes, ['"corpus/b[31m.md" was left out: it is empty.']);
});

test('too many and too large files are left out and reported', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`corpus/${at}.md`, `Text ${at}.`]));
  const { read } = project(t, { ...files, 'corpus/0.md': 'x '.repeat(600_000) });
  const { sources, notes } = await read({ filesMax: 5, fileBytesMax: 1_000_000 });
  assert.equal(sources.length, 4);
  assert.deepEqual(notes, [
    '"corpus/0.md" was left out: it has 1.2 MB, and 1 MB are read at most.',
    'Only 5 of 7 documents were read, in the order of their paths.',
  ]);
});

test('of many files that cannot be read the first are named', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`corpus/${at}.pdf`, 'broken']));
  const { notes } = await project(t, files).read();
  const [note = '', ...more] = notes;
  assert.deepEqual(more, []);
  assert.match(note, /^25 documents could not be read: "corpus\/0\.pdf" \(.+\), "corpus\/1\.pdf" \(.+ and 22 more\.$/);
  assert.ok(!note.includes('corpus/11.pdf'), note);
});

test('a file that may not be read is left out', async (t) => {
  const { folder, read } = project(t, { 'corpus/a.md': 'x', 'corpus/closed/b.md': 'Text.' });
  chmodSync(join(folder, 'corpus/a.md'), 0);
  chmodSync(join(folder, 'corpus/closed'), 0);
  const { notes } = await withoutRoot(folder, read);
  chmodSync(join(folder, 'corpus/closed'), 0o755);
  assert.deepEqual(notes, [
    '"corpus/a.md" was left out: permission is denied (EACCES).',
    '1 folder cannot be read: closed.',
  ]);
});

test('a folder that is not there, or is a file, is a fault that says so', async (t) => {
  const { folder, store } = project(t, { 'file.md': 'x' });
  for (const [path, why] of [
    ['none', /but there is no such folder \(ENOENT\)\.$/],
    ['file.md', /but it is a file, not a folder\.$/],
  ] as const)
    await assert.rejects(readCorpus(join(folder, path), folder, { store, now: NOW }), (thrown) => {
      assert.ok(thrown instanceof SourceFault && thrown.code === 'source-not-readable', String(thrown));
      assert.match(thrown.message, why);
      return true;
    });
});

test('reading stops when it is no longer wanted', async (t) => {
  const { folder, store } = project(t, { 'corpus/a.md': 'Text.' });
  const wanted = readCorpus(join(folder, 'corpus'), folder, { store, now: NOW, signal: AbortSignal.abort() });
  await assert.rejects(wanted, { name: 'AbortError' });
});

test('reading a folder ends when its time is over, and tells what was not read', async (t) => {
  const slow = '<div>'.repeat(200_000);
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`corpus/b${at}.html`, `${slow}${at}`]));
  const { sources, notes } = await project(t, { 'corpus/a.md': 'Text.', ...files, 'corpus/z.md': 'More text.' }).read({
    readMs: 500,
  });
  assert.deepEqual(
    sources.map(({ address }) => address),
    ['corpus/a.md', 'corpus/z.md'],
  );
  assert.deepEqual(notes, [
    '12 documents were not read, since reading the folder took more than 0.5 s: corpus/b0.html, corpus/b1.html, ' +
      'corpus/b10.html and 9 more.',
  ]);
});

test('a document that is being read is left when nobody wants it any more', async (t) => {
  const { folder, store } = project(t, { 'corpus/a.html': '<div>'.repeat(200_000) });
  const ending = new AbortController();
  const wanted = readCorpus(join(folder, 'corpus'), folder, { store, now: NOW, signal: ending.signal });
  setTimeout(() => ending.abort(), 300);
  await assert.rejects(wanted, { name: 'AbortError' });
});

test('a file with many names is read once, and its names are other addresses of it', async (t) => {
  const { folder, read } = project(t, { 'corpus/a.md': 'Text of one file.', 'corpus/e.md': '' });
  for (const name of ['b.md', 'c.md']) linkSync(join(folder, 'corpus/a.md'), join(folder, 'corpus', name));
  linkSync(join(folder, 'corpus/e.md'), join(folder, 'corpus/f.md'));
  const { sources, notes } = await read();
  assert.deepEqual(
    sources.map(({ address, also }) => [address, also]),
    [['corpus/a.md', ['corpus/b.md', 'corpus/c.md']]],
  );
  assert.deepEqual(notes, [
    '"corpus/e.md" was left out: it is empty.',
    '"corpus/f.md" was left out: it is the same file as "corpus/e.md".',
  ]);
});

test('of more text than is kept the rest is reported', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`corpus/${at + 10}.md`, `${at + 10} ${'x'.repeat(97)}`]),
  );
  const { sources, notes } = await project(t, files).read({ charactersMax: 1_000 });
  assert.equal(sources.length, 10);
  assert.deepEqual(notes, [
    '10 documents were not read, since the texts have more than 0.001 million characters together: ' +
      'corpus/20.md, corpus/21.md, corpus/22.md and 7 more.',
  ]);
});

test('texts are stored as they are read, not when all were read', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`corpus/${at}.md`, `Text ${at}.`]));
  const { folder } = project(t, files);
  let [held, most] = [0, 0];
  const put = async (found: FoundText): Promise<Source> => {
    held += 1;
    most = Math.max(most, held);
    await new Promise((done) => setTimeout(done, 1));
    held -= 1;
    stored.push(found.address);
    // The next group is read only when this one is stored.
    if (stored.length <= 8) rmSync(join(folder, 'corpus/9.md'), { force: true });
    return { ...found, id: found.text, hash: found.text, also: [], score: 0, reasons: [], words: 2, retrievedAt: '' };
  };
  const stored: string[] = [];
  const { notes } = await readCorpus(join(folder, 'corpus'), folder, { store: { put }, now: NOW });
  assert.equal(most, 8);
  assert.equal(stored.length, 39);
  assert.match(notes[0] ?? '', /^"corpus\/9\.md" was left out: there is no such file/);
});
