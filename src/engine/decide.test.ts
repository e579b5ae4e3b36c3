import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { compile } from '../diagram/compile.ts';
import type { Json } from '../json.ts';
import type { Command } from './commands.ts';
import type { Decision } from './context.ts';
import { decide } from './decide.ts';
import { evolve } from './evolve.ts';
import { newState } from './snapshot.ts';

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const ref = (name: string) => ({ $ref: `sha256:${name}`, bytes: 5000 });

async function given(diagram: string, loaded: { readonly [name: string]: Json } = {}) {
  const { workflow, problems } = await compile({ fileName: 'test.mmd', text: diagram, hash });
  assert.ok(workflow, JSON.stringify(problems));
  const state = newState();
  const stored = new Map<string, Json>(Object.entries(loaded).map(([name, json]) => [`sha256:${name}`, json]));
  const asked: string[] = [];
  const ask = (command: Command, actor = 'agent:a'): Decision => {
    const payloads = { get: (name: string) => stored.get(name) };
    const decision = decide(workflow, state, command, {
      now: 0,
      actor,
      channel: 'worker',
      payloads,
      validate: () => [],
      hash,
    });
    if ('needs' in decision) asked.push(...decision.needs);
    else for (const event of decision.events) evolve(state, event);
    if (decision.ok) for (const [name, json] of decision.payloads) stored.set(name, json);
    return decision;
  };
  const complete = (task: number, output: Json): Decision => {
    ask({ type: 'ClaimTask', task, worker: 'agent:a', kind: 'hosted' });
    return ask({ type: 'CompleteTask', task, lease: 1, output });
  };
  return { state, stored, asked, ask, complete };
}

describe('decide', () => {
  it('asks for a payload that a condition reads, and decides once it is there', async () => {
    const run = await given('graph TD\nA[Work] --> D{Good?}\nD -->|"output.score > 1"| B[Yes]\nD -->|default| C[No]');
    run.ask({ type: 'StartRun', run: 'run_1', input: {} });
    const before = run.state.number;
    assert.deepEqual(run.complete(1, ref('big')), { ok: false, needs: ['sha256:big'] });
    assert.equal(run.state.number, before + 1, 'only the claim happened');
    run.stored.set('sha256:big', { score: 2 });
    const decision = run.ask({ type: 'CompleteTask', task: 1, lease: 1, output: ref('big') });
    assert.ok(decision.ok);
    assert.deepEqual(
      decision.events.map(({ type }) => type),
      ['TaskCompleted', 'BranchTaken', 'TaskOpened'],
    );
  });

  it('moves a large output through steps without reading or copying it', async () => {
    const run = await given('graph TD\nA[One] --> B[Two] --> C[Three]\n%% @A: {"set":{"kept":"output"}}');
    run.ask({ type: 'StartRun', run: 'run_1', input: {} });
    assert.ok(run.complete(1, ref('big')).ok);
    assert.deepEqual(run.state.values.get('kept')?.value, ref('big'));
    assert.deepEqual(run.asked, []);
  });

  it('stores the results of a large join once and points into them', async () => {
    const items = Array.from({ length: 50 }, (_, i) => ({ id: i }));
    const run = await given(
      `graph TD
A[List] --> F[[Each: item]] --> W[Work] --> J[Join] --> B[After]
%% @F: {"itemsPath":"output.items","concurrency":50}
%% @B: {"prompt":"{{output.total}} of {{output.aggregatedResults[3].output.text}}"}`,
      {
        list: { items },
      },
    );
    run.ask({ type: 'StartRun', run: 'run_1', input: {} });
    run.complete(1, ref('list'));
    const open = [...run.state.tasks.values()].filter(({ step }) => step === 'W');
    for (const { id } of open) run.complete(id, { text: `done ${id}` });
    const after = [...run.state.tasks.values()].find(({ step }) => step === 'B');
    assert.deepEqual(after?.reads, {
      'output.total': 50,
      'output.aggregatedResults[3].output.text': `done ${open[3]?.id}`,
    });
    assert.equal(run.stored.size, 2, 'the list and the results');
  });

  it('refuses a command on a run of another version', async () => {
    const run = await given('graph TD\nA[One] --> B[Two]');
    run.ask({ type: 'StartRun', run: 'run_1', input: {} });
    run.state.version = 'sha256:other';
    const decision = run.ask({ type: 'PauseRun', reason: 'test' });
    assert.equal('rejection' in decision && decision.rejection.code, 'wrong-version');
  });

  it('gives the effects of its events and performs none', async () => {
    const run = await given('graph TD\nA[One] --> S[[Run: child]]\n%% @A: {"timeout":"5s"}');
    const started = run.ask({ type: 'StartRun', run: 'run_1', input: {} });
    assert.deepEqual(started.ok && started.effects, [{ do: 'open-task', task: 1, step: 'A' }]);
    const claimed = run.ask({ type: 'ClaimTask', task: 1, worker: 'agent:a', kind: 'hosted' });
    assert.deepEqual(claimed.ok && claimed.effects, [{ do: 'set-timer', timer: 1, kind: 'timeout', due: 5000 }]);
    const done = run.ask({ type: 'CompleteTask', task: 1, lease: 1, output: { n: 1 } });
    assert.deepEqual(done.ok && done.effects.map((effect) => effect.do), ['start-child', 'cancel-timer']);
  });
});
