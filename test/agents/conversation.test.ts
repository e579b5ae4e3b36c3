// Conversations between an agent and a person: turns that outlive processes, a typed result at the end, and the CLI.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { ADA, ended, start, stateOf, taskOf } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { agentEngine } from './agent-engine.ts';

const RESULT = '{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}';
const WHO = '"agent": "agent:host", "assignee": "user:local"';
const TALK = `flowchart TD
  T(Interview)
%% @T: {"execution": "conversation", ${WHO}, "prompt": "Find out the name.", "turns": 4, "output": ${RESULT}}`;
const AGENTS = { host: { agentPrompt: 'You are curious.' } };
const offer = (name: string) => `Is it this?\n\n\`\`\`result\n{"name": "${name}"}\n\`\`\``;

async function waits(engine: Engine, run: string): Promise<void> {
  const row = await engine.wait(run, () => false, AbortSignal.timeout(1)).catch(() => null);
  assert.equal(row, null);
  for (let round = 0; round < 500; round++) {
    const [task] = [...(await stateOf(engine, run)).tasks.values()];
    if (task === undefined || task.status === 'waiting') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('the agent never had its turn');
}

async function say(engine: Engine, run: string, text: string, ends = false): Promise<void> {
  const { id } = await taskOf(engine, run, 'T');
  const sent = await engine.send(
    run,
    { type: 'AddMessage', task: id, from: 'person', text, ...(ends && { ends }) },
    ADA,
  );
  assert.ok(sent.ok, JSON.stringify(sent));
}

describe('a conversation', () => {
  test('goes turn by turn, and a result that is offered can be accepted', async (t) => {
    const { engine, server } = await agentEngine(t, { agents: AGENTS });
    server.next(answers.text('What is it called?'), answers.text(offer('Tea')));
    const run = await start(engine, TALK);
    await waits(engine, run);
    await say(engine, run, 'Tea, I think.');
    await waits(engine, run);
    const task = await taskOf(engine, run, 'T');
    const shown = task.shown === undefined ? {} : { shown: task.shown };
    const given = await engine.answer(run, task.id, { output: { name: 'Tea' }, ...shown }, ADA);
    assert.ok(given.ok, JSON.stringify(given));
    assert.equal(await ended(engine, run), 'completed');
    const [, second] = server.requests;
    assert.match(second?.system ?? '', /talking with a person/);
    assert.deepEqual(second?.texts.slice(1), ['What is it called?', 'Tea, I think.']);
  });

  test('ends when the person says so: then the agent must give the result, and it is checked', async (t) => {
    const { engine, server } = await agentEngine(t, { agents: AGENTS });
    server.next(answers.text('What is it called?'), answers.text('I would rather talk.'), answers.text(offer('Cup')));
    const run = await start(engine, TALK);
    await waits(engine, run);
    await say(engine, run, 'Cup. That is all.', true);
    assert.equal(await ended(engine, run), 'completed');
    assert.deepEqual((await engine.result(run, AbortSignal.timeout(5000)))?.output, { name: 'Cup' });
    assert.match(server.requests[2]?.texts.at(-1) ?? '', /```result/);
  });

  test('goes on in another process, days later', async (t) => {
    const first = await agentEngine(t, { agents: AGENTS });
    first.server.next(answers.text('What is it called?'), answers.text(offer('Pot')));
    const run = await start(first.engine, TALK);
    await waits(first.engine, run);
    await first.engine.close();
    const second = await agentEngine(t, { beside: first });
    await say(second.engine, run, 'Pot.');
    await waits(second.engine, run);
    const { offer: offered } = await taskOf(second.engine, run, 'T');
    assert.match(JSON.stringify(offered), /Pot/);
    assert.equal(first.server.requests.length, 2);
  });

  test('is held at the terminal with signoff chat', async (t) => {
    const { engine, server, folder } = await agentEngine(t, { agents: AGENTS });
    server.next(answers.text('What is it called?'), answers.text(offer('Jar')));
    const run = await start(engine, TALK);
    await waits(engine, run);
    const chat = spawn(join(root, 'signoff'), ['chat', `${run}#1`, '--store', join(folder, 'store.db')], {
      env: programEnv(folder),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const told = heard(chat);
    chat.stdin?.write('A jar.\n/accept\n');
    const [code] = await once(chat, 'exit');
    const out = await told;
    assert.equal(code, 0, out);
    assert.match(out, /What is it called\?[\s\S]*Is it this\?[\s\S]*offered result[\s\S]*"Jar"[\s\S]*over/);
    assert.equal(await ended(engine, run), 'completed');
  });
});

async function heard(child: ChildProcess): Promise<string> {
  let out = '';
  for await (const chunk of child.stdout ?? []) out += String(chunk);
  return out;
}
