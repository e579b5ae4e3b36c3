// Operations on workflows: add, list, show, versions, diff, check, export, import, delete.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diffLines } from '../../src/operations/diff-workflows.ts';
import { DRAFT_AND_APPROVE, type Office, openOffice } from '../support/operations.ts';
import { folderOf } from '../support/run-signoff.ts';

const PLAIN = 'flowchart TD\n    A[Draft] --> B[Send]\n%% @workflow: { "name": "plain" }\n';

describe('workflows', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());

  test('are added from a file with the subflows they start', async () => {
    using files = folderOf({
      'main.mmd': 'flowchart TD\n    A[[run: child]]\n%% @A: { "subflowId": "child" }\n',
      'child.mmd': 'flowchart TD\n    B[Work]\n%% @B: { "promptFile": "work.md" }\n',
      'work.md': 'Do the work.',
    });
    const added = await office.done('workflows.add', { file: files.path('main.mmd') });
    assert.deepEqual([added.name, added.isNew, added.subflows.length], ['main', true, 1]);
    assert.equal((await office.done('workflows.add', { file: files.path('main.mmd') })).isNew, false);
    const { workflows } = await office.done('workflows.list');
    assert.deepEqual(
      workflows.map(({ name }: { name: string }) => name),
      ['child', 'main'],
    );
    assert.equal(workflows[1].origin, files.folder);
  });

  test('with problems are refused, with all of them reported', async () => {
    const source = 'flowchart TD\n    A[Draft] -->|looks good| B[Send]\n';
    assert.match(await office.refused('diagram-with-problems', 'workflows.add', { source }), /prose-label/);
    await office.refused('invalid-request', 'workflows.add', {});
    const { ok, problems } = await office.done('workflows.check', { source });
    assert.equal(ok, false);
    assert.equal(problems[0].code, 'prose-label');
    assert.equal((await office.done('workflows.check', { source: PLAIN })).ok, true);
  });

  test('have versions, newest first, that can be compared', async () => {
    const first = await office.done('workflows.add', { source: PLAIN });
    assert.match(
      await office.refused('unknown-version', 'workflows.diff', { workflow: 'plain' }),
      /has only one version/,
    );
    const changed = PLAIN.replace('B[Send]', 'C[Post]').replace('A[Draft]', 'A[Write]');
    const second = await office.done('workflows.add', { source: changed });
    const { versions } = await office.done('workflows.versions', { workflow: 'plain' });
    assert.deepEqual(
      versions.map(({ version }: { version: string }) => version),
      [second.version, first.version],
    );
    const diff = await office.done('workflows.diff', { workflow: 'plain' });
    assert.deepEqual([diff.from, diff.to, diff.added, diff.removed], [first.version, second.version, ['C'], ['B']]);
    assert.deepEqual(diff.changed, [{ step: 'A', fields: ['label', 'edges'] }]);
    assert.ok(diff.lines.includes('-    A[Draft] --> B[Send]'));
    const back = await office.done('workflows.diff', {
      workflow: 'plain',
      from: second.version.slice(7, 16),
      to: first.version,
    });
    assert.deepEqual(back.added, ['B']);
  });

  test('are shown with their steps and their diagram', async () => {
    await office.done('workflows.add', { source: DRAFT_AND_APPROVE });
    const shown = await office.done('workflows.show', { workflow: 'letters' });
    assert.equal(shown.source, DRAFT_AND_APPROVE);
    assert.deepEqual(
      shown.steps.map(({ id, to }: { id: string; to: string[] }) => [id, to]),
      [
        ['A', ['B']],
        ['B', ['A', 'C']],
        ['C', []],
      ],
    );
    await office.refused('unknown-workflow', 'workflows.show', { workflow: 'nothing' });
  });

  test('a workflow is kept while runs need it, and goes with its ended ones when asked', async () => {
    await office.done('workflows.add', { source: PLAIN.replace('"plain"', '"gone"') });
    const { run } = await office.done('runs.start', { workflow: 'gone' });
    assert.match(
      await office.refused('workflow-in-use', 'workflows.delete', { workflow: 'gone' }),
      /has 1 run in progress\. Cancel/,
    );
    await office.refused('workflow-in-use', 'workflows.delete', { workflow: 'gone', withRuns: true });
    await office.done('runs.cancel', { run });
    assert.match(await office.refused('workflow-in-use', 'workflows.delete', { workflow: 'gone' }), /--with-runs/);
    const removed = await office.done('workflows.delete', { workflow: 'gone', withRuns: true });
    assert.deepEqual(removed, { name: 'gone', versions: 1, runs: 1 });
    await office.refused('unknown-workflow', 'workflows.show', { workflow: 'gone' });
    await office.refused('unknown-run', 'runs.show', { run });
    assert.equal((await office.done('store.verify')).ok, true);
  });
});

describe('export and import', () => {
  test('a workflow arrives elsewhere as it was, files and agents with it', async () => {
    using files = folderOf({
      'mail.mmd':
        'flowchart TD\n    A[Draft] --> B(Approve)\n%% @workflow: { "input": "letter" }\n' +
        '%% @A: { "promptFile": "draft.md", "agent": "writer", "output": "draft" }\n',
      'draft.md': 'Write.',
      'letter.json': '{"type":"object"}',
      'draft.json': '{"type":"string"}',
    });
    const [here, there] = [await openOffice(), await openOffice()];
    try {
      const { version } = await here.done('workflows.add', { file: files.path('mail.mmd') });
      await here.done('agents.edit', { id: 'writer', prompt: 'Be brief.', model: 'm-1', tools: ['read_file'] });
      const exported = await here.done('workflows.export', { workflow: 'mail' });
      assert.deepEqual(Object.keys(exported).sort(), ['agents', 'exportVersion', 'exportedAt', 'workflow']);
      // Whether an agent is allowed is decided where it arrives.
      const { isAllowed: _, ...writer } = (await here.store.record('agent', 'writer')) ?? {};
      assert.deepEqual(exported.agents, [{ id: 'writer', ...writer }]);
      const imported = await there.done('workflows.import', { export: exported });
      assert.deepEqual(imported, {
        ...{ name: 'mail', version, isNew: true },
        ...{ differences: [], conflicts: [], agents: ['writer'], notAllowed: [], createdAgents: [] },
      });
      assert.deepEqual(await there.store.record('agent', 'writer'), await here.store.record('agent', 'writer'));
    } finally {
      await here.close();
      await there.close();
    }
  });

  test('the diagram wins over steps, and what is here is reported, never overwritten', async () => {
    const office = await openOffice();
    try {
      await office.done('workflows.add', { source: PLAIN });
      await office.done('agents.add', { id: 'writer', prompt: 'Mine.' });
      const mine = await office.store.record('agent', 'writer');
      const exported = await office.done('workflows.export', { workflow: 'plain' });
      const steps = [{ id: 'A', name: 'Something else' }, { id: 'Z' }];
      const other = {
        ...exported,
        workflow: { ...exported.workflow, mermaidSource: PLAIN.replace('Send', 'Post'), steps },
        agents: [{ id: 'writer', agentPrompt: 'Theirs.' }],
      };
      const message = await office.refused('workflow-conflict', 'workflows.import', { export: other });
      assert.match(message, /--new-version/);
      assert.equal((await office.store.versionsOf('plain')).length, 1);
      const imported = await office.done('workflows.import', { export: other, newVersion: true });
      assert.deepEqual(imported.differences, [
        'step "A": name is "Something else" in steps and "Draft" in the diagram',
        'step "Z" is not in the diagram',
        'step "B" of the diagram is not in steps',
      ]);
      assert.deepEqual(imported.conflicts, ['agent "writer" is here already with other settings']);
      assert.deepEqual(await office.store.record('agent', 'writer'), mine);
      const broken = { ...exported, exportVersion: '1.0' };
      assert.match(await office.refused('invalid-request', 'workflows.import', { export: broken }), /exportVersion/);
    } finally {
      await office.close();
    }
  });

  test('agents nobody described are made empty, what is not known is left out, both are reported', async () => {
    const office = await openOffice();
    try {
      const named =
        'flowchart TD\n    A[Draft] --> B[Check] --> C[Send]\n%% @workflow: { "name": "many" }\n' +
        '%% @A: { "agent": "agent:writer" }\n%% @B: { "assignee": "agent:checker" }\n' +
        '%% @C: { "assignee": "agent:{{run.input.who}}", "fallback": { "assignee": "agent:second" } }\n';
      const added = await office.done('workflows.add', { source: named });
      assert.deepEqual(added.createdAgents, ['checker', 'second', 'writer']);
      assert.deepEqual((await office.done('workflows.add', { source: named })).createdAgents, []);
      const exported = await office.done('workflows.export', { workflow: 'many' });
      for (const id of ['checker', 'second', 'writer']) await office.done('agents.remove', { id });
      const [checker] = exported.agents;
      const again = { ...exported, agents: [{ ...checker, apiKey: 'k' }, { id: 'second' }] };
      const imported = await office.done('workflows.import', { export: again });
      assert.deepEqual([imported.agents, imported.createdAgents], [['checker'], ['second', 'writer']]);
      assert.deepEqual(imported.differences, ['agent "checker": apiKey is not known here and was left out']);
      assert.ok(!('apiKey' in ((await office.store.record('agent', 'checker')) ?? {})));
      const wrong = { ...exported, agents: [{ id: 'x', limits: { concurrency: 'many' } }] };
      assert.match(await office.refused('invalid-request', 'workflows.import', { export: wrong }), /"x".*concurrency/);
    } finally {
      await office.close();
    }
  });
});

test('lines that both texts have stay, the others are marked', () => {
  assert.deepEqual(diffLines(['a', 'b', 'c'], ['a', 'b', 'c']), []);
  assert.deepEqual(diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd']), [' a', '-b', '+x', ' c', ' d']);
  assert.deepEqual(diffLines(['a', 'b', 'c'], ['b', 'c', 'd']), ['-a', ' b', ' c', '+d']);
  assert.deepEqual(diffLines([], ['a']), ['+a']);
});
