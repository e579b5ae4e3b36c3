// The in-memory engine: registered code, timers on a clock that can jump, child runs, signals between runs, payloads.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../diagram/compile.ts';
import type { Workflow } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import type { CodeCall, CodeRegistry } from '../ports/action.ts';
import { type MemoryEngine, openMemoryEngine } from './memory-engine.ts';
import type { MemoryRun } from './memory-run.ts';
import type { Sender } from './pending-write.ts';
import { sha256 } from './sha256.ts';
import { viewTask } from './task-view.ts';
import { validate } from './validate.ts';

const ADA: Sender = { actor: 'user:ada', channel: 'cli' };
const START_MS = Date.UTC(2026, 0, 1);

async function compiled(name: string, text: string): Promise<Workflow> {
  const { workflow, problems } = await compile({ fileName: `${name}.mmd`, text, hash: sha256 });
  assert.ok(workflow, JSON.stringify(problems));
  return workflow;
}

function engineWith(code: CodeRegistry = {}, workflows: readonly Workflow[] = []): MemoryEngine {
  return openMemoryEngine({
    now: () => START_MS,
    hash: sha256,
    validate,
    code,
    loadWorkflow: async (wanted) => {
      if ('source' in wanted) return { workflow: await compiled('made', wanted.source), folder: null };
      const workflow = workflows.find(({ name }) => name === wanted.name);
      return workflow === undefined
        ? `Expected the workflow "${wanted.name}", found none.`
        : { workflow, folder: null };
    },
  });
}

async function started(engine: MemoryEngine, workflow: Workflow, input: Json = {}): Promise<MemoryRun> {
  const result = await engine.start(workflow, input, { by: ADA });
  assert.ok(result.ok, JSON.stringify(result));
  await engine.idle();
  return result.run;
}

function openTask(engine: MemoryEngine, step: string) {
  for (const open of engine.openTasks()) if (open.task.step === step) return open;
  return assert.fail(`no open task of ${step}`);
}

const types = ({ events }: MemoryRun) => events.map(({ type }) => type);

describe('actions', () => {
  const flow = `flowchart TD
  A[Add] --> B[[Each: Double]]
  B --> J[Join]
%% @workflow: {"data":{"type":"object","properties":{"sum":{"type":"integer","default":1}}}}
%% @A: {"action":"add","config":{"by":2}}
%% @B: {"itemsPath":"output.list","action":"double"}
`;

  test('run by themselves, each with its input, data, item and configuration', async () => {
    const calls: CodeCall[] = [];
    const engine = engineWith({
      actions: {
        add: (call) => {
          calls.push(call);
          return { output: { list: [1, 2, 3] }, set: { sum: 41 } };
        },
        double: async (call) => {
          calls.push(call);
          return { output: Number(call.item) * 2 };
        },
      },
    });
    const run = await started(engine, await compiled('sum', flow), { start: 1 });
    const [add, ...doubles] = calls;
    assert.deepEqual([add?.input, add?.data, add?.config, add?.attempt], [{ start: 1 }, { sum: 1 }, { by: 2 }, 1]);
    assert.deepEqual(
      doubles.map(({ item, index, total }) => [item, index, total]),
      [
        [1, 0, 3],
        [2, 1, 3],
        [3, 2, 3],
      ],
    );
    assert.equal(doubles[0]?.read('data', 'sum'), 41);
    assert.equal(doubles[0]?.read('steps', 'A', 'visits'), 1);
    assert.equal(run.state.status, 'completed');
    const output = engine.read(run.state.output) as { aggregatedResults: { output: number }[] };
    assert.deepEqual(
      output.aggregatedResults.map(({ output: one }) => one),
      [2, 4, 6],
    );
  });

  test('are tried again after the wait, on a clock that jumps', async () => {
    let attempts = 0;
    const engine = engineWith({
      actions: {
        add: () => {
          attempts++;
          if (attempts < 3) throw new Error(`attempt ${attempts} broke`);
          return { output: { list: [] } };
        },
      },
    });
    const run = await started(engine, await compiled('sum', flow));
    const waits: number[] = [];
    for (let next = engine.nextTimer(); next !== null; next = engine.nextTimer()) {
      waits.push(next.timer.due - engine.now());
      engine.fire(next);
      await engine.idle();
    }
    assert.deepEqual(waits, [2000, 4000]);
    assert.equal(engine.now(), START_MS + 6000);
    assert.equal(run.state.status, 'completed');
    const failures = run.events.filter(({ type }) => type === 'AttemptFailed');
    assert.deepEqual(
      failures.map(({ data }) => (data as { failure: { message: string } }).failure.message),
      ['attempt 1 broke', 'attempt 2 broke'],
    );
  });

  test('are asked to stop when their task is cancelled, and what they report then counts for nothing', async () => {
    let aborted = false;
    let finish = () => {};
    const engine = engineWith({
      actions: {
        add: ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              aborted = true;
            });
            finish = () => resolve({ output: { list: [] } });
          }),
      },
    });
    const result = await engine.start(await compiled('sum', flow), {}, { by: ADA });
    assert.ok(result.ok);
    await new Promise((resolve) => setImmediate(resolve));
    engine.send(result.run.id, { type: 'CancelRun', reason: 'enough' }, ADA);
    assert.equal(aborted, true);
    finish();
    await engine.idle();
    assert.equal(result.run.state.status, 'cancelled');
    assert.equal(types(result.run).at(-1), 'ReportRefused');
  });

  test('whose output breaks the schema have failed', async () => {
    const engine = engineWith({ actions: { bad: () => ({ output: 'text' }) } });
    const text =
      'flowchart TD\n  A[Work]\n%% @A: {"action":"bad","output":{"type":"integer"},"retry":{"attempts":1}}\n';
    const run = await started(engine, await compiled('bad', text));
    assert.deepEqual(
      [...run.state.holds.values()].map(({ code }) => code),
      ['step-failed'],
    );
  });

  test('are never found on the prototype of a registry', async () => {
    const engine = engineWith({ actions: {} });
    const run = await started(
      engine,
      await compiled('odd', 'flowchart TD\n  A[Work]\n%% @A: {"action":"constructor"}\n'),
    );
    assert.deepEqual(types(run), ['RunStarted', 'TaskOpened']);
    assert.equal([...engine.openTasks()].length, 1);
  });
});

const isNamed = (answer: Json): boolean => (answer as { owner: string }).owner !== '';

describe('prepare and accept', () => {
  const flow = `flowchart TD
  A[Draft]
%% @workflow: {"data":{"type":"object","properties":{"ids":{"type":"array","default":[]}}},"accept":"start"}
%% @A: {"prompt":"Write {{input.topic}} as {{input.id}}","prepare":"ids","accept":"check","output":{"type":"string"}}
`;

  test('add to the input at hand-out and decide what an answer becomes', async () => {
    const engine = engineWith({
      prepares: { ids: () => ({ input: { id: 'REQ-1' }, set: { ids: ['REQ-1'] } }) },
      accepts: {
        check: ({ answer, input, data }) =>
          answer === 'short'
            ? { refused: ['it is too short'] }
            : { output: `${answer} ${JSON.stringify(input)}`, set: { ids: [...(data.ids as string[]), 'accepted'] } },
      },
    });
    const run = await started(engine, await compiled('draft', flow), { topic: 'tea' });
    const { task } = openTask(engine, 'A');
    const agent: Sender = { actor: 'agent:x', channel: 'worker' };
    assert.ok((await engine.claim(run.id, task.id, 'agent:x', 'outside', agent)).ok);
    const claimed = run.state.tasks.get(task.id) ?? assert.fail();
    const view = viewTask(run, claimed, engine.payloads);
    assert.equal(view.prompt, 'Write tea as REQ-1');
    assert.deepEqual(view.input, { topic: 'tea', id: 'REQ-1' });
    const refused = await engine.answer(run.id, task.id, { output: 'short', lease: claimed.fence }, agent);
    assert.ok(!refused.ok);
    assert.deepEqual([refused.rejection.code, refused.rejection.details], ['not-accepted', ['it is too short']]);
    const invalid = await engine.answer(run.id, task.id, { output: 7, lease: claimed.fence }, agent);
    assert.equal(invalid.ok || invalid.rejection.code, 'invalid-output');
    assert.ok((await engine.answer(run.id, task.id, { output: 'long', lease: claimed.fence }, agent)).ok);
    assert.equal(engine.read(run.state.output), 'long {"topic":"tea","id":"REQ-1"}');
    assert.deepEqual(engine.read(run.state.values.get('ids')?.value), ['REQ-1', 'accepted']);
  });

  test('a prepare that throws fails the task at once', async () => {
    const engine = engineWith({
      prepares: {
        ids: () => {
          throw new Error('the registry is away');
        },
      },
    });
    const run = await started(engine, await compiled('draft', flow), { topic: 'tea' });
    const { task } = openTask(engine, 'A');
    const claimed = await engine.claim(run.id, task.id, 'agent:x', 'outside', { actor: 'agent:x', channel: 'worker' });
    assert.equal(claimed.ok, false);
    assert.deepEqual(types(run).slice(-4), ['TaskClaimed', 'AttemptFailed', 'TaskFailed', 'HoldOpened']);
  });

  test('a gate with code of its own gets its verdict from its accept', async () => {
    const gate = `flowchart TD
  A(Sign)
%% @A: {"accept":"judge","verdicts":["yes","no"],"output":{"type":"object","required":["owner"]}}
`;
    const engine = engineWith({
      accepts: {
        judge: ({ answer }) =>
          isNamed(answer) ? { output: answer, verdict: 'yes' } : { refused: ['Expected a name.'] },
      },
    });
    const run = await started(engine, await compiled('sign', gate), {});
    const { task } = openTask(engine, 'A');
    assert.equal((await engine.answer(run.id, task.id, { output: { owner: '' } }, ADA)).ok, false);
    assert.ok((await engine.answer(run.id, task.id, { output: { owner: 'ada' } }, ADA)).ok);
    assert.equal(run.state.verdicts.get('A')?.verdict, 'yes');
  });

  test('a run whose input is not accepted never exists', async () => {
    const engine = engineWith({ acceptRuns: { start: () => ['no topic was given'] } });
    const result = await engine.start(await compiled('draft', flow), {}, { by: ADA });
    assert.ok(!result.ok);
    assert.equal(result.rejection.code, 'not-accepted');
    assert.equal(engine.runs.size, 0);
  });
});

describe('child runs', () => {
  const child =
    'flowchart TD\n  W[Write]\n%% @workflow: {"name":"child"}\n%% @W: {"retry":{"attempts":1},"critical":true}\n';
  const parent = 'flowchart TD\n  S[[Run: child]] --> E[End of it]\n%% @S: {"inputMapping":{"n":"run.input.n"}}\n';
  const worker: Sender = { actor: 'agent:x', channel: 'worker' };

  async function report(engine: MemoryEngine, step: string, how: { output: Json } | { fail: string }): Promise<void> {
    const { run, task } = openTask(engine, step);
    await engine.claim(run.id, task.id, 'agent:x', 'outside', worker);
    const lease = run.state.tasks.get(task.id)?.fence ?? 0;
    if ('output' in how) assert.ok((await engine.answer(run.id, task.id, { output: how.output, lease }, worker)).ok);
    else
      engine.send(
        run.id,
        { type: 'FailTask', task: task.id, lease, failure: { code: 'broke', message: how.fail } },
        worker,
      );
    await engine.idle();
  }

  test('start with the mapped input, one level deeper, and give their output to the parent', async () => {
    const engine = engineWith({}, [await compiled('child', child)]);
    const run = await started(engine, await compiled('parent', parent), { n: 5 });
    const [, below] = [...engine.runs.values()];
    assert.deepEqual(below?.state.parent, { run: run.id, task: 1, depth: 1 });
    assert.deepEqual(engine.read(below?.state.input), { n: 5 });
    await report(engine, 'W', { output: 'a'.repeat(3000) });
    const { task } = openTask(engine, 'E');
    assert.equal(viewTask(run, task, engine.payloads).input, 'a'.repeat(3000));
  });

  test('fail their parent, and go on where they failed when it is retried', async () => {
    const engine = engineWith({}, [await compiled('child', child)]);
    const run = await started(engine, await compiled('parent', parent));
    await report(engine, 'W', { fail: 'no paper' });
    const [hold] = [...run.state.holds.values()];
    assert.match(hold?.message ?? '', /no paper/);
    engine.send(run.id, { type: 'ResolveHold', hold: hold?.id ?? 0, move: 'retry', reason: 'paper came' }, ADA);
    await engine.idle();
    assert.equal(engine.runs.size, 2);
    await report(engine, 'W', { output: 'done' });
    assert.ok(openTask(engine, 'E'));
  });

  test('are cancelled with their parent', async () => {
    const engine = engineWith({}, [await compiled('child', child)]);
    const run = await started(engine, await compiled('parent', parent));
    engine.send(run.id, { type: 'CancelRun', reason: 'enough' }, ADA);
    assert.deepEqual(
      [...engine.runs.values()].map(({ state }) => state.status),
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual([...engine.openTasks()], []);
  });

  test('that nobody knows are a failure of the step, not of the engine', async () => {
    const engine = engineWith();
    const run = await started(engine, await compiled('parent', parent));
    assert.match([...run.state.holds.values()][0]?.message ?? '', /Expected the workflow "child", found none/);
  });

  test('may be diagrams that an earlier step made', async () => {
    const engine = engineWith({ actions: { make: () => ({ output: { flow: 'flowchart TD\n  X[Made]' } }) } });
    const text =
      'flowchart TD\n  A[Make] --> S[[Run: it]]\n%% @A: {"action":"make"}\n' +
      '%% @S: {"subflowSource":"steps.A.output.flow"}\n';
    const run = await started(engine, await compiled('maker', text));
    await report(engine, 'X', { output: 'made' });
    assert.equal(engine.read(run.state.output), 'made');
  });
});

test('a step may send a signal to another run', async () => {
  const engine = engineWith({
    actions: {
      tell: ({ run }) => ({
        output: null,
        send: [{ run: (run.input as { to: string }).to, id: 's1', name: 'go', value: { n: 1 } }],
      }),
    },
  });
  const waiting = await started(
    engine,
    await compiled('waiter', 'flowchart TD\n  W[Wait]\n%% @W: {"stepType":"wait","signal":"go"}\n'),
  );
  await started(engine, await compiled('sender', 'flowchart TD\n  A[Tell]\n%% @A: {"action":"tell"}\n'), {
    to: waiting.id,
  });
  assert.equal(waiting.state.status, 'completed');
  assert.deepEqual(engine.read(waiting.state.output), { n: 1 });
});

test('large values are kept once, by what they hold; what looks like a reference is only data', async () => {
  const engine = engineWith();
  const large = 'x'.repeat(2000);
  const flow = await compiled('keep', 'flowchart TD\n  A(Look)\n%% @A: {"output":{}}\n');
  const run = await started(engine, flow, { large, fake: { $ref: 'sha256:0', bytes: 1 } });
  await started(engine, flow, { large, fake: { $ref: 'sha256:0', bytes: 1 } });
  assert.equal(engine.payloads.size, 1);
  const { task } = openTask(engine, 'A');
  assert.ok((await engine.answer(run.id, task.id, { output: { $ref: 'sha256:0', bytes: 1 } }, ADA)).ok);
  assert.deepEqual(engine.read(run.state.output), { $ref: 'sha256:0', bytes: 1 });
});
