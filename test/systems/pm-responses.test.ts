// RESPONSE of the architect: what it clears, when it comes late, twice or for another request, who records a refusal.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { writeTurn } from '../../src/documents/interview/write-turn.ts';
import type { JsonObject } from '../../src/json.ts';
import type { CallFacts } from '../../src/ports/provider.ts';
import { ADA, CHANGES, type PmRun, pmFixture, SPEC, STORIES } from './pm-fixture.ts';

const response = (status: string, request_id = 'request-1', more: JsonObject = {}): JsonObject => ({
  ...{ type: 'spec', request_id, status, feedback: `It is ${status}.`, ...more },
});

/** A run whose first spec, from an interview, waits for a person as the architect. */
async function submitted(t: Parameters<typeof pmFixture>[0], input: JsonObject = {}): Promise<PmRun> {
  const { start } = await pmFixture(t);
  const run = await start({ architect: 'person', begin: 'interview', ...input });
  await run.submits();
  await run.inState('WAITING', 2);
  return run;
}

/** A PRD that nobody signed, with one requirement. */
function draftPrd(project: string): void {
  const folder = join(project, 'magi-sdd/order-export');
  mkdirSync(folder, { recursive: true });
  const lines = [
    ...['# PRD: Order export', '', '## Document Status', '', '- **Status**: draft', ''],
    ...['## Original User Utterance', '', '> Export orders', '', '## Functional Requirements', ''],
    ...['### REQ-001: Export orders', '', '- **Priority**: high', '- **Category**: Data'],
    ...['- **Description**: The system shall export orders.', ''],
  ];
  writeFileSync(join(folder, 'PRD.md'), lines.join('\n'));
}

describe('the REQUEST', () => {
  test('has the fields of the source document and is kept with the id that is pending', async (t) => {
    const run = await submitted(t);
    const { request, pending_request_id, spec_versions } = await run.data();
    assert.equal(pending_request_id, 'request-1');
    assert.deepEqual(request, {
      type: 'REQUEST',
      request_id: 'request-1',
      approvalType: 'spec',
      content:
        'Order export: 1 requirement (1 must). Shop owners get their orders as a file, ' +
        'so that nobody has to copy them by hand.',
      reason: 'PM has completed spec interview and generated specification for review',
      metadata: { spec_markdown: SPEC, feature_id: 'order-export', version: 1 },
    });
    assert.equal((spec_versions as readonly unknown[]).length, 1);
    await run.task('review');
    const workflows = (await run.family()).map(({ workflow }) => workflow);
    assert.deepEqual(workflows.sort(), ['pm-architect', 'pm-draft', 'pm-scope']);
  });
});

describe('APPROVED', () => {
  test('clears what belongs to the spec, keeps spec and stories, and stays in WAITING', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start({ architect: 'person' });
    await run.sends('interview_request', { feedback: 'Keep it short.' });
    await run.submits();
    await run.inState('WAITING', 2);
    assert.equal((await run.data()).feedback, 'Keep it short.');
    await run.sends('response', response('Approved', 'request-1', { metadata: { stories: [{ id: 'S-001' }] } }));
    assert.equal((await run.visited()).at(-1), 'WAITING');
    const names = ['pending_request_id', 'draft_spec', 'feedback', 'validation_errors', 'conversation', 'checklist'];
    assert.deepEqual(await run.values(...names, 'spec', 'stories'), {
      ...{ pending_request_id: null, draft_spec: null, feedback: null, validation_errors: [], conversation: [] },
      ...{ checklist: [], spec: SPEC, stories: [{ id: 'S-001' }] },
    });
    await run.sends('interview_request');
    await run.says('An import.');
    await run.ends();
    await run.task('preview');
    const { conversation } = await run.data();
    assert.deepEqual(
      (conversation as readonly { from: string; text: string }[]).filter(({ from }) => from === 'person'),
      [{ from: 'person', text: 'An import.' }],
    );
  });

  test('with once raises shutdown: the run ends with its output', async (t) => {
    const { start } = await pmFixture(t);
    const run = await start({ upload: SPEC, once: true });
    assert.equal(await run.ended(), 'completed');
    assert.deepEqual((await run.visited()).slice(-3), ['WAITING', 'DONE', '[*]']);
    const { spec, stories, hashes } = await run.output();
    assert.equal(spec, SPEC);
    assert.equal((stories as readonly unknown[]).length, 1);
    assert.deepEqual(Object.keys(hashes as JsonObject), [
      'magi-sdd/order-export/spec.md',
      'magi-sdd/order-export/stories/S-001.md',
      'magi-sdd/order-export/stories/README.md',
    ]);
  });

  test('that comes while a newer interview is under way clears only what belonged to its request', async (t) => {
    const { start } = await pmFixture(t, { script: { drafts: [SPEC, new Error('Broken.')] } });
    const run = await start({ architect: 'person', begin: 'interview' });
    await run.submits('The first.');
    await run.inState('WAITING', 2);
    await run.sends('interview_request', { feedback: 'Add a filter.' });
    await run.says('The second.');
    await run.sends('response', response('APPROVED'));
    assert.equal((await run.events()).at(-1)?.type, 'SignalKept');
    await run.ends();
    await run.inState('WAITING', 3);
    const { conversation, pending_request_id, feedback, draft_spec, spec } = await run.data();
    const people = (conversation as readonly { from: string; text: string }[]).filter(({ from }) => from === 'person');
    assert.deepEqual(people, [{ from: 'person', text: 'The second.' }]);
    assert.deepEqual([pending_request_id, feedback, draft_spec, spec], [null, 'Add a filter.', null, SPEC]);
  });

  test('that comes late leaves assumptions of the newer interview, which can be decided', async (t) => {
    const assumes = (text: string) =>
      writeTurn('I assume.', { questions: [{ topic: 'users', text: 'Who?' }], answers: [], assumptions: [text] });
    const turn = (_: unknown, number: number) => assumes(number <= 3 ? 'Everyone exports.' : 'Only owners export.');
    const { start } = await pmFixture(t, { script: { turn, drafts: [SPEC, new Error('Broken.')] } });
    const run = await start({ architect: 'person', begin: 'interview' });
    await run.submits('The first.');
    await run.inState('WAITING', 2);
    await run.sends('interview_request');
    await run.says('The second.');
    await run.task('INTERVIEWING');
    await run.sends('response', response('APPROVED'));
    await run.ends();
    await run.inState('WAITING', 3);
    await run.sends('interview_request');
    await run.says('confirm A-002');
    await run.task('INTERVIEWING');
    const decided = ((await run.data()).assumptions as readonly JsonObject[]).map(
      ({ id, status, turn: at, decided_turn }) => [...[id, status, at, decided_turn]],
    );
    assert.deepEqual(decided, [['A-002', 'confirmed', 1, 5]]);
  });

  test('forgets the checklist of its own interview; that of a newer one keeps its quotes', async (t) => {
    const turn = (facts: CallFacts, number: number): string => {
      const said = facts.messages?.at(-1)?.text;
      const notes = { topic: number < 4 ? 'vision' : 'users', turn: number - 1, quote: said ?? '' } as const;
      return writeTurn('Words.', {
        ...{
          questions: [{ topic: 'requirements', text: `What, ${number}?` }],
          answers: said === undefined ? [] : [notes],
        },
        assumptions: said === undefined ? [] : [`Assumed in ${number}.`],
      });
    };
    const { start } = await pmFixture(t, { script: { turn, drafts: [SPEC, new Error('Broken.')] } });
    const run = await start({ architect: 'person', begin: 'interview' });
    await run.submits('The first.');
    await run.inState('WAITING', 2);
    await run.sends('interview_request');
    await run.says('The second.');
    await run.task('INTERVIEWING');
    await run.sends('response', response('APPROVED'));
    await run.ends();
    await run.inState('WAITING', 3);
    const { checklist, assumptions } = await run.data();
    const known = (checklist as readonly { topic: string; status: string; quotes: readonly unknown[] }[]).filter(
      ({ status }) => status !== 'open',
    );
    assert.deepEqual(known, [{ topic: 'users', status: 'covered', quotes: [{ turn: 2, quote: 'The second.' }] }]);
    assert.deepEqual(assumptions, [{ id: 'A-002', text: 'Assumed in 6.', turn: 3, status: 'open' }]);
  });

  test('forgets the PRD it came from: the next interview may be about something else', async (t) => {
    const { start, project } = await pmFixture(t);
    draftPrd(project);
    const run = await start({ from_prd: join(project, 'magi-sdd/order-export'), draft: true, architect: 'person' });
    await run.task('INTERVIEWING');
    assert.match(JSON.stringify((await run.data()).prd), /"id":"REQ-001"/);
    await run.ends({ attached_spec: SPEC.replace('**Dependencies:**', '**Source:** REQ-001\n**Dependencies:**') });
    await run.inState('WAITING', 2);
    await run.sends('response', response('APPROVED'));
    assert.equal((await run.data()).prd, null);
    await run.sends('interview_request');
    await run.says('Something else: an import.');
    await run.ends();
    await run.task('preview');
  });
});

describe('a RESPONSE that does not fit', () => {
  test('is superseded, and recorded as refused, when a newer request was sent by then', async (t) => {
    const run = await submitted(t);
    await run.sends('interview_request');
    await run.sends('response', response('NEEDS_CHANGES'));
    await run.submits('More of it.');
    await run.inState('WAITING', 3);
    assert.deepEqual(await run.values('pending_request_id'), { pending_request_id: 'request-2' });
    const refused = (await run.events()).filter(({ type }) => type === 'SignalRefused');
    assert.equal(refused.length, 1);
    assert.equal(
      await run.tries('response', response('APPROVED', 'request-1')).then((found) => found?.code),
      'illegal-signal',
    );
    await run.sends('response', response('APPROVED', 'request-2'));
  });

  test('of another type of approval is refused', async (t) => {
    const run = await submitted(t);
    const found = await run.tries('response', response('APPROVED', 'request-1', { type: 'plan' }));
    assert.equal(found?.code, 'illegal-signal');
    assert.deepEqual(await run.values('pending_request_id'), { pending_request_id: 'request-1' });
  });

  test('is refused the second time, and nothing changes', async (t) => {
    const run = await submitted(t);
    await run.sends('response', response('APPROVED'));
    const before = (await run.events()).length;
    const again = await run.tries('response', response('APPROVED'));
    assert.equal(again?.code, 'illegal-signal');
    assert.match(again?.message ?? '', /data\.pending_request_id = null/);
    assert.equal((await run.events()).length, before);
  });

  test('is refused without an event in the PM run, and recorded in the run that sent it', async (t) => {
    const run = await submitted(t);
    await run.sends('response', response('APPROVED'));
    const before = (await run.events()).length;
    assert.equal(await run.decides('review', { verdict: 'submit_stories' }), null);
    const scope = (await run.family()).find(({ workflow }) => workflow === 'pm-scope')?.run ?? '';
    const event = await run.until('the record', async () =>
      (await run.events(scope)).find(({ type }) => type === 'SignalUndelivered'),
    );
    assert.match(JSON.stringify(event.data), /illegal-signal/);
    assert.equal((await run.events()).length, before);
  });
});

describe('a person as the architect', () => {
  test('decides on what the agent proposes: feedback needs words, stories are taken', async (t) => {
    const { start } = await pmFixture(t, { script: { reviews: [STORIES] } });
    const run = await start({ upload: SPEC, architect: 'person' });
    assert.match((await run.decides('review', { verdict: 'spec_feedback' })) ?? '', /changes need feedback/);
    assert.equal(await run.decides('review', { verdict: 'spec_feedback', feedback: 'Say more.' }), null);
    await run.inState('INTERVIEWING');
    assert.equal((await run.data()).feedback, 'Say more.');
    await run.submits();
    await run.inState('WAITING', 3);
    assert.equal(await run.decides('review', { verdict: 'submit_stories' }), null);
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    assert.ok(run.has('order-export/stories/S-001.md'));
  });
});

describe('an architect that fails', () => {
  test('is held where it failed, the request stays pending, and a retry goes on to the stories', async (t) => {
    const fault = new Error('No model answers.');
    const { start, engine } = await pmFixture(t, { script: { reviews: [fault, fault, fault, STORIES] } });
    const run = await start({ upload: SPEC });
    await run.until('the hold', async () => (await run.holds()).length === 2);
    assert.match((await run.holds()).join('\n'), /"scope" failed after 3 attempt\(s\): .*No model answers\./);
    assert.deepEqual(await run.values('pending_request_id'), { pending_request_id: 'request-1' });
    const scope = (await run.family()).find(({ workflow }) => workflow === 'pm-scope')?.run ?? '';
    const [hold] = (await run.view(scope)).state.holds.values();
    await engine.send(scope, { type: 'ResolveHold', hold: hold?.id ?? 0, move: 'retry', reason: 'Again.' }, ADA);
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    assert.deepEqual(await run.holds(), []);
  });

  test('a review that somebody cancels is a hold of the architect, and a retry begins it anew', async (t) => {
    const { start, engine } = await pmFixture(t);
    const run = await start({ upload: SPEC, architect: 'person' });
    const { run: scope } = await run.task('review');
    await engine.send(scope, { type: 'CancelRun', reason: 'By mistake.' }, ADA);
    await run.until('the hold', async () => (await run.holds()).length === 1);
    const architect = (await run.family()).find(({ workflow }) => workflow === 'pm-architect')?.run ?? '';
    const [hold] = (await run.view(architect)).state.holds.values();
    assert.equal(hold?.step, 'SCOPING');
    await engine.send(architect, { type: 'ResolveHold', hold: hold?.id ?? 0, move: 'retry', reason: 'Again.' }, ADA);
    assert.equal(await run.decides('review', { verdict: 'submit_stories' }), null);
    await run.until('the approval', async () => (await run.data()).is_approved === true);
  });
});

describe('stories', () => {
  test('an approved spec that changes keeps ids and status, and lists what changed', async (t) => {
    const [first] = STORIES.submit_stories.requirements;
    assert.ok(first);
    const other = {
      ...{ ...first, id: 'S-002', title: 'Mail the file', covers: ['R-002'] },
      acceptance_criteria: ['R-002.1: The file arrives by e-mail.'],
    };
    const more = [
      ...['', '### R-002: Mail the file', '', '**Priority:** could', '**Dependencies:** [R-001]'],
      ...['**Description:** The system shall mail it.', '**Acceptance Criteria:**', ''],
      ...['- [ ] The file arrives by e-mail.', ''],
    ].join('\n');
    const both = { submit_stories: { ...STORIES.submit_stories, requirements: [{ ...first, points: 3 }, other] } };
    const { start } = await pmFixture(t, { script: { reviews: [STORIES, both] } });
    const run = await start({ upload: SPEC });
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    run.write(
      'order-export/stories/S-001.md',
      run.read('order-export/stories/S-001.md').replace('status: todo', 'status: done'),
    );
    await run.sends('spec_upload', { markdown: `${SPEC}${more}` });
    await run.until('the next approval', async () => ((await run.data()).stories as readonly unknown[]).length === 2);
    const { stories, changes, feature_id } = await run.data();
    assert.equal(feature_id, 'order-export');
    assert.deepEqual(
      (stories as readonly { id: string; status: string }[]).map(({ id, status }) => [id, status]),
      [
        ['S-001', 'done'],
        ['S-002', 'todo'],
      ],
    );
    assert.deepEqual((changes as JsonObject).added, ['S-002']);
    assert.match(JSON.stringify(changes), /"id":"S-001","fields":\["points"\]/);
    assert.ok(run.has('order-export/spec/v2.md'));
  });

  test('an answer of the architect with wrong points, unknown ids or a cycle is refused and repaired', async (t) => {
    const [first] = STORIES.submit_stories.requirements;
    const wrong = {
      submit_stories: {
        ...STORIES.submit_stories,
        requirements: [{ ...first, points: 9, dependencies: ['S-001'], covers: ['R-009'] }],
      },
    };
    const { start, calls } = await pmFixture(t, { script: { reviews: [wrong, STORIES] } });
    const run = await start({ upload: SPEC });
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    assert.equal(calls.filter(({ step }) => step === 'scope').length, 2);
  });

  test('what somebody wrote into spec.md meanwhile stays as a version of its own', async (t) => {
    const { start } = await pmFixture(t, { script: { reviews: [CHANGES, STORIES] } });
    const run = await start({ upload: SPEC });
    await run.inState('INTERVIEWING');
    run.write('order-export/spec.md', `${SPEC}\nBy hand.\n`);
    await run.submits();
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    assert.match(run.read('order-export/spec/v2.md'), /By hand\./);
    const second = SPEC.replace('version: 1', 'version: 2');
    assert.equal(run.read('order-export/spec/v3.md'), second);
    assert.equal(run.read('order-export/spec.md'), second);
  });
});
