// Operations on the documents of features: list, show, lint, supersede, export.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Office, openOffice } from '../support/operations.ts';
import { folderOf } from '../support/run-signoff.ts';

const item = (id: string, description: string, status: string, more = ''): string =>
  `### ${id}: Title of ${id}

- **Priority**: high
- **Category**: Data
- **Description**: ${description}
- **Status**: ${status}
${more}
`;

const REQUIREMENTS = `# Requirements

**Feature ID:** keep-notes

## Approved Requirements

${item('REQ-001', 'When a person deletes a note, the app shall offer to undo it for 10 seconds.', 'Approved')}
${item('REQ-002', 'The app should be fast and user-friendly.', 'Approved')}
${item('REQ-003', 'The app shall print notes.', 'Approved', '- **Superseded by**: REQ-001\n')}
## Modified Requirements

## Rejected Requirements

${item('REQ-004', 'The app shall send notes by mail.', 'Rejected', '- **Reason**: No.\n')}
## Out-of-Scope Requirements

## Review History
`;
const BRIEF = '# Notes that keep\n\n## Overview\n\nPeople lose notes.\n\n## Success Criteria\n\n- No note is lost\n';
const PRD = '# PRD\n\n## Document Status\n\n- **Last Modified**: 2026-11-16\n- **Status**: draft\n';
const FEATURE = 'magi-sdd/keep-notes';
const FILES = {
  [`${FEATURE}/requirements.md`]: REQUIREMENTS,
  [`${FEATURE}/feature-brief.md`]: BRIEF,
  [`${FEATURE}/PRD.md`]: PRD,
};

/** A project with the feature keep-notes. */
function projectOf(files: Readonly<Record<string, string>> = FILES) {
  const made = folderOf({});
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(made.folder, path, '..'), { recursive: true });
    writeFileSync(join(made.folder, path), text);
  }
  return made;
}

describe('documents', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());

  test('are listed by feature, with counts and the status of the PRD', async () => {
    using files = projectOf();
    mkdirSync(files.path('magi-sdd/new-one'));
    mkdirSync(files.path('magi-sdd/Not An Id'));
    mkdirSync(files.path('magi-sdd/specified'));
    writeFileSync(files.path('magi-sdd/specified/spec.md'), '# Feature: Notes\n');
    mkdirSync(files.path('magi-sdd/thought-of'));
    writeFileSync(files.path('magi-sdd/thought-of/notes.md'), '# Notes\n');
    const { features } = await office.done('documents.list', { project: files.folder });
    assert.deepEqual(features, [
      {
        ...{ feature: 'keep-notes', title: 'Notes that keep', documents: ['brief', 'requirements', 'prd'] },
        system: 'prd',
        ...{ status: 'draft', lastModified: '2026-11-16', problem: null, changed: [] },
        requirements: { approved: 3, modified: 0, rejected: 1, outOfScope: 0, superseded: 1 },
      },
      {
        ...{ feature: 'new-one', system: 'prd', title: null, documents: [], status: null, lastModified: null },
        problem: 'no documents yet; its first one waits for review: signoff prd --resume.',
        ...{ requirements: null, changed: [] },
      },
      {
        ...{ feature: 'thought-of', system: 'prd', title: null, documents: [], status: null, lastModified: null },
        ...{ problem: 'no documents of "prd", only notes.md.', requirements: null, changed: [] },
      },
      {
        ...{ feature: 'specified', system: 'pm', title: 'Notes', documents: ['spec'], status: 'submitted' },
        ...{ lastModified: null, problem: null, requirements: { requirements: 0 }, changed: [] },
      },
    ]);
    using empty = folderOf({});
    assert.deepEqual((await office.done('documents.list', { project: empty.folder })).features, []);
  });

  test('are shown: the PRD unless another is asked for', async () => {
    using files = projectOf();
    const given = { project: files.folder, feature: 'keep-notes' };
    assert.equal((await office.done('documents.show', given)).text, PRD);
    const brief = await office.done('documents.show', { ...given, file: 'brief' });
    assert.deepEqual([brief.path, brief.text], [`${FEATURE}/feature-brief.md`, BRIEF]);
    using less = projectOf({ [`${FEATURE}/feature-brief.md`]: BRIEF });
    assert.equal((await office.done('documents.show', { ...given, project: less.folder })).file, 'brief');
    await office.refused('document-missing', 'documents.show', { ...given, project: less.folder, file: 'prd' });
  });

  test('that are not there, or not for the caller, are refused', async () => {
    using files = projectOf();
    const wrong = { project: files.folder, feature: 'kepe-notes' };
    assert.match(await office.refused('unknown-feature', 'documents.show', wrong), /there are keep-notes/);
    await office.refused('unknown-feature', 'documents.show', { ...wrong, feature: '../keep-notes' });
    await office.refused('unknown-folder', 'documents.list', { project: files.path('nothing') });
    await office.refused('unknown-folder', 'documents.list', { project: files.path(`${FEATURE}/PRD.md`) });
    for (const name of ['list', 'show', 'lint', 'export']) {
      const input = { project: files.folder, feature: 'keep-notes', as: 'kiro' };
      const elsewhere = { readsFiles: false };
      const message = await office.refused('invalid-request', `documents.${name}`, input, elsewhere);
      assert.match(message, /only by a caller on this machine/);
    }
  });

  test('are not read through links that lead out of the project', async () => {
    using other = folderOf({ 'secret.md': '# Secret\n' });
    using files = projectOf({ [`${FEATURE}/requirements.md`]: REQUIREMENTS });
    symlinkSync(other.path('secret.md'), files.path(`${FEATURE}/PRD.md`));
    const { features } = await office.done('documents.list', { project: files.folder });
    assert.match(features[0].problem, /leads out of it/);
    await office.refused('path-outside-workspace', 'documents.show', { project: files.folder, feature: 'keep-notes' });
  });

  test('are linted: what was agreed and is not superseded', async () => {
    using files = projectOf();
    const found = await office.done('documents.lint', { project: files.folder, feature: 'keep-notes' });
    assert.equal(found.ok, false);
    assert.equal(found.requirements, 2);
    const ids = new Set(found.findings.map(({ id }: { id: string }) => id));
    assert.deepEqual([...ids], ['REQ-002']);
    assert.deepEqual(found.problems, []);
  });

  test('keep a requirement that another took the place of, and name its successor', async () => {
    using files = projectOf();
    const at = { project: files.folder, feature: 'keep-notes' };
    await office.done('documents.supersede', { ...at, requirement: 'REQ-002', by: 'REQ-001' });
    const text = readFileSync(join(files.folder, FEATURE, 'requirements.md'), 'utf8');
    const own = '- **Superseded by**: REQ-001\n';
    assert.match(text, /### REQ-002:[^#]*\*\*Superseded by\*\*: REQ-001\n/);
    assert.equal(text.replaceAll(own, ''), REQUIREMENTS.replaceAll(own, ''), 'the rest is as it was');
    const { features } = await office.done('documents.list', { project: files.folder });
    assert.equal(features[0].requirements.superseded, 2);
    for (const by of ['REQ-003', 'REQ-009', 'REQ-002'])
      await office.refused('not-superseded', 'documents.supersede', { ...at, requirement: 'REQ-002', by });
    assert.equal(readFileSync(join(files.folder, FEATURE, 'requirements.md'), 'utf8'), text);
  });
});

describe('an export', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());

  test('writes the layout into the project and says what it wrote; again it changes nothing', async () => {
    using files = projectOf();
    const given = { project: files.folder, feature: 'keep-notes', as: 'openspec' };
    const first = await office.done('documents.export', given);
    const paths = ['openspec/changes/keep-notes/proposal.md', 'openspec/changes/keep-notes/specs/keep-notes/spec.md'];
    assert.deepEqual(
      first.files,
      paths.map((path) => ({ path, outcome: 'written' })),
    );
    assert.equal(first.requirements, 2);
    assert.match(readFileSync(files.path(paths[1] ?? ''), 'utf8'), /^### Requirement: Title of REQ-001 \(REQ-001\)$/m);
    const again = await office.done('documents.export', given);
    assert.deepEqual(
      again.files.map(({ outcome }: { outcome: string }) => outcome),
      ['unchanged', 'unchanged'],
    );
  });

  test('replaces nothing that differs, and then writes nothing at all, unless it is forced', async () => {
    using files = projectOf();
    const given = { project: files.folder, feature: 'keep-notes', as: 'openspec' };
    const own = files.path('openspec/changes/keep-notes/specs/keep-notes/spec.md');
    mkdirSync(join(own, '..'), { recursive: true });
    writeFileSync(own, 'Mine.\n');
    const message = await office.refused('export-would-replace', 'documents.export', given);
    assert.match(message, /specs\/keep-notes\/spec\.md\. Use --force to overwrite them\. Nothing was changed\.$/);
    assert.equal(readFileSync(own, 'utf8'), 'Mine.\n');
    assert.equal(existsSync(files.path('openspec/changes/keep-notes/proposal.md')), false);
    const forced = await office.done('documents.export', { ...given, force: true });
    assert.deepEqual(
      forced.files.map(({ outcome }: { outcome: string }) => outcome),
      ['written', 'replaced'],
    );
    assert.match(readFileSync(own, 'utf8'), /## ADDED Requirements/);
  });

  test('gives a spec-kit folder its own number again, or the next', async () => {
    using files = projectOf();
    using target = folderOf({});
    mkdirSync(target.path('specs/007-other'), { recursive: true });
    mkdirSync(target.path('specs/20261116-101500-timed'));
    const given = { project: files.folder, feature: 'keep-notes', as: 'spec-kit', to: target.folder };
    for (const outcome of ['written', 'unchanged']) {
      const { files: written } = await office.done('documents.export', given);
      assert.deepEqual(written, [{ path: 'specs/008-keep-notes/spec.md', outcome }]);
    }
  });

  test('makes the folder it is sent to, and leaves it by no link', async () => {
    using files = projectOf();
    using other = folderOf({});
    const given = { project: files.folder, feature: 'keep-notes', as: 'kiro', to: files.path('out/deep') };
    await office.done('documents.export', given);
    assert.ok(existsSync(files.path('out/deep/.kiro/specs/keep-notes/requirements.md')));
    symlinkSync(other.folder, files.path('.kiro'));
    const message = await office.refused('path-outside-workspace', 'documents.export', { ...given, to: files.folder });
    assert.match(message, /leads outside/);
    assert.equal(existsSync(other.path('specs')), false);
  });

  test('of nothing that was agreed, or to where nothing can be, is refused', async () => {
    using files = projectOf({ [`${FEATURE}/requirements.md`]: '# Requirements\n\n**Feature ID:** keep-notes\n' });
    const given = { project: files.folder, feature: 'keep-notes', as: 'kiro' };
    await office.refused('nothing-to-export', 'documents.export', given);
    using full = projectOf();
    const input = { ...given, project: full.folder, to: full.path(`${FEATURE}/PRD.md`) };
    assert.match(await office.refused('export-failed', 'documents.export', input), /No file was changed/);
  });

  describe('of a design', () => {
    const partText = (part: string): string =>
      readFileSync(join(import.meta.dirname, '../systems/sdd-design', `${part}.md`), 'utf8');
    const DESIGN = Object.fromEntries(
      ['hld', 'lld', 'database'].map((part) => [`${FEATURE}/design/${part}.md`, partText(part)]),
    );
    const pathsOf = (done: { files: { path: string }[] }): string[] => done.files.map(({ path }) => path);

    test('adds its files to those of the requirements, or is all there is', async () => {
      using both = projectOf({ ...FILES, ...DESIGN });
      const given = { feature: 'keep-notes', as: 'spec-kit' };
      const done = await office.done('documents.export', { ...given, project: both.folder });
      const design = ['plan.md', 'research.md', 'data-model.md', 'contracts/api.md', 'contracts/schema.sql'];
      assert.deepEqual(
        pathsOf(done),
        ['spec.md', ...design].map((file) => `specs/001-keep-notes/${file}`),
      );
      assert.deepEqual(done.items, { requirement: 2, section: 27 });
      using alone = projectOf(DESIGN);
      const own = await office.done('documents.export', { ...given, project: alone.folder });
      assert.deepEqual(
        pathsOf(own),
        design.map((file) => `specs/001-keep-notes/${file}`),
      );
      const only = { ...given, as: 'openspec', project: both.folder, system: 'sdd' };
      assert.deepEqual(pathsOf(await office.done('documents.export', only)), ['openspec/changes/keep-notes/design.md']);
    });

    test('is refused where the layout has no place for it, and while a part is missing', async () => {
      using files = projectOf();
      const given = { feature: 'keep-notes', as: 'markdown', project: files.folder };
      assert.match(
        await office.refused('invalid-request', 'documents.export', given),
        /Expected --as spec-kit, openspec or kiro, found "markdown"\./,
      );
      using half = projectOf({ [`${FEATURE}/design/hld.md`]: partText('hld') });
      const message = await office.refused('nothing-to-export', 'documents.export', { ...given, project: half.folder });
      assert.match(message, /Expected all parts of "keep-notes", found only magi-sdd\/keep-notes\/design\/hld\.md\./);
    });
  });
});
