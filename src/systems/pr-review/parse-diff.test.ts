// The diff that a pull request is given as.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDiff } from './parse-diff.ts';

describe('a unified diff', () => {
  test('of git gives added, modified, removed, renamed and binary files', () => {
    const diff = [
      ...['diff --git a/new.ts b/new.ts', 'new file mode 100644', '--- /dev/null', '+++ b/new.ts'],
      ...['@@ -0,0 +1,2 @@', '+one', '+two'],
      ...['diff --git a/old.ts b/old.ts', 'deleted file mode 100644', '--- a/old.ts', '+++ /dev/null'],
      ...['@@ -1 +0,0 @@', '-gone', '\\ No newline at end of file'],
      ...['diff --git a/a.ts b/b.ts', 'similarity index 100%', 'rename from a.ts', 'rename to b.ts'],
      ...['diff --git a/logo.png b/logo.png', 'Binary files a/logo.png and b/logo.png differ'],
      ...[
        'diff --git a/same.ts b/same.ts',
        '--- a/same.ts',
        '+++ b/same.ts',
        '@@ -1,2 +1,2 @@',
        ' kept',
        '-x',
        '+y',
        '',
      ],
    ].join('\n');
    const files = parseDiff(diff);
    assert.deepEqual(
      files.map(({ path, additions, deletions, status }) => [path, additions, deletions, status]),
      [
        ['new.ts', 2, 0, 'added'],
        ['old.ts', 0, 1, 'removed'],
        ['b.ts', 0, 0, 'renamed'],
        ['logo.png', 0, 0, 'modified'],
        ['same.ts', 1, 1, 'modified'],
      ],
    );
    assert.equal(files[0]?.patch, '@@ -0,0 +1,2 @@\n+one\n+two');
    assert.equal(files[2]?.patch, undefined);
    assert.equal(files[3]?.binary, true);
  });

  test('keeps lines that look like headers in the hunk they belong to', () => {
    const diff = [
      ...['--- a/x.sql', '+++ b/x.sql', '@@ -1,2 +1,2 @@', '--- a comment', '+++ b', ' same'],
      ...['--- a/y.sql', '+++ b/y.sql', '@@ -1 +1 @@', '-1', '+2'],
    ].join('\n');
    assert.deepEqual(
      parseDiff(diff).map(({ path, additions, deletions }) => [path, additions, deletions]),
      [
        ['x.sql', 1, 1],
        ['y.sql', 1, 1],
      ],
    );
  });

  test('may come from diff, with times, or from Windows', () => {
    const [file] = parseDiff('--- a.ts\t2026-01-01 10:00\r\n+++ a.ts\t2026-01-02 10:00\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n');
    assert.deepEqual([file?.path, file?.additions, file?.patch], ['a.ts', 1, '@@ -1 +1 @@\n-a\n+b']);
  });

  test('may quote names that are not plain', () => {
    const [file] = parseDiff('diff --git "a/\\303\\244 \\"b\\".ts" "b/\\303\\244 \\"b\\".ts"\nnew file mode 100644\n');
    assert.deepEqual([file?.path, file?.status], ['ä "b".ts', 'added']);
  });

  test('that is empty has no files, and what is none is refused', () => {
    assert.deepEqual(parseDiff('\n'), []);
    assert.throws(() => parseDiff('Please review my code'), /Expected a unified diff/);
  });
});
