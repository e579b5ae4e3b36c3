// Where a run could keep nothing, it is not begun.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BadUse } from '../exit-codes.ts';
import { checkWritable } from './check-writable.ts';

function inFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-writable-'));
  try {
    use(folder);
  } finally {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  }
}

const placesIn = (folder: string) => ({ project: folder, documents: 'notes', place: join(folder, 's.db') });
const refusal = (words: RegExp) => (thrown: unknown) => thrown instanceof BadUse && words.test(thrown.message);

test('a project with or without its folder of documents can be written', () => {
  inFolder((folder) => {
    checkWritable({ project: folder, documents: 'notes', place: join(folder, '.signoff/deep/signoff.db') });
    mkdirSync(join(folder, 'docs'));
    symlinkSync(join(folder, 'docs'), join(folder, 'notes'));
    checkWritable({ project: folder, documents: 'notes', place: 'postgres://somewhere/db' });
    checkWritable({ project: folder, documents: null, place: 'postgres://somewhere/db' });
  });
});

test('a file, or a link that leads nowhere, in the place of the folder is named', () => {
  inFolder((folder) => {
    symlinkSync(join(folder, 'gone'), join(folder, 'notes'));
    assert.throws(() => checkWritable(placesIn(folder)), refusal(/found a link that leads nowhere/));
    rmSync(join(folder, 'notes'));
    writeFileSync(join(folder, 'notes'), '');
    assert.throws(() => checkWritable(placesIn(folder)), refusal(/found a file\. .*Nothing was run/));
  });
});

/** Root may write everywhere, so it is asked what the folder's mode would say to anyone else. */
function accessByMode(path: string): void {
  if ((statSync(path).mode & 0o200) === 0) throw Object.assign(new Error('not allowed'), { code: 'EACCES' });
}

test('a folder without permission is named', () => {
  inFolder((folder) => {
    const access = process.getuid?.() === 0 ? accessByMode : undefined;
    chmodSync(folder, 0o500);
    const words = /^Expected to write in .*, found: permission denied\. Give another --project\. Nothing was run\.$/;
    assert.throws(() => checkWritable(placesIn(folder), access), refusal(words));
  });
});
