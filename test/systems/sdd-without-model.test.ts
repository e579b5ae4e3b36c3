// A design run where no model is connected: one round, nothing judged, and a person who says what stands in it.

import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { assembleDesign } from '../../src/documents/design/assemble-design.ts';
import { readDesignFront } from '../../src/documents/design/read-design-front.ts';
import { signedPart } from '../../src/documents/signing/signed-part.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { writtenWithout } from '../../src/systems/sdd/without-model.ts';
import { newFolder, sddFixture } from './sdd-fixture.ts';

const BRIEF = 'Members of a climbing hall book a wall for one hour. A member cancels a booking.';
const TABLE = '### TBL-001: walls\n\n- **Model**: Wall\n\n```sql\nCREATE TABEL walls (id bigint);\n```';

/** A run in which the person says this, one after the other, and what became of it. */
async function designed(t: TestContext, verdicts: readonly JsonObject[], input: JsonObject = {}) {
  const project = newFolder(t);
  // Passages that drafters would be given.
  writeFileSync(join(project, 'notes.md'), `# Security of tables, components and endpoints\n\n${BRIEF}\n`);
  const fixture = await sddFixture(t, { project, isFiled: true });
  const run = await fixture.start({ project_brief: BRIEF, ...input });
  for (const [at, verdict] of verdicts.entries()) await run.says(verdict, at + 1);
  assert.equal(await run.ended(), 'completed');
  const data = await run.data();
  const folder = `${data.feature_id}/design`;
  return { data, read: (file: string) => run.read(`${folder}/${file}`), files: readdirSync(run.path(folder)) };
}

const APPROVE = { verdict: 'approve' };

describe('a run without a model', { concurrency: 1 }, () => {
  test('is reviewed once, judges nothing, and the document says so', async (t) => {
    const { data, read, files } = await designed(t, [APPROVE]);
    const { review_feedback, revision_count, needs_revision, rule_findings, retrieved_context } = data;
    assert.deepEqual(review_feedback, { passes_validation: true, issues: [], strengths: [], needs_revision: false });
    assert.deepEqual([revision_count, needs_revision, (data.rounds as Json[]).length], [0, false, 1]);
    assert.deepEqual([rule_findings, retrieved_context], [[], []]);
    assert.deepEqual(files.sort(), ['database.md', 'design.md', 'hld.md', 'lld.md'], 'nobody wrote SQL');
    const design = read('design.md');
    assert.match(design, /\nwritten: without a model\n---\n\n# Members of a climbing hall book a wall for one hour\n/);
    assert.match(
      design,
      /\n\nWritten without a model: nothing is composed or judged, and what nobody said is open\.\n\n## /,
    );
    assert.doesNotMatch(design, /## Glossary/);
  });

  test('takes a section as the person wrote it, files what they ask for, and keeps ids', async (t) => {
    const verdicts = [
      {
        ...{ verdict: 'revise', feedback: 'Say who may cancel, and when.' },
        comments: [
          { section: 'Database: Tables', comment: 'Ours.', text: TABLE },
          { section: 'HLD: Security', comment: 'Name the roles.' },
        ],
      },
      APPROVE,
    ];
    const { data, read } = await designed(t, verdicts);
    assert.ok(read('database.md').includes(`## Tables\n\n${TABLE}\n`));
    const hld = read('hld.md');
    assert.match(hld, /^## Overview and Use Cases\n\nopen: Say who may cancel, and when\.\n\nopen: Who does each/);
    assert.match(hld, /## Security\n\nopen: Name the roles\.\n/);
    assert.deepEqual(hld.match(/^### UC-\d+/gm), ['### UC-001', '### UC-002']);
    assert.match(read('design.md'), /\nversion: 2\n/);
    const found = (data.rule_findings as JsonObject[]).map(({ rule }) => rule);
    assert.ok(found.includes('ddl-invalid'), found.join());
    assert.deepEqual([data.revision_count, data.needs_revision], [0, false], 'which only advises');
  });

  test('takes the text of a section that is named by its title alone', async (t) => {
    const comments = [{ section: 'api endpoints', comment: 'Ours.', text: 'The hall has one endpoint.' }];
    const { read } = await designed(t, [{ verdict: 'revise', comments }, APPROVE]);
    assert.match(read('lld.md'), /^## API Endpoints\n\nThe hall has one endpoint\.\n/);
  });

  test('with rules: block what they find stands open for the approver; no round is played in vain', async (t) => {
    const comments = [{ section: 'Database: Tables', comment: 'Ours.', text: TABLE }];
    const verdicts = [
      { verdict: 'revise', comments },
      { verdict: 'approve', accepted_issues: true },
    ];
    const { data, read } = await designed(t, verdicts, { rules: 'block' });
    assert.equal((data.rounds as Json[]).length, 2);
    assert.match(read('design.md'), /## Open Issues\n[\s\S]*rule ddl-invalid/);
  });

  test('files a brief in another language, under its own title', async (t) => {
    const project_brief = '# コート予約\n\n会員はコートを予約する。予約は24時間前まで取り消せる。';
    const { read } = await designed(t, [APPROVE], { project_brief });
    assert.match(read('design.md'), /\n# コート予約\n/);
    assert.deepEqual(read('hld.md').match(/^### .*/gm), [
      '### UC-001: 会員はコートを予約する',
      '### UC-002: 予約は24時間前まで取り消せる',
    ]);
  });
});

describe('who wrote a design', () => {
  const visit = (step: string, models: readonly string[]) => ({ step, models: [...models] });
  const dataOf = (...visits: JsonObject[]): JsonObject => ({ processing_metadata: { visits } });
  const FILED = ['draft_hld', 'draft_lld', 'design_database', 'review_doc'].map((step) => visit(step, ['offline']));

  test('is told by the last visit of each step, with the parts where only some had no model', () => {
    assert.equal(writtenWithout(dataOf()), '');
    assert.equal(writtenWithout(dataOf(...FILED)), 'without a model');
    const later = [visit('draft_hld', ['anthropic one']), visit('draft_lld', [])];
    assert.equal(writtenWithout(dataOf(...FILED, ...later)), 'without a model (LLD, Database, review)');
    assert.equal(writtenWithout(dataOf(visit('draft_hld', ['offline', 'openai x']))), '');
  });

  test('stands in the front matter and under the title, is read again, and no signature covers it', () => {
    const facts = { title: 'A', status: 'REVIEW', created_at: '', project_brief: '', version: 1 } as const;
    const texts = { hld: 'h\n', lld: 'l\n', database: 'd\n' };
    const of = (written: string): string =>
      assembleDesign({ ...facts, texts, revision_count: 0, added: {}, open: [], written });
    const [plain, filed, mixed] = ['', 'without a model', 'without a model (HLD)'].map(of) as [string, string, string];
    assert.deepEqual(
      [plain, filed, mixed].map((each) => readDesignFront(each).written),
      ['', 'without a model', 'without a model (HLD)'],
    );
    assert.match(mixed, /\n# A\n\nWritten without a model \(HLD\): nothing/);
    assert.doesNotMatch(plain, /[Ww]ritten/);
    for (const each of [filed, mixed]) assert.equal(signedPart('design', each), signedPart('design', plain));
    const elsewhere = filed.replace(
      'h\n',
      'h\n\nWritten without a model: nothing is composed or judged, and what nobody said is open.\n',
    );
    assert.notEqual(signedPart('design', elsewhere), signedPart('design', plain), 'only under the title');
  });
});
