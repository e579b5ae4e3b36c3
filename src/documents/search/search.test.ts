// Retrieval: passages of texts and code, ranked; and which files of a project are left out.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { codePassages, isCode } from './code-passages.ts';
import { IgnoredPaths } from './ignored-paths.ts';
import type { Passage } from './passage-index.ts';
import { passagesOf, sectionPassages } from './passages-of.ts';
import { Retriever, retrieve } from './retrieve.ts';
import { walkFiles } from './walk-files.ts';

const passagesIn = (source: string, text: string): readonly Passage[] =>
  [...sectionPassages(text)].map((passage) => ({ source, ...passage }));

describe('passages', () => {
  test('together are the text, with the lines they stand in', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`);
    const passages = [...passagesOf(`${lines.join('\n')}\n`)];
    assert.equal(passages.map(({ text }) => text).join(''), `${lines.join('\n')}\n`);
    assert.deepEqual(
      passages.map(({ from, to }) => [from, to]),
      [
        [1, 30],
        [31, 60],
        [61, 90],
        [91, 100],
      ],
    );
  });

  test('of a document begin at headings, and a fence holds none', () => {
    const text = '# A\n\nOne.\n\n## B\n\n```sh\n# no heading\n```\n\n## C\nTwo.';
    assert.deepEqual(
      [...sectionPassages(text)].map(({ from, to, text: own }) => [from, to, own.split('\n')[0]]),
      [
        [1, 3, '# A'],
        [5, 9, '## B'],
        [11, 12, '## C'],
      ],
    );
  });
});

describe('passages of code', () => {
  const shown = (text: string) => [...codePassages(text)].map(({ from, to, text: own }) => [from, to, own]);

  test('are names with their comments, not bodies', () => {
    const text = [
      '// What members book.',
      '',
      "import { x } from 'y';",
      '',
      '/** Books a court.',
      ' *  One hour at most. */',
      'export async function bookCourt(slot: Slot): Promise<Booking> {',
      '  const price = priceOf(slot);',
      '  return save(price);',
      '}',
      'export const SLOT_MINUTES = 60;',
    ].join('\n');
    assert.deepEqual(shown(text), [
      [1, 1, '// What members book.'],
      [5, 7, text.split('\n').slice(4, 7).join('\n')],
      [11, 11, 'export const SLOT_MINUTES = 60;'],
    ]);
  });

  test('are read in other languages too', () => {
    assert.deepEqual(shown('class Court:\n    """A court\n    of the club."""\n    def free(self):\n        pass\n'), [
      [1, 3, 'class Court:\n    """A court\n    of the club."""'],
      [4, 4, '    def free(self):'],
    ]);
    assert.deepEqual(shown('/// Frees a slot.\n#[inline]\npub(crate) fn free_slot(id: u64) {\n}\n'), [
      [1, 3, '/// Frees a slot.\n#[inline]\npub(crate) fn free_slot(id: u64) {'],
    ]);
    assert.deepEqual(
      shown('public class A {\n    // Pays back.\n    public void refund(Money m) {\n        int x = 1;\n'),
      [
        [1, 1, 'public class A {'],
        [2, 3, '    // Pays back.\n    public void refund(Money m) {'],
      ],
    );
    assert.deepEqual(shown('-- Who booked what.\nCREATE TABLE bookings (\n  id int\n);\n'), [
      [1, 2, '-- Who booked what.\nCREATE TABLE bookings ('],
    ]);
    assert.deepEqual(['a.ts', 'b.py', 'c.go', 'd.md', 'e.png'].map(isCode), [true, true, true, false, false]);
  });

  test('cover every exported function of a real file', () => {
    const text = readFileSync(new URL('./walk-files.ts', import.meta.url), 'utf8');
    const all = [...codePassages(text)].map(({ text: own }) => own).join('\n');
    for (const [, name = ''] of text.matchAll(/^export (?:async function|interface) (\w+)/gm))
      assert.ok(all.includes(name));
    assert.ok(!all.includes('open.pop()'));
  });

  test('hostile lines end at once', () => {
    const long = [`${'public '.repeat(20_000)}x`, `export ${'a'.repeat(100_000)}`, '/*'.repeat(50_000)].join('\n');
    assert.ok([...codePassages(long)].every(({ text }) => text.length < 2_000));
  });
});

describe('retrieve', () => {
  const passages = [
    ...passagesIn('docs/payment.md', '# Payment\n\nMembers pay by card.\n\n# Refunds\n\nA refund takes three days.\n'),
    ...passagesIn('docs/courts.md', '# Courts\n\nA court is booked by the hour.\n'),
  ];

  test('gives the best passages with source, lines, text and score', () => {
    const [best, ...others] = retrieve('how long does a refund take', passages, 2);
    assert.deepEqual([best?.source, best?.lines], ['docs/payment.md', '5-7']);
    assert.match(best?.text ?? '', /three days/);
    assert.ok((best?.score ?? 0) > (others[0]?.score ?? 0));
    assert.deepEqual(retrieve('zebra', passages, 5), []);
  });

  test('takes at most so many of one file', () => {
    const retriever = new Retriever();
    for (const passage of passages) retriever.add(passage);
    const sources = retriever.search('refund card court', 5, 1).map(({ source }) => source);
    assert.deepEqual(sources.toSorted(), ['docs/courts.md', 'docs/payment.md']);
  });
});

describe('ignored paths', () => {
  test('the last line that fits decides', () => {
    const ignored = new IgnoredPaths();
    ignored.add('', '# comment\n\n*.log\n!keep.log\ndist/\n/only-root\ndocs/*.pdf\r\n*.py[cod]\n');
    const out = ['a.log', 'x/b.log', 'only-root', 'docs/a.pdf', 'x.pyc'];
    const kept = ['keep.log', 'x/keep.log', 'dist', 'x/only-root', 'docs/x/a.pdf', 'x.py'];
    assert.deepEqual(
      [...out, ...kept].filter((path) => ignored.has(path, false)),
      out,
    );
    assert.deepEqual([ignored.has('dist', true), ignored.has('x/dist', true)], [true, true]);
  });

  test('a file in a folder is about that folder, and wins over those above it', () => {
    const ignored = new IgnoredPaths();
    ignored.add('', '*.log\n');
    ignored.add('app', '!audit.log\n/tmp/\nsecret.*\n');
    const paths = ['app/audit.log', 'app/x.log', 'audit.log', 'app/secret.txt', 'secret.txt', 'app/deep/secret.txt'];
    assert.deepEqual(
      paths.filter((path) => ignored.has(path, false)),
      [...['app/x.log', 'audit.log', 'app/secret.txt', 'app/deep/secret.txt']],
    );
    assert.deepEqual(
      [ignored.has('app/tmp', true), ignored.has('tmp', true), ignored.has('app/x/tmp', true)],
      [true, false, false],
    );
  });

  test('hostile rules end at once', () => {
    const ignored = new IgnoredPaths();
    ignored.add('', [`${'*a'.repeat(300)}b`, `${'**/a/'.repeat(150)}b`, 'x'.repeat(5_000), '[', '\\', '!'].join('\n'));
    assert.equal(ignored.has('a'.repeat(250), false), false);
    assert.equal(ignored.has(`${'a/'.repeat(60)}c`, false), false);
  });
});

test('walking leaves out what is closed or ignored, and stops at its bound', async () => {
  const tree: { readonly [folder: string]: readonly string[] } = {
    '': ['.env', '.git/', 'node_modules/', 'src/', 'out/', 'b.md', 'a.md'],
    src: ['x.ts', 'gen.ts'],
    out: ['y.ts'],
  };
  const disk = {
    entries: async (folder: string) =>
      (async function* () {
        for (const name of tree[folder] ?? [])
          yield {
            name: name.replace('/', ''),
            isFile: () => !name.endsWith('/'),
            isDirectory: () => name.endsWith('/'),
          };
      })(),
    ignoreFile: async (folder: string) => ({ '': 'out/\n', src: 'gen.*\n' })[folder] ?? null,
  };
  const nothingElse = { special: [], tooDeep: [] };
  assert.deepEqual(await walkFiles(disk), { paths: ['a.md', 'b.md', 'src/x.ts'], isCut: false, ...nothingElse });
  assert.deepEqual(await walkFiles(disk, undefined, 6), { paths: ['b.md'], isCut: true, ...nothingElse });
});
