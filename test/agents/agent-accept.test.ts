// The code a step names judges what agents answer, as it judges people; and agents that no process asks.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Accept, CodeRegistry } from '../../src/ports/action.ts';
import { ended, eventsOf, start, stateOf } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { agentEngine, envelope, typesIn } from './agent-engine.ts';

const WRITE = 'flowchart TD\n  A[Write it]\n%% @A: {"prompt": "Write.", "accept": "even", "retry": {"attempts": 1}}';

const even: Accept = ({ answer, by }) => {
  if (answer === 'boom') throw new Error('the disk is full');
  if (typeof answer !== 'number') return { refused: ['expected a number'] };
  return answer % 2 === 0 ? { output: { half: answer / 2, by } } : { refused: [`${answer} is odd`] };
};

const withCode = (t: TestContext, code: CodeRegistry) => agentEngine(t, { code });

describe('code that accepts answers', () => {
  test('sends an agent its reasons, and gives the output in the end', async (t) => {
    const { engine, server } = await withCode(t, { accepts: { even } });
    server.next(answers.text(envelope(3)), answers.text(envelope('four')), answers.text(envelope(4)));
    const run = await start(engine, WRITE, {});
    assert.equal(await ended(engine, run), 'completed');
    const result = await engine.result(run, AbortSignal.timeout(60_000));
    assert.deepEqual(result?.output, { half: 2, by: 'agent' });
    assert.match(server.requests[1]?.texts.at(-1) ?? '', /3 is odd/);
    assert.match(server.requests[2]?.texts.at(-1) ?? '', /expected a number/);
  });

  test('refusing three times fails the attempt', async (t) => {
    const { engine, server } = await withCode(t, { accepts: { even } });
    server.next(...Array.from({ length: 3 }, () => answers.text(envelope(5))));
    const run = await start(engine, WRITE, {});
    await engine.wait(run, ({ status }) => status === 'on_hold', AbortSignal.timeout(60_000));
    const [hold] = [...(await stateOf(engine, run)).holds.values()];
    assert.match(hold?.message ?? '', /after 2 repairs, found: 5 is odd/);
  });

  test('that breaks fails the task at once: another answer would not help', async (t) => {
    const { engine, server } = await withCode(t, { accepts: { even } });
    server.next(answers.text(envelope('boom')));
    const run = await start(engine, WRITE, {});
    await engine.wait(run, ({ status }) => status === 'on_hold', AbortSignal.timeout(60_000));
    const [hold] = [...(await stateOf(engine, run)).holds.values()];
    assert.match(hold?.message ?? '', /the disk is full/);
    assert.equal(server.requests.length, 1);
  });

  test('a process without it asks no agent, hands nothing out and takes no answer', async (t) => {
    const { engine, server } = await withCode(t, {});
    const run = await start(engine, WRITE, {});
    await pause(300);
    assert.equal(server.requests.length, 0);
    const by = { actor: 'user:ada', channel: 'cli' } as const;
    const answered = await engine.answer(run, 1, { output: 3 }, by);
    assert.deepEqual([answered.ok, !answered.ok && answered.rejection.code], [false, 'code-missing']);
    const claimed = await engine.claim(run, 1, 'user:ada', 'person', by);
    assert.deepEqual([claimed.ok, !claimed.ok && claimed.rejection.code], [false, 'code-missing']);
    assert.ok(!typesIn(await eventsOf(engine, run)).includes('TaskClaimed'));
  });
});

test('an agent whose provider is the MCP client is left to it', async (t) => {
  const { engine, server } = await agentEngine(t, { agents: { mate: { provider: { kind: 'client' } } } });
  const run = await start(
    engine,
    'flowchart TD\n  A[Write it]\n%% @A: {"prompt": "Write.", "assignee": "agent:mate"}',
    {},
  );
  await pause(1500);
  assert.equal(server.requests.length, 0);
  const [task] = [...(await stateOf(engine, run)).tasks.values()];
  assert.equal(task?.status, 'pending');
});
