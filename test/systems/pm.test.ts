// The PM's way from an interview to stories, on a real store, with scripted agents.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGES, pmFixture, SPEC, STORIES } from './pm-fixture.ts';

test('from an interview over a draft and a preview to the architect, and from there to stories', async (t) => {
  const { start } = await pmFixture(t);
  const run = await start();
  await run.sends('interview_request', { expertise: 'NON_TECHNICAL' });
  await run.submits();
  await run.until('the approval', async () => (await run.values('is_approved')).is_approved === true);
  assert.deepEqual(await run.visited(), ['WAITING', 'INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'WAITING']);
  assert.equal(run.read('order-export/spec.md'), SPEC);
  assert.equal(run.read('order-export/spec/v1.md'), SPEC);
  assert.match(run.read('order-export/stories/S-001.md'), /Export orders as CSV/);
  assert.ok(run.has('order-export/stories/README.md'));
  await run.sends('shutdown');
  assert.equal(await run.ended(), 'completed');
  const { spec, stories, paths, feature_id, folder } = await run.output();
  assert.deepEqual([spec, feature_id, folder], [SPEC, 'order-export', 'magi-sdd/order-export']);
  assert.deepEqual(paths, {
    spec: 'magi-sdd/order-export/spec.md',
    stories: ['magi-sdd/order-export/stories/S-001.md'],
    index: 'magi-sdd/order-export/stories/README.md',
  });
  assert.equal((stories as unknown as readonly { readonly title: string }[])[0]?.title, 'Export orders as CSV');
});

test('NEEDS_CHANGES leads back to the interview with the feedback; the next version is another request', async (t) => {
  const second = SPEC.replace('version: 1', 'version: 2');
  const { start, calls } = await pmFixture(t, { script: { reviews: [CHANGES, STORIES], drafts: [SPEC, second] } });
  const run = await start({ begin: 'interview' });
  await run.submits();
  await run.inState('INTERVIEWING', 2);
  const { feedback, pending_request_id } = await run.values('feedback', 'pending_request_id');
  assert.deepEqual([feedback, pending_request_id], ['Say what happens without orders.', null]);
  await run.task('INTERVIEWING');
  assert.match(calls.at(-1)?.prompt ?? '', /Say what happens without orders\./);
  await run.submits('Then the file is empty.');
  await run.until('the approval', async () => (await run.values('is_approved')).is_approved === true);
  assert.deepEqual(
    ((await run.data()).spec_versions as readonly { version: number; request_id: string }[]).map((each) => [
      each.version,
      each.request_id,
    ]),
    [
      [1, 'request-1'],
      [2, 'request-2'],
    ],
  );
  assert.equal(run.read('order-export/spec/v2.md'), second);
});
