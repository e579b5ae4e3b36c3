// Recordings of calls: made once, replayed by what was asked, whole files only, and no secret in them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandProvider } from '../../src/agents/providers/command-provider.ts';
import { recordedProvider, recordingKey } from '../../src/agents/providers/recorded-provider.ts';
import { CallFault } from '../../src/errors.ts';
import type { CallReply, CallRequest, Provider } from '../../src/ports/provider.ts';
import { callRequest } from '../support/call-request.ts';
import { folderOf, root } from '../support/run-signoff.ts';

const FAKE = join(root, 'test/support/fake-claude.mjs');
const CANARY = 'sk-canary-0123456789';

/** Answers with the number of the call; it stands for a service outside, which says something else each time. */
function counting(more: Partial<CallReply> = {}): Provider & { calls: number } {
  const usage = { in: 1, out: 2, cached: 0 };
  const provider: Provider & { calls: number } = {
    kind: 'model',
    name: 'anthropic',
    calls: 0,
    async call() {
      provider.calls += 1;
      return { text: `reply ${provider.calls}`, toolCalls: [], usage, model: 'm', finish: 'stop', ...more };
    },
  };
  return provider;
}

test('a call is recorded once and replayed after that, also without the provider', async () => {
  using place = folderOf({});
  const folder = place.path('calls');
  const over = counting({ structured: { a: [1] } });
  const recording = recordedProvider({ folder, over });
  const first = await recording.call(callRequest());
  assert.deepEqual(await recording.call(callRequest()), first);
  assert.equal(over.calls, 1);
  assert.deepEqual(await recordedProvider({ folder, over: null }).call(callRequest()), first);
  assert.deepEqual(readdirSync(folder), [`${recordingKey(callRequest())}.json`]);
  assert.deepEqual([recording.kind, recording.name], ['recorded', 'anthropic']);
  assert.equal(recordedProvider({ folder, over: null }).name, 'recorded');
});

test('the same request gives the same file, byte for byte', async () => {
  using one = folderOf({});
  using two = folderOf({});
  const name = `${recordingKey(callRequest())}.json`;
  for (const { folder } of [one, two]) await recordedProvider({ folder, over: counting() }).call(callRequest());
  assert.equal(readFileSync(one.path(name), 'utf8'), readFileSync(two.path(name), 'utf8'));
});

test('the key depends on what is asked and on nothing else', () => {
  const key = recordingKey(callRequest());
  const tool = { name: 'read', description: 'Reads.', input: {} };
  const differ: Partial<CallRequest>[] = [
    { system: 'Other.' },
    { messages: [{ from: 'caller', text: 'Other.' }] },
    { schema: { type: 'object' } },
    { tools: [tool] },
    { parameters: { timeoutMs: 20_000, temperature: 0 } },
  ];
  const keys = [key, ...differ.map((each) => recordingKey(callRequest(each)))];
  assert.equal(new Set(keys).size, keys.length);

  const same = { idempotencyKey: 'another', parameters: { timeoutMs: 1 }, signal: AbortSignal.abort() };
  assert.equal(recordingKey(callRequest(same)), key);
  const schema = { a: 1, b: { c: 2, d: 3 } };
  const turned = { b: { d: 3, c: 2 }, a: 1 };
  assert.equal(recordingKey(callRequest({ schema })), recordingKey(callRequest({ schema: turned })));
  const described = [{ ...tool, description: 'Reads files.' }];
  assert.equal(recordingKey(callRequest({ tools: [tool] })), recordingKey(callRequest({ tools: described })));
});

test('what is not recorded is named, with how to record it', async () => {
  using place = folderOf({});
  const fault = await recordedProvider({ folder: place.folder, over: null })
    .call(callRequest())
    .catch((error: unknown) => error);
  assert.ok(fault instanceof CallFault);
  assert.equal(fault.code, 'not-recorded');
  assert.ok(fault.message.includes(`${recordingKey(callRequest())}.json`));
  assert.match(fault.message, /step "lint" of workflow "review".*to record/);
});

test('a broken recording is neither used nor overwritten', async () => {
  using place = folderOf({});
  const path = place.path(`${recordingKey(callRequest())}.json`);
  for (const text of ['', '{"reply":', '{}', '{"reply":{"text":1,"toolCalls":[]}}', 'null']) {
    writeFileSync(path, text);
    for (const over of [null, counting()]) {
      await assert.rejects(recordedProvider({ folder: place.folder, over }).call(callRequest()), {
        code: 'not-recorded',
      });
    }
    assert.equal(readFileSync(path, 'utf8'), text);
  }
});

test('faults are passed on and not recorded', async () => {
  using place = folderOf({});
  const thrown = new CallFault('overloaded', 'Busy.');
  const over: Provider = { kind: 'model', name: 'x', call: () => Promise.reject(thrown) };
  await assert.rejects(recordedProvider({ folder: place.folder, over }).call(callRequest()), thrown);
  assert.deepEqual(readdirSync(place.folder), []);
});

test('a folder that cannot be made is found out before anything is asked', async () => {
  using place = folderOf({ file: '' });
  const over = counting();
  const provider = recordedProvider({ folder: place.path('file/calls'), over });
  const fault = await provider.call(callRequest()).catch((error: unknown) => error);
  assert.ok(fault instanceof CallFault, String(fault));
  assert.equal(over.calls, 0);
});

test('recordings hold no keys, neither of the request nor of the reply nor of the environment', async () => {
  using place = folderOf({});
  const extra = { headers: { 'x-api-key': CANARY } };
  const withKey = { ...callRequest(), headers: extra.headers, idempotencyKey: CANARY } as CallRequest;
  await recordedProvider({ folder: place.folder, over: counting(extra as Partial<CallReply>) }).call(withKey);
  const command = [process.execPath, FAKE, 'reveal', 'VENDOR_API_KEY'];
  const over = commandProvider({ command, folder: place.folder, env: { VENDOR_API_KEY: CANARY } });
  await recordedProvider({ folder: place.folder, over }).call(callRequest({ system: 'other' }));
  const texts = readdirSync(place.folder).map((name) => readFileSync(place.path(name), 'utf8'));
  assert.equal(texts.length, 2);
  for (const text of texts) assert.ok(!text.includes(CANARY) && !text.includes('x-api-key'), text);
});

test('two processes that record at once agree on one reply and leave whole files', async () => {
  using place = folderOf({
    'record.mjs': [
      'const [module, folder, requestJson] = process.argv.slice(2);',
      'const { recordedProvider } = await import(module);',
      "const text = 'by ' + process.pid + ' ' + 'x'.repeat(200000);",
      'const reply = { text, toolCalls: [], usage: null, model: null };',
      "const over = { kind: 'model', name: 'x', call: async () => ({ ...reply, finish: 'stop' }) };",
      'const signal = new AbortController().signal;',
      'const provider = recordedProvider({ folder, over });',
      'for (let n = 0; n < 20; n += 1) {',
      '  const said = await provider.call({ ...JSON.parse(requestJson), system: String(n), signal });',
      "  process.stdout.write(said.text.slice(0, 20).split('x')[0] + '\\n');",
      '}',
    ].join('\n'),
  });
  const folder = place.path('calls');
  const module = join(root, 'src/agents/providers/recorded-provider.ts');
  const { signal: _, ...request } = callRequest();
  const record = async (): Promise<string> => {
    const args = [place.path('record.mjs'), module, folder, JSON.stringify(request)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await once(child, 'close');
    return said;
  };
  const [one, two] = await Promise.all([record(), record()]);
  assert.equal(one, two);
  assert.equal(one.trim().split('\n').length, 20);
  const names = readdirSync(folder);
  assert.equal(names.filter((name) => name.endsWith('.json')).length, 20);
  assert.equal(names.length, 20);
});
