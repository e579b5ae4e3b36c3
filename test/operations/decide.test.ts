// A decision on a review, sent in one call, on both stores: it counts for what was shown and for nothing else.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { atTheGate, type Office, type OfficeOptions, openOffice } from '../support/operations.ts';
import { postgresOrSkip } from '../support/postgres.ts';

const BOB = { actor: 'user:bob' };
const TALK =
  'flowchart TD\n  T(Talk it through) --> D[Done]\n%% @workflow: { "name": "talks" }\n' +
  '%% @T: { "execution": "conversation", "agent": "guide" }\n';
const VOTED =
  'flowchart TD\n  G(Vote) --> D([END])\n%% @workflow: { "name": "votes" }\n' +
  '%% @G: { "execution": "manual", "verdicts": ["approve", "reject"], "approvals": { "need": 2 } }\n';
const SHAPED =
  'flowchart TD\n  G(Sign) --> D([END])\n%% @workflow: { "name": "shaped" }\n%% @G: { "execution": "manual", ' +
  '"verdicts": ["approve", "reject"], "output": { "type": "object", "required": ["owner"] } }\n';

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  describe(`tasks.decide on ${kind}`, () => {
    const opened = async (t: TestContext): Promise<Office | null> => {
      const options: OfficeOptions = {};
      const postgres = kind === 'SQLite' ? null : await postgresOrSkip(t);
      if (postgres === undefined) return null;
      const place = postgres === null ? {} : { place: await postgres.createDatabase() };
      const office = await openOffice({ ...options, ...place });
      t.after(() => office.close());
      return office;
    };

    test('reviews, checks and answers in one, and binds the verdict to what was shown', async (t) => {
      const office = await opened(t);
      if (office === null) return;
      const run = await atTheGate(office);
      const task = `${run}#2`;
      const { hash: review, shown } = await office.done('tasks.review', { task });
      assert.match(review, /^sha256:[0-9a-f]{64}$/);
      const wrong = { task, review, decision: { kind: 'form', verdict: 'perhaps' } };
      assert.match(await office.refused('not-accepted', 'tasks.decide', wrong, BOB), /found "perhaps"/);
      const decision = { kind: 'form', verdict: 'approve', comment: 'fine' };
      const by = { ...BOB, key: 'k1' };
      const done = await office.done('tasks.decide', { task, review, decision }, by);
      assert.equal(done.status, 'completed');
      // Asked again with its key after the task is over, it gives what it gave.
      assert.deepEqual(await office.done('tasks.decide', { task, review, decision }, by), done);
      await office.refused('task-not-open', 'tasks.decide', { task, review, decision }, BOB);
      const { events } = await office.done('runs.events', { run });
      const bound = events.filter(({ type }: { type: string }) => type === 'VerdictBound');
      assert.equal(bound.length, 1);
      assert.deepEqual([bound[0].data.verdict, bound[0].data.shown], ['approve', shown]);
    });

    test('is refused when the review has changed since', async (t) => {
      const office = await opened(t);
      if (office === null) return;
      await office.done('workflows.add', { source: TALK });
      const { run } = await office.done('runs.start', { workflow: 'talks', input: {} });
      const task = `${run}#1`;
      const { hash: review } = await office.done('tasks.review', { task });
      await office.done('tasks.say', { task, text: 'One moment.' });
      const decision = { kind: 'message', text: 'Go on.' };
      const message = await office.refused('review-changed', 'tasks.decide', { task, review, decision });
      assert.match(message, /signoff tasks review run_/);
      const { hash: whole } = await office.done('tasks.review', { task });
      const short = await office.refused('review-changed', 'tasks.decide', {
        task,
        review: whole.slice(0, 19),
        decision,
      });
      assert.match(short, /^Expected the whole hash of the review, sha256:[0-9a-f]{64}, found its first 19 characters/);
      const { hash: next, messages } = await office.done('tasks.review', { task });
      assert.notEqual(next, review);
      assert.equal(messages.length, 1);
      await office.done('tasks.decide', { task, review: next, decision });
      const { messages: said } = await office.done('tasks.review', { task });
      assert.deepEqual(
        said.map(({ text }: { text: string }) => text),
        ['One moment.', 'Go on.'],
      );
    });

    test('needs a verdict beside the output where the gate names its verdicts', async (t) => {
      const office = await opened(t);
      if (office === null) return;
      await office.done('workflows.add', { source: SHAPED });
      const { run } = await office.done('runs.start', { workflow: 'shaped', input: {} });
      const task = `${run}#1`;
      const { hash: review } = await office.done('tasks.review', { task });
      const decision = { kind: 'form', output: { owner: 'ada' } };
      const why = await office.refused('not-accepted', 'tasks.decide', { task, review, decision }, BOB);
      assert.match(why, /Expected "verdict" as one of approve, reject, found none/);
      assert.equal((await office.done('tasks.show', { task })).asksVerdict, true);
      await office.done('tasks.decide', { task, review, decision: { ...decision, verdict: 'reject' } }, BOB);
      const { events } = await office.done('runs.events', { run });
      const ended = events.find(({ type }: { type: string }) => type === 'TaskCompleted');
      assert.deepEqual([ended.data.verdict, ended.data.output], ['reject', { owner: 'ada' }]);
    });

    test('is a vote where the gate takes votes', async (t) => {
      const office = await opened(t);
      if (office === null) return;
      await office.done('workflows.add', { source: VOTED });
      const { run } = await office.done('runs.start', { workflow: 'votes', input: {} });
      const task = `${run}#1`;
      const decision = { kind: 'form', verdict: 'approve' };
      for (const actor of ['user:ada', 'user:bob']) {
        const { hash: review } = await office.done('tasks.review', { task });
        await office.done('tasks.decide', { task, review, decision }, { actor });
      }
      assert.equal((await office.done('runs.show', { run })).status, 'completed');
    });
  });
