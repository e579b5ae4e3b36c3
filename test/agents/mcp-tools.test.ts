// MCP servers as tools of agents, against a real server process: streams and HTTP, in order and out of order.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allowedTools, unknownTools } from '../../src/agents/tools/allow-tools.ts';
import { type McpServer, type McpTools, openMcpTools } from '../../src/agents/tools/mcp-tools.ts';
import type { Tool, ToolResult } from '../../src/agents/tools/tool.ts';
import type { Json } from '../../src/json.ts';
import { until } from '../e2e/wait-until.ts';

const SERVER = fileURLToPath(new URL('../support/mcp-server.mjs', import.meta.url));
const SECRET = 'swordfish-"0815"/x';
const never = new AbortController().signal;
const scratch = mkdtempSync(join(tmpdir(), 'signoff-mcp-'));
const opened: McpTools[] = [];
after(async () => {
  await Promise.all(opened.map((each) => each.close()));
  rmSync(scratch, { recursive: true });
});

const program = (...args: string[]) => ({ command: process.execPath, args: [SERVER, ...args] });

async function open(server: McpServer, bounds: { connectMs?: number; callMs?: number } = {}) {
  const mcp = await openMcpTools({ tiny: server }, { connectMs: 10_000, ...bounds, env: { KEY: SECRET } });
  opened.push(mcp);
  const list = async (...allow: string[]) => mcp.list(allow.length === 0 ? ['tiny/*'] : allow, never);
  let tools: readonly Tool[] | null = null;
  const call = async (name: string, input: Json = {}, signal = never): Promise<ToolResult> => {
    tools ??= (await list()).tools;
    const tool = tools.find(({ allowName }) => allowName === `tiny/${name}`);
    assert.ok(tool, name);
    return tool.call(input, signal);
  };
  return { mcp, list, call };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a server on its standard streams', () => {
  test('lists all pages of its tools under both names and answers calls', async () => {
    const { list, call } = await open(program());
    const { tools, failed } = await list();
    assert.deepEqual(failed, []);
    assert.deepEqual([tools.length, tools[0]?.spec.name, tools[0]?.allowName], [17, 'tiny__echo', 'tiny/echo']);
    assert.equal(tools[0]?.spec.description, 'Does echo.');
    assert.deepEqual(tools[1]?.spec.input.required, ['a', 'b']);
    assert.deepEqual(await call('echo', { text: 'hé' }), { text: 'hé', isError: false });
    assert.deepEqual(await call('add', { a: 1, b: 2 }), { text: '{"sum":3}', isError: false });
    assert.match((await call('picture')).text, /\[image of type image\/png, not shown\]/);
    assert.match((await call('big', { bytes: 300_000 })).text, /of 300000 bytes are left out/);
    for (const input of [null, 'x', [1]]) assert.match((await call('echo', input)).text, /expects an object/);
  });

  test('an agent gets what its list names, and learns what is not there', async () => {
    const { list } = await open(program());
    const { tools } = await list('tiny/echo', 'tiny/gone');
    assert.deepEqual(
      allowedTools(tools, ['tiny/echo']).map(({ spec }) => spec.name),
      ['tiny__echo'],
    );
    assert.deepEqual(unknownTools(tools, ['tiny/echo', 'tiny/gone']), ['tiny/gone']);
  });

  test('names that models cannot take are made fit and stay apart', async () => {
    const { list, call } = await open(program('--odd-names'));
    const names = (await list()).tools.map(({ spec }) => spec.name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
    for (const odd of ['a.b', 'a/b', 'ünï', `${'x'.repeat(100)}y`]) {
      assert.equal((await call(odd, { text: 'x' })).text, 'odd x', odd);
    }
  });

  test('may speak only the newer form of the protocol', async () => {
    const { call } = await open(program('--modern'));
    assert.deepEqual(await call('echo', { text: 'new' }), { text: 'new', isError: false });
  });

  test('starts when first used, and only if it is named', async () => {
    const mcp = await openMcpTools({ tiny: program(), gone: { command: 'no-such-program' } }, { env: {} });
    opened.push(mcp);
    assert.deepEqual(await mcp.list(['read_file', 'tin/*', 'tiny'], never), { tools: [], failed: [] });
    assert.deepEqual((await mcp.list(['tiny/*'], never)).failed, []);
  });

  test('gets its own variables and secrets, and nothing else of ours', async () => {
    process.env.SIGNOFF_TEST_UNRELATED = 'x';
    const env = { API_KEY: 'a{{secret.KEY}}b', PLAIN: 'plain', SHORT: '{{ secret.KEY }}' };
    const { call } = await open({ ...program(), env });
    delete process.env.SIGNOFF_TEST_UNRELATED;
    assert.equal((await call('variable', { name: 'PLAIN' })).text, 'plain');
    assert.equal((await call('variable', { name: 'API_KEY' })).text, 'a***b');
    const names = (await call('variables')).text;
    assert.ok(names.includes('PATH') && !names.includes('UNRELATED'), names);
  });

  test('secrets are taken out of every error', async () => {
    const env = { API_KEY: '{{secret.KEY}}' };
    const { call } = await open({ ...program(), env });
    for (const tool of ['fail', 'broken']) {
      const { text, isError } = await call(tool, { name: 'API_KEY' });
      assert.ok(isError && text.includes('***') && !text.includes('swordfish'), text);
    }
    const { list } = await open({ ...program('--no-start'), env });
    const { failed } = await list();
    assert.match(failed[0]?.message ?? '', /"tiny" could not be reached.*cannot start with key \*\*\*/);
  });
});

describe('a server that misbehaves', () => {
  test('one that cannot start is an error result that names it', async () => {
    for (const server of [program('--no-start'), { command: 'no-such-program-here' }, { url: 'no address' }]) {
      const { list } = await open(server);
      const { tools, failed } = await list('tiny/*', 'tiny/echo');
      assert.deepEqual([tools.map(({ allowName }) => allowName), failed.length], [['tiny/echo'], 1]);
      const result = await tools[0]?.call({}, never);
      assert.ok(result?.isError);
      assert.match(result.text, /^MCP server "tiny" could not be reached: /);
    }
  });

  test('one that needs a secret nobody set is not started', async () => {
    const { list } = await open({ ...program(), env: { A: '{{secret.UNSET}}' } });
    assert.match((await list()).failed[0]?.message ?? '', /the secret UNSET is not set/);
  });

  test('one that never answers is given up in time', async () => {
    const { list } = await open(program('--silent'), { connectMs: 300 });
    assert.match((await list()).failed[0]?.message ?? '', /timed out/i);
  });

  test('a slow call is given up in time, and the next one works', async () => {
    const { call } = await open(program(), { callMs: 1_500 });
    const { text, isError } = await call('slow', { ms: 60_000 });
    assert.ok(isError);
    assert.match(text, /"tiny".*timed out/i);
    assert.equal((await call('echo', { text: 'x' })).text, 'x');
  });

  test('a call that is stopped ends at once', async () => {
    const { call } = await open(program());
    await call('echo', { text: 'x' });
    const stop = new AbortController();
    const running = call('slow', { ms: 60_000 }, stop.signal);
    setTimeout(() => stop.abort(), 50);
    assert.deepEqual(await running, { text: 'MCP server "tiny": stopped.', isError: true });
    assert.match((await call('echo', { text: 'x' }, AbortSignal.abort())).text, /stopped/);
  });

  test('garbage between its answers does no harm, a shapeless answer is an error', async () => {
    const { call } = await open(program());
    assert.equal((await call('garbage')).text, 'after garbage');
    assert.ok((await call('shapeless')).isError);
    assert.equal((await call('echo', { text: 'x' })).text, 'x');
  });

  test('one that crashes tells so, and is started again for the next call', async () => {
    const { call } = await open(program());
    const first = (await call('pid')).text;
    const { text, isError } = await call('crash');
    assert.ok(isError);
    assert.match(text, /"tiny".*connection broke; what was asked may be done or not/i);
    assert.notEqual((await call('pid')).text, first);
    const both = await Promise.all([call('crash'), call('slow', { ms: 1_000 })]);
    assert.ok(both.every((each) => each.isError));
  });

  test('only a tool that says it does no harm is called again after a crash', async () => {
    const { call } = await open(program());
    assert.equal((await call('crash_once', { file: join(scratch, 'safe') })).text, 'second try');
    assert.ok((await call('crash_once_unsafe', { file: join(scratch, 'unsafe') })).isError);
  });

  test('an answer beyond 10 MB ends the connection, not us', async () => {
    const { call } = await open(program());
    assert.ok((await call('big', { bytes: 11_000_000 })).isError);
    assert.equal((await call('echo', { text: 'x' })).text, 'x');
  });
});

describe('close', { concurrency: true }, () => {
  test('ends the process, even a stubborn one, and later calls say so', async () => {
    const check = async (server: McpServer) => {
      const { mcp, call } = await open(server);
      const pid = Number((await call('pid')).text);
      assert.ok(isAlive(pid));
      await mcp.close();
      assert.ok(!isAlive(pid));
      assert.match((await call('echo')).text, /was closed/);
    };
    await Promise.all([program(), program('--stubborn')].map(check));
  });

  test('ends one that is still connecting, and one that was given up', async () => {
    const check = async (connectMs: number) => {
      const file = join(scratch, `pid-${connectMs}`);
      const { mcp, list } = await open(
        { ...program('--silent', '--stubborn'), env: { PID_FILE: file } },
        { connectMs },
      );
      const listing = list();
      await until('the program', () => existsSync(file) && readFileSync(file, 'utf8') !== '');
      if (connectMs < 60_000) await listing;
      await mcp.close();
      assert.equal((await listing).failed.length, 1);
      assert.ok(!isAlive(Number(readFileSync(file, 'utf8'))));
    };
    // The shorter time is long enough for the program to start, on a busy machine too.
    await Promise.all([60_000, 3_000].map(check));
  });
});

describe('a server on streamable HTTP', () => {
  const children = new Set<ReturnType<typeof spawn>>();
  after(() => {
    for (const child of children) child.kill();
  });

  async function serve(...flags: string[]) {
    const child = spawn(process.execPath, [SERVER, '--http', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    const [port] = await once(child.stdout, 'data');
    return { child, url: `http://127.0.0.1:${String(port).trim()}/mcp` };
  }

  test('lists and calls, with headers that may hold secrets', async () => {
    const { url } = await serve();
    const { list, call } = await open({ url, headers: { 'x-key': '{{secret.KEY}}', 'x-plain': 'plain' } });
    assert.equal((await list()).tools.length, 17);
    assert.equal((await call('echo', { text: 'hé' })).text, 'hé');
    const headers = JSON.parse((await call('headers')).text);
    assert.deepEqual([headers['x-key'], headers['x-plain']], ['***', 'plain']);
    assert.ok((await call('shapeless')).isError);
    assert.ok((await call('broken', { name: 'x' })).isError);
  });

  test('may speak only the newer form of the protocol', async () => {
    const { url } = await serve('--modern');
    const { call } = await open({ url });
    assert.deepEqual(await call('echo', { text: 'new' }), { text: 'new', isError: false });
  });

  test('garbage, slowness and endless answers are errors, and the next call works', async () => {
    const { url } = await serve();
    const { call } = await open({ url }, { callMs: 1_000 });
    for (const [name, input] of [
      ['garbage', {}],
      ['slow', { ms: 60_000 }],
      ['big', { bytes: 11_000_000 }],
    ] as const) {
      const { text, isError } = await call(name, input);
      assert.ok(isError && text.startsWith('MCP server "tiny"'), text.slice(0, 200));
      assert.equal((await call('echo', { text: 'x' })).text, 'x', name);
    }
  });

  test('a session the server forgot is started again, and the call repeated', async () => {
    const { url } = await serve();
    const { call } = await open({ url });
    await call('forget');
    assert.deepEqual(await call('echo', { text: 'x' }), { text: 'x', isError: false });
  });

  test('a refusal that repeats the key does not give it away', async () => {
    const { url } = await serve('--closed');
    const { list } = await open({ url, headers: { authorization: 'Bearer {{secret.KEY}}' } });
    const { message } = (await list()).failed[0] ?? {};
    assert.match(message ?? '', /who is Bearer \*\*\*\?/);
  });

  test('a server that is gone is an error result that says so', async () => {
    const { url, child } = await serve();
    const { call } = await open({ url });
    assert.equal((await call('echo', { text: 'x' })).text, 'x');
    child.kill();
    await once(child, 'exit');
    const first = await call('echo');
    const second = await call('echo');
    assert.ok(first.isError && second.isError);
    assert.match(second.text, /"tiny" could not be reached: fetch failed.*ECONNREFUSED/);
  });
});
