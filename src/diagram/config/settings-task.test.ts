// How task settings are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import type { Execution } from '../workflow.ts';
import { ROOTS } from './parse-expression.ts';
import type { SettingsContext } from './settings.ts';
import { readTaskSettings } from './settings-task.ts';

const context: SettingsContext = {
  roots: new Set([...ROOTS, 'file']),
  schema: (name) => (name === 'brief' ? { type: 'object' } : null),
  prompt: (file) => (file === 'hld.md' ? 'Draft {{run.input.brief}} {{nothing.here}}' : null),
};

function task(config: JsonObject, execution: Execution = 'automated') {
  const reports: string[] = [];
  const read = readTaskSettings(
    config,
    execution,
    (code, keyPath) => reports.push(`${code} ${keyPath.join('.')}`),
    context,
  );
  return { read, reports };
}

test('an empty config gives the defaults; a manual task has two verdicts', () => {
  const { read, reports } = task({});
  assert.deepEqual(read, {
    prompt: null,
    title: null,
    assignee: null,
    agent: null,
    action: null,
    prepare: null,
    accept: null,
    output: null,
    tools: [],
    verdicts: [],
    needsVerdict: false,
    shows: [],
    approvals: null,
    fourEyes: false,
    requireStudio: false,
    reviewBelow: null,
    keeps: [],
    context: 'output',
    urgency: null,
    tags: [],
    turns: 20,
    claimForMs: null,
    dueMs: null,
    remindMs: null,
    escalate: null,
    reads: [],
  });
  assert.deepEqual(reports, []);
  assert.deepEqual(task({}, 'manual').read.verdicts, ['approve', 'reject']);
  assert.deepEqual(task({ verdicts: ['continue', 'submit'] }, 'manual').read.verdicts, ['continue', 'submit']);
});

test('every path the templates read is listed once, in order, those of a fallback prompt too', () => {
  const { read } = task({
    prompt: 'Review {{file.path}} of {{input.pr}}',
    title: '{{file.path}}',
    assignee: '{{data.owner}}',
    tags: ['t:{{ run.id }}'],
    fallback: { prompt: 'Again: {{output.why}}' },
  });
  assert.deepEqual(
    read.reads.map((path) => path.text),
    ['file.path', 'input.pr', 'data.owner', 'run.id', 'output.why'],
  );
});

test('a prompt may come from a file; an unknown hole in it is a warning', () => {
  const { read, reports } = task({ promptFile: 'hld.md' });
  assert.equal(read.prompt?.text, 'Draft {{run.input.brief}} {{nothing.here}}');
  assert.deepEqual(reports, ['unknown-path promptFile']);
  assert.deepEqual(task({ promptFile: 'gone.md' }).reports, ['unknown-prompt-file promptFile']);
  assert.deepEqual(task({ promptFile: 'hld.md', prompt: 'Mine' }).read.prompt?.text, 'Mine');
});

test('an output schema is inline, a name, or a problem', () => {
  assert.deepEqual(task({ output: 'brief' }).read.output, { type: 'object' });
  assert.deepEqual(task({ output: { type: 'string' } }).read.output, { type: 'string' });
  assert.deepEqual(task({ output: true }).read.output, {});
  assert.deepEqual(task({ output: 'other' }).reports, ['unknown-schema output']);
  assert.deepEqual(task({ output: 5 }).reports, ['bad-schema output']);
  assert.deepEqual(task({ output: [] }).reports, ['bad-schema output']);
  assert.deepEqual(task({ output: { type: 'text' } }).reports, ['bad-schema output.type']);
  assert.deepEqual(task({ output: { properties: { a: 'string' } } }).reports, ['bad-schema output.properties']);
  assert.deepEqual(task({ output: { required: true } }).reports, ['bad-schema output.required']);
});

test('defaultAssigneeId is another name for assignee; two different ones are a problem', () => {
  assert.equal(task({ defaultAssigneeId: 'ada' }).read.assignee?.text, 'ada');
  const both = task({ assignee: 'bob', defaultAssigneeId: 'ada' });
  assert.deepEqual([both.read.assignee?.text, both.reports], ['bob', ['bad-setting defaultAssigneeId']]);
});

test('shows tells paths from documents', () => {
  const { read } = task({ shows: ['data.prdContent', 'PRD.md', 'file.path'] });
  assert.deepEqual(
    read.shows.map((shown) => ('path' in shown ? shown.path.text : shown)),
    ['data.prdContent', { document: 'PRD.md' }, 'file.path'],
  );
});

test('due, remind and escalate are durations; a bare assignee escalates when due', () => {
  const { read } = task({ due: '2d', remind: '1d', escalate: { after: '3d', to: 'team:leads' }, claimFor: '1h' });
  assert.deepEqual(
    [read.dueMs, read.remindMs, read.escalate, read.claimForMs],
    [172_800_000, 86_400_000, { afterMs: 259_200_000, to: 'team:leads' }, 3_600_000],
  );
  assert.deepEqual(task({ due: 60, escalate: 'team:leads' }).read.escalate, { afterMs: 60_000, to: 'team:leads' });
  assert.deepEqual(task({ escalate: 'team:leads' }).reports, ['bad-setting escalate']);
  assert.deepEqual(task({ escalate: { after: 'soon', to: 'x' } }).reports, ['bad-duration escalate.after']);
});

test('approvals need no more votes than there are voters', () => {
  assert.deepEqual(task({ approvals: { need: 2, of: ['a', 'b', 'c'] } }).read.approvals, {
    need: 2,
    of: ['a', 'b', 'c'],
    order: 'any',
  });
  assert.deepEqual(task({ approvals: { of: ['a', 'b'], order: 'listed' } }).read.approvals, {
    need: 2,
    of: ['a', 'b'],
    order: 'listed',
  });
  const many = task({ approvals: { need: 3, of: ['a', 'b'] } });
  assert.deepEqual([many.read.approvals?.need, many.reports], [2, ['bad-setting approvals.need']]);
});

test('urgency is one of four words or a template', () => {
  assert.equal(task({ urgency: 'high' }).read.urgency?.text, 'high');
  assert.equal(task({ urgency: '{{data.urgency}}' }).read.urgency?.text, '{{data.urgency}}');
  assert.deepEqual(task({ urgency: 'asap' }).reports, ['bad-setting urgency']);
});

test('every wrong value is reported at once', () => {
  const { reports } = task({
    title: 5,
    turns: 0,
    context: 'everything',
    reviewBelow: 80,
    fourEyes: 'yes',
    tools: {},
    acceptPartial: 1,
    verdicts: 'x',
    keeps: [''],
  });
  assert.deepEqual(reports.sort(), [
    'bad-setting acceptPartial',
    'bad-setting context',
    'bad-setting fourEyes',
    'bad-setting keeps',
    'bad-setting reviewBelow',
    'bad-setting title',
    'bad-setting tools',
    'bad-setting turns',
  ]);
});
