// `signoff run` at its edges: answers that do not fit, holds, failures, waiting, cancelling.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { folderOf, signoff } from '../support/run-signoff.ts';
import { recordedRun, signoffHere } from '../support/signoff-here.ts';

const FLOW = 'flowchart TD\n  A[Draft] --> B(Sign)\n%% @A: {"output":{"type":"object","required":["text"]}}\n';

interface Case {
  readonly diagram?: string;
  readonly answers?: unknown;
  /** Of the answers file, where no value makes it. */
  readonly text?: string;
  readonly args?: readonly string[];
}

async function ran({ diagram = FLOW, answers, text, args = [] }: Case) {
  using files = folderOf({ 'flow.mmd': diagram, 'answers.json': text ?? JSON.stringify(answers ?? {}) });
  const given = answers === undefined ? [] : ['--answers', 'answers.json'];
  return await signoffHere(['run', 'flow.mmd', ...given, ...args], { cwd: files.folder });
}

describe('bad use is reported before anything runs', { concurrency: 2 }, () => {
  const cases: readonly (readonly [string, Case, RegExp])[] = [
    [
      'an answer for a step that is not drawn',
      { answers: { a: [] } },
      /found "a"\. Did you mean "A"\? Nothing was run\./,
    ],
    ['a reply that is neither output nor fail', { answers: { A: [{ out: 1 }] } }, /"A", reply 1, found the keys out/],
    [
      'a signal without a name',
      { answers: { $signals: [{ data: 1 }] } },
      /a name at "\$signals", entry 1, found nothing/,
    ],
    ['answers that are no object', { answers: [1] }, /an object from step id to a list of replies, found a list/],
    ['an input without a value', { args: ['--input', 'x'] }, /--input as key=value, found "x"/],
    [
      'an input file that is not there',
      { args: ['--input-file', 'no.json'] },
      /the input in no\.json, found nothing there/,
    ],
    [
      'an events file that cannot be written',
      { args: ['--events', 'no/such/e'] },
      /Events cannot be written to no\/such\/e: there is no folder no\/such\. Nothing was run\./,
    ],
    [
      'events over the diagram',
      { args: ['--events', './flow.mmd'] },
      /Events cannot be written to \.\/flow\.mmd: this run reads that file\. Nothing/,
    ],
    [
      'events over the answers',
      { answers: { A: [] }, args: ['--events', 'answers.json'] },
      /written to answers\.json: this run reads that file/,
    ],
    [
      'events over a file that holds something else',
      { args: ['--events', 'answers.json'] },
      /answers\.json: the file has other content, which would be lost/,
    ],
    ['events over a folder', { args: ['--events', '.'] }, /written to \.: it is a folder/],
    [
      'all steps of the answers that are not drawn, at once',
      { answers: { Ax: [], Draf: [], $signals: [{ name: 'x', after: 'Cee' }] } },
      /found "Ax"\. Also "Draf"\. Also "Cee"\. Nothing was run\./,
    ],
    [
      'answers that are nested without end',
      { text: `{"A": {"output": ${'['.repeat(5000)}${']'.repeat(5000)}}}`, args: ['--answers', 'answers.json'] },
      /answers in answers\.json nested at most 200 levels deep, found more\. Nothing was run\./,
    ],
    [
      'an input file that is no JSON',
      { answers: { A: [] }, args: ['--input-file', 'flow.mmd'] },
      /the input in flow\.mmd as JSON, but it is broken at line 1, column 1: expected a JSON value, found "flowchart"/,
    ],
    ['an option nobody knows', { args: ['--anwsers', 'x'] }, /unknown option '--anwsers'/],
  ];
  for (const [name, given, expected] of cases) {
    test(name, async () => {
      const { code, err, out } = await ran(given);
      assert.equal(code, 2, out);
      assert.match(err, expected);
      assert.doesNotMatch(err, /^\s+at /m);
    });
  }
});

describe('before a run', { concurrency: 2 }, () => {
  test('files that are too large are reported with the limit, whichever they are', async () => {
    using files = folderOf({ 'flow.mmd': FLOW, 'huge.json': `"${'x'.repeat(10_000_067)}"` });
    for (const option of ['--answers', '--input-file']) {
      const { code, err } = await signoffHere(['run', 'flow.mmd', option, 'huge.json'], { cwd: files.folder });
      assert.equal(code, 2);
      assert.match(err, /in huge\.json, found 10,000,069 bytes where at most 10,000,000 are read\. Nothing was run\./);
    }
  });

  test('events are written over events, over nothing, and to a device', async () => {
    using files = folderOf({ 'flow.mmd': FLOW, 'empty.ndjson': '', 'a.json': '{"A":{"output":{"text":"x"}}}' });
    const events = async (path: string) =>
      await signoffHere(['run', 'flow.mmd', '--answers', 'a.json', '--events', path], { cwd: files.folder });
    for (const path of ['empty.ndjson', 'empty.ndjson', 'new.ndjson', '/dev/null'])
      assert.deepEqual([(await events(path)).code, (await events(path)).err], [3, '']);
    assert.match(readFileSync(files.path('empty.ndjson'), 'utf8'), /^\{"run":"run_/);
  });

  test('a step of a subflow is checked, and the message says how it is written', async () => {
    using files = folderOf({
      'main.mmd': 'flowchart TD\n  P[[Run: pay]]\n',
      'pay.mmd': 'flowchart TD\n  Book[Book it]\n%% @workflow: {"name":"payment"}\n',
      'answers.json': '{"Book": [], "payment/Boook": [], "payment/Book": [], "nowhere/A": []}',
    });
    const { code, err } = await signoffHere(['run', 'main.mmd', '--answers', 'answers.json'], { cwd: files.folder });
    assert.equal(code, 2);
    assert.match(err, /found "Book"\. It is a step of a subflow: write "payment\/Book"\. Also "payment\/Boook"\. Did/);
    assert.match(err, /Did you mean "payment\/Book"\? Also "nowhere\/A"\. Nothing was run\./);
  });

  test('--input takes one value each, and leaves the file to the command', async () => {
    using files = folderOf({ 'flow.mmd': FLOW, 'a.json': '{"A":{"output":{"text":"x"}},"B":{"output":"approve"}}' });
    const args = ['run', '--input', 'a=1', '--input', 'b="2"', 'flow.mmd', '--answers', 'a.json'];
    const { code, out } = await signoffHere(args, { cwd: files.folder });
    assert.equal(code, 0);
    assert.match(out, /flow {2}a: 1, b: 2/);
  });
});

describe('a run', { concurrency: 2 }, () => {
  test('stops where an answer is missing and names the step; in the store it stays open', async () => {
    const answers = { A: [{ output: { text: 'x' } }] };
    const missing = /Expected an answer for step "B" \(flow: Sign\), found none\. Add "B": \[/;
    const kept = await ran({ answers });
    assert.equal(kept.code, 3);
    assert.match(kept.out, /Left open/);
    assert.match(kept.out.replace(/\s+/g, ' '), missing);
    const { code, out } = await ran({ answers, args: ['--memory'] });
    assert.equal(code, 1);
    assert.match(out, /Stopped/);
    assert.match(out.replace(/\s+/g, ' '), missing);
    assert.doesNotMatch(out, /--resume/);
  });

  test('stops at an answer that breaks the schema', async () => {
    const { code, out } = await ran({ answers: { A: [{ output: {} }] } });
    assert.equal(code, 1);
    assert.match(out.replace(/\s+/g, ' '), /The answer for "A" was refused\. .*must have required property 'text'/);
  });

  test('refuses input its schema does not allow, and starts nothing', async () => {
    const diagram = `${FLOW}%% @workflow: {"input":{"type":"object","properties":{"n":{"type":"integer"}}}}\n`;
    const { code, out } = await ran({ diagram, args: ['--input', 'n=many', '--json'] });
    assert.equal(code, 1);
    const { status, error } = JSON.parse(out);
    assert.deepEqual([status, error.code], ['rejected', 'invalid-input']);
  });

  test('reads input as JSON where it parses, as text where it does not or the schema says text', async () => {
    using files = folderOf({
      'flow.mmd':
        'flowchart TD\n  A[x]\n%% @workflow: {"input":{"type":"object","properties":{"v":{"type":"string"}}}}\n',
      'in.json': '{"list":[1],"n":1}',
    });
    const { events } = await recordedRun([
      files.path('flow.mmd'),
      '--input-file',
      files.path('in.json'),
      '--input',
      'n=7',
      '--input',
      'word=seven=7',
      '--input',
      'v=2.4',
    ]);
    const [first] = events;
    assert.deepEqual(first?.type === 'RunStarted' && first.data.input, { list: [1], n: 7, word: 'seven=7', v: '2.4' });
  });

  test('fails with exit code 1 and its error', async () => {
    const diagram = 'flowchart TD\n  A[Work]\n%% @A: {"critical":true,"retry":{"attempts":2}}\n';
    const { code, out } = await ran({ diagram, answers: { A: [{ fail: 'no network' }] }, args: ['--json'] });
    assert.equal(code, 1);
    const { status, error } = JSON.parse(out);
    assert.deepEqual(
      [status, error],
      ['failed', { code: 'work-failed', message: 'no network', step: 'A', attempts: 2 }],
    );
  });

  test('skips the waiting between attempts in memory, and replies attempt by attempt', async () => {
    const answers = { A: [[{ fail: 'busy' }, { output: { text: 'x' } }]], B: { output: 'approve' } };
    const { code, out } = await ran({ answers, args: ['--memory'] });
    assert.equal(code, 0);
    assert.match(out, /attempt 1 failed: busy; again in 2 s/);
    assert.match(out, /2 s of waiting skipped/);
  });

  test('lets a task that nobody answers time out in memory', async () => {
    const diagram = 'flowchart TD\n  A(Ask) -->|error| B[Go on]\n  A --> C[Never]\n%% @A: {"timeout":"3d"}\n';
    const { code, out } = await ran({ diagram, answers: { A: [], B: { output: 'gone on' } }, args: ['--memory'] });
    assert.equal(code, 0, out);
    assert.match(out, /3 d of waiting skipped/);
    assert.match(out, /→ B Go on/);
  });

  test('sends signals at the start, and after the step they name, each once', async () => {
    const diagram = [
      'flowchart TD',
      '  A[Order] --> W[Wait for payment] --> X[Wait for parcel]',
      '%% @W: {"stepType":"wait","signal":"paid"}',
      '%% @X: {"stepType":"wait","signal":"sent","key":"{{run.input.id}}"}',
      '',
    ].join('\n');
    const $signals = [
      { name: 'sent', key: 'o1', data: { by: 'rail' } },
      { name: 'paid', data: 9, after: 'A' },
    ];
    const { code, out } = await ran({
      diagram,
      answers: { A: { output: 'ordered' }, $signals },
      args: ['--json', '--input', 'id=o1'],
    });
    assert.equal(code, 0, out);
    assert.deepEqual(JSON.parse(out).output, { by: 'rail' });
  });

  test('shows a wait without its signal as timed out', async () => {
    const diagram = [
      'flowchart TD',
      '  W[Wait for payment] -->|timeout| L[Remind]',
      '  W --> D[Pack]',
      '%% @W: {"stepType":"wait","signal":"paid","timeout":"20s"}',
      '',
    ].join('\n');
    const { code, out } = await ran({ diagram, answers: { L: { output: 'reminded' } }, args: ['--memory'] });
    assert.equal(code, 0, out);
    assert.match(out, /^ ◷ W +Wait for payment +timed out waiting for the signal paid +20 s$/m);
  });

  test('counts the items of a long list, and calls them more only beside those it shows', async () => {
    const diagram = 'flowchart TD\n  A[[Each: Read]] --> J[Join]\n%% @A: {"itemsPath":"run.input.n","prompt":"x"}\n';
    const args = ['--input', `n=${JSON.stringify(Array.from({ length: 100 }, (_, at) => at))}`];
    const { out } = await ran({ diagram, answers: { A: { output: 1 } }, args });
    assert.match(out, /^ +… 100 items$/m);
    const held = await ran({ diagram, answers: { A: [{ output: 1 }, { fail: 'no' }, { output: 1 }] }, args });
    assert.match(held.out, /^ +✗ 2 .*no.*$/m);
    assert.match(held.out, /^ +… 99 more items$/m);
  });

  test('offers to choose a way only where there is one', async () => {
    const { out } = await ran({ diagram: 'flowchart TD\n  A(Sign)\n', answers: { A: { output: 'reject' } } });
    assert.match(out, /What can be done: retry \(do it again\), end \(let it fail\)\./);
  });

  test('collects votes, one reply a voter', async () => {
    const diagram = 'flowchart TD\n  A(Vote)\n%% @A: {"approvals":{"need":2,"of":["ada","bo","cy"]}}\n';
    const replies = [
      [{ output: 'approve' }, { output: 'reject' }, { output: { verdict: 'approve', comment: 'fine' } }],
    ];
    const { code, out } = await ran({ diagram, answers: { A: replies }, args: ['--json'] });
    assert.equal(code, 0, out);
    const { output } = JSON.parse(out);
    assert.deepEqual(
      [output.verdict, output.votes.map(({ by }: { by: string }) => by)],
      ['approve', ['user:ada', 'user:bo', 'user:cy']],
    );
  });

  test('shows a child run inside its step, and its hold on the way up', async () => {
    using files = folderOf({
      'main.mmd': 'flowchart TD\n  S[[Run: part]]\n',
      'part.mmd': 'flowchart TD\n  R(Read)\n',
      'answers.json': '{"part/R": [{"output": {"verdict": "reject", "comment": "dull"}}]}',
    });
    const { code, out } = await signoffHere(['run', 'main.mmd', '--answers', 'answers.json'], { cwd: files.folder });
    assert.equal(code, 3);
    assert.match(out, /^ ‖ S +part +The child run .* is on hold/m);
    assert.match(out, /^ {4}‖ R +Read/m);
    assert.match(out, /What can be done: retry \(do it again\)/);
  });

  test('cannot be moved by what comes in: control characters are not printed', async () => {
    const { out } = await ran({
      answers: { A: [{ output: { text: 'a\u001b[2Jb\u0007' } }], B: { output: 'approve' } },
    });
    assert.ok(!out.includes('\u001b'));
    assert.match(out, /text: a \[2Jb/);
  });

  test('is cancelled by an interrupt in memory, in words', async () => {
    using files = folderOf({
      'loop.mmd':
        'flowchart TD\n  A[Again] --> D{Enough?}\n  D -->|output < 0| B[End]\n  D -->|default| A\n' +
        '%% @workflow: {"limits":{"visits":10000000}}\n',
      'answers.json': '{"A": {"output": 1}}',
    });
    let isSent = false;
    const { code, out, err } = await signoff(['run', 'loop.mmd', '--memory', '--answers', 'answers.json'], {
      cwd: files.folder,
      onOutput: (text, kill) => {
        if (isSent || !text.includes('Again')) return;
        isSent = true;
        kill('SIGINT');
      },
    });
    assert.equal(code, 1);
    assert.match(out, /Cancelled/);
    assert.match(out, /You stopped it\./);
    assert.equal(err.includes('    at '), false);
  });
});
