// What is printed when a run of a system ends, and while it works.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import type { AnyEvent } from '../../engine/events.ts';
import type { System } from '../../ports/system.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { paintFor } from '../paint.ts';
import type { Theme } from '../review/theme.ts';
import { Progress } from './progress.ts';
import { endLines } from './show-end.ts';
import { type PrintedResult, resultJson } from './system-result.ts';

const plain: Theme = { paint: paintFor({}, {}), width: 80 };
const gate = { noun: 'the plan', title: 'Plan', waits: 'your review of the plan' };
const system = {
  ...{ name: 'thing', title: 'Plan', summary: 'plans', gates: { Look: gate } },
  start: { stops: { plan: { before: 'Do', reached: 'Plan approved', next: 'The work comes next.' } } },
} as unknown as System;

describe('the end', () => {
  const result: PrintedResult = {
    ...{ run: 'run_1', status: 'failed', document: 'x-y', project: '/p', files: [], conflicts: [] },
    ...{
      data: { count: 2 },
      totals: [{ name: 'steps', text: '2 approved' }],
      messages: ['It broke.'],
      stopped: null,
      finished: null,
      shown: null,
    },
    decided: [{ step: 'Look', what: '2 approved', by: 'user:local' }],
  };
  const endText = (now: PrintedResult, more = {}) =>
    endLines(system, now, plain, { folder: '/p', flags: '', ...more }).join('\n');

  test('of a failed run names the command that tries it again, where that can be', () => {
    const text = endText(result, { canRetry: true });
    assert.match(text, /Next\n {3}signoff runs retry run_1\n {3}signoff thing --resume run_1\n/);
    assert.doesNotMatch(endText(result), /retry/);
  });

  test('of a run on hold names the move that ends the hold', () => {
    const held: PrintedResult = { ...result, status: 'open', stopped: { why: 'left' } };
    const one = endText(held, { holds: [{ id: 4, moves: ['choose', 'retry', 'end'] }] });
    assert.match(one, /Next\n {3}signoff runs resolve run_1 retry\n {3}signoff thing --resume run_1\n/);
    const choose = { id: 4, moves: ['choose', 'end'] };
    assert.match(endText(held, { holds: [choose, choose] }), / runs resolve run_1 choose --to STEP --hold 4\n/);
    assert.doesNotMatch(endText(held, { holds: [] }), /resolve/);
  });

  test('of a paused run names the command that resumes it first, on a line of its own', () => {
    const text = endText({ ...result, status: 'open', stopped: { why: 'paused' } });
    assert.match(text, /Next\n {3}signoff runs resume run_1\n {3}signoff thing --resume run_1\n/);
    assert.doesNotMatch(text, /"signoff/);
  });

  test('quotes a path of a further command as a whole, and gives all of it where the project is elsewhere', () => {
    const documents = { folder: 'out', noun: 'plan', main: 'plan', name: /./, kinds: [] };
    const next = ['thing look {folder}/plan.md --in {folder}/parts'];
    const own = { ...system, documents, next } as unknown as System;
    const lines = (project: string, folder: string) =>
      endLines(own, { ...result, status: 'finalized', project }, plain, { folder, flags: '' }).join('\n');
    const there = `'/a b/out/x-y/plan.md' --in '/a b/out/x-y/parts' --project '/a b'`;
    assert.ok(lines('/a b', '/').includes(`signoff thing look ${there}\n`), lines('/a b', '/'));
    assert.match(lines('/p', '/p'), /signoff thing look out\/x-y\/plan\.md --in out\/x-y\/parts\n/);
  });

  test('says what was decided and what it comes to, and tells what was kept unsent', () => {
    const text = endText({ ...result, status: 'open', stopped: { why: 'left' } }, { unsent: 5 });
    assert.match(text, /You decided\n {3}Plan {11}2 approved\n\n In all\n {3}steps {10}2 approved\n/);
    assert.match(text, /nothing is lost\.\n {3}5 verdicts kept, not sent\./);
  });

  test('names the gate that nobody decided, and the part that was reached', () => {
    const nobody = endText({ ...result, status: 'open', stopped: { why: 'nobody', step: 'Look' } });
    assert.match(nobody, /Nobody is here to decide on the plan \(Look\)\./);
    const until = endText({ ...result, status: 'open', stopped: { why: 'until', until: 'plan' } });
    assert.match(until, /✓ Plan approved {2}x-y\n {3}The work comes next\./);
  });

  test('for programs has the fields of the system among the others', () => {
    const names = ['run', 'status', 'project', 'files', 'conflicts', 'count', 'decided', 'messages', 'stopped'];
    assert.deepEqual(Object.keys(resultJson(result)), names);
  });
});

test('internal steps are not shown as progress', () => {
  const out = new PassThrough();
  const progress = new Progress(
    out,
    plain.paint,
    () => 0,
    (_, step) => ['Init', 'Error'].includes(step),
  );
  const run = { state: { tasks: new Map() }, workflow: { name: 'thing', steps: [] } } as unknown as ShownRun;
  for (const [at, step] of ['Init', 'Error'].entries()) {
    progress.hear(
      run,
      { type: 'TaskOpened', at: 0, actor: 'engine', data: { task: at, step } } as unknown as AnyEvent,
      new Map(),
    );
    progress.hear(run, { type: 'TaskFailed', at: 0, data: { task: at, error: {} } } as unknown as AnyEvent, new Map());
  }
  assert.equal(out.read(), null);
});
