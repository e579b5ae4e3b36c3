// Operations on tasks, saved views, signals and timers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { atTheGate, type Office, openOffice } from '../support/operations.ts';

interface TaskListRow {
  readonly task: string;
}

describe('tasks', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());
  const bob = { actor: 'user:bob' };

  test('are listed with title, urgency, tags and due date, by filter', async () => {
    const run = await atTheGate(office);
    const { tasks, total } = await office.done('tasks.list', { run });
    assert.equal(total, 1);
    const [{ openedAt, due, ...task }] = tasks;
    assert.ok(due - openedAt > 1.9 * 86_400_000);
    assert.deepEqual(
      [task.task, task.title, task.urgency, task.assignee],
      [`${run}#2`, 'letters: Approve the draft', 'high', 'user:bob'],
    );
    assert.deepEqual(task.tags, ['letter']);
    const found = async (filter: object): Promise<number> =>
      (await office.done('tasks.list', { run, ...filter })).tasks.length;
    assert.deepEqual(
      await Promise.all([
        found({ people: true }),
        found({ workers: true }),
        found({ assignee: 'nobody' }),
        found({ tag: 'letter', urgency: ['high'] }),
        found({ dueBefore: '+1d' }),
        found({ dueBefore: '+3d' }),
        found({ status: ['on_hold'] }),
        found({ ended: 'both', step: 'B' }),
      ]),
      [1, 0, 0, 1, 0, 1, 0, 1],
    );
  });

  test('are shown as their worker sees them', async () => {
    const run = await atTheGate(office);
    const gate = await office.done('tasks.show', { task: `${run}#2` });
    assert.deepEqual(gate.verdicts, ['approve', 'reject']);
    assert.deepEqual(gate.shows, [{ name: 'steps.A.output', value: 'A lock is a promise.' }]);
    assert.match(gate.shown, /^sha256:/);
    const gone = await office.refused('task-not-open', 'tasks.show', { task: `${run}#1` });
    assert.match(gone, new RegExp(`signoff runs events ${run}`));
    await office.refused('unknown-task', 'tasks.show', { task: `${run}#9` });
    await office.refused('unknown-task', 'tasks.show', { task: run });
  });

  test('a prompt is filled from what was recorded', async () => {
    await atTheGate(office);
    const { run } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'hinges' } });
    const shown = await office.done('tasks.show', { task: `${run.slice(0, 28)}#1` });
    assert.equal(shown.prompt, 'Write about hinges.');
    assert.equal(shown.task, `${run}#1`);
  });

  test('a claim bars others until it is given back', async () => {
    const run = await atTheGate(office);
    const task = `${run}#2`;
    const claimed = await office.done('tasks.claim', { task }, bob);
    assert.equal(claimed.status, 'in_progress');
    await office.refused('lease-lost', 'tasks.complete', { task, verdict: 'approve' }, { actor: 'user:cleo' });
    const released = await office.done('tasks.release', { task, lease: claimed.lease }, bob);
    assert.equal(released.status, 'pending');
    const done = await office.done('tasks.complete', { task, verdict: 'approve', comment: 'Good.' }, bob);
    assert.deepEqual([done.status, done.runStatus], ['completed', 'running']);
    const { tasks } = await office.done('tasks.list', { run, ended: 'yes' });
    assert.deepEqual([tasks[0].verdict, tasks[0].by], ['approve', 'user:bob']);
    assert.equal((await office.done('tasks.show', { task })).open, false);
  });

  test('a verdict with a key counts once; one for another version is stale', async () => {
    const run = await atTheGate(office);
    const task = `${run}#2`;
    await office.refused('stale-verdict', 'tasks.complete', { task, verdict: 'approve', shown: 'sha256:0' }, bob);
    await office.refused('invalid-output', 'tasks.complete', { task }, bob);
    await office.refused('agent-verdict', 'tasks.complete', { task, verdict: 'approve' }, { actor: 'agent:writer' });
    const keyed = { ...bob, key: 'verdict' };
    await office.done('tasks.complete', { task, verdict: 'reject' }, keyed);
    const again = await office.done('tasks.complete', { task, verdict: 'reject' }, keyed);
    assert.equal(again.status, 'completed');
    await office.refused('key-reused', 'tasks.complete', { task, verdict: 'approve' }, keyed);
  });

  test('where votes are cast, an answer is a vote', async () => {
    const source = `flowchart TD
    V(Vote)
%% @workflow: { "name": "votes" }
%% @V: { "approvals": { "need": 2, "of": ["user:ada", "user:bob", "user:cleo"] } }
`;
    await office.done('workflows.add', { source });
    const { run } = await office.done('runs.start', { workflow: 'votes' });
    const task = `${run}#1`;
    assert.equal((await office.done('tasks.complete', { task, verdict: 'approve' }, bob)).status, 'pending');
    await office.refused('voted-already', 'tasks.complete', { task, verdict: 'approve' }, bob);
    const last = await office.done('tasks.complete', { task, output: 'approve' }, { actor: 'user:cleo' });
    assert.equal(last.runStatus, 'completed');
  });

  test('fail, hold, reassign, edit, cancel: each is an event with who and why', async () => {
    const writer = { actor: 'agent:writer' };
    await atTheGate(office);
    const { run } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'x' } });
    const task = `${run}#1`;
    await office.done('tasks.reassign', { task, assignee: 'agent:other', reason: 'busy' });
    await office.done('tasks.edit', { task, input: { topic: 'y' }, reason: 'typo' });
    assert.deepEqual((await office.done('tasks.show', { task })).input, { topic: 'y' });
    const { lease } = await office.done('tasks.claim', { task }, writer);
    await office.done('tasks.fail', { task, message: 'No ink.', final: true, lease }, writer);
    const second = (await office.done('runs.start', { workflow: 'letters' })).run;
    await office.done('tasks.cancel', { task: `${second}#1`, reason: 'never mind' });
    const types = new Set((await office.done('runs.events', { run })).events.map(({ type }: { type: string }) => type));
    for (const type of ['TaskReassigned', 'TaskInputEdited', 'TaskClaimed', 'AttemptFailed'])
      assert.ok(types.has(type), type);
  });

  test('the holder of a task answers it without naming the lease, and nobody else does', async () => {
    const writer = { actor: 'agent:writer' };
    await atTheGate(office);
    const { run } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'x' } });
    const task = `${run}#1`;
    await office.done('tasks.claim', { task }, writer);
    await office.refused('lease-lost', 'tasks.complete', { task, output: 'mine' }, { actor: 'agent:other' });
    await office.done('tasks.complete', { task, output: 'A letter.' }, writer);
    await office.refused('task-not-open', 'tasks.show', { task });
  });

  test('a comment stays with the task, long ones too', async () => {
    const run = await atTheGate(office);
    const task = `${run}#2`;
    const long = 'because '.repeat(500);
    await office.done('tasks.comment', { task, text: 'Mind the tone.' }, bob);
    await office.done('tasks.comment', { task, text: long }, { actor: 'agent:writer' });
    const { comments, status } = await office.done('tasks.show', { task });
    assert.equal(status, 'pending');
    assert.deepEqual(
      comments.map(({ actor, text }: { actor: string; text: string }) => [actor, text]),
      [
        ['user:bob', 'Mind the tone.'],
        ['agent:writer', long],
      ],
    );
    assert.match(await office.refused('invalid-request', 'tasks.comment', { task, text: '' }), /text/);
  });

  test('a conversation takes the messages of a person', async () => {
    const source =
      'flowchart TD\n    T[Talk]\n%% @workflow: { "name": "talks" }\n' +
      '%% @T: { "execution": "conversation", "agent": "guide" }\n';
    await office.done('workflows.add', { source });
    const { run } = await office.done('runs.start', { workflow: 'talks' });
    const guide = { actor: 'agent:guide' };
    const { lease } = await office.done('tasks.claim', { task: `${run}#1` }, guide);
    await office.engine.send(
      run,
      { type: 'AddMessage', task: 1, lease, from: 'agent', text: 'What do you need?' },
      { actor: 'agent:guide', channel: 'worker' },
    );
    const said = await office.done('tasks.say', { task: `${run}#1`, text: 'A door.' }, bob);
    assert.equal(said.runStatus, 'running');
    const { events } = await office.done('runs.events', { run });
    assert.equal(events.filter(({ type }: { type: string }) => type === 'MessageAdded').length, 2);
  });
});

describe('saved views', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());

  test('are saved, used, replaced when asked, removed', async () => {
    const run = await atTheGate(office);
    assert.deepEqual((await office.done('views.list')).views, []);
    await office.done('views.save', { name: 'bobs', assignee: 'user:bob', people: true, description: 'For Bob' });
    assert.match(await office.refused('view-exists', 'views.save', { name: 'bobs' }), /--replace/);
    const inView = await office.done('tasks.list', { view: 'bobs' });
    assert.deepEqual(
      inView.tasks.map(({ task }: TaskListRow) => task),
      [`${run}#2`],
    );
    assert.deepEqual((await office.done('tasks.list', { view: 'bobs', status: ['on_hold'] })).tasks, []);
    await office.done('views.save', { name: 'bobs', assignee: 'user:cleo', replace: true });
    assert.deepEqual((await office.done('tasks.list', { view: 'bobs' })).tasks, []);
    await office.done('views.remove', { name: 'bobs' });
    assert.match(await office.refused('unknown-view', 'tasks.list', { view: 'bobs' }), /there are none yet/);
    await office.refused('unknown-view', 'views.remove', { name: 'bobs' });
    assert.equal((await office.done('store.verify')).ok, true);
  });
});

describe('signals and timers', () => {
  test('a signal lets go what waits for it; an id counts once; timers are listed by due time', async () => {
    const office = await openOffice();
    try {
      const source = `flowchart TD
    W[/Wait for the answer/] --> B(Read it)
%% @workflow: { "name": "waiting" }
%% @W: { "stepType": "wait", "signal": "answer", "timeout": "1d" }
%% @B: { "due": "2h" }
`;
      await office.done('workflows.add', { source });
      const { run } = await office.done('runs.start', { workflow: 'waiting' });
      assert.deepEqual((await office.done('runs.show', { run })).waits, [{ step: 'W', signals: ['answer'] }]);
      const [timeout] = (await office.done('timers.list', { run })).timers;
      assert.equal(timeout.kind, 'timeout');
      await office.refused('unknown-signal', 'signals.send', { run, name: 'other' });
      await office.done('signals.send', { run, name: 'answer', value: { ok: true }, id: 's1' });
      const { timers } = await office.done('timers.list', {});
      assert.deepEqual(
        timers.map(({ kind, task }: { kind: string; task: string }) => [kind, task]),
        [['due', `${run}#1`]],
      );
    } finally {
      await office.close();
    }
  });
});
