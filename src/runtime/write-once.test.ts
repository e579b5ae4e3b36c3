// Files are written in a real folder: whole, once, and never over what someone else put there.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { textHash } from './plan-file-writes.ts';
import { besideName, type FileWrite, fileHash, writeOnce } from './write-once.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-write-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writing(root: string, name: string, old: string | null, text: string): FileWrite {
  const mayReplace = () => Promise.resolve(false);
  return { root, target: join(root, name), old, new: textHash(text), text, mayReplace };
}

test('a file is written with its folders, and writing it again changes nothing', async (t) => {
  const root = folderFor(t);
  const order = writing(root, 'deep/er/a.md', null, 'Grüße.\n');
  assert.deepEqual(await writeOnce(order), { outcome: 'written' });
  assert.equal(readFileSync(order.target, 'utf8'), 'Grüße.\n');
  const { ino } = statSync(order.target);
  assert.deepEqual(await writeOnce(order), { outcome: 'written' });
  assert.equal(statSync(order.target).ino, ino);
  assert.deepEqual(readdirSync(join(root, 'deep/er')), ['a.md']);
});

test('a file that holds what was read is replaced and keeps its mode', async (t) => {
  const root = folderFor(t);
  writeFileSync(join(root, 'run.sh'), 'old');
  chmodSync(join(root, 'run.sh'), 0o750);
  assert.deepEqual(await writeOnce(writing(root, 'run.sh', textHash('old'), 'new')), { outcome: 'written' });
  assert.equal(readFileSync(join(root, 'run.sh'), 'utf8'), 'new');
  assert.equal(statSync(join(root, 'run.sh')).mode & 0o777, 0o750);
});

test('what someone else put there is never overwritten', async (t) => {
  const root = folderFor(t);
  writeFileSync(join(root, 'a.md'), 'theirs');
  const found = textHash('theirs');
  for (const old of [null, textHash('old')]) {
    assert.deepEqual(await writeOnce(writing(root, 'a.md', old, 'ours')), { outcome: 'conflict', found });
  }
  const gone = await writeOnce(writing(root, 'gone.md', textHash('old'), 'ours'));
  assert.deepEqual(gone, { outcome: 'conflict', found: null });
  assert.equal(readFileSync(join(root, 'a.md'), 'utf8'), 'theirs');
  assert.deepEqual(readdirSync(root), ['a.md']);
});

test('what a killed process left half written is cleared away', async (t) => {
  const root = folderFor(t);
  const order = writing(root, 'a.md', null, 'whole');
  await writeOnce(order);
  const before = readdirSync(root);
  const left = besideName(order, 0);
  rmSync(order.target);
  writeFileSync(left, 'who');
  assert.deepEqual(await writeOnce(order), { outcome: 'written' });
  assert.deepEqual(readdirSync(root), before);
  writeFileSync(left, 'who');
  assert.deepEqual(await writeOnce(order), { outcome: 'written' });
  assert.deepEqual(readdirSync(root), before, 'also where the file itself was there already');
});

test('many that write the same at once come to one file, and different ones to one of them', async (t) => {
  const root = folderFor(t);
  const same = writing(root, 'a.md', null, 'same '.repeat(10_000));
  const all = await Promise.all(Array.from({ length: 20 }, () => writeOnce(same)));
  assert.deepEqual(new Set(all.map(({ outcome }) => outcome)), new Set(['written']));
  const others = Array.from({ length: 20 }, (_, at) => writing(root, 'b.md', null, `text ${at}`));
  const outcomes = await Promise.all(others.map(writeOnce));
  assert.equal(outcomes.filter(({ outcome }) => outcome === 'written').length, 1);
  assert.deepEqual(readdirSync(root), ['a.md', 'b.md']);
});

test('a folder in its place is an error, and stays', async (t) => {
  const root = folderFor(t);
  mkdirSync(join(root, 'a.md'));
  await assert.rejects(writeOnce(writing(root, 'a.md', null, 'text')), /found a folder/);
  await assert.rejects(fileHash(join(root, 'a.md')), /found a folder/);
});
