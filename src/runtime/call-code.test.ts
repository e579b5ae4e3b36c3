import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Workflow } from '../diagram/workflow.ts';
import type { Task } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import type { CodeCall } from '../ports/action.ts';
import { type CodeToCall, callCode } from './call-code.ts';
import { newLiveRun } from './live-run.ts';
import { PayloadCache } from './payload-cache.ts';

const STEP = { id: 'A', label: 'A', kind: 'task', config: {}, task: {} };
const TASK = { id: 1, step: 'A', token: 0, attempt: 0 } as unknown as Task;
const LARGE = 'x'.repeat(2000);

/** A run of one step, with `known` in the store and in no memory. */
function large(known: readonly string[]) {
  const fetched: string[] = [];
  const store = {
    place: 'here',
    payloads: async (refs: readonly string[]) => {
      fetched.push(...refs);
      return new Map(refs.filter((ref) => known.includes(ref)).map((ref) => [ref, JSON.stringify(`${ref} ${LARGE}`)]));
    },
  };
  const run = newLiveRun('run_1', { name: 'flow', steps: [STEP] } as unknown as Workflow, 1);
  run.hasReferences = true;
  const calling = { payloads: new PayloadCache(store), run, task: TASK };
  const tenure = new AbortController();
  return {
    ...{ run, fetched, tenure },
    record(step: string, ref: string): void {
      const output = { $ref: ref, bytes: 2000 };
      run.state.records.set(step, { visits: 1, status: 'completed', output } as never);
    },
    call: <T>(code: CodeToCall<T>['code'], undo?: CodeToCall<T>['undo']): Promise<T> =>
      callCode({ ...calling, tenure, code, ...(undo && { undo }) }),
  };
}

const head = (found: Json | undefined): string => String(found).split(' ')[0] ?? '';
const outputOf = ({ read }: CodeCall, step: string): string => head(read('steps', step, 'output'));

test('what is large is there before the code is called, fetched together', async () => {
  const { run, record, call, fetched } = large(['a', 'b', 'c']);
  record('A', 'a');
  run.state.values.set('note', { value: { $ref: 'b', bytes: 2000 }, by: '' } as never);
  run.state.input = { $ref: 'c', bytes: 2000 };
  let calls = 0;
  const found = await call((code) => {
    calls++;
    return [outputOf(code, 'A'), head(code.data.note), head(code.run.input)];
  });
  assert.deepEqual(found, ['a', 'b', 'c']);
  assert.equal(calls, 1);
  assert.deepEqual(fetched.sort(), ['a', 'b', 'c']);
});

test('a value that came while the code worked: it is called again, and nothing it gave before counts', async () => {
  const { record, call } = large(['late']);
  const undone: string[] = [];
  const results = ['swallowed', 'again'];
  const found = await call<string>(
    (code) => {
      record('A', 'late');
      const result = results.shift() ?? 'a third time';
      try {
        return `${result} ${outputOf(code, 'A')}`;
      } catch {
        return `${result} and caught`;
      }
    },
    async (result) => void undone.push(result),
  );
  assert.equal(found, 'again late');
  assert.deepEqual(undone, ['swallowed and caught']);
});

test('a value of a step that the workflow no longer has is fetched when it is read', async () => {
  const { record, call } = large(['gone']);
  record('Before', 'gone');
  assert.equal(await call((code) => outputOf(code, 'Before')), 'gone');
});

test('what the code throws of itself is thrown; a value that the store lost is a fault of the store', async () => {
  const { record, call, tenure } = large(['here']);
  record('A', 'here');
  await assert.rejects(
    call(() => assert.fail('of my own')),
    /of my own/,
  );
  record('Before', 'lost');
  await assert.rejects(
    call((code) => outputOf(code, 'Before')),
    { code: 'store-broken' },
  );
  tenure.abort(new Error('taken away'));
  record('Before', 'here too');
  await assert.rejects(
    call((code) => outputOf(code, 'Before')),
    /taken away/,
    'nobody waits for a second call',
  );
});
