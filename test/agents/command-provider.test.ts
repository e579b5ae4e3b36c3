// A real program is asked: what it sees, what becomes of its output, and that nothing of it stays behind.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandOptions, commandProvider } from '../../src/agents/providers/command-provider.ts';
import { CallFault, type CallFaultCode } from '../../src/errors.ts';
import type { CallRequest } from '../../src/ports/provider.ts';
import { callRequest } from '../support/call-request.ts';
import { folderOf, root } from '../support/run-signoff.ts';

const FAKE = join(root, 'test/support/fake-claude.mjs');
const CANARY = 'sk-canary-0123456789';

function fake(folder: string, args: readonly string[], more: Partial<CommandOptions> = {}) {
  const env = { PATH: process.env.PATH, ...more.env };
  return commandProvider({ command: [process.execPath, FAKE, ...args], folder, ...more, env });
}

async function faultOf(call: Promise<unknown>, wanted: CallFaultCode): Promise<CallFault> {
  const fault = await call.then(
    (reply) => assert.fail(`Expected a fault, found ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
  assert.ok(fault instanceof CallFault, String(fault));
  assert.equal(fault.code, wanted, fault.message);
  return fault;
}

/** What the fake program says of itself. */
async function echoed(provider: { call(request: CallRequest): Promise<{ text: string }> }, request: CallRequest) {
  return JSON.parse((await provider.call(request)).text).output;
}

/** A zombie has ended, though its number is still known. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function pidIn(folder: string, file: string): Promise<number> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const path = join(folder, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text !== '') return Number(text);
    await sleep(20);
  }
  return assert.fail(`Expected ${file} to be written.`);
}

test('the program reads the prompt on its input and runs in its folder', async () => {
  using place = folderOf({});
  const provider = fake(place.folder, ['echo']);
  const said = await echoed(provider, callRequest());
  assert.equal(said.prompt, 'You are careful.\n\n---\n\nLook at the change.');
  assert.equal(said.folder, realpathSync(place.folder));
  assert.deepEqual([provider.kind, provider.name], ['command', 'node']);
});

test('several messages are labelled with who said them', async () => {
  using place = folderOf({});
  const messages: CallRequest['messages'] = [
    { from: 'caller', text: 'Begin.' },
    { from: 'agent', text: 'Reading.', toolCalls: [{ id: 'a', name: 'read', input: { path: 'x' } }] },
    { from: 'tool', call: 'a', name: 'read', result: 'no such file', isError: true },
    { from: 'caller', text: 'Go on.' },
  ];
  const { prompt } = await echoed(fake(place.folder, ['echo']), callRequest({ messages }));
  const expected = [
    'You are careful.\n\n---\n\n[caller]\nBegin.',
    '[agent]\nReading.\nCalled read with {"path":"x"}',
    '[tool read, failed]\nno such file',
    '[caller]\nGo on.',
  ];
  assert.equal(prompt, expected.join('\n\n'));
});

test('no shell sees the arguments or the prompt', async () => {
  using place = folderOf({});
  const hostile = ['$(touch made)', '; touch made', '`touch made`', '| touch made', '*', '$HOME', '&& touch made', ''];
  const text = hostile.join('\n');
  const request = callRequest({ messages: [{ from: 'caller', text }] });
  const said = await echoed(fake(place.folder, ['echo', ...hostile]), request);
  assert.deepEqual(said.args, hostile);
  assert.ok(said.prompt.endsWith(text));
  assert.deepEqual(readdirSync(place.folder), []);
  const fault = await faultOf(
    commandProvider({ command: ['touch made; true'], folder: place.folder }).call(request),
    'program-failed',
  );
  assert.match(fault.message, /found none/);
  assert.deepEqual(readdirSync(place.folder), []);
});

test('the program sees the environment it was given, without our settings and the store', async () => {
  using place = folderOf({});
  const env = { HOME: '/nowhere', SOME_KEY: 'short', SIGNOFF_HOME: 'x', SIGNOFF_API_KEY: 'y', DATABASE_URL: 'z' };
  const said = await echoed(fake(place.folder, ['echo'], { env }), callRequest());
  assert.equal(said.env.HOME, '/nowhere');
  assert.equal(said.env.SOME_KEY, 'short');
  assert.deepEqual(
    Object.keys(said.env).filter((name) => name.startsWith('SIGNOFF_') || name === 'DATABASE_URL'),
    [],
  );
});

test('plain output is the reply, with unknown usage', async () => {
  using place = folderOf({});
  const reply = await fake(place.folder, ['text']).call(callRequest());
  assert.deepEqual(reply, {
    text: 'Just text, no JSON.\n',
    toolCalls: [],
    usage: null,
    model: null,
    finish: 'stop',
  });
});

for (const how of ['result', 'verbose']) {
  test(`the result object that claude prints (${how}) is unwrapped with its usage`, async () => {
    using place = folderOf({});
    const reply = await fake(place.folder, [how]).call(callRequest());
    assert.equal(reply.text, 'You are careful.\n\n---\n\nLook at the change.');
    assert.deepEqual(reply.usage, { in: 330, out: 4, cached: 300 });
    assert.equal(reply.model, 'claude-test');
  });
}

test('a structured result and a cut one are reported as such', async () => {
  using place = folderOf({});
  const more = JSON.stringify({ structured_output: { a: 1 }, stop_reason: 'max_tokens' });
  const reply = await fake(place.folder, ['result', more]).call(callRequest());
  assert.deepEqual(reply.structured, { a: 1 });
  assert.equal(reply.finish, 'length');
});

test('a result that says it is an error is a fault with what it cost', async () => {
  using place = folderOf({});
  const said = JSON.stringify({ is_error: true, result: 'Too many requests', api_error_status: 429 });
  for (const how of ['result', 'failedResult']) {
    const fault = await faultOf(fake(place.folder, [how, said]).call(callRequest()), 'rate-limited');
    assert.match(fault.message, /Too many requests/);
    assert.deepEqual(fault.usage, { in: 330, out: 4, cached: 300 });
  }
  const turns = JSON.stringify({ subtype: 'error_max_turns', result: null });
  const fault = await faultOf(fake(place.folder, ['result', turns]).call(callRequest()), 'program-failed');
  assert.match(fault.message, /error_max_turns/);
});

test('a program that fails is quoted without secrets and within bounds', async () => {
  using place = folderOf({});
  const env = { VENDOR_API_KEY: CANARY };
  const fault = await faultOf(
    fake(place.folder, ['fail', 'VENDOR_API_KEY'], { env }).call(callRequest()),
    'program-failed',
  );
  assert.match(fault.message, /exit code 3/);
  assert.match(fault.message, /key \*\*\* is wrong$/);
  assert.ok(fault.message.length < 700, String(fault.message.length));
  assert.ok(!JSON.stringify(fault).includes(CANARY) && !String(fault.stack).includes(CANARY));
});

test('a key that a program prints in its reply is taken out', async () => {
  using place = folderOf({});
  const env = { VENDOR_TOKEN: CANARY, SORT_KEY: 'summary' };
  const { text } = await fake(place.folder, ['reveal', 'VENDOR_TOKEN'], { env }).call(callRequest());
  assert.ok(!text.includes(CANARY));
  assert.equal(JSON.parse(text).summary, 'Done.');
});

test('a program that dies of a signal has failed', async () => {
  using place = folderOf({});
  const fault = await faultOf(fake(place.folder, ['signal']).call(callRequest()), 'program-failed');
  assert.match(fault.message, /signal SIGSEGV/);
});

test('a program that does not read a long prompt does no harm', async () => {
  using place = folderOf({});
  const messages = [{ from: 'caller', text: 'x'.repeat(5_000_000) }] as const;
  const reply = await fake(place.folder, ['deaf']).call(callRequest({ messages }));
  assert.equal(reply.text, 'Not listening.');
});

test('output over the bound ends the program', async () => {
  using place = folderOf({});
  const fault = await faultOf(
    fake(place.folder, ['flood'], { outputMax: 1_000_000 }).call(callRequest()),
    'program-failed',
  );
  assert.match(fault.message, /at most 1000000 bytes/);
});

test('a program that cannot be started says what to do', async () => {
  using place = folderOf({ 'no-program': 'text' });
  const call = (program: string, folder = place.folder) =>
    commandProvider({ command: [program], folder, env: { PATH: process.env.PATH } }).call(callRequest());
  assert.match((await faultOf(call('no-such-program-here'), 'program-failed')).message, /Install it/);
  assert.match((await faultOf(call(place.path('no-program')), 'program-failed')).message, /chmod/);
  assert.match((await faultOf(call('a\0b'), 'program-failed')).message, /Check the command/);
  assert.match((await faultOf(call('node', place.path('gone')), 'bad-request')).message, /Create it/);
  assert.throws(() => commandProvider({ command: [], folder: place.folder }), CallFault);
});

test('a timeout ends the program and all it started, even what will not go and what left its group', async () => {
  using place = folderOf({});
  const call = fake(place.folder, ['family']).call(callRequest({ parameters: { timeoutMs: 3_000 } }));
  const faulted = faultOf(call, 'timed-out');
  const pids = [await pidIn(place.folder, 'near.pid'), await pidIn(place.folder, 'far.pid')];
  assert.deepEqual(pids.map(isAlive), [true, true]);
  await faulted;
  assert.deepEqual(pids.map(isAlive), [false, false]);
});

test('an abort ends the program; an aborted call starts none', async () => {
  using place = folderOf({});
  const abort = new AbortController();
  const provider = fake(place.folder, ['stubborn', 'own.pid']);
  const faulted = faultOf(provider.call(callRequest({ signal: abort.signal })), 'aborted');
  const pid = await pidIn(place.folder, 'own.pid');
  abort.abort();
  await faulted;
  assert.equal(isAlive(pid), false);

  const before = readdirSync(place.folder).length;
  const again = fake(place.folder, ['stubborn', 'again.pid']).call(callRequest({ signal: abort.signal }));
  await faultOf(again, 'aborted');
  assert.equal(readdirSync(place.folder).length, before);
});

test('what a finished program leaves behind neither delays its reply nor outlives it', async () => {
  using place = folderOf({});
  const reply = await fake(place.folder, ['leave']).call(callRequest());
  assert.equal(JSON.parse(reply.text).output, 'left');
  const pid = await pidIn(place.folder, 'left.pid');
  for (let tries = 0; tries < 6000 && isAlive(pid); tries += 1) await sleep(10);
  assert.equal(isAlive(pid), false);
});

test('a program does not outlive the process that asked it', async () => {
  using place = folderOf({
    'ask.mjs': [
      'const [provider, folder, fake] = process.argv.slice(2);',
      'const { commandProvider } = await import(provider);',
      "const asked = commandProvider({ command: [process.execPath, fake, 'stubborn', 'own.pid'], folder });",
      "const request = { system: '', messages: [], parameters: { timeoutMs: 60000 } };",
      'void asked.call({ ...request, signal: new AbortController().signal });',
      "process.once('SIGTERM', () => process.exit(0));",
    ].join('\n'),
  });
  const provider = join(root, 'src/agents/providers/command-provider.ts');
  const asking = spawn(process.execPath, [place.path('ask.mjs'), provider, place.folder, FAKE], { stdio: 'ignore' });
  const pid = await pidIn(place.folder, 'own.pid');
  asking.kill('SIGTERM');
  for (let tries = 0; tries < 6000 && isAlive(pid); tries += 1) await sleep(10);
  assert.equal(isAlive(pid), false);
});
