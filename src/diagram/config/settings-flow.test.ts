// How foreach, join, subflow and wait settings are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOTS } from './parse-expression.ts';
import type { Report } from './problem-sink.ts';
import type { SettingsContext } from './settings.ts';
import {
  readAwaitTag,
  readForeachSettings,
  readJoinSettings,
  readSubflowSettings,
  readWaitSettings,
} from './settings-flow.ts';

const context: SettingsContext = { roots: ROOTS, schema: () => null, prompt: () => null };
const none: Report = (code) => assert.fail(code);

function reported(run: (report: Report) => unknown): string[] {
  const reports: string[] = [];
  run((code, keyPath) => reports.push(`${code} ${keyPath.join('.')}`));
  return reports;
}

test('a foreach reads absolute and relative paths and has defaults', () => {
  const read = readForeachSettings({ itemsPath: 'output.files', itemVariable: 'file' }, none, context);
  assert.ok('absolute' in read.items);
  assert.deepEqual(
    { ...read, items: read.items.text },
    { items: 'output.files', itemVariable: 'file', maxItems: 1000, concurrency: 10 },
  );
  assert.deepEqual(readForeachSettings({ itemsPath: "files[0]['a b']" }, none, context).items, {
    text: "files[0]['a b']",
    relative: ['files', 0, 'a b'],
  });
  assert.equal(readForeachSettings({ itemsPath: 'files' }, none, context).itemVariable, 'item');
});

test('a foreach without a path, with an expression for one or over its ceilings is a problem', () => {
  const bad = (config: Parameters<typeof readForeachSettings>[0]) =>
    reported((report) => readForeachSettings(config, report, context));
  assert.deepEqual(bad({}), ['missing-setting itemsPath']);
  assert.deepEqual(bad({ itemsPath: 5 }), ['bad-setting itemsPath']);
  for (const itemsPath of ['a + b', '$.files', 'files[data.n]', 'not a path', '[1, 2]'])
    assert.deepEqual(bad({ itemsPath }), ['bad-expression itemsPath'], itemsPath);
  assert.deepEqual(bad({ itemsPath: 'a', maxItems: 100_001, concurrency: 0 }), [
    'bad-setting maxItems',
    'bad-setting concurrency',
  ]);
  for (const itemVariable of ['output', 'index', 'a b', '__proto__', 'true', '1st'])
    assert.deepEqual(bad({ itemsPath: 'a', itemVariable }), ['bad-setting itemVariable'], itemVariable);
});

test('a join has defaults, and its boundary is checked', () => {
  assert.deepEqual(readJoinSettings({}, none, context), {
    minPercent: 100,
    minCount: null,
    early: false,
    onTimeout: 'continue',
    rest: 'keep',
  });
  assert.deepEqual(
    readJoinSettings({ minPercent: 66.7, minCount: 0, early: true, onTimeout: 'hold', rest: 'cancel' }, none, context),
    { minPercent: 66.7, minCount: 0, early: true, onTimeout: 'hold', rest: 'cancel' },
  );
  assert.deepEqual(
    reported((report) => readJoinSettings({ minPercent: 101, minCount: -1, rest: 'drop' }, report, context)),
    ['bad-setting minPercent', 'bad-setting minCount', 'bad-setting rest'],
  );
});

test('awaitTag is a step id, foreach:STEP, or the literal that means nothing', () => {
  const tag = (awaitTag: string | null) => readAwaitTag({ awaitTag }, none, context);
  assert.deepEqual([tag('C'), tag('foreach:C'), tag('foreach:{{parentId}}'), tag(null)], ['C', 'C', null, null]);
});

test('a subflow is named by its config, its label, or a path to its source', () => {
  const read = (config: Parameters<typeof readSubflowSettings>[0], label = 'x') =>
    readSubflowSettings(config, label, none, context);
  assert.equal(read({ subflowId: 'scan@abc' }, 'Run: other').workflow, 'scan@abc');
  assert.equal(read({}, 'Run: Security Scan').workflow, 'Security Scan');
  const made = read({ subflowSource: 'steps.PLAN.output.flow', inputMapping: { brief: 'data.brief' } }, 'Run: x');
  assert.deepEqual(
    [made.workflow, made.source?.text, made.input?.[0]?.value.text],
    [null, 'steps.PLAN.output.flow', 'data.brief'],
  );
  assert.deepEqual(read({ subflowId: 'x', detached: true, reply: 'ready' }), {
    workflow: 'x',
    source: null,
    input: null,
    detached: true,
    reply: 'ready',
  });
});

test('a subflow without a name, with two, or with a wrong source or reply is reported', () => {
  const bad = (config: Parameters<typeof readSubflowSettings>[0]) =>
    reported((report) => readSubflowSettings(config, 'x', report, context));
  assert.deepEqual(bad({}), ['missing-setting subflowId']);
  assert.deepEqual(bad({ subflowSource: 'flow' }), ['bad-expression subflowSource']);
  assert.deepEqual(bad({ subflowId: 'x', subflowSource: 'data.flow' }), ['bad-setting subflowSource']);
  assert.deepEqual(bad({ subflowId: 'x', reply: 'r' }), ['bad-setting reply']);
  assert.deepEqual(bad({ subflowId: 'x', inputMapping: 'data' }), ['bad-setting inputMapping']);
});

test('a wait listens for its own id unless it names a signal', () => {
  assert.deepEqual(readWaitSettings({}, 'paid', none, context), { signal: 'paid', key: null });
  const read = readWaitSettings({ signal: 'payment', key: '{{data.order}}' }, 'paid', none, context);
  assert.deepEqual([read.signal, read.key?.text], ['payment', '{{data.order}}']);
});
