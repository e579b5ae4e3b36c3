import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withoutRoot } from '../../../test/support/without-root.ts';
import { SourceFault, WorkspaceFault } from '../../errors.ts';
import type { FoundText } from '../../ports/sources.ts';
import { openSourceStore } from './open-source-store.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const LATER = new Date('2026-04-01T10:00:00Z');
const ARTICLE: FoundText = {
  ...{ address: 'corpus/a.md', title: 'Heat pumps', type: 'news', publishedAt: '2024-03', authors: ['Ada L.'] },
  ...{ publisher: 'Gazette', text: 'Heat pumps move heat.\r\nThey need power.', isWhole: true },
};

function place(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-sources-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, '.signoff', 'sources');
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []));

test('a text is kept under its hash and read again', async (t) => {
  const store = openSourceStore(place(t));
  const source = await store.put(ARTICLE, NOW);
  assert.match(source.id, /^s[0-9a-f]{32}$/);
  assert.equal(source.hash.slice(7, 39), source.id.slice(1));
  assert.deepEqual(
    [source.retrievedAt, source.words, source.score, source.reasons, source.also],
    [NOW.toISOString(), 7, 0, [], []],
  );
  const { text, ...same } = await store.text(source);
  assert.equal(text, 'Heat pumps move heat.\nThey need power.');
  assert.deepEqual(same, source);
});

test('the same text again is the same source, with the time it was first found', async (t) => {
  const folder = place(t);
  const first = await openSourceStore(folder).put(ARTICLE, NOW);
  assert.deepEqual(await openSourceStore(folder).put(ARTICLE, LATER), first);
  const elsewhere = await openSourceStore(folder).put({ ...ARTICLE, address: 'https://example.org/a' }, LATER);
  assert.deepEqual([elsewhere.id, elsewhere.retrievedAt], [first.id, LATER.toISOString()]);
  assert.equal(filesBelow(folder).length, 2);
});

test('what cannot be written in UTF-8 is stored so that its hash still fits', async (t) => {
  const store = openSourceStore(place(t));
  const source = await store.put({ ...ARTICLE, text: '\uFEFFhalf \ud83d of a\0 character' }, NOW);
  assert.equal((await store.text(source)).text, 'half \ufffd of a character');
});

test('a text that was changed or removed is lost, and putting it again mends it', async (t) => {
  const folder = place(t);
  const store = openSourceStore(folder);
  const source = await store.put(ARTICLE, NOW);
  const path = join(folder, source.hash.slice(7, 9), `${source.hash.slice(7)}.txt`);
  const isLost = (what: RegExp) => (thrown: unknown) =>
    thrown instanceof SourceFault && thrown.code === 'source-lost' && what.test(thrown.message);
  writeFileSync(path, 'Heat pumps move cold.');
  await assert.rejects(store.text(source), isLost(/^The text of "Heat pumps" \(corpus\/a\.md\) was changed since/));
  assert.deepEqual(await store.put(ARTICLE, LATER), source);
  assert.match((await store.text(source)).text, /move heat/);
  rmSync(path);
  await assert.rejects(store.text(source), isLost(/there is no such file \(ENOENT\)/));
  await assert.rejects(store.text({ ...source, hash: 'sha256:../../x' }), isLost(/no usable hash/));
});

test('what is known of a text may be spoilt without harm', async (t) => {
  const folder = place(t);
  const store = openSourceStore(folder);
  const source = await store.put(ARTICLE, NOW);
  writeFileSync(join(folder, source.hash.slice(7, 9), `${source.hash.slice(7)}.json`), '{"version": 1, "find');
  assert.equal((await store.put(ARTICLE, LATER)).retrievedAt, LATER.toISOString());
});

test('a folder that cannot be written to is a fault that says why', async (t) => {
  const folder = place(t);
  writeFileSync(join(folder, '..', '..', '.signoff'), 'a file');
  await assert.rejects(openSourceStore(folder).put(ARTICLE, NOW), (thrown) => {
    assert.ok(thrown instanceof WorkspaceFault, String(thrown));
    assert.match(thrown.message, /^Expected to store the text of a source below .*, but a part of its path is a file/);
    return true;
  });
});

test('a disk without room is a fault that says so, and leaves no half of a file', { timeout: 60_000 }, async (t) => {
  const folder = place(t);
  // The size of files is limited, in blocks of 512 or 1,024 bytes: what everyone may do, unlike filling a disk.
  const run = await processes(folder, ['ulimit -f 20 && exec'], 1);
  assert.deepEqual(run, [{ code: 1, said: 'WorkspaceFault: the file would be larger than is allowed (EFBIG)\n' }]);
  assert.deepEqual(filesBelow(folder), []);
});

test('several processes may keep the same texts at once', { timeout: 60_000 }, async (t) => {
  const folder = place(t);
  const runs = await processes(folder, ['exec', 'exec', 'exec'], 30);
  const [first] = runs;
  assert.ok((first?.said.length ?? 0) > 300);
  for (const run of runs) assert.deepEqual(run, { code: 0, said: first?.said });
  const texts = filesBelow(folder);
  assert.equal(texts.filter((name) => name.endsWith('.txt')).length, 30);
  assert.deepEqual(
    texts.filter((name) => name.endsWith('.tmp')),
    [],
  );
  for (const name of texts.filter((each) => each.endsWith('.json')))
    JSON.parse(readFileSync(join(folder, name.slice(0, 2), name), 'utf8'));
});

async function processes(folder: string, starts: readonly string[], texts: number) {
  const program = fileURLToPath(new URL('../../../test/sources/put-texts.ts', import.meta.url));
  return Promise.all(
    starts.map(async (start) => {
      const line = `${start} "${process.execPath}" "${program}" "${folder}" ${texts}`;
      const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (chunk) => (said += chunk));
      const [code] = await once(child, 'close');
      return { code, said };
    }),
  );
}

test('a text that may not be read is lost, not empty', async (t) => {
  const folder = place(t);
  const store = openSourceStore(folder);
  const source = await store.put(ARTICLE, NOW);
  chmodSync(join(folder, source.hash.slice(7, 9), `${source.hash.slice(7)}.txt`), 0);
  await withoutRoot(folder, () => assert.rejects(store.text(source), /permission is denied/));
});
