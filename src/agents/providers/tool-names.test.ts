// Names of tools on the way to a provider and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolNames } from './tool-names.ts';

const tool = (name: string) => ({ name, description: '', input: {} });

test('names that providers take are kept, others are rewritten one to one', () => {
  const ours = ['read_file', 'files/read', 'files.read', 'files_read', 'a'.repeat(80), 'a'.repeat(81), 'größe', ''];
  const names = toolNames({ tools: ours.map(tool), messages: [] });
  const sent = ours.map(names.sent);
  assert.equal(sent[0], 'read_file');
  assert.equal(new Set(sent).size, ours.length);
  for (const name of sent) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
  assert.deepEqual(sent.map(names.ours), ours);
  assert.equal(names.ours('invented'), 'invented');
});

test('a tool that is only in the conversation is rewritten too', () => {
  const messages = [
    { from: 'agent', text: '', toolCalls: [{ id: '1', name: 'old/tool', input: {} }] },
    { from: 'tool', call: '1', name: 'old/tool', result: '' },
  ] as const;
  assert.equal(toolNames({ tools: [], messages }).sent('old/tool'), 'old_tool');
});
