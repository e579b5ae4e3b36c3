// How the settings of any step are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import { ROOTS } from './parse-expression.ts';
import type { Report } from './problem-sink.ts';
import type { SettingsContext } from './settings.ts';
import { readKind, readStepSettings } from './settings-step.ts';

const context: SettingsContext = { roots: ROOTS, schema: () => null, prompt: () => null };

/** Reads with every report as `code key.path`. */
function step(
  config: JsonObject,
  what: Parameters<typeof readStepSettings>[1] = { kind: 'task', execution: 'automated' },
) {
  const reports: string[] = [];
  const report: Report = (code, keyPath, message, fix, severity) => {
    assert.match(message, /^(Expected|Unexpected) .*\.$/s);
    assert.match(fix, /[.?]$/);
    reports.push(`${code} ${keyPath.join('.')}${severity === 'warning' ? ' (warning)' : ''}`);
  };
  return { read: readStepSettings(config, what, report, context), kind: readKind(config, report, context), reports };
}

test('an empty config gives the defaults of the language', () => {
  const { read, reports } = step({});
  assert.deepEqual(read, {
    set: [],
    visits: null,
    requires: [],
    critical: null,
    onFailure: null,
    fallback: null,
    retry: { attempts: 3, waitMs: 2000, factor: 2 },
    timeoutMs: null,
    description: '',
    hitlPhase: '',
  });
  assert.deepEqual(reports, []);
});

test('manual, conversation and subflow steps have one attempt unless the config says otherwise', () => {
  assert.equal(step({}, { kind: 'task', execution: 'manual' }).read.retry.attempts, 1);
  assert.equal(step({}, { kind: 'task', execution: 'conversation' }).read.retry.attempts, 1);
  assert.equal(step({}, { kind: 'subflow', execution: null }).read.retry.attempts, 1);
  assert.equal(step({ retry: { attempts: 2 } }, { kind: 'subflow', execution: null }).read.retry.attempts, 2);
});

test('every value is read into its typed form', () => {
  const { read, reports } = step({
    set: { score: 'output.score + 1', done: true, note: "'x'", none: null },
    visits: 3,
    requires: 'GATE',
    critical: false,
    onFailure: 'skip',
    retry: { attempts: 5, wait: '1s', factor: 1.5 },
    timeout: 'PT5M',
    fallback: { output: null },
    description: 'What it does',
    hitlPhase: 'review',
  });
  assert.deepEqual(reports, []);
  assert.deepEqual(
    read.set.map(({ name, value }) => [name, value.text]),
    [
      ['score', 'output.score + 1'],
      ['done', 'true'],
      ['note', "'x'"],
      ['none', 'null'],
    ],
  );
  assert.deepEqual(
    { ...read, set: [] },
    {
      set: [],
      visits: 3,
      requires: ['GATE'],
      critical: false,
      onFailure: 'skip',
      fallback: { output: null },
      retry: { attempts: 5, waitMs: 1000, factor: 1.5 },
      timeoutMs: 300_000,
      description: 'What it does',
      hitlPhase: 'review',
    },
  );
});

test('every wrong value is reported at once with its key and replaced by the default', () => {
  const { read, reports } = step({
    set: { a: 'score >', b: 'score', c: [1] },
    visits: 0,
    requires: [1],
    critical: 'yes',
    onFailure: 'explode',
    retry: { attempts: 1.5, tries: 2 },
    timeout: '5 minutes',
    fallback: { assignee: 'x', action: 'y' },
    description: 5,
  });
  assert.deepEqual(reports, [
    'bad-expression set.a',
    'bad-expression set.b',
    'bad-expression set.c',
    'bad-setting visits',
    'bad-setting requires',
    'bad-setting critical',
    'bad-setting onFailure',
    'bad-setting fallback',
    'unknown-key retry.tries (warning)',
    'bad-setting retry.attempts',
    'bad-duration timeout',
    'bad-setting description',
  ]);
  assert.deepEqual(read, step({}).read);
});

test('a name __proto__ cannot be set', () => {
  const { read, reports } = step(JSON.parse('{"set": {"__proto__": "1", "ok": "1"}}'));
  assert.deepEqual(reports, ['bad-name set.__proto__']);
  assert.deepEqual(
    read.set.map(({ name }) => name),
    ['ok'],
  );
});

test('unknown keys are reported with the nearest known one', () => {
  const messages: string[] = [];
  readStepSettings(
    { promt: 'x', colour: 1, config: { any: 1 } },
    { kind: 'task', execution: null },
    (_code, _key, _message, fix) => messages.push(fix),
    context,
  );
  assert.deepEqual(messages, ['Did you mean "prompt"?', 'Put free settings under "config", or remove it.']);
});

test('the old key type is read as execution, with a warning; execution wins', () => {
  const old = step({ type: 'manual' });
  assert.deepEqual(
    [old.kind, old.reports],
    [{ stepType: null, execution: 'manual' }, ['deprecated-key type (warning)']],
  );
  assert.equal(step({ type: 'manual', execution: 'automated' }).kind.execution, 'automated');
  assert.deepEqual(step({ stepType: 'forech' }).reports, ['bad-setting stepType']);
});
