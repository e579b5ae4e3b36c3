// A design in the layouts of other tools: the files are the golden ones, no section is lost, every diagram parses.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { approveDesign, assembleDesign } from '../../src/documents/design/assemble-design.ts';
import { fencedBlocks } from '../../src/documents/design/fenced-blocks.ts';
import { type DesignTexts, PARTS } from '../../src/documents/design/part.ts';
import { DESIGN_EXPORT_LAYOUTS, exportDesign } from '../../src/documents/export/export-design.ts';
import { readDiagrams } from '../../src/systems/sdd/read-diagrams.ts';
import { root } from '../support/run-signoff.ts';

const GOLDEN = join(root, 'test/documents/design-export');
const partOf = (part: string): string => readFileSync(join(root, 'test/systems/sdd-design', `${part}.md`), 'utf8');
const TEXTS: DesignTexts = { hld: partOf('hld'), lld: partOf('lld'), database: partOf('database') };
const ISSUE = { category: 'data', severity: 'LOW', description: 'The index on day is missing.' } as const;
const REVIEWED = assembleDesign({
  ...{ title: 'Climbing hall', status: 'REVIEW', created_at: '2026-11-16T08:00:00.000Z', version: 1 },
  ...{ project_brief: 'Members book a wall.', revision_count: 3, texts: TEXTS, added: {}, open: [ISSUE] },
});
const APPROVAL = {
  ...{
    approver: 'user:ada',
    approvedAt: '2026-11-17T08:00:00.000Z',
    signed: `sha256:${'7'.repeat(64)}`,
    run: 'run_hall',
  },
  accepted_issues: [],
};
const SOURCE = { featureId: 'climbing-hall', texts: TEXTS, design: approveDesign(REVIEWED, APPROVAL) };

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Lines that carry words, without the marks of headings. */
const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^#+ /, '').trim())
    .filter((line) => line !== '');

describe('a design is exported', () => {
  for (const as of DESIGN_EXPORT_LAYOUTS) {
    const files = exportDesign(as, SOURCE);

    test(`${as}: as the golden files`, () => {
      const folder = join(GOLDEN, as);
      if (process.env.UPDATE_GOLDEN === '1') {
        rmSync(folder, { recursive: true, force: true });
        for (const { path, text } of files) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
      }
      assert.deepEqual([...filesIn(folder)].sort(), files.map(({ path }) => path).sort());
      for (const { path, text } of files)
        assert.equal(readFileSync(join(folder, path), 'utf8'), text, `${path}: if meant, run with UPDATE_GOLDEN=1`);
    });

    test(`${as}: with every line of its parts, and diagrams that parse`, async () => {
      const lines = new Set(files.flatMap(({ text }) => linesOf(text)));
      for (const part of PARTS) for (const line of linesOf(TEXTS[part])) assert.ok(lines.has(line), `${part}: ${line}`);
      const markdown = files.filter(({ path }) => path.endsWith('.md')).map(({ text }) => text);
      const drawn = markdown.flatMap((text) => fencedBlocks(text).filter(({ language }) => language === 'mermaid'));
      assert.ok(drawn.length >= 3);
      for (const text of markdown)
        for (const report of await readDiagrams({ hld: text, lld: '', database: '' })) assert.equal(report.fault, null);
    });
  }

  test('with sections that no layout knows, and with what stands before the first', () => {
    const hld = `By rules.\n\n${TEXTS.hld}\n## Glossary of the Hall\n\nA wall is a lane.\n\nSetext\n---\n\nUnder it.\n`;
    for (const as of ['spec-kit', 'openspec', 'kiro'] as const) {
      const text = exportDesign(as, { ...SOURCE, texts: { ...TEXTS, hld } })[0]?.text ?? '';
      assert.match(text, /\n\nBy rules\.\n/);
      assert.match(text, /^### Glossary of the Hall\n\nA wall is a lane\.\n\n### Setext\n\nUnder it\.$/m);
    }
  });

  test('as one section where a part has no headings, and without design.md while there is none', () => {
    const texts = { ...TEXTS, lld: 'Only prose about endpoints.' };
    for (const as of DESIGN_EXPORT_LAYOUTS) {
      const files = exportDesign(as, { featureId: 'climbing-hall', texts });
      assert.ok(files.some(({ text }) => text.includes('Only prose about endpoints.')));
      if (as === 'markdown') assert.equal(files[0]?.path, 'docs/designs/climbing-hall/hld.md');
      else assert.match(files[0]?.text ?? '', /; it is a draft that nobody approved\.$/m);
    }
  });

  test('with how it stands: waiting, approved, or changed since', () => {
    const first = (source: typeof SOURCE): string => exportDesign('kiro', source)[0]?.text ?? '';
    assert.match(first({ ...SOURCE, design: REVIEWED }), /; it waits for approval \(2026-11-16\)\.$/m);
    assert.match(first(SOURCE), /; it was approved \(2026-11-17\)\.$/m);
    const texts = { ...TEXTS, lld: `${TEXTS.lld}More.\n` };
    assert.match(first({ ...SOURCE, texts }), /it was approved \(2026-11-17\), and its parts were changed since\.$/m);
    const filed = REVIEWED.replace('revision_count: 3', 'revision_count: 3\nwritten: without a model');
    assert.match(
      first({ ...SOURCE, design: filed }),
      /`climbing-hall`, written without a model; it waits for approval/,
    );
  });
});
