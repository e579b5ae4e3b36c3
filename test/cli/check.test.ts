// `signoff check` and `signoff explain` as a user sees them, whatever the file holds.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const GOOD = 'flowchart TD\n  A[Work] --> B(Sign)\n';

describe('check', { concurrency: 2 }, () => {
  test('prints file:line:column code: message fix, then a count, over several files', async () => {
    using files = folderOf({ 'good.mmd': GOOD, 'bad.mmd': 'flowchart TD\n  A[Work] -->|maybe| B[More]\n%% @C: {}\n' });
    const { code, out, err } = await signoffHere(['check', 'good.mmd', 'bad.mmd'], { cwd: files.folder });
    assert.equal(code, 1);
    assert.equal(err, '');
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^bad\.mmd:2:\d+ [a-z-]+: Expected .+\. .+\.$/);
    assert.ok(lines.some((line) => line.startsWith('bad.mmd:3:4 unknown-step: ')));
    assert.equal(lines.at(-1), `${lines.length - 1} problems in 2 files.`);
    assert.ok(!out.includes('\u001b'), 'no colours outside a terminal');
  });

  test('gives programs the same as JSON', async () => {
    using files = folderOf({ 'a.mmd': 'flowchart TD\n  A{Which?} -->|output.x| B[Yes]\n' });
    const { code, out } = await signoffHere(['check', 'a.mmd', '--json'], { cwd: files.folder });
    assert.equal(code, 0);
    const {
      files: [file],
      problems,
      warnings,
    } = JSON.parse(out);
    assert.deepEqual([file.file, file.ok, problems, warnings], ['a.mmd', true, 0, file.problems.length]);
    assert.ok(file.problems.some(({ code: found }: { code: string }) => found === 'decision-without-default'));
  });

  test('never shows a stack trace: folders, nothing, binary, empty, huge, hostile', async () => {
    using files = folderOf({
      'empty.mmd': '',
      'nul.mmd': 'flowchart TD\n  A[\u0000]\n',
      'huge.mmd': `flowchart TD\n  A[${'x'.repeat(10_500_000)}]\n`,
      'proto.mmd': 'flowchart TD\n  __proto__[a] --> constructor[b]\n%% @__proto__: {"__proto__": {"x": 1}}\n',
      'broken.mmd': 'flowchart TD\n  A[ --> (((\n%% @A: {"x": \n',
    });
    mkdirSync(files.path('folder.mmd'));
    writeFileSync(files.path('binary.mmd'), Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x01]));
    const names = ['folder.mmd', 'missing.mmd', 'binary.mmd', 'empty.mmd', 'nul.mmd', 'huge.mmd', 'broken.mmd'];
    const { code, out, err } = await signoffHere(['check', ...names, 'proto.mmd'], { cwd: files.folder });
    assert.equal(code, 1);
    assert.equal(err, '');
    assert.doesNotMatch(out, /^\s+at /m);
    for (const name of names) assert.ok(out.includes(`${name}:`), `${name} is complained about`);
    assert.match(out, /folder\.mmd:1:1 file-unreadable: Expected a diagram as text, found a folder\./);
    assert.match(out, /huge\.mmd:1:1 file-too-large: .* found 10,500,\d+ bytes where at most 10,000,000 are read\./);
    assert.match(out, /binary\.mmd:1:1 file-not-text: /);
  });

  test('keeps prompts and schemas inside the folder of the diagram, links included', async () => {
    using outside = folderOf({ 'secret.md': 'secret' });
    using files = folderOf({
      'a.mmd': [
        'flowchart TD',
        '  A[Up] --> B[Link] --> C[Good]',
        '%% @A: {"promptFile":"../secret.md"}',
        '%% @B: {"promptFile":"link.md"}',
        '%% @C: {"promptFile":"good.md","output":"reply"}',
        '',
      ].join('\n'),
    });
    symlinkSync(outside.path('secret.md'), files.path('link.md'));
    mkdirSync(files.path('prompts'));
    writeFileSync(join(files.folder, 'prompts', 'good.md'), 'Say {{input.x}}');
    writeFileSync(files.path('reply.json'), '{"type": "string"}');
    const { code, out } = await signoffHere(['check', 'a.mmd'], { cwd: files.folder });
    assert.equal(code, 1);
    assert.match(out, /^a\.mmd:3:\d+ path-outside-folder: .*"\.\.\/secret\.md"/m);
    assert.match(out, /^a\.mmd:4:\d+ path-outside-folder: .*"link\.md"/m);
    assert.doesNotMatch(out, /^a\.mmd:5:/m);
  });

  test('knows the workflows beside the diagram by file and by name', async () => {
    using files = folderOf({
      'main.mmd': 'flowchart TD\n  A[[Run: helper]] --> B[[Run: named]] --> C[[Run: nobody]]\n',
      'helper.mmd': GOOD,
      'other.md': '# Other\n\n```mermaid\nflowchart TD\n  A[Work]\n%% @workflow: {"name": "named"}\n```\n',
    });
    const { out } = await signoffHere(['check', 'main.mmd'], { cwd: files.folder });
    assert.deepEqual(out.match(/unknown-workflow/g)?.length, 1, out);
    assert.match(out, /nobody/);
  });

  test('reports a subflow that has problems at the step that starts it, over any distance', async () => {
    using files = folderOf({
      'main.md': '# Main\n\n```mermaid\nflowchart TD\n  A[Work] --> P[[Run: middle]]\n```\n',
      'middle.mmd': 'flowchart TD\n  M[[Run: broken]] --> N[Work]\n',
      'broken.mmd': 'flowchart TD\n  A[Work] -->|maybe| B[More]\n  A -->|never| C[Less]\n',
    });
    const { code, out } = await signoffHere(['check', 'main.md', 'middle.mmd'], { cwd: files.folder });
    assert.equal(code, 1);
    assert.match(out, /^main\.md:5:15 subflow-with-problems: .*"P" without problems, found middle\.mmd:2:3 subflow-/m);
    assert.match(out, /^middle\.mmd:2:3 subflow-with-problems: .* found broken\.mmd:2:3 prose-label, and 1 more: Exp/m);
    assert.match(out, /Correct broken\.mmd: signoff check lists/);
    const run = await signoffHere(['run', 'main.md', '--answers', 'none.json'], { cwd: files.folder });
    assert.deepEqual([run.code, run.out.includes('Nothing was run.')], [1, true]);
  });
});

describe('explain', { concurrency: 2 }, () => {
  test('says kind, who, and where every step goes, with scopes, ends and limits', async () => {
    const { code, out } = await signoffHere(['explain', 'examples/pr-review/workflow.mmd']);
    assert.equal(code, 0);
    assert.match(out, /^C +Review File +foreach of output\.files as file +an agent +→ D$/m);
    assert.match(out, /^G +Human Review +manual task +a person +→ I$/m);
    assert.match(
      out,
      /^E +Quality Gate +decision +the engine +if output\.score >= 80 → F\n +if output.+ → G\n +otherwise → H$/m,
    );
    assert.match(out, /^Starts at +A$/m);
    assert.match(out, /^Ends after +I, K$/m);
    assert.match(out, /^Scope +C \(foreach of output\.files, at most 1,000 items, 10 at once\) until D/m);
    assert.match(out, /^Limits +50 visits/m);
  });

  test('explains a state machine by its signals', async () => {
    const { out } = await signoffHere(['explain', 'examples/code-lock/workflow.mmd']);
    assert.match(out, /unlock if signal\.code === data\.code → Closed/);
    assert.match(out, /unlock → stays/);
    assert.match(out, /^Ends after +Open, Alarm$/m);
  });

  test('says of a state without work and without a signal that it leaves at once', async () => {
    using files = folderOf({ 'lamp.mmd': 'stateDiagram-v2\n  [*] --> On\n  On --> Off : press\n  Off --> [*]\n' });
    const { out } = await signoffHere(['explain', 'lamp.mmd'], { cwd: files.folder });
    assert.match(out, /^On +state +the sender of the signal +press → Off$/m);
    assert.match(out, /^Off +state +nobody: it leaves at once +at once → the end$/m);
  });

  test('gives programs the same as JSON', async () => {
    const { out } = await signoffHere(['explain', 'examples/release-notes/workflow.mmd', '--json']);
    const { start, ends, steps, scopes } = JSON.parse(out);
    assert.deepEqual([start, ends], [['list'], ['publish']]);
    assert.deepEqual(
      scopes.map(({ opener, join: to }: { opener: string; join: string }) => `${opener} ${to}`),
      ['repos notes', 'pulls gather', 'checks passed'],
    );
    assert.equal(steps.length, 15);
  });
});
