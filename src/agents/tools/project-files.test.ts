// The tools over a project's files: what they show, what they refuse, and that nothing hangs or leaves the folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Json } from '../../json.ts';
import { projectFiles } from './project-files.ts';
import type { ToolResult } from './tool.ts';

const scratch = mkdtempSync(join(tmpdir(), 'signoff-tools-'));
after(() => rmSync(scratch, { recursive: true }));

let made = 0;
function project(files: { readonly [path: string]: string | Buffer }) {
  const folder = join(scratch, `project-${++made}`);
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) write(path, text);
  const tools = projectFiles(folder);
  const call = (name: string, input: Json, signal = new AbortController().signal): Promise<ToolResult> => {
    const tool = tools.find(({ spec }) => spec.name === name);
    assert.ok(tool);
    return tool.call(input, signal);
  };
  const text = async (name: string, input: Json) => {
    const result = await call(name, input);
    assert.equal(result.isError, false, result.text);
    return result.text;
  };
  return { folder, write, call, text };
}

describe('list_files', () => {
  const files = {
    'b.ts': '',
    'a.md': 'a',
    'src/c.ts': 'c',
    'src/deep/d.tsx': 'd',
    'image.png': Buffer.from([1, 0, 2]),
    '.gitignore': 'out/\n*.log\n',
    'out/x.ts': '',
    'y.log': '',
    '.git/config': 'secret',
    '.env': 'KEY=1',
    'node_modules/p/index.js': '',
    '.signoff/signoff.db': '',
    'src/node_modules/q.ts': '',
    '.env.example': 'KEY=',
    'app/.gitignore': '/generated/\n!z.log\n',
    'app/generated/e.ts': '',
    'app/z.log': 'z',
  };

  test('shows text files sorted, without what is hidden, ignored or binary', async () => {
    const { text, folder } = project(files);
    symlinkSync('/etc', join(folder, 'etc'));
    symlinkSync('b.ts', join(folder, 'link.ts'));
    symlinkSync('.', join(folder, 'loop'));
    assert.deepEqual((await text('list_files', {})).split('\n'), [
      '.env.example',
      '.gitignore',
      'a.md',
      'app/.gitignore',
      'app/z.log',
      'b.ts',
      'src/c.ts',
      'src/deep/d.tsx',
    ]);
  });

  test('narrows by prefix and pattern', async () => {
    const { text } = project(files);
    assert.equal(await text('list_files', { under: './src/' }), 'src/c.ts\nsrc/deep/d.tsx');
    assert.equal(await text('list_files', { glob: '*.{ts,tsx}' }), 'b.ts\nsrc/c.ts\nsrc/deep/d.tsx');
    assert.equal(await text('list_files', { glob: 'src/*' }), 'src/c.ts');
    assert.match(await text('list_files', { glob: '*.rs' }), /No text file/);
  });

  test('a folder of 20,000 files is shown page by page, each file once', async () => {
    const { text, write, folder } = project({});
    const nameOf = (index: number) => `f/${String(index).padStart(5, '0')}.txt`;
    for (const index of [0, 4_999, 19_999]) write(nameOf(index), `word${index}`);
    // Names of one file: making and removing as many files takes the system many times as long.
    for (let index = 0; index < 20_000; index++)
      if (index !== 0 && index !== 4_999 && index !== 19_999)
        linkSync(join(folder, nameOf(0)), join(folder, nameOf(index)));
    const page = async (more: { after?: string }) => (await text('list_files', { limit: 1_000, ...more })).split('\n');
    const first = await page({});
    assert.deepEqual([first.length, first[0], first[999]], [1_001, 'f/00000.txt', 'f/00999.txt']);
    assert.match(first[1_000] ?? '', /19000 more: call again with "after": "f\/00999\.txt"/);
    const second = await page({ after: 'f/00999.txt' });
    assert.deepEqual([second[0], second[999]], ['f/01000.txt', 'f/01999.txt']);
    const last = await page({ after: 'f/18999.txt' });
    assert.deepEqual([last.length, last[0], last[999]], [1_000, 'f/19000.txt', 'f/19999.txt']);
    assert.match(await text('search_files', { query: 'word4999' }), /f\/04999\.txt:1-1[\s\S]*Only 5000 of 20000 files/);
    assert.match(
      await text('search_files', { query: 'word19999', mode: 'exact', under: 'f/199' }),
      /f\/19999\.txt:1: /,
    );
  });
});

describe('read_file', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n');

  test('gives all of a file, some lines, and their numbers', async () => {
    const { text, call } = project({ 'a.txt': lines, 'end.txt': 'x\ny\n', 'empty.txt': '' });
    assert.equal(await text('read_file', { path: 'a.txt' }), lines);
    assert.equal(await text('read_file', { path: 'a.txt', from: 3, to: 4 }), 'line 3\nline 4');
    assert.equal(await text('read_file', { path: './a.txt', from: 49 }), 'line 49\nline 50');
    assert.equal(await text('read_file', { path: 'a.txt', to: 1, numbers: true }), '1: line 1');
    assert.equal(await text('read_file', { path: 'end.txt', numbers: true }), '1: x\n2: y');
    assert.equal(await text('read_file', { path: 'empty.txt' }), '');
    assert.match((await call('read_file', { path: 'a.txt', from: 60 })).text, /has 50 lines; line 60/);
    assert.match((await call('read_file', { path: 'a.txt', from: 6, to: 5 })).text, /at least "from"/);
  });

  test('a file over 1 MB needs a range, which may lie deep inside', async () => {
    const long = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} ü`).join('\n');
    const { text, call } = project({ 'long.txt': long, 'one.txt': 'x'.repeat(2_000_000) });
    const { text: refusal, isError } = await call('read_file', { path: 'long.txt' });
    assert.ok(isError);
    assert.match(refusal, /bytes; up to 1 MB/);
    assert.equal(
      await text('read_file', { path: 'long.txt', from: 150_000, to: 150_001 }),
      'line 150000 ü\nline 150001 ü',
    );
    assert.match(await text('read_file', { path: 'long.txt', from: 2 }), /are left out here/);
    assert.ok((await text('read_file', { path: 'one.txt', from: 1, to: 1 })).length <= 100_000);
  });

  test('binary files are refused', async () => {
    const { call } = project({ 'a.bin': Buffer.from([65, 0, 66]) });
    assert.match((await call('read_file', { path: 'a.bin' })).text, /binary file of 3 bytes/);
  });
});

describe('hostile paths', () => {
  test('nothing outside of the folder is read, and outside looks like nowhere', async () => {
    const outside = project({ 'secret.txt': 'SECRET', 'deep/secret.txt': 'SECRET' });
    const { folder, call } = project({ 'a.txt': 'a', 'src/b.txt': 'b', '.git/config': 'SECRET', '.env': 'SECRET' });
    symlinkSync(join(outside.folder, 'secret.txt'), join(folder, 'link.txt'));
    symlinkSync(outside.folder, join(folder, 'parent'));
    symlinkSync('/proc', join(folder, 'proc'));
    symlinkSync('.git/config', join(folder, 'config'));
    symlinkSync('round', join(folder, 'round'));
    const name = outside.folder.split('/').at(-1);
    const hostile = [
      `../${name}/secret.txt`,
      `src/../../${name}/secret.txt`,
      join(outside.folder, 'secret.txt'),
      'link.txt',
      'parent/secret.txt',
      'parent/deep/secret.txt',
      'parent',
      `..\\${name}\\secret.txt`,
      'a.txt\0',
      '\0',
      '/proc/self/environ',
      'proc/self/environ',
      'proc/self/root/etc/passwd',
      '/dev/zero',
      'C:\\x',
      'c:x',
      '\\\\host\\x',
      '..',
      '.',
      'src',
      '.git/config',
      '.GIT/config',
      'config',
      '.env',
      'round',
      'a.txt/b',
      'x'.repeat(300),
      'x/'.repeat(2_000),
      'x'.repeat(100_000),
      '~/x',
      join(folder, 'a.txt'),
      'file:///etc/passwd',
      '%2e%2e/secret.txt',
      '....//secret.txt',
      ' ',
      '',
    ];
    for (const path of hostile) {
      const { text, isError } = await call('read_file', { path });
      assert.ok(isError, path);
      assert.ok(!text.includes('SECRET') && !text.includes('root:') && text.length < 700, `${path}: ${text}`);
    }
    const there = await call('read_file', { path: 'parent/secret.txt' });
    const absent = await call('read_file', { path: 'parent/nothing.txt' });
    assert.equal(there.text.replace('secret.txt', ''), absent.text.replace('nothing.txt', ''));
    for (const under of ['../', '/', 'parent/', '.git/', 'proc/']) {
      assert.doesNotMatch((await call('list_files', { under })).text, /secret|config|environ|passwd/);
      assert.doesNotMatch((await call('search_files', { under, query: 'SECRET', mode: 'exact' })).text, /:\d/);
    }
  });

  test('links that stay inside are followed', async () => {
    const { folder, text } = project({ 'src/b.txt': 'b' });
    symlinkSync('src', join(folder, 'way'));
    assert.equal(await text('read_file', { path: 'way/b.txt' }), 'b');
  });

  test('pipes, sockets and devices neither hang nor show', async () => {
    const { folder, call, text } = project({ 'a.txt': 'a' });
    execFileSync('mkfifo', [join(folder, 'pipe'), join(folder, '.gitignore')]);
    symlinkSync('pipe', join(folder, 'to-pipe'));
    symlinkSync('/dev/zero', join(folder, 'zero'));
    const server = createServer().listen(join(folder, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      for (const path of ['pipe', 'to-pipe', 'socket', 'zero', '.gitignore']) {
        const result = await call('read_file', { path });
        assert.ok(result.isError, path);
      }
      assert.equal(await text('list_files', {}), 'a.txt');
      assert.match(await text('search_files', { query: 'a', mode: 'exact' }), /a\.txt:1: a/);
    } finally {
      server.close();
    }
  });

  test('a folder that is not there is an error result', async () => {
    const { folder, call } = project({});
    rmSync(folder, { recursive: true });
    for (const [name, input] of [
      ['list_files', {}],
      ['read_file', { path: 'a' }],
      ['search_files', { query: 'a' }],
    ] as const) {
      assert.ok((await call(name, input)).isError, name);
    }
  });
});

describe('search_files', () => {
  const filler = '// filler\n'.repeat(70);
  const code = `${filler}export function countRetries(maxRetries: number) {}\n${filler}`;

  test('finds passages by words, by words inside of names, and by the path', async () => {
    const { text } = project({
      'src/retry.ts': code,
      'notes.md': 'Nothing here.\n',
      'docs/billing.md': 'About money.',
    });
    for (const query of ['countRetries', 'retries', 'count maximum', 'max']) {
      assert.match(await text('search_files', { query }), /^src\/retry\.ts:61-90\n[\s\S]*\n71: export function/, query);
    }
    assert.match(await text('search_files', { query: 'billing' }), /^docs\/billing\.md:1-1\n1: About money\./);
    assert.match(await text('search_files', { query: 'retries', glob: '*.md' }), /Nothing was found/);
  });

  test('sees what changed, came and went since the last search', async () => {
    const { folder, text, write } = project({ 'a.txt': 'apple', 'b.txt': 'banana' });
    assert.match(await text('search_files', { query: 'apple' }), /^a\.txt/);
    write('a.txt', 'cherry');
    utimesSync(join(folder, 'a.txt'), new Date(0), new Date(1_000));
    write('c.txt', 'damson');
    rmSync(join(folder, 'b.txt'));
    const found = async (query: string) => (await text('search_files', { query })).split(':')[0];
    assert.deepEqual(
      [await found('apple'), await found('cherry'), await found('damson'), await found('banana')],
      ['Nothing was found.', 'a.txt', 'c.txt', 'Nothing was found.'],
    );
  });

  test('finds the very text, with or without case, around the hit of a long line', async () => {
    const { text } = project({
      'a.txt': 'one\nTwo (x)\ntwo (x)\n',
      'b.min.js': `${'y'.repeat(5_000)}needle${'z'.repeat(5_000)}`,
    });
    assert.equal(await text('search_files', { query: 'two (x)', mode: 'exact' }), 'a.txt:3: two (x)');
    assert.equal(
      (await text('search_files', { query: 'TWO (', mode: 'exact', ignoreCase: true })).split('\n').length,
      2,
    );
    assert.equal(await text('search_files', { query: 'one\nTwo', mode: 'exact' }), 'a.txt:1: one');
    const long = await text('search_files', { query: 'needle', mode: 'exact' });
    assert.ok(long.includes('needle') && long.length < 400);
    assert.match(await text('search_files', { query: 'needle y', mode: 'words' }), /Nothing|b\.min/);
  });

  test('searches at the same time share one index', async () => {
    const { text } = project({ 'a.txt': 'apple', 'b.txt': 'banana' });
    const found = await Promise.all(['apple', 'banana', 'apple'].map((query) => text('search_files', { query })));
    assert.deepEqual(
      found.map((each) => each.split(':')[0]),
      ['a.txt', 'b.txt', 'a.txt'],
    );
  });

  test('a search that is stopped is an error result, and the next one works', async () => {
    const { call, text } = project({ 'a.txt': 'apple' });
    assert.ok((await call('search_files', { query: 'apple' }, AbortSignal.abort())).isError);
    assert.match(await text('search_files', { query: 'apple' }), /^a\.txt/);
  });
});
