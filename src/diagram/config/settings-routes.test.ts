// How branches, on and defer are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import { ROOTS } from './parse-expression.ts';
import type { Report } from './problem-sink.ts';
import type { SettingsContext } from './settings.ts';
import { readBranches, readDefer, readOn, readTrigger } from './settings-routes.ts';

const context: SettingsContext = { roots: ROOTS, schema: () => null, prompt: () => null };

function reading<T>(reader: (config: JsonObject, report: Report, context: SettingsContext) => T, config: JsonObject) {
  const reports: string[] = [];
  return { read: reader(config, (code, keyPath) => reports.push(`${code} ${keyPath.join('.')}`), context), reports };
}

test('branches keep their order; null and default mean the default branch', () => {
  const { read, reports } = reading(readBranches, {
    branches: [
      { condition: "output.verdict === 'approve'", targetStepId: 'done', set: { approved: 'true' } },
      { condition: null, targetStepId: 'draft' },
      { condition: 'default', targetStepId: 'other' },
    ],
  });
  assert.deepEqual(reports, []);
  assert.deepEqual(
    read?.map((branch) => [branch.condition?.text ?? null, branch.targetStepId, branch.set.length]),
    [
      ["output.verdict === 'approve'", 'done', 1],
      [null, 'draft', 0],
      [null, 'other', 0],
    ],
  );
  assert.equal(reading(readBranches, {}).read, null);
});

test('each wrong branch is reported with its place and left out', () => {
  const { read, reports } = reading(readBranches, {
    branches: [
      5,
      { targetStepId: 'a' },
      { condition: 'score > 1', targetStepId: 'a' },
      { condition: 'output.', targetStepId: 'a' },
      { condition: null },
      { condition: true, targetStepId: 'b', targt: 1 },
    ],
  });
  assert.deepEqual(reports, [
    'bad-setting branches.0',
    'missing-setting branches.1.condition',
    'bad-expression branches.2.condition',
    'bad-expression branches.3.condition',
    'missing-setting branches.4.targetStepId',
    'unknown-key branches.5.targt',
  ]);
  assert.deepEqual(
    read?.map((branch) => branch.targetStepId),
    ['b'],
  );
  assert.deepEqual(reading(readBranches, { branches: 'a' }).reports, ['bad-setting branches']);
});

test('on lists its entries event by event', () => {
  const { read, reports } = reading(readOn, {
    on: {
      response: [
        {
          target: 'INTERVIEWING',
          when: "signal.status.toLowerCase() === 'needs_changes'",
          set: { feedback: 'signal.feedback' },
        },
        { stay: true },
      ],
      done: { target: 'WAITING', raise: { event: 'interview_request', data: { feedback: 'data.errors' } } },
    },
  });
  assert.deepEqual(reports, []);
  assert.deepEqual(
    read?.map((entry) => [
      entry.event,
      entry.target,
      entry.stay,
      entry.when !== null,
      entry.set.length,
      entry.raise?.event,
      entry.raise?.data[0]?.value.text,
    ]),
    [
      ['response', 'INTERVIEWING', false, true, 1, undefined, undefined],
      ['response', null, true, false, 0, undefined, undefined],
      ['done', 'WAITING', false, false, 0, 'interview_request', 'data.errors'],
    ],
  );
});

test('each wrong entry of on is reported', () => {
  const { read, reports } = reading(
    readOn,
    JSON.parse(`{"on": {
    "Bad Name": [{"target": "A"}], "__proto__": [{"target": "A"}],
    "a": [{}, {"target": "A", "stay": true}, {"target": "A", "when": "x"}],
    "b": 5, "c": [{"target": "A", "raise": {"event": "Not One"}}, {"target": "A", "raise": {}}]}}`),
  );
  assert.deepEqual(reports, [
    'bad-event on.Bad Name',
    'bad-event on.__proto__',
    'bad-setting on.a.0.target',
    'bad-setting on.a.1.target',
    'bad-expression on.a.2.when',
    'bad-setting on.b',
    'bad-event on.c.0.raise.event',
    'missing-setting on.c.1.raise.event',
  ]);
  assert.deepEqual(
    read?.map((entry) => [entry.event, entry.raise]),
    [
      ['c', null],
      ['c', null],
    ],
  );
});

test('defer reads events with and without a condition', () => {
  const { read, reports } = reading(readDefer, {
    defer: ['response', 'late [data.tags[0] === 1]', 'Not one', '[data.x]', 'x [y]'],
  });
  assert.deepEqual(
    read.map((entry) => [entry.event, entry.when?.text ?? null]),
    [
      ['response', null],
      ['late', 'data.tags[0] === 1'],
    ],
  );
  assert.deepEqual(reports, ['bad-event defer', 'bad-event defer', 'bad-expression defer']);
});

test('a transition label is an event, an event with a condition, a condition, or prose', () => {
  assert.deepEqual(readTrigger('error'), { event: 'error', condition: null });
  assert.deepEqual(readTrigger(' paid [signal.amount > 0] '), { event: 'paid', condition: 'signal.amount > 0' });
  assert.deepEqual(readTrigger('[data.should_continue]'), { event: null, condition: 'data.should_continue' });
  for (const prose of ['interview request from WebUI', 'Reset', 'x [open', 'x []', '', '[a] b'])
    assert.equal(readTrigger(prose), null, prose);
});
