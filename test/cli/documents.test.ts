// Documents of features through the real program: a table, a document, findings, an export, exit codes.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const REQUIREMENTS = `# Requirements

**Feature ID:** keep-notes

## Approved Requirements

### REQ-001: Speed

- **Priority**: high
- **Category**: Performance
- **Description**: The app should be fast.
- **Status**: Approved

## Rejected Requirements

### REQ-002: Mail

- **Priority**: low
- **Category**: Integration
- **Description**: The app shall send notes by mail.
- **Status**: Rejected
- **Reason**: No.
`;

function project() {
  const files = folderOf({});
  mkdirSync(files.path('magi-sdd/keep-notes'), { recursive: true });
  writeFileSync(files.path('magi-sdd/keep-notes/requirements.md'), REQUIREMENTS);
  return files;
}

describe('signoff documents', () => {
  test('lists, shows and lints in the folder it is called in', async () => {
    using files = project();
    const cwd = files.folder;
    const list = await signoffHere(['documents', 'list'], { cwd });
    assert.match(list.out, /^NAME +TITLE +STATUS +CONTENTS +DOCUMENTS\nkeep-notes +- +1 approved, 1 rejected +req/);
    assert.equal((await signoffHere(['documents', 'show', 'keep-notes'], { cwd })).out, REQUIREMENTS);
    const lint = await signoffHere(['documents', 'lint', 'keep-notes'], { cwd });
    assert.match(
      lint.out,
      /^REQ-001 ambiguous: fast\n {2}\S.*\nREQ-001 not-testable: be fast\n {2}\S.*\n2 findings in 1 req/,
    );
    assert.equal(lint.code, 1);
  });

  test('exports with --as, which is a layout here, and refuses what it does not know', async () => {
    using files = project();
    const cwd = files.folder;
    const done = await signoffHere(['documents', 'export', 'keep-notes', '--as', 'kiro', '--json'], { cwd });
    assert.equal(done.code, 0, done.err);
    const path = '.kiro/specs/keep-notes/requirements.md';
    assert.deepEqual(JSON.parse(done.out).files, [{ path, outcome: 'written' }]);
    writeFileSync(files.path(path), 'Mine.');
    const refused = await signoffHere(['documents', 'export', 'keep-notes', '--as', 'kiro'], { cwd });
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(refused.err, /^export-would-replace: .* Use --force/);
    const forced = await signoffHere(['documents', 'export', 'keep-notes', '--as', 'kiro', '--force'], { cwd });
    assert.match(forced.out, /^Replaced \.kiro\/specs/);
    const unknown = await signoffHere(['documents', 'export', 'keep-notes', '--as', 'jira'], { cwd });
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /: Expected --as spec-kit, openspec or kiro, found "jira"\./);
    assert.equal(existsSync(files.path('specs')), false);
  });

  test('a feature whose brief is not approved yet has no documents, and says what it waits for', async () => {
    using files = project();
    mkdirSync(files.path('magi-sdd/new-thing'));
    const cwd = files.folder;
    const list = await signoffHere(['documents', 'list'], { cwd });
    assert.match(list.out, /new-thing: no documents yet; its first one waits for review: signoff prd --resume/);
    for (const verb of [['show'], ['lint'], ['export', '--as', 'kiro']]) {
      const [name = '', ...flags] = verb;
      const { code, err } = await signoffHere(['documents', name, 'new-thing', ...flags], { cwd });
      assert.equal(code, 1);
      assert.match(
        err,
        /^document-missing: Expected a document of "new-thing", found no documents yet; its first one waits/,
      );
    }
  });
});
