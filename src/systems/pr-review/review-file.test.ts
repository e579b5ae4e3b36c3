// The rules that review a file.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ChangedFile } from './parse-diff.ts';
import { reviewFile } from './review-file.ts';

// In pieces, since it is looked for here too.
const LATER = `// ${'TO'}${'DO'}: go on`;

function fileWith(path: string, lines: readonly string[], more: Partial<ChangedFile> = {}): ChangedFile {
  const patch = [`@@ -9,0 +10,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join('\n');
  return { path, additions: lines.length, deletions: 0, status: 'modified', patch, ...more };
}

function found(path: string, ...lines: string[]): (string | number | null)[][] {
  return reviewFile(fileWith(path, lines), []).issues.map(({ severity, line, rule }) => [severity, line, rule]);
}

describe('the review of a file', () => {
  test('is 100 when no rule has anything to say', () => {
    const review = reviewFile(fileWith('src/a.ts', ['const a = 1;']), []);
    assert.deepEqual(review, { score: 100, issues: [] });
  });

  test('finds keys and passwords, does not repeat them, and lets placeholders be', () => {
    const key = `AKIA${'Q7'.repeat(8)}`;
    const { issues, score } = reviewFile(fileWith('notes.md', [`key: ${key}`]), []);
    assert.deepEqual([issues[0]?.severity, issues[0]?.line, score], ['critical', 10, 60]);
    assert.ok(!JSON.stringify(issues).includes(key));
    assert.deepEqual(found('src/a.ts', `const password = "${'hunter2'.repeat(2)}";`), [['critical', 10, 'secret']]);
    assert.deepEqual(found('src/a.ts', 'const password = "change-me-now";', 'const token = process.env.TOKEN;'), []);
  });

  test('finds text run as code, and not what only looks like it', () => {
    assert.deepEqual(found('src/a.ts', 'eval(text);'), [['critical', 10, 'eval']]);
    assert.deepEqual(found('src/a.ts', 'pattern.exec(text);', 'retrieval(text);', 'db.eval(x);'), []);
    assert.deepEqual(found('README.md', 'Never call eval(text).'), []);
  });

  test('finds swallowed failures on one line or two, in JavaScript and Python', () => {
    assert.deepEqual(found('src/a.ts', 'try { x(); } catch {}'), [['warning', 10, 'swallowed']]);
    assert.deepEqual(found('src/a.ts', '} catch (error) {', '}'), [['warning', 10, 'swallowed']]);
    assert.deepEqual(found('src/a.ts', '} catch (error) {', '  report(error);'), []);
    assert.deepEqual(found('a.py', 'except OSError:', '    pass'), [['warning', 10, 'swallowed']]);
    assert.equal(reviewFile(fileWith('src/a.ts', ['try { x(); } catch {}']), []).score, 85);
  });

  test('minds printing in the product but not in its tests', () => {
    assert.deepEqual(found('src/a.ts', 'console.log(x);', LATER), [
      ['info', 10, 'print'],
      ['info', 11, 'todo'],
    ]);
    assert.deepEqual(found('src/a.test.ts', 'console.log(x);', 'it.only("x", f);'), [['warning', 11, 'only']]);
  });

  test('reads only what was added, with its line in the new file', () => {
    const patch = '@@ -1,3 +1,3 @@\n-eval(a);\n+safe(a);\n eval(kept);\n+console.log(1);';
    const { issues } = reviewFile({ path: 'a.ts', additions: 2, deletions: 1, status: 'modified', patch }, []);
    assert.deepEqual(
      issues.map(({ line, rule }) => [line, rule]),
      [[3, 'print']],
    );
  });

  test('counts a rule three times at most, and lists 50 issues at most', () => {
    const lines = Array.from({ length: 60 }, () => LATER);
    const review = reviewFile(fileWith('src/a.ts', lines), [fileWith('src/a.test.ts', [])]);
    assert.deepEqual([review.score, review.issues.length], [91, 50]);
    assert.match(review.notes?.[0] ?? '', /10 more/);
  });

  test('asks for tests: a warning where none changed, a remark where others did', () => {
    const file = fileWith(
      'src/pay.ts',
      Array.from({ length: 20 }, () => 'x();'),
    );
    const severity = (...all: string[]) =>
      reviewFile(
        file,
        all.map((path) => fileWith(path, [])),
      ).issues[0]?.severity;
    assert.equal(severity(), 'warning');
    assert.equal(severity('test/other.test.ts'), 'info');
    assert.equal(severity('test/pay.test.ts'), undefined);
  });

  test('says what it did not read', () => {
    const only = (file: ChangedFile) => reviewFile(file, []).issues.map(({ rule }) => rule);
    const bare = { additions: 3, deletions: 0, status: 'added' } as const;
    assert.deepEqual(only({ path: 'a.ts', ...bare }), ['unread']);
    assert.deepEqual(only({ path: 'a.png', ...bare, binary: true }), ['binary']);
    assert.deepEqual(only({ path: 'a.ts', ...bare, status: 'removed' }), []);
    const lock = reviewFile({ path: 'web/package-lock.json', ...bare }, []);
    assert.deepEqual([lock.issues, lock.score], [[], 100]);
    assert.match(lock.notes?.[0] ?? '', /Left out/);
  });

  test('finds what is very large', () => {
    const file = { ...fileWith('docs/a.md', ['x']), additions: 601 };
    assert.deepEqual(
      reviewFile(file, []).issues.map(({ rule }) => rule),
      ['large'],
    );
  });
});
