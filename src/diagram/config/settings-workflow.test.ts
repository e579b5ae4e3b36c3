// How the settings of the whole workflow are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import { ROOTS } from './parse-expression.ts';
import type { SettingsContext } from './settings.ts';
import { DEFAULT_LIMITS, readWorkflowSettings } from './settings-workflow.ts';

const context: SettingsContext = {
  roots: ROOTS,
  schema: (name) => (name === 'prd-state' ? { type: 'object' } : null),
  prompt: () => null,
};

function workflow(config: JsonObject) {
  const reports: string[] = [];
  return {
    read: readWorkflowSettings(config, (code, keyPath) => reports.push(`${code} ${keyPath.join('.')}`), context),
    reports,
  };
}

test('an empty config gives the defaults', () => {
  assert.deepEqual(workflow({}), {
    read: {
      name: null,
      description: '',
      input: null,
      data: null,
      output: null,
      accept: null,
      start: null,
      onFailure: null,
      onCancel: null,
      limits: { visits: 50, cascade: 1000, signals: 1000, depth: 5, openTasks: 100_000 },
      budget: null,
      roles: {},
      rest: {},
    },
    reports: [],
  });
});

test('everything is read; what the engine does not read is kept', () => {
  const { read, reports } = workflow({
    name: 'prd',
    data: 'prd-state',
    input: { type: 'object' },
    output: { result: 'steps.M.output' },
    start: 'A',
    onFailure: 'E',
    onCancel: 'C',
    accept: 'x.check',
    limits: { visits: 100_000, runs: 3 },
    budget: { cost: 5 },
    roles: { start: 'operator', view: ['viewer', 'team:a'] },
    runKey: '{{input.id}}',
    schedule: '0 * * * *',
  });
  assert.deepEqual(reports, []);
  assert.deepEqual(
    { ...read, output: read.output?.map(({ name, value }) => [name, value.text]) },
    {
      name: 'prd',
      description: '',
      data: { type: 'object' },
      input: { type: 'object' },
      output: [['result', 'steps.M.output']],
      start: ['A'],
      onFailure: 'E',
      onCancel: 'C',
      accept: 'x.check',
      limits: { ...DEFAULT_LIMITS, visits: 100_000 },
      budget: { cost: 5 },
      roles: { start: ['operator'], view: ['viewer', 'team:a'] },
      rest: { runKey: '{{input.id}}', schedule: '0 * * * *', limits: { runs: 3 } },
    },
  );
});

test('wrong and unknown keys are reported, the unknown ones kept, __proto__ among them', () => {
  const { read, reports } = workflow(
    JSON.parse(
      '{"nmae": "x", "__proto__": 1, "data": "gone", "limits": {"visits": -1, "steps": 5}, ' +
        '"roles": {"admin": "x"}, "output": "x"}',
    ),
  );
  assert.deepEqual(reports, [
    'unknown-key nmae',
    'unknown-key __proto__',
    'unknown-schema data',
    'bad-setting output',
    'unknown-key limits.steps',
    'bad-setting limits.visits',
    'unknown-key roles.admin',
  ]);
  assert.deepEqual(Object.keys(read.rest), ['nmae', '__proto__', 'limits']);
  assert.equal(read.limits.visits, 50);
});

test('a budget is a cost, or says what it bounds and what happens then', () => {
  assert.deepEqual(workflow({ budget: 5 }).reports, []);
  assert.deepEqual(workflow({ budget: { cost: 0.5, tokens: 1000, onBudget: 'finish' } }).reports, []);
  assert.deepEqual(workflow({ budget: -1 }).reports, ['bad-setting budget']);
  assert.deepEqual(workflow({ budget: 'much' }).reports, ['bad-setting budget']);
  assert.deepEqual(workflow({ budget: { cost: 'much', tokens: 1.5, onBudget: 'cry', day: 3 } }).reports.sort(), [
    'bad-setting budget.cost',
    'bad-setting budget.onBudget',
    'bad-setting budget.tokens',
    'unknown-key budget.day',
  ]);
});
