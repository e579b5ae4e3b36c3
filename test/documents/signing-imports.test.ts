// Proving a signature reads documents by their form alone: no code that reads language is loaded for it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/run-signoff.ts';

const SOURCE = join(root, 'src');
const SIGNING = join(SOURCE, 'documents/signing');
const IMPORT = /(?:from|import\()\s*'(\.[^']+\.ts)'/g;

function loadedBy(files: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const left = [...files];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) left.push(resolve(dirname(file), path));
  }
  return new Set([...seen].map((file) => dirname(relative(SOURCE, file))));
}

test('signing loads neither a tagger nor a rule of English', () => {
  const files = readdirSync(SIGNING).filter((name) => !name.endsWith('.test.ts'));
  const folders = loadedBy(files.map((name) => join(SIGNING, name)));
  const read = [...folders].filter((folder) => /^(?:documents|language)/.test(folder));
  assert.deepEqual(read.sort(), ['documents/markdown', 'documents/signing']);
});
