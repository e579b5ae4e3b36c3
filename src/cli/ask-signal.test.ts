// Which signals a person may send: those that are waited for, and those that are kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../diagram/compile.ts';
import { openMemoryEngine } from '../runtime/memory-engine.ts';
import { sha256 } from '../runtime/sha256.ts';
import { validate } from '../runtime/validate.ts';
import { signalChoices, signalDeadline } from './ask-signal.ts';

test('open waits come first with their keys, then what is kept until someone waits for it', async () => {
  const text = [
    'flowchart TD',
    '  S([START]) --> A[Wait for parcel]',
    '  S --> B[Wait for payment]',
    '  A --> C[Wait for thanks]',
    '%% @A: {"stepType":"wait","signal":"sent","key":"{{run.input.id}}","timeout":"1m"}',
    '%% @B: {"stepType":"wait","signal":"paid"}',
    '%% @C: {"stepType":"wait","signal":"thanks","key":"{{run.input.id}}"}',
    '',
  ].join('\n');
  const { workflow } = await compile({ fileName: 'order.mmd', text, hash: sha256 });
  assert.ok(workflow);
  const engine = openMemoryEngine({ now: () => 0, hash: sha256, validate });
  await engine.start(workflow, { id: 'order 7 of "Ada"' }, { by: { actor: 'user:x', channel: 'cli' } });
  const shown = signalChoices(engine).map(({ name, key, needsKey, isKept, hint }) => ({
    ...{ name, key, needsKey: needsKey === true, isKept, hint },
  }));
  assert.deepEqual(shown, [
    { name: 'sent', key: 'order 7 of "Ada"', needsKey: false, isKept: false, hint: 'for A' },
    { name: 'paid', key: undefined, needsKey: false, isKept: false, hint: 'for B' },
    { name: 'thanks', key: undefined, needsKey: true, isKept: true, hint: 'kept until C waits for it' },
  ]);
  assert.match(signalDeadline(engine), /^A waits until \d\d:\d\d:\d\d, 1 min from now$/);
});
