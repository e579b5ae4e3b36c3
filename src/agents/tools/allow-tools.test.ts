// An agent gets the tools its list names, and no other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedTools, unknownTools } from './allow-tools.ts';
import { okResult, type Tool } from './tool.ts';

const tool = (name: string, allowName?: string): Tool => ({
  spec: { name, description: '', input: {} },
  ...(allowName === undefined ? {} : { allowName }),
  call: async () => okResult(''),
});
const all = [
  tool('read_file'),
  tool('git__log', 'git/log'),
  tool('git__show', 'git/show'),
  tool('github__x', 'github/x'),
];
const allowed = (...allow: string[]) => allowedTools(all, allow).map(({ spec }) => spec.name);

test('names are exact, and a star stands for all tools of one server', () => {
  assert.deepEqual(allowed(), []);
  assert.deepEqual(allowed('read_file', 'git/log'), ['read_file', 'git__log']);
  assert.deepEqual(allowed('git/*'), ['git__log', 'git__show']);
  assert.deepEqual(allowed('git/*', 'git/log', 'git/log'), ['git__log', 'git__show']);
});

test('nothing else widens the list', () => {
  assert.deepEqual(allowed('*', '/*', 'git', 'git/', 'git__log', 'git/l*', 'READ_FILE', '**/*'), []);
});

test('names that match nothing are reported', () => {
  assert.deepEqual(unknownTools(all, ['git/*', 'read_file', 'gone/*', 'git/gone', 'gone/*']), ['gone/*', 'git/gone']);
});
