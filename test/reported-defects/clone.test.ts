// A repository that was cloned cannot start programs or call addresses; and a message that is too long is survived.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { isOfProject } from '../../src/cli/trust/project-trust.ts';
import { TrustFiles } from '../../src/cli/trust/trust-file.ts';
import { openNotices } from '../../src/notices/deliver-notices.ts';
import { agentReaches } from '../../src/operations/reaches.ts';
import type { Subscription } from '../../src/ports/notices.ts';
import { validate } from '../../src/runtime/validate.ts';
import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { lines } from '../support/lines.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder, userTrust } from './user-trust.ts';

const NOTE = { at: 0, actor: 'user:ada', channel: 'cli', text: '[["AgentAdded",{}]]' } as const;
const PROGRAM = ['/bin/sh', '-c', 'id > pwned; cat > /dev/null; cat reply.json'];
const REPLY = {
  ...{ status: 'SUCCESS', summary: 'Done.', output: 'done', nextAction: 'COMPLETE' },
  metadata: { confidence: 1, suggested_tags: [], suggested_next_stage: null },
};
const FLOW = 'flowchart TD\n  A[Write]\n%% @A: {"prompt": "Write."}';

function clone(t: TestContext, config: object) {
  const folder = newFolder(t);
  mkdirSync(join(folder, '.git'));
  const write = (given: object) => writeFileSync(join(folder, 'signoff.config.json'), JSON.stringify(given));
  write(config);
  writeFileSync(join(folder, 'w.mmd'), FLOW);
  writeFileSync(join(folder, 'reply.json'), JSON.stringify(REPLY));
  const own = newFolder(t);
  const env = { SIGNOFF_PROVIDER: '', SIGNOFF_HOME: '', XDG_CONFIG_HOME: own };
  const run = (...args: string[]) => signoffHere(args, { cwd: folder, env });
  return { folder, own, write, run, isPwned: () => existsSync(join(folder, 'pwned')) };
}

describe('a cloned repository cannot run programs', () => {
  test('what its configuration names is refused until the folder is trusted, and again when it changes', async (t) => {
    const { folder, own, write, run, isPwned } = clone(t, { provider: `command:${JSON.stringify(PROGRAM)}` });
    const refused = await run('run', 'w.mmd');
    assert.equal(refused.code, 1);
    const said = refused.out + refused.err;
    assert.match(said, /folder-not-trusted: .*would start \["\/bin\/sh".*Nothing was started\./);
    assert.ok(said.includes(`signoff trust ${folder}`), said);
    const [listed, worked, looked] = await Promise.all([run('runs', 'list'), run('work'), run('trust', folder)]);
    assert.deepEqual([listed.code, worked.code, looked.code], [0, 1, 1]);
    assert.match(worked.err, /^folder-not-trusted: /);
    assert.match(looked.out, /would start \["\/bin\/sh".*Nothing was changed/s);
    assert.equal(isPwned(), false);

    assert.equal((await run('trust', '--yes')).code, 0);
    assert.equal(statSync(join(own, 'signoff', 'trust')).mode & 0o777, 0o700);
    const done = await run('run', 'w.mmd');
    assert.equal(done.code, 0, done.out + done.err);
    assert.equal(isPwned(), true);

    write({ provider: 'command:/bin/other' });
    assert.match((await run('run', 'w.mmd', '--json')).out, /folder-not-trusted.*\/bin\/other/s);
    const inCi = await signoffHere(['trust', '--list'], { cwd: folder, env: { XDG_CONFIG_HOME: own } });
    assert.ok(inCi.out.includes(folder) && inCi.out.includes('/bin/sh'), inCi.out);
    assert.match((await run('trust', '--remove')).out, /^Took back 1 thing/);
  });

  test('what its store names is refused too: programs, addresses, tools, receivers', async (t) => {
    const folder = newFolder(t);
    const storeFile = join(folder, '.signoff', 'signoff.db');
    const store = await openSqliteStore({ path: storeFile });
    t.after(() => store.close());
    const agents = {
      evil: { provider: { kind: 'command', command: PROGRAM } },
      far: { provider: { kind: 'model', name: 'http://127.0.0.1:9/v1' } },
      handy: { tools: ['tracker/*'] },
      plain: { agentPrompt: 'Be short.' },
    } as const;
    for (const [id, agent] of Object.entries(agents)) await store.putRecord('agent', id, agent, NOTE);
    const files = new TrustFiles(join(newFolder(t), 'own'));
    const servers = { tracker: { command: 'tracker-mcp' } };
    const open = async (isGiven: boolean) => {
      const trust = userTrust(t, { files, folder, storeFile, servers, isGiven });
      const config = agentConfig.parse({ mcpServers: servers });
      const env = { SIGNOFF_PROVIDER: 'offline' };
      const host = await openAgents({ store, env, folder, config, trust, writers: [], validate });
      t.after(() => host.close());
      await host.refresh();
      return { trust, queues: host.queues() };
    };
    const { trust, queues } = await open(false);
    assert.deepEqual(queues, ['', 'agent:plain']);
    const refusal = trust.agent({ id: 'evil', isAllowed: true, tools: [], provider: agents.evil.provider });
    assert.match(refusal?.message ?? '', new RegExp(`To allow it: signoff trust ${folder}$`));
    assert.deepEqual((await open(true)).queues, ['', 'agent:evil', 'agent:far', 'agent:handy', 'agent:plain']);

    // Allowed as it is: another program under the same name is not.
    trust.allow(agentReaches({ id: 'evil', tools: [], provider: agents.evil.provider }));
    assert.deepEqual((await open(false)).queues, ['', 'agent:evil', 'agent:plain']);
    const other = { kind: 'command', command: ['/bin/sh', '-c', 'id'] } as const;
    await store.putRecord('agent', 'evil', { provider: other }, NOTE);
    assert.deepEqual((await open(false)).queues, ['', 'agent:plain']);

    // Tools of a server need both: the agent that uses them, and the server itself.
    trust.allow(agentReaches({ id: 'handy', provider: null, tools: ['tracker/*'] }));
    assert.deepEqual((await open(false)).queues, ['', 'agent:plain']);
    trust.allowConfigured();
    assert.deepEqual((await open(false)).queues, ['', 'agent:handy', 'agent:plain']);
    const hook: Subscription = {
      ...{ id: 'hook', kind: 'webhook', url: 'https://evil.example/x', secret: 'ANY', allowPrivate: false },
      ...{ events: ['run-finished'], workflow: null, isActive: true, addedAt: 0 },
    };
    assert.equal(trust.receiver(hook)?.code, 'folder-not-trusted');
    assert.equal(userTrust(t, { files, folder, storeFile: null }).receiver(hook), null);
    const notices = openNotices({ store, env: {}, trust, now: Date.now, random: Math.random });
    assert.deepEqual(await notices.subscriptions(), []);
  });

  test('a program of the environment that would be looked for in the project is the project’s', (t) => {
    const folder = newFolder(t);
    writeFileSync(join(folder, 'agent.cjs'), '');
    const of = (...command: string[]) => isOfProject({ kind: 'command', command }, folder);
    const programs = ['./agent.sh', 'bin/agent', '/usr/bin/agent', 'claude'].map((program) => of(program));
    assert.deepEqual(programs, [true, true, false, false]);
    const scripts = ['agent.cjs', '--require=agent.cjs', 'cat; node agent.cjs', 'lib/other.cjs', '.'];
    for (const word of scripts) assert.equal(of('node', word), true, word);
    for (const word of ['-p', '/opt/agent.cjs', 'other.cjs', 'https://a.example/v1'])
      assert.equal(of('node', word), false);
  });

  test('a file of one project is not started under the trust given to another', async (t) => {
    const [mine, other, own] = [newFolder(t), newFolder(t), newFolder(t)];
    const script = `process.stdin.resume().on('end', () => {
      require('node:fs').writeFileSync('started', '');
      process.stdout.write(${JSON.stringify(JSON.stringify(REPLY))});
    });`;
    for (const folder of [mine, other]) {
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, 'agent.cjs'), script);
      writeFileSync(join(folder, 'w.mmd'), FLOW.replace('"prompt"', '"assignee": "agent:bot", "prompt"'));
    }
    const store = join(mine, '.signoff', 'signoff.db');
    const env = { SIGNOFF_PROVIDER: '', SIGNOFF_HOME: '', XDG_CONFIG_HOME: own, DATABASE_URL: store };
    const run = (cwd: string, ...args: string[]) => signoffHere(args, { cwd, env });
    const added = await run(mine, 'agents', 'add', 'bot', '--command', 'node agent.cjs');
    assert.equal(added.code, 0, added.err);
    const refused = await run(other, 'agents', 'test', 'bot');
    const said = (refused.out + refused.err).replace(/\s+/g, ' ');
    assert.match(said, /folder-not-trusted/);
    assert.ok(said.includes(`signoff trust ${other} --store ${store}`), said);
    assert.equal(existsSync(join(other, 'started')), false);
    const here = await run(mine, 'run', 'w.mmd');
    assert.equal(here.code, 0, here.out + here.err);
    assert.equal((await run(other, 'trust', '--yes')).code, 0);
    const there = await run(other, 'run', 'w.mmd');
    assert.equal(there.code, 0, there.out + there.err);
    assert.deepEqual(
      [mine, other].map((folder) => existsSync(join(folder, 'started'))),
      [true, true],
    );
  });

  test('nor with a store on a database server, whose other agents are trusted by its address', (t) => {
    const files = new TrustFiles(join(newFolder(t), 'own'));
    const [mine, other] = [newFolder(t), newFolder(t)];
    const [here, there] = [mine, other].map((folder) => userTrust(t, { files, folder, storeFile: null }));
    const agent = (...command: string[]) =>
      ({ id: 'bot', isAllowed: true, tools: [], provider: { kind: 'command', command } }) as const;
    const bot = agent('./agent.sh');
    assert.equal(here?.agent(bot)?.code, 'folder-not-trusted');
    here?.allow(agentReaches(bot));
    assert.equal(here?.agent(bot), null);
    assert.match(there?.agent(bot)?.message ?? '', new RegExp(`signoff trust ${other}, with the same store$`));
    assert.equal(there?.agent(agent('claude', '-p')), null);
  });
});

test('signoff trust shows what a store on a database server would start of the project', async (t) => {
  const server = await postgresOrSkip(t);
  if (server === undefined) return;
  const [folder, own] = [newFolder(t), newFolder(t)];
  mkdirSync(join(folder, '.git'));
  const DATABASE_URL = await server.createDatabase();
  const store = await openPostgresStore({ url: DATABASE_URL });
  const command = (...words: string[]) => ({ provider: { kind: 'command', command: words } });
  await store.putRecord('agent', 'bot', command('./agent.sh'), NOTE);
  await store.putRecord('agent', 'far', command('claude', '-p'), NOTE);
  await store.close();
  const env = { SIGNOFF_PROVIDER: '', SIGNOFF_HOME: '', XDG_CONFIG_HOME: own, DATABASE_URL };
  const looked = await signoffHere(['trust', '--json'], { cwd: folder, env });
  const would = ['agent:bot would start ["./agent.sh"]'];
  assert.deepEqual(JSON.parse(looked.out), { folder, would, trusted: false });
  assert.equal((await signoffHere(['trust', '--yes'], { cwd: folder, env })).code, 0);
  const listed = await signoffHere(['trust', '--list', '--json'], { cwd: folder, env });
  assert.equal(JSON.parse(listed.out).allowed.length, 1);
});

test('prd-and-mcp-D6: a message that is too long is answered, and the server goes on', async (t) => {
  const child = spawn(join(root, 'signoff'), ['mcp', '--project', newFolder(t)], { env: programEnv() });
  t.after(() => ended(child));
  const answers = lines(child.stdout);
  const clientInfo = { name: 'test', version: '0' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const ask = async (message: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    return JSON.parse(await answers.next());
  };
  assert.equal((await ask({ id: 1, method: 'initialize', params: hello })).id, 1);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const long = { name: 'x', arguments: { text: 'x'.repeat(11_000_000) } };
  const first = await ask({ id: 2, method: 'tools/call', params: long });
  assert.deepEqual([first.id, first.error.data.code], [2, 'request-too-large']);
  const last = await ask({ method: 'tools/call', params: long, id: 'three' });
  assert.deepEqual([last.id, last.error.data.code], ['three', 'request-too-large']);
  assert.deepEqual(await ask({ id: 4, method: 'ping' }), { jsonrpc: '2.0', id: 4, result: {} });
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  await gone;
}
