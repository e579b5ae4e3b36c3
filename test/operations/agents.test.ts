// Operations on agents: add, list, show, edit, remove, test, costs.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answers } from '../support/model-answer.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { DRAFT_AND_APPROVE, type Office, openOffice } from '../support/operations.ts';
import { folderOf } from '../support/run-signoff.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');

describe('agents', () => {
  let office: Office;
  before(async () => {
    office = await openOffice();
  });
  after(() => office.close());

  test('are added as users that are no people', async () => {
    const given = { id: 'agent:drafter', name: 'Drafter', prompt: 'You draft.', provider: 'anthropic', model: 'm-1' };
    const limits = { concurrency: '2', costPerDay: '1.5', timeout: '90s', temperature: 0 };
    const added = await office.done('agents.add', { ...given, ...limits, tools: ['read_file'] }, { now: NOON });
    const stored = {
      ...{ isAgent: true, displayName: 'Drafter', agentPrompt: 'You draft.', isActive: true, role: 'viewer' },
      isAllowed: true,
      ...{ provider: { kind: 'model', name: 'anthropic' }, model: 'm-1', tools: ['read_file'] },
      limits: { concurrency: 2, costPerDay: 1.5, temperature: 0, timeoutMs: 90_000 },
      ...{ createdAt: '2026-11-16T12:00:00.000Z', updatedAt: '2026-11-16T12:00:00.000Z' },
    };
    assert.deepEqual(await office.store.record('agent', 'drafter'), stored);
    const { warnings, ...shown } = added;
    assert.deepEqual(shown, { id: 'drafter', ...stored, uses: 'anthropic' });
    assert.match(warnings.join(), /There is no price for m-1 of anthropic/);
    assert.match(await office.refused('agent-exists', 'agents.add', { id: 'drafter' }), /agents edit drafter/);
    for (const id of ['', 'Drafter', '-x', 'a b', 'x'.repeat(61)])
      await office.refused('invalid-request', 'agents.add', { id });
    await office.refused('not-allowed', 'agents.add', { id: 'other' }, { role: 'reviewer' });
  });

  test('name what answers in one word, a program as words or as a list; never a password', async () => {
    const providerOf = async (given: object) =>
      (await office.done('agents.edit', { id: 'drafter', ...given })).provider;
    assert.deepEqual(await providerOf({ provider: 'http://127.0.0.1:9/v1/' }), {
      ...{ kind: 'model', name: 'http://127.0.0.1:9/v1' },
    });
    assert.deepEqual(await providerOf({ command: 'claude -p' }), { kind: 'command', command: ['claude', '-p'] });
    const spaced = { provider: 'command', command: '["my program", "a,b"]' };
    assert.deepEqual(await providerOf(spaced), { kind: 'command', command: ['my program', 'a,b'] });
    assert.deepEqual(await providerOf({ provider: 'recorded:openai' }), { kind: 'recorded', name: 'openai' });
    assert.equal(await providerOf({ provider: null }), null);
    const bad = (given: object) => office.refused('invalid-request', 'agents.edit', { id: 'drafter', ...given });
    assert.match(await bad({ provider: 'command' }), /Expected the program of a command/);
    assert.match(await bad({ provider: 'offline', command: 'x' }), /Leave one out/);
    assert.match(await bad({ provider: 'http://me:secret@host/v1' }), /^(?!.*secret).*SIGNOFF_API_KEY/);
    assert.doesNotMatch(await bad({ provider: 'sk-canary-1' }), /canary/);
  });

  test('are changed only where something is given, and null takes away', async () => {
    using files = folderOf({ 'prompt.md': 'From a file.' });
    await office.done('agents.edit', { id: 'drafter', promptFile: files.path('prompt.md'), costPerDay: null });
    const edited = await office.done('agents.edit', { id: 'drafter', model: null, active: 'no' }, { now: NOON + 1000 });
    assert.deepEqual(
      [edited.displayName, edited.agentPrompt, edited.model, edited.isActive, edited.tools],
      ['Drafter', 'From a file.', null, false, ['read_file']],
    );
    assert.deepEqual(edited.limits, { concurrency: 2, temperature: 0, timeoutMs: 90_000 });
    assert.deepEqual([edited.createdAt.slice(11, 19), edited.updatedAt.slice(11, 19)], ['12:00:00', '12:00:01']);
    const both = { id: 'drafter', prompt: 'x', promptFile: 'y' };
    await office.refused('invalid-request', 'agents.edit', both);
    await office.refused('invalid-request', 'agents.edit', { id: 'drafter', promptFile: '/nowhere/p.md' });
    const away = { readsFiles: false };
    await office.refused('invalid-request', 'agents.edit', { id: 'drafter', promptFile: 'p.md' }, away);
    assert.match(await office.refused('unknown-agent', 'agents.edit', { id: 'nobody' }), /there are drafter/);
  });

  test('are shown with the workflows that name them, and stay while tasks wait for them', async () => {
    await office.done('workflows.add', { source: DRAFT_AND_APPROVE });
    const { run } = await office.done('runs.start', { workflow: 'letters', input: { topic: 'keys' } });
    const shown = await office.done('agents.show', { id: 'writer' });
    assert.deepEqual([shown.workflows, shown.openTasks, shown.inAll.calls], [['letters'], 1, 0]);
    const { agents } = await office.done('agents.list');
    assert.deepEqual(
      agents.map(({ id, today }: { id: string; today: { calls: number } }) => [id, today.calls]),
      [
        ['drafter', 0],
        ['writer', 0],
      ],
    );
    assert.match(await office.refused('agent-in-use', 'agents.remove', { id: 'writer' }), /has 1 open task\..*--force/);
    assert.equal((await office.done('agents.remove', { id: 'writer', force: true })).openTasks, 1);
    await office.refused('unknown-agent', 'agents.show', { id: 'writer' });
    await office.done('runs.cancel', { run });
    assert.equal((await office.done('agents.remove', { id: 'drafter' })).openTasks, 0);
    assert.equal((await office.done('store.verify')).ok, true);
  });
});

describe('agents.test', () => {
  let office: Office;
  let server: ModelServer;
  before(async () => {
    server = await startModelServer();
    const env = { ANTHROPIC_API_KEY: 'sk-canary', ANTHROPIC_BASE_URL: server.url, PATH: process.env.PATH ?? '' };
    office = await openOffice({ env });
    await office.done('agents.add', { id: 'writer', provider: 'anthropic', model: 'claude-sonnet-4-5' });
  });
  after(async () => {
    await office.close();
    await server.close();
  });

  const reply = '{"status":"SUCCESS","summary":"ok","output":"ready","nextAction":"COMPLETE","metadata":{}}';

  test('sends one real prompt, says what it cost and keeps nothing', async () => {
    server.next(answers.usage(reply, { in: 1000, out: 100, cached: 0 }));
    const tested = await office.done('agents.test', { id: 'writer' });
    assert.ok(tested.latencyMs >= 0);
    assert.deepEqual(
      { ...tested, latencyMs: 0 },
      {
        ...{ agent: 'writer', ok: true, provider: 'anthropic', model: 'claude-sonnet-4-5', latencyMs: 0 },
        ...{ tokens: { in: 1000, out: 100, cached: 0 }, cost: (1000 * 3 + 100 * 15) / 1e6 },
        ...{ reply, isReadable: true, fault: null },
      },
    );
    assert.equal(server.requests.length, 1);
    assert.deepEqual(await office.store.spent({}), []);
    await office.refused('not-allowed', 'agents.test', { id: 'writer' }, { role: 'operator' });
  });

  test('asks once even when the reply is in no form', async () => {
    const before = server.requests.length;
    server.next(answers.text('\nHello there.\nMore.'));
    const tested = await office.done('agents.test', { id: 'writer' });
    assert.deepEqual([tested.ok, tested.reply], [true, 'Hello there.']);
    assert.equal(server.requests.length, before + 1);
  });

  test('says what is wrong and what to do', async () => {
    server.next({ status: 401, error: { message: 'invalid x-api-key {key}', type: 'authentication_error' } });
    const refused = await office.done('agents.test', { id: 'writer' });
    assert.deepEqual([refused.ok, refused.fault.code, refused.cost], [false, 'bad-key', 0]);
    assert.match(refused.fault.advice, /environment/);
    assert.doesNotMatch(JSON.stringify(refused), /canary/);
    await office.done('agents.add', { id: 'other', provider: 'openai' });
    const keyless = await office.done('agents.test', { id: 'other' });
    assert.deepEqual([keyless.fault.code, keyless.provider, keyless.latencyMs], ['bad-key', 'openai', null]);
    await office.done('agents.add', { id: 'quiet', provider: 'offline' });
    assert.equal((await office.done('agents.test', { id: 'quiet' })).fault.code, 'no-writer');
  });
});

test('the doctor says which provider is used and why, and who is down', async () => {
  const well = await openOffice({ env: { SIGNOFF_PROVIDER: '', OPENAI_API_KEY: 'sk-canary', SIGNOFF_MODEL: 'm-2' } });
  try {
    const now = Date.now();
    const outage = { provider: 'openai', since: now - 1000, until: now + 60_000, reason: 'overloaded' };
    await well.store.changeShared('outage/openai', () => ({ next: outage, answer: null }));
    const past = { ...outage, provider: 'anthropic', until: now - 61_000 };
    await well.store.changeShared('outage/anthropic', () => ({ next: past, answer: null }));
    const { ok, findings } = await well.done('doctor', {}, { now });
    assert.equal(ok, true);
    const found = (what: string) => findings.filter((each: { what: string }) => each.what === what);
    assert.match(found('provider')[0].message, /use openai, model m-2: OPENAI_API_KEY is set.*Not used: .*Anthropic/);
    assert.equal(found('outage').length, 1);
    assert.match(found('outage')[0].message, /^openai is down since .*overloaded.*asked again at/);
    assert.doesNotMatch(JSON.stringify(findings), /canary/);
  } finally {
    await well.close();
  }
});
