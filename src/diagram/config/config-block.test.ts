// The configuration block: what is read, and what is reported where.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config-block.ts';

const block = (...lines: string[]) => ['%% === WORKFLOW_CONFIG ===', ...lines, '%% === END_CONFIG ==='].join('\n');
const found = (text: string) => readConfig(text).problems.map(({ code, line, column }) => `${line}:${column} ${code}`);
const read = (text: string) => Object.fromEntries(readConfig(text).entries.map(({ id, json }) => [id, json]));

test('the block and one-line entries outside it are read, other comments are not', () => {
  const text = ['graph TD', '%% @A: {"x": 1}', '%% @see this', '%% @todo: later', '%% Note: {}', 'A --> B'].join('\n');
  const more = block('%% @workflow: {', '%%   "name": "n"', '%% }', '%% @B:', '%%   {"y": [', '%%', '', '%%   2]}');
  assert.deepEqual(read(`${text}\n${more}`), { A: { x: 1 }, workflow: { name: 'n' }, B: { y: [2] } });
  assert.deepEqual(found(`${text}\n${more}`), []);
});

test('white space, CRLF and the ids Mermaid allows make no difference', () => {
  const lines = ['  %%===WORKFLOW_CONFIG===  ', '\t%%@a.b-c :{"x":1}', '%%   @größe:   {', '  %%"y":2}', '%% @A:B: {}'];
  const text = [...lines, '%%=== END_CONFIG ==='].join('\r\n');
  assert.deepEqual(read(text), { 'a.b-c': { x: 1 }, größe: { y: 2 }, 'A:B': {} });
});

test('every mistake is reported at once, at its line and column', () => {
  const text = block(
    '%% @A: {',
    '%%   "a": 1',
    '%%   "b": 2',
    '%% }',
    '%% stray text',
    '%% @B: {"x": [1, 2}',
    '%% @C: {',
    '%% @D: 5',
    '%% @E: {"k": 1, "k": 2}',
    '%% @E: {}',
    '%% @F: {} {}',
    '%% more',
    '%% stray',
    '%% @see: this',
  );
  assert.deepEqual(found(text), [
    '4:6 bad-config-json',
    '7:19 bad-config-json',
    '8:9 bad-config-json',
    '9:8 config-not-object',
    '10:17 duplicate-key',
    '11:4 duplicate-config',
    '12:11 bad-config-json',
    '13:1 config-outside-entry',
    '15:10 bad-config-json',
  ]);
  assert.match(readConfig(text).problems[5]?.message ?? '', /lines 10 and 11/);
});

test('lines are counted from the first line of the diagram in its file', () => {
  const [problem] = readConfig('%% @A: {"a"}', 12).problems;
  assert.deepEqual({ line: problem?.line, column: problem?.column }, { line: 12, column: 12 });
});

test('a block that is not closed is a problem, and what it holds is read', () => {
  assert.deepEqual(found('%% === WORKFLOW_CONFIG ===\n%% @A: {}\nA --> B'), [
    '3:1 config-outside-entry',
    '1:1 config-unclosed',
  ]);
  assert.deepEqual(read('%% === WORKFLOW_CONFIG ===\n%% @A: {}'), { A: {} });
});

test('an entry outside the block must close on its line', () => {
  assert.deepEqual(found('%% @A: {\n%% "a": 1 }'), ['1:9 bad-config-json']);
});

test('a directive line does not continue an entry', () => {
  assert.deepEqual(found(block('%% @A: {"a":', '%%{"b": 1}}')), ['2:13 bad-config-json', '3:1 config-outside-entry']);
});

test('a prototype key is a problem and reaches no prototype', () => {
  const config = readConfig('%% @A: {"__proto__": {"polluted": 1}, "b": {"\\u005f_proto__": 1}}');
  assert.deepEqual(
    config.problems.map(({ code }) => code),
    ['forbidden-key', 'forbidden-key'],
  );
  assert.deepEqual(config.entries[0]?.json, { b: {} });
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});

test('a path leads to its key, or to the nearest key above it', () => {
  const [entry] = readConfig(
    block('%% @A: {', '%%   "branches": [', '%%     {"condition": null}', '%%   ]', '%% }'),
  ).entries;
  assert.deepEqual(entry?.place, { line: 2, column: 4 });
  assert.deepEqual(entry?.placeOf(['branches', 0, 'condition']), { line: 4, column: 9 });
  assert.deepEqual(entry?.placeOf(['branches', 0, 'targetStepId']), { line: 4, column: 8 });
  assert.deepEqual(entry?.placeOf(['nowhere']), { line: 2, column: 8 });
});

test('a hundred thousand nested brackets are a problem, not a stack overflow', () => {
  assert.deepEqual(found(`%% @A: {"a":${'['.repeat(100_000)}`), ['1:112 bad-config-json']);
});
