// Words at a gate that would make a document too long to be read are refused in a sentence, nothing is changed, and the
// same gate takes shorter ones.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Decision, Review } from '../../src/ports/review.ts';
import { answerOf, reviewOf } from '../../src/runtime/review-task.ts';
import { openSystems } from '../contract/system-fixture.ts';
import { newFolder } from './prd-fixture.ts';
import { sddFixture } from './sdd-fixture.ts';

const LONG = 'Mitglieder buchen Plätze über das Netz. '.repeat(12_000);
const SHORT = 'Ü. '.repeat(4_000);
const APPROVE: Decision = { kind: 'document', verdict: 'approve', isConfirmed: true };
const change = (feedback: string): Decision => ({ kind: 'document', verdict: 'change', feedback });

async function begun(t: TestContext, system: string) {
  const project = newFolder(t);
  const systems = await openSystems({ place: join(newFolder(t), 'store.db'), folder: project, adds: [system] });
  t.after(() => systems.close());
  const run = await systems.start(system, {
    project,
    subject: `Members book a court. ${'The desk sees it. '.repeat(9)}`,
  });
  const gate = async (step: string) => {
    const found = await systems.next(run);
    if (typeof found === 'string') return assert.fail(`The run ended: ${found}`);
    assert.equal(found.task.step, step);
    return found;
  };
  return {
    async decides(step: string, decision: Decision): Promise<Review> {
      return systems.decide(await gate(step), 0, decision);
    },
    /** With nothing changed. */
    async refuses(step: string, decision: Decision): Promise<string> {
      const now = await gate(step);
      const before = await reviewOf(now);
      const answer = await answerOf(now, decision);
      const said =
        'refused' in answer ? answer.refused.join(' ') : await systems.decide(now, 0, decision).then(() => '', String);
      assert.deepEqual(await reviewOf(await gate(step)), before);
      return said;
    },
  };
}

const TOO_LONG = /Expected a text of at most 500,000 characters and 10,000 lines, found [\d,]+ (?:characters|lines)/;

test('at the reviews of a brief and of a PRD', async (t) => {
  const { decides, refuses } = await begun(t, 'prd');
  assert.match(await refuses('FBReview', change(LONG)), /with that the document would be too long: Expected a text/);
  assert.match(await refuses('FBReview', change('x'.repeat(4_000_000))), TOO_LONG);
  const changes = ['Goals', 'Scope'].map((section) => ({ section, reason: '', text: 'ä '.repeat(130_000) }));
  assert.match(await refuses('FBReview', { kind: 'document', verdict: 'change', changes }), TOO_LONG);
  await decides('FBReview', change(SHORT));
  const review = await decides('FBReview', APPROVE);
  assert.equal(review.kind === 'document' && review.text.match(/Ü\./g)?.length, 4_000, 'and nothing of it is lost');
  await decides('RR', { kind: 'items', verdicts: {}, rest: { verdict: 'approve' } });
  await decides('GA', { kind: 'choice', option: 'proceed' });
  assert.match(await refuses('PR', change(LONG)), TOO_LONG);
  await decides('PR', change('Say who pays.'));
  await decides('PR', APPROVE);
});

test('in an interview, at its preview and at the review of its architect', async (t) => {
  const { decides, refuses } = await begun(t, 'pm');
  assert.match(await refuses('INTERVIEWING', { kind: 'message', text: 'x'.repeat(4_000_000) }), TOO_LONG);
  assert.match(await refuses('INTERVIEWING', { kind: 'message', text: `${LONG}\n${'x.\n'.repeat(9_000)}` }), TOO_LONG);
  await decides('INTERVIEWING', { kind: 'message', text: SHORT });
  const much: Decision = { kind: 'message', text: LONG.slice(0, 240_000) };
  await decides('INTERVIEWING', much);
  await decides('INTERVIEWING', much);
  assert.match(await refuses('INTERVIEWING', much), TOO_LONG, 'all of it counts');
  await decides('INTERVIEWING', { kind: 'end' });
  assert.match(await refuses('preview', change(LONG)), TOO_LONG);
  await decides('preview', APPROVE);
  assert.match(await refuses('review', change(LONG)), TOO_LONG);
  await decides('review', APPROVE);
});

test('at the review of a design', async (t) => {
  const run = await (await sddFixture(t, { isFiled: true })).start();
  assert.match((await run.tries({ verdict: 'revise', feedback: 'ß '.repeat(249_990) })) ?? '', TOO_LONG);
  const comments = [{ section: 'HLD: Security', comment: 'Ours.', text: 'ß '.repeat(249_990) }];
  assert.match((await run.tries({ verdict: 'revise', comments })) ?? '', TOO_LONG);
  await run.says({ verdict: 'revise', feedback: 'ß '.repeat(200_000) });
  await run.says({ verdict: 'approve' }, 2);
  assert.equal(await run.ended(), 'completed');
});
