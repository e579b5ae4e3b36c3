// `signoff` at a real terminal: tasks, signals, holds, timers, and screens that are narrow.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { widthOf } from '../../src/cli/shown-text.ts';
import { folderOf, root } from '../support/run-signoff.ts';
import { atTerminal, noTerminal } from '../support/terminal.ts';
import { atTerminalHere } from '../support/terminal-here.ts';
import { KEYS, type Step } from '../support/terminal-screen.ts';

// On each test, not on the suite: a suite that is skipped is not counted.
const where = { skip: noTerminal };
const { enter, escape: back, down, interrupt: ctrlC, end: ctrlD } = KEYS;

async function typed(diagram: string, steps: readonly Step[], args: readonly string[] = []) {
  using files = folderOf({ 'flow.mmd': diagram });
  return await atTerminalHere(['run', 'flow.mmd', ...args], steps, { cwd: files.folder });
}

const WAIT = [
  'flowchart TD',
  '  A[Order] --> W[Wait for payment]',
  '  W -->|timeout| L[Remind]',
  '  W --> D[Pack]',
  '%% @W: {"stepType":"wait","signal":"paid","timeout":"2s"}',
  '',
].join('\n');

describe('what a person may do at the terminal', { concurrency: 2 }, () => {
  test('sees the deadline, and a timer fires while they are asked', async () => {
    const { code, out } = await typed(WAIT, [
      [/flow: Order\n.*JSON or text/s, 'x', enter],
      [/Which signal\? W waits until \d\d:\d\d:\d\d, [12] s from now/],
      [/Time is up for "W" after 2 s\..*flow: Remind\n.*JSON or text/s, 'reminded', enter],
      [/Completed/],
    ]);
    assert.equal(code, 0, out);
    assert.match(out, /◷ W +Wait for payment +timed out waiting for the signal paid/);
    assert.doesNotMatch(out, /✓ W/);
  });

  test('a gate with a timeout shows it and is closed by it', async () => {
    const diagram = 'flowchart TD\n  A(Sign) -->|error| B[Go on]\n  A --> C[Never]\n%% @A: {"timeout":"2s"}\n';
    const { code, out } = await typed(diagram, [
      [/until \d\d:\d\d:\d\d, [12] s from now.*Your verdict/s],
      [/Time is up for "A" after 2 s\..*flow: Go on\n.*JSON or text/s, 'gone on', enter],
    ]);
    assert.equal(code, 0, out);
  });

  test('sends a signal before anyone waits for it', async () => {
    const { code, out } = await typed(WAIT, [
      [/JSON or text, or :fail/, ':signal', enter],
      [/paid \(kept until W waits for it\)/, enter],
      [/Data of paid/, '{"sum": 7}', enter],
      [/flow: Order\n.*JSON or text, or/s, 'x', enter],
      [/flow: Pack\n.*JSON or text, or/s, 'packed', enter],
    ]);
    assert.equal(code, 0, out);
    assert.match(out, /✓ W +Wait for payment +sum: 7/);
  });

  test('sends a signal that the state defers', async () => {
    const diagram = [
      'stateDiagram-v2',
      '  [*] --> Busy',
      '  Busy --> Free : done',
      '  Free --> [*] : stop',
      '%% @Busy: {"stepType":"task","execution":"automated","prompt":"work","defer":["stop"]}',
      '',
    ].join('\n');
    const { code, out } = await typed(diagram, [
      [/JSON or text, or :fail/, ':signal', enter],
      [/stop \(kept: Busy defers it\)/, enter],
      [/Data of stop/, enter],
      [/JSON or text, or :fail/, 'x', enter],
      [/Completed/],
    ]);
    assert.equal(code, 0, out);
  });

  test('goes back with Escape, first to the task, then to a menu, and never loses the run', async () => {
    const diagram = 'flowchart TD\n  S([START]) --> A(Sign)\n  S --> B[Build]\n  A --> J[Join both]\n  B --> J\n';
    const { code, out } = await typed(diagram, [
      [/Your verdict/, enter],
      [/Comment/, back],
      [/Your verdict/, back],
      [/What now\?.*go on \(flow: Sign\).*flow: Build/s, down, enter],
      [/flow: Build\n.*JSON or text/s, 'built', enter],
      [/Your verdict/, enter],
      [/Comment/, 'fine', enter],
    ]);
    assert.equal(code, 0, out);
    assert.match(out, /approve: fine/);
  });

  for (const [name, key] of [
    ['Ctrl-C', ctrlC],
    ['Ctrl-D', ctrlD],
  ] as const) {
    test(`leaves the run open with ${name}`, async () => {
      const { code, out } = await typed('flowchart TD\n  A[Work]\n', [[/JSON or text/, key]]);
      assert.equal(code, 3, out);
      assert.match(out, /Left open.*You left the run; nothing is lost\..*signoff run --resume run_/s);
    });
  }

  test('sees that JSON is broken, and where', async () => {
    const diagram = 'flowchart TD\n  A[Work]\n%% @A: {"output":{"type":"object","required":["parts"]}}\n';
    const { code, out } = await typed(diagram, [
      [/JSON, or :fail/, '{"parts": ["bolt"', enter],
      [/broken at character 18: expected "," or "]"/, ']}', enter],
    ]);
    assert.equal(code, 0, out);
  });

  test('skips a hold with an output, then the reason, and the tree shows both as what they are', async () => {
    const diagram = 'flowchart TD\n  A[Work]\n';
    const { code, out } = await typed(diagram, [
      [/JSON or text/, ':hold', enter],
      [/What is the matter\?/, 'strange', enter],
      [/What now\?.*retry.*skip.*end.*quit/s, down, enter],
      [/Output to continue with/, '{"made": 1}', enter],
      [/Reason/, 'by hand', enter],
      [/Completed/],
    ]);
    assert.equal(code, 0, out);
    assert.doesNotMatch(out, /choose/);
    assert.match(out, /↷ A +Work +made: 1/);
    assert.match(out, /hold ended: skip, by hand/);
    assert.doesNotMatch(out, /skipped: by hand/);
  });

  test('skips a task with an output, then the reason', async () => {
    const { code, out } = await typed('flowchart TD\n  A[Work]\n', [
      [/JSON or text/, ':skip', enter],
      [/Output to continue with/, enter],
      [/Why is it skipped\?/, 'not needed', enter],
    ]);
    assert.equal(code, 0, out);
    assert.match(out, /↷ A +Work +no output\n +skipped: not needed/);
  });

  test('sees a value once, and of a label without end only its beginning', async () => {
    const diagram = [
      'flowchart TD',
      `  A[Plan] --> B(${'long '.repeat(20_000)})`,
      '%% @B: {"shows":["steps.A.output"]}',
      '',
    ].join('\n');
    const { out } = await typed(diagram, [
      [/JSON or text/, 'unmistakable', enter],
      [/Your verdict/, ctrlC],
    ]);
    const shown = out.slice(out.indexOf('steps.A.output'));
    assert.equal(shown.match(/unmistakable/g)?.length, 1, shown);
    assert.ok(out.length < 10_000, `${out.length} characters`);
  });
});

describe('a narrow terminal', { concurrency: 2 }, () => {
  const columns = 60;

  test('cuts every line of the tree, bars and wide characters included', where, async () => {
    using files = folderOf({
      'wide.mmd': [
        'flowchart TD',
        '  S([START]) --> A[[Each: Review every single changed file of 日本語日本語]]',
        '  A --> J[Join the many reviews of all the files]',
        '  S --> B[Build the thing that has this rather long label]',
        '  S --> C[Check all licences of all dependencies]',
        '  J --> K[Join everything that was done so far]',
        '  B --> K',
        '  C --> K',
        '%% @A: {"itemsPath":"run.input.files","prompt":"x"}',
        '',
      ].join('\n'),
      'in.json': JSON.stringify({ files: ['日本語'.repeat(20), 'b'.repeat(90), 'c'] }),
      'answers.json': JSON.stringify({
        A: { output: { score: 90, text: 'a long text that says very little in many words' } },
        B: [[{ fail: 'a failure with a long message that goes on and on' }, { output: '日本語'.repeat(20) }]],
        C: { output: 'c' },
      }),
    });
    const args = ['run', 'wide.mmd', '--input-file', 'in.json', '--answers', 'answers.json'];
    const { code, raw } = await atTerminal(args, [], { cwd: files.folder, columns });
    assert.equal(code, 0, raw);
    const lines = stripVTControlCharacters(raw).split(/\r?\n|\r/);
    assert.deepEqual(
      lines.filter((line) => widthOf(line) > columns),
      [],
    );
    assert.ok(
      lines.some((line) => /3 ways at once +█/.test(line)),
      raw,
    );
  });

  test('breaks what check and explain say at words', where, async () => {
    using files = folderOf({ 'bad.mmd': 'flowchart TD\n  A[Work] -->|maybe| B[More]\n' });
    const check = await atTerminal(['check', 'bad.mmd'], [], { cwd: files.folder, columns });
    assert.match(check.out, /^bad\.mmd:2:\d+ prose-label:\n {2}Expected a condition/m);
    const explain = await atTerminal(['explain', 'examples/pr-review/workflow.mmd'], [], { cwd: root, columns });
    assert.match(explain.out, /^E {2}Quality Gate\n {2}decision: the engine\n {2}if output\.score >= 80 → F$/m);
    for (const line of `${check.out}\n${explain.out}`.split('\n')) assert.ok(widthOf(line) <= columns, line);
  });
});
