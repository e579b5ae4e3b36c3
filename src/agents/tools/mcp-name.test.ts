// Names of MCP tools for models: of few characters, short, and each for one tool only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isServerName, mcpName } from './mcp-name.ts';

test('plain names are joined, and a name is the same each time', () => {
  assert.equal(mcpName('git', 'log'), 'git__log');
  assert.equal(mcpName('my.git', 'log'), mcpName('my.git', 'log'));
});

test('no two tools share a name, however their names are cut or written', () => {
  const parts = [
    'a',
    'a_',
    '_a',
    'a__b',
    'b',
    'b__a',
    'a.b',
    'a/b',
    'a b',
    'ä',
    '',
    'x'.repeat(62),
    'x'.repeat(63),
    '__',
  ];
  const names = parts.flatMap((server) => parts.map((tool) => mcpName(server, tool)));
  assert.equal(new Set(names).size, parts.length ** 2);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
});

test('a server whose name would blur the lists of tools is refused', () => {
  assert.ok(isServerName('my-git.2'));
  for (const name of ['', 'a/b', '*', 'a b', '.a', 'x'.repeat(65)]) assert.ok(!isServerName(name), name);
});
