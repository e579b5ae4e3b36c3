// What outsiders may not do: tools that were not allowed, agents of an import, keys for other hosts, slow requests.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hostVariable } from '../../src/agents/providers/key-for.ts';
import { openMcpTools } from '../../src/agents/tools/mcp-tools.ts';
import { serveHttp } from '../../src/http/serve-http.ts';
import { agentEngine, envelope } from '../agents/agent-engine.ts';
import { until } from '../notices/receiver.ts';
import { ended, eventsOf, start } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { openOffice } from '../support/operations.ts';
import { userTrust } from './user-trust.ts';

const TRACKER = {
  mcpServers: {
    tracker: {
      command: process.execPath,
      args: [fileURLToPath(new URL('../support/mcp-server.mjs', import.meta.url))],
    },
  },
};
const ASK = 'flowchart TD\n  A[Look]\n%% @A: {"prompt": "Look it up.", "assignee": "agent:mt"}';

describe('agents-D3: an agent uses the tools its list names, and no other', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['one tool of a server', ['tracker/echo'], ['tracker__echo']],
    ['a file tool and one of a server', ['read_file', 'tracker/echo'], ['read_file', 'tracker__echo']],
    ['no list at all', [], []],
  ];
  for (const [what, tools, offered] of cases) {
    test(`${what}: the others are neither offered nor run`, async (t) => {
      const { engine, server } = await agentEngine(t, { agents: { mt: { tools: [...tools] } }, config: TRACKER });
      server.next(
        answers.tools({ id: 't1', name: 'tracker__variables', input: {} }),
        answers.tools({ id: 't2', name: 'tracker__echo', input: { text: 'found it' } }),
        answers.text(envelope('done')),
      );
      const run = await start(engine, ASK);
      assert.equal(await ended(engine, run), 'completed');
      assert.deepEqual(server.requests[0]?.toolNames, offered);
      const used = (await eventsOf(engine, run)).flatMap((event) => (event.type === 'ToolUsed' ? [event.data] : []));
      assert.deepEqual(
        used.map(({ name, isError = false }) => [name, isError]),
        [
          ['tracker__variables', true],
          ['tracker__echo', !offered.includes('tracker__echo')],
        ],
      );
      const sent = JSON.stringify(server.requests[1]?.body);
      assert.match(sent, /There is no tool \\*"tracker__variables\\*" for this task\. There are: /);
    });
  }

  test('server/* stands for all tools of that server', async (t) => {
    const { engine, server } = await agentEngine(t, { agents: { mt: { tools: ['tracker/*'] } }, config: TRACKER });
    server.next(answers.text(envelope('done')));
    assert.equal(await ended(engine, await start(engine, ASK)), 'completed');
    const names = server.requests[0]?.toolNames ?? [];
    assert.ok(names.length > 10 && names.every((name) => name.startsWith('tracker__')), names.join());
  });
});

const reply = JSON.stringify(envelope('done'));
const program = (file: string) => ['/bin/sh', '-c', `cat > /dev/null; id > ${file}; printf '%s' ${reply}`];
const oneStep = (name: string, agent: string | null) => {
  const whose = agent === null ? '' : `, "assignee": "agent:${agent}"`;
  return `flowchart TD\n  A[Write]\n%% @workflow: {"name": "${name}"}\n%% @A: {"prompt": "Write."${whose}}`;
};

describe('agents-D4: an imported agent does nothing before it is allowed', () => {
  const exported = (agent: object) => ({
    export: {
      workflow: { name: 'w', mermaidSource: oneStep('w', 'evil') },
      agents: [{ id: 'evil', isAllowed: true, ...agent }],
      exportVersion: '2.0',
      exportedAt: '2026-11-16T00:00:00.000Z',
    },
  });

  test('a program is not started, every face says why, and agents allow lets it', async (t) => {
    const office = await openOffice({ trust: userTrust(t), asksAgents: true, processesWork: true });
    t.after(() => office.close());
    const { done, refused, folder } = office;
    const command = program('pwned');
    const imported = await done('workflows.import', exported({ provider: { kind: 'command', command } }));
    const would = [`agent:evil would start ${JSON.stringify(command)}`];
    assert.deepEqual(imported.notAllowed, [{ id: 'evil', would }]);
    const evil = await done('runs.start', { workflow: 'w' });

    // An agent of one's own is at work at once: when its run is done, the other had every chance.
    await done('agents.add', { id: 'own', command: program('mine') });
    await done('workflows.add', { source: oneStep('mine', 'own') });
    const mine = await done('runs.start', { workflow: 'mine' });
    assert.equal((await done('runs.wait', { run: mine.run, timeout: '30s' })).status, 'completed');
    assert.deepEqual([existsSync(join(folder, 'mine')), existsSync(join(folder, 'pwned'))], [true, false]);

    const why = /^agent-not-allowed: .*agent:evil would start .*id > pwned.*signoff agents allow evil$/;
    assert.match((await done('runs.show', { run: evil.run })).refused[0], why);
    assert.match((await done('tasks.show', { task: `${evil.run}#1` })).refused[0], why);
    const { findings } = await done('doctor');
    assert.match(findings.find(({ what }: { what: string }) => what === 'trust').message, why);
    await refused('agent-not-allowed', 'agents.edit', { id: 'evil', active: 'yes' });
    assert.equal((await done('agents.test', { id: 'evil' })).fault.code, 'agent-not-allowed');

    assert.deepEqual(await done('agents.allow', { id: 'evil' }), { id: 'evil', would, allowed: false });
    assert.equal(existsSync(join(folder, 'pwned')), false);
    await done('agents.allow', { id: 'evil', yes: true });
    assert.equal((await done('runs.wait', { run: evil.run, timeout: '30s' })).status, 'completed');
    assert.equal(existsSync(join(folder, 'pwned')), true);
    assert.deepEqual((await done('runs.show', { run: evil.run })).refused, []);
  });

  test('a base URL and tools of servers wait too; an agent with neither does not', async (t) => {
    const office = await openOffice({ trust: userTrust(t) });
    t.after(() => office.close());
    const cases: readonly (readonly [object, RegExp | null])[] = [
      [{ provider: { kind: 'model', name: 'http://127.0.0.1:8803/v1' } }, /would call http:\/\/127\.0\.0\.1:8803\/v1/],
      [{ provider: { kind: 'recorded', name: 'https://h/v1' } }, /would call https:\/\/h\/v1/],
      [{ provider: { kind: 'recorded', command: ['x'] } }, /would start \["x"\]/],
      [{ tools: ['read_file', 'tracker/*'] }, /would use the tools tracker\/\*$/],
      [{ provider: { kind: 'model', name: 'anthropic' }, tools: ['read_file'] }, null],
      [{ agentPrompt: 'Be short.' }, null],
    ];
    for (const [agent, would] of cases) {
      const imported = await office.done('workflows.import', exported(agent));
      const { isActive, isAllowed } = await office.done('agents.show', { id: 'evil' });
      assert.deepEqual([isActive, isAllowed], [would === null, would === null]);
      if (would === null) assert.deepEqual(imported.notAllowed, []);
      else assert.match(imported.notAllowed[0].would[0], would);
      // Importing the same again is not a conflict, and allows nothing.
      assert.deepEqual((await office.done('workflows.import', exported(agent))).conflicts, []);
      const again = (await office.done('workflows.export', { workflow: 'w' })).agents[0];
      assert.equal('isAllowed' in again, false);
      await office.done('agents.remove', { id: 'evil', force: true });
    }
  });
});

describe('agents-D4: a key goes to the host it is for', () => {
  async function servers(t: TestContext) {
    const [mine, other] = [await startModelServer(() => envelope('ok')), await startModelServer(() => envelope('ok'))];
    t.after(() => Promise.all([mine.close(), other.close()]));
    const env = { SIGNOFF_PROVIDER: mine.url, SIGNOFF_API_KEY: 'key-for-mine', SIGNOFF_MODEL: 'm' };
    const agents = { other: { provider: { kind: 'model', name: other.url } } };
    return { mine, other, env, agents };
  }

  test('an agent that names another address gets none; its own variable gives it one', async (t) => {
    const { mine, other, env, agents } = await servers(t);
    const first = await agentEngine(t, { env, agents });
    for (const agent of [null, 'other'])
      assert.equal(await ended(first.engine, await start(first.engine, oneStep(`by-${agent}`, agent))), 'completed');
    assert.equal(mine.requests[0]?.headers.authorization, 'Bearer key-for-mine');
    assert.doesNotMatch(JSON.stringify(other.requests[0]?.headers), /key-for-mine/);
    assert.equal(other.requests.length, 1);

    const own = { ...env, [hostVariable(other.url)]: 'key-for-other' };
    const second = await agentEngine(t, { env: own, agents });
    assert.equal(await ended(second.engine, await start(second.engine, oneStep('again', 'other'))), 'completed');
    assert.equal(other.requests[1]?.headers.authorization, 'Bearer key-for-other');
  });

  test('a refusal for want of a key names the variable that would give it', async (t) => {
    const { other, env, agents } = await servers(t);
    other.next(answers.status(401, 'Who are you?'));
    const { engine } = await agentEngine(t, { env, agents });
    const run = await start(engine, oneStep('w', 'other'));
    await until('a hold', async () => JSON.stringify(await eventsOf(engine, run)).includes('TaskHeld'));
    const { port } = new URL(other.url);
    assert.match(
      JSON.stringify(await eventsOf(engine, run)),
      new RegExp(`Set SIGNOFF_API_KEY_127_0_0_1_PORT_${port} to`),
    );
  });

  test('a redirect carries it nowhere, neither of a model nor of an MCP server', async (t) => {
    const { mine, other, env } = await servers(t);
    mine.next({ status: 307, headers: { location: `${other.url}/chat/completions` } });
    const { engine } = await agentEngine(t, { env });
    const run = await start(engine, `${oneStep('w', null).replace('"prompt"', '"onFailure": "fail", "prompt"')}`);
    assert.equal(await ended(engine, run), 'failed');
    let came = 0;
    const [target, redirecting] = [createServer(), createServer()];
    for (const server of [target, redirecting]) {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      t.after(() => server.close());
    }
    const urlOf = (server: typeof target) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    target.on('request', (_, response) => {
      came++;
      response.end();
    });
    redirecting.on('request', (_, response) => response.writeHead(307, { location: urlOf(target) }).end());
    const url = urlOf(redirecting);
    const headers = { 'x-api-key': '{{secret.TOKEN}}' };
    const tools = await openMcpTools({ far: { url, headers } }, { env: { TOKEN: 'secret-token-1' }, connectMs: 3_000 });
    t.after(() => tools.close());
    const { failed } = await tools.list(['far/*'], AbortSignal.timeout(10_000));
    assert.equal(failed.length, 1);
    assert.deepEqual([came, other.requests.length], [0, 0]);
  });

  test('no two hosts share a variable', () => {
    const urls = [
      'https://a.b',
      'https://a-b',
      'http://a.b',
      'https://a.b:8000',
      'https://a_b',
      'https://ab',
      'http://[::1]:8',
    ];
    assert.equal(new Set(urls.map(hostVariable)).size, urls.length);
    assert.equal(hostVariable('https://llm.example.org/v1'), 'SIGNOFF_API_KEY_LLM_EXAMPLE_ORG');
  });
});

test('agents-D29: doctor looks at who answers for agents: servers, keys and programs', async (t) => {
  const server = await startModelServer();
  t.after(() => server.close());
  const env = { SIGNOFF_PROVIDER: 'http://127.0.0.1:9/v1', SIGNOFF_API_KEY: 'key-for-9', SIGNOFF_MODEL: 'm' };
  const office = await openOffice({ env });
  t.after(() => office.close());
  await office.done('agents.add', { id: 'far', provider: server.url });
  await office.done('agents.add', { id: 'keyless', provider: 'anthropic' });
  await office.done('agents.add', { id: 'gone', command: ['/nowhere/program'] });
  const { findings } = await office.done('doctor');
  const found = findings.filter(({ what }: { what: string }) => what === 'agents');
  const said = found.map(({ state, message }: { state: string; message: string }) => `${state} ${message}`).sort();
  const { port } = new URL(server.url);
  assert.match(
    said[0],
    new RegExp(`^good agent:far: .* without a key \\(SIGNOFF_API_KEY_127_0_0_1_PORT_${port} would`),
  );
  assert.match(said[1], /^warning Agents that name no provider: http:\/\/127\.0\.0\.1:9\/v1 does not answer: /);
  assert.match(said[2], /^warning agent:gone: Expected the program \/nowhere\/program/);
  assert.match(said[3], /^warning agent:keyless: Expected a key in ANTHROPIC_API_KEY/);
  assert.equal(server.requests.length, 0);
});

describe('torture-D12: notices', () => {
  const add = { id: 'hook', secret: 'HOOK_SECRET' };

  test('a private address is refused when it is added, unless it is meant', async (t) => {
    const office = await openOffice({ env: { HOOK_SECRET: '0123456789abcdef' } });
    t.after(() => office.close());
    for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '127.1', 'localhost', 'x.localhost.'])
      assert.match(
        await office.refused('receiver-refused', 'notices.add', { ...add, url: `https://${host}/x` }),
        /Expected a public address in --url, found .* Use --allow-private to allow it/,
      );
    await office.done('notices.add', { ...add, url: 'https://127.0.0.1/x', allowPrivate: true });
    await office.done('notices.add', { ...add, id: 'far', url: 'https://chat.example.org/x' });
  });

  test('a secret of fewer than 16 characters is refused', async (t) => {
    const office = await openOffice({ env: { HOOK_SECRET: 'x' } });
    t.after(() => office.close());
    assert.match(
      await office.refused('receiver-refused', 'notices.add', { ...add, url: 'https://chat.example.org/x' }),
      /Expected a secret of at least 16 characters in HOOK_SECRET, found 1\./,
    );
  });
});

describe('torture-D12: signoff serve', () => {
  async function served(t: TestContext, more: { requestMs?: number; connectionsMax?: number }) {
    const options = { port: 0, host: '127.0.0.1', health: { version: '1', store: 'sqlite' as const }, ...more };
    const opened = await serveHttp({ ...options, mcp: async () => new Response(), onFault: () => {} });
    assert.ok(opened.ok);
    t.after(() => opened.server.close());
    return opened.server.port;
  }

  const ends = (port: number, sent: string) =>
    new Promise<string>((resolve) => {
      let said = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', (text) => {
        said += text;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(said));
    });

  test('a body that never comes is cut off', async (t) => {
    const port = await served(t, { requestMs: 300 });
    const slow = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf';
    const said = await Promise.all(Array.from({ length: 20 }, () => ends(port, slow)));
    assert.ok(
      said.every((text) => text.startsWith('HTTP/1.1 408')),
      said[0],
    );
  });

  test('connections over the limit are not taken', async (t) => {
    const port = await served(t, { connectionsMax: 2 });
    const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    t.after(() => {
      for (const socket of open) socket.destroy();
    });
    await Promise.all(open.map((socket) => new Promise((connected) => socket.once('connect', connected))));
    assert.equal(await ends(port, 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'), '');
  });

  test('SECURITY.md says who can reach it', () => {
    const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
    assert.match(text, /every user of this machine/i);
  });
});
