import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunFacts } from '../../ports/system.ts';
import { rest, waits } from './live.ts';

const facts = (state: string, data: RunFacts['data'], runInput: RunFacts['runInput'] = {}): RunFacts => ({
  ...{ run: 'run_1', runInput, state, data },
  output: () => null,
  visits: () => 0,
  versions: async () => [],
  read: async () => null,
});

test('a wait for the architect says whether a person or an agent decides', () => {
  const data = { pending_request_id: 'REQ-1' };
  assert.match(waits(facts('WAITING', data, { architect: 'person' })) ?? '', /which a person does$/);
  assert.match(waits(facts('WAITING', data, { architect: 'agent' })) ?? '', /which an agent does$/);
});

test('stories that were retired are not among those that are ready', async () => {
  const stories = [
    { id: 'S-001', title: 'Export orders', status: 'ready' },
    { id: 'S-002', title: 'Print orders', status: 'retired' },
  ];
  const point = await rest(facts('WAITING', { stories, pending_request_id: null, is_approved: true }));
  const lines = point?.lines.join('\n') ?? '';
  assert.match(lines, /S-001/);
  assert.doesNotMatch(lines, /S-002/);
});
