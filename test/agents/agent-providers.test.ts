// Other ways to have a step done: a program, recordings, rule-based writers, and a person where none of them knows it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../e2e/wait-until.ts';
import { ended, eventsOf, start, taskOf } from '../runtime/engines-on-file.ts';
import { agentEngine, envelope } from './agent-engine.ts';

const ONE = 'flowchart TD\n  A[Write]\n%% @A: {"prompt": "Write about {{run.input.about}}.", "assignee": "agent:w"}';
const CLAUDE = fileURLToPath(new URL('../support/fake-claude.mjs', import.meta.url));

describe('a step is done by', () => {
  test('a program: the prompt on its input, its output checked like any reply', async (t) => {
    const command = [process.execPath, CLAUDE, 'echo', '$(touch oops)'];
    const { engine, server } = await agentEngine(t, { agents: { w: { provider: { kind: 'command', command } } } });
    const run = await start(engine, ONE, { about: 'tea' });
    assert.equal(await ended(engine, run), 'completed');
    const result = await engine.result(run, AbortSignal.timeout(60_000));
    const said = result?.output as { prompt: string; args: string[] };
    assert.match(said.prompt, /^You are a task automation agent[\s\S]*Write about tea\./);
    assert.deepEqual(said.args, ['$(touch oops)']);
    assert.equal(server.requests.length, 0);
  });

  test('a recording of it, without a key and without asking anyone', async (t) => {
    const recording = { SIGNOFF_PROVIDER: 'recorded:anthropic' };
    const first = await agentEngine(t, { env: recording, agents: { w: {} }, reply: () => envelope('recorded words') });
    const run = await start(first.engine, ONE, { about: 'tea' });
    assert.equal(await ended(first.engine, run), 'completed');
    await first.engine.close();
    const replaying = { SIGNOFF_PROVIDER: 'recorded', ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' };
    const model = first.server.requests[0]?.model ?? '';
    const second = await agentEngine(t, { env: { ...replaying, SIGNOFF_MODEL: model }, beside: first });
    const again = await start(second.engine, ONE, { about: 'tea' });
    assert.equal(first.server.requests.length, 1);
    const other = await start(second.engine, ONE, { about: 'coffee' });
    const row = await second.engine.wait(other, ({ status }) => status === 'on_hold', AbortSignal.timeout(60_000));
    assert.equal(row?.status, 'on_hold', 'what was not recorded is held');
    assert.equal(await ended(second.engine, again), 'completed');
    assert.equal((await second.engine.result(again, AbortSignal.timeout(60_000)))?.output, 'recorded words');
  });

  test('a writer without a model, for nothing; and what no writer knows waits for a person', async (t) => {
    const writer = {
      workflow: 'flow',
      step: 'A',
      write: ({ input }: { input: unknown }) => ({ from: input as never }),
    };
    const { engine } = await agentEngine(t, {
      env: { SIGNOFF_PROVIDER: 'offline' },
      agents: { w: {} },
      writers: [writer],
    });
    const run = await start(engine, `${ONE}\n`.replace('A[Write]', 'A[Write] --> B[More]'), { about: 'tea' });
    await until('the second step', async () =>
      (await eventsOf(engine, run)).some((event) => event.type === 'TaskOpened' && event.data.step === 'B'),
    );
    await engine.idle();
    const waiting = await taskOf(engine, run, 'B');
    assert.equal(waiting.status, 'pending');
    const ends = (await eventsOf(engine, run)).flatMap((event) =>
      event.type === 'CallEnded' ? [event.data.cost] : [],
    );
    assert.deepEqual(ends, [0]);
  });
});
