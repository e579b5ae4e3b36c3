// The design system played on a store: to its end, round its loops, by a person's verdicts, by hand edits and cancelled.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BAD, GOOD, ROUND, sddStage } from './sdd-stage.ts';

const FEATURE = 'members-book-meeting-rooms';

describe('the flow', () => {
  test('a design that passes at first is formatted, approved and final', async (t) => {
    const stage = await sddStage(t);
    const run = await stage.start();
    await run.atReview();
    assert.deepEqual(await run.visited(), ['intake', ...ROUND, 'format_doc', 'human_review']);
    await run.says({ verdict: 'approve' });
    assert.equal(await run.ended(), 'completed');
    assert.deepEqual(await run.values('document_status', 'approved', 'needs_revision', 'revision_count'), {
      ...{ document_status: 'FINAL', approved: true, needs_revision: false, revision_count: 0 },
    });
    const design = run.read(`${FEATURE}/design/design.md`);
    assert.match(design, /^---\ntitle: "Meeting Rooms"\nstatus: FINAL\napprover: "ada/);
    for (const part of ['hld', 'lld', 'database']) assert.ok(design.includes(run.read(`${FEATURE}/design/${part}.md`)));
  });
});
