// Proof that folders of documents that need each other are found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentFolderViolations } from './document-folders.ts';
import { type CodeFile, parseCode, type Violation } from './sources.ts';

const codeFiles = (texts: Record<string, string>): CodeFile[] =>
  parseCode(Object.entries(texts).map(([path, text]) => ({ path, text })));

/** The places found, without the sentences. */
const places = (violations: readonly Violation[]): string[] => violations.map((each) => each.split(' ')[0] ?? '');

test('folders of documents that need each other are found, and signing that needs a kind of document', () => {
  const files = codeFiles({
    'src/documents/signing/sign.ts': "import '../markdown/a.ts';\nimport { b } from '../prd/b.ts';",
    'src/documents/markdown/a.ts': "export const load = () => import('../search/f.ts');",
    'src/documents/prd/b.ts': "import '../markdown/a.ts';\nimport type { D } from '../trace/d.ts';",
    'src/documents/trace/d.ts': "import '../spec/c.ts';",
    'src/documents/spec/c.ts': "export { b } from '../prd/b.ts';",
    'src/documents/export/e.ts': "import '../prd/b.ts';\nimport '../../engine/decide.ts';",
    'src/documents/prd/b.test.ts': "import '../export/e.ts';",
  });
  assert.deepEqual(places(documentFolderViolations(files)), [
    ...['src/documents/signing/sign.ts:2', 'src/documents/markdown/a.ts:1'],
    ...['src/documents/prd/b.ts:2', 'src/documents/trace/d.ts:1', 'src/documents/spec/c.ts:1'],
  ]);
});
