// What the simulation found, each as the smallest run that shows it. The world checks every rule after every event.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/diagram/compile.ts';
import { branchKey } from '../../src/engine/run-state.ts';
import { waitsFor } from '../../src/engine/waits-for.ts';
import { act, done, fails, holdCodes, openSteps, resolve, start, taskOf } from './script.ts';
import { hash } from './sketch.ts';
import { send, type World } from './world.ts';

describe('scopes', () => {
  test('work left in a fired scope takes no place outside it', async () => {
    const world = await start(
      `flowchart TD
        O[[Each: a]] --> I[[Each: b]] --> T[Work] --> J1[Join] --> P(Ask) --> J2[Join]
      %% @O: {"itemsPath": "run.input.items", "concurrency": 1}
      %% @I: {"itemsPath": "run.input.items", "itemVariable": "b"}
      %% @J1: {"minCount": 1, "early": true}`,
      { items: [1, 2] },
    );
    assert.deepEqual(openSteps(world), ['T', 'T'], 'one item has the one place, with all that is in it');
    done(world, 'T');
    assert.deepEqual(openSteps(world), ['T', 'P', 'T', 'T'], 'the second item has the place of the first');
  });

  test('an item that waits for a person gives its place up, however deep it waits', async () => {
    const world = await start(
      `flowchart TD
        O[[Each: a]] --> A[Split] --> B[Left] --> J1[Join] --> J2[Join]
        A --> C[Right] --> J1
      %% @O: {"itemsPath": "run.input.items", "concurrency": 1}`,
      { items: [1, 2] },
    );
    done(world, 'A');
    done(world, 'C');
    fails(world, 'B');
    assert.deepEqual(holdCodes(world), ['join-boundary']);
    assert.deepEqual(openSteps(world), ['A']);
  });

  test('what queued for a place outside goes on when its own join fires', async () => {
    const world = await start(
      `flowchart TD
        O[[Each: a]] --> G(Ask) --> A[Split] --> B[Left] --> J1[Join] --> P(Then) --> J2[Join]
        A --> C(Right) --> D[Rest] --> J1
      %% @O: {"itemsPath": "run.input.items", "concurrency": 1}
      %% @J1: {"minCount": 1, "early": true}`,
      { items: [1, 2] },
    );
    done(world, 'G');
    done(world, 'G');
    done(world, 'A');
    done(world, 'B');
    done(world, 'A');
    done(world, 'B');
    for (let n = 0; n < 2; n++) done(world, 'C');
    assert.ok(openSteps(world).filter((step) => step === 'D').length === 2);
  });

  test('a skipped foreach goes on behind its join', async () => {
    const world = await start(
      `flowchart TD
        A[Before] --> O[[Each: a]] --> T[Work] --> J[Join] --> Z[After]
      %% @O: {"itemsPath": "run.input.items", "maxItems": 1}`,
      { items: [1, 2] },
    );
    done(world, 'A');
    assert.equal(resolve(world, 'skip'), null);
    assert.deepEqual(openSteps(world), ['Z']);
  });

  test('nobody can choose an edge into a scope that is not open', async () => {
    const world = await start(
      `flowchart TD
        A[Split] --> B[Left] --> J[Join]
        A --> C[Right] --> J`,
    );
    fails(world, 'A');
    assert.equal(resolve(world, 'choose', 'B'), 'unknown-edge');
  });

  test('items that are no list do not take the error edge of a single item', async () => {
    const world = await start(
      `flowchart TD
        O[[Each: a]] --> J[Join]
        O -->|error| H[Handle] --> J
      %% @O: {"itemsPath": "run.input.items", "action": "look"}`,
      { items: 'none' },
    );
    assert.deepEqual(holdCodes(world), ['step-failed']);
  });

  test('retrying the failed branches of a join holds again when none failed', async () => {
    const world = await start(
      `flowchart TD
        A[Split] --> B[Left] --> J[Join]
        A --> C[Right] --> J
      %% @J: {"minCount": 2}`,
    );
    done(world, 'A');
    done(world, 'B');
    act(world, { type: 'CancelTask', task: taskOf(world, 'C').id, reason: 'Not needed.' });
    assert.equal(resolve(world, 'retry-failed'), null);
    assert.deepEqual(holdCodes(world), ['join-boundary']);
  });
});

describe('failures', () => {
  const FORKED = `flowchart TD
    S[Work] --> Z[After]
    X[Failed] --> B[Tell] --> J[Join] --> E([END])
    X --> C[Tidy] --> J
    %% @S: {"onFailure": "fail"}`;

  test('the failure path may fork and join', async () => {
    const world = await start(`${FORKED}\n%% @workflow: {"onFailure": "X"}`);
    fails(world, 'S');
    done(world, 'X', 'the error');
    done(world, 'B');
    assert.equal(world.state.status, 'running');
    done(world, 'C');
    assert.equal(world.state.status, 'failed');
    assert.equal(world.state.output, 'the error');
  });

  test('a run that is retried forgets the scopes of its failure path', async () => {
    const world = await start(`${FORKED}\n%% @workflow: {"onFailure": "X"}\n%% @B: {"onFailure": "fail"}`);
    fails(world, 'S');
    done(world, 'X');
    fails(world, 'B');
    assert.equal(world.state.status, 'failed');
    act(world, { type: 'RetryRun', reason: 'Again.' });
    assert.deepEqual(openSteps(world), ['S']);
    assert.equal(world.state.scopes.size, 0);
  });

  test('work a fired join left behind on the failure path does not delay the end', async () => {
    const world = await start(`${FORKED}\n%% @workflow: {"onFailure": "X"}\n%% @J: {"minCount": 1, "early": true}`);
    fails(world, 'S');
    done(world, 'X');
    done(world, 'B');
    assert.equal(world.state.status, 'failed');
  });

  test('a clean-up that is ended at its join is over', async () => {
    const world = await start(`${FORKED}\n%% @workflow: {"onCancel": "X"}`);
    act(world, { type: 'CancelRun', reason: 'Enough.' });
    done(world, 'X');
    fails(world, 'B');
    assert.deepEqual(holdCodes(world), ['join-boundary']);
    assert.equal(resolve(world, 'end'), null);
    assert.equal(world.state.cleaning, false);
    assert.equal(world.state.status, 'cancelled');
  });

  test('a join that fails the run while its scope opens stops every branch', async () => {
    const world = await start(
      `flowchart TD
        A[Split] --> B[Out] --> E([END])
        A --> C[Left] --> J[Join]
        A --> D[Right] --> J
      %% @J: {"minCount": 3, "critical": true}`,
    );
    done(world, 'A');
    assert.equal(world.state.status, 'failed');
    assert.deepEqual(openSteps(world), []);
  });

  test('a token led to the onFailure step by an edge stands still when something else fails', async () => {
    const world = await start(
      `flowchart TD
        A[Split] --> B[Work]
        A --> X[Failed]
      %% @B: {"onFailure": "fail"}
      %% @workflow: {"onFailure": "X"}`,
    );
    done(world, 'A');
    fails(world, 'B');
    assert.deepEqual(openSteps(world), ['X']);
    done(world, 'X');
    assert.equal(world.state.status, 'failed');
  });

  test('a held task that fails is held once', async () => {
    const world = await start('flowchart TD\n  G(Ask) --> Z[After]');
    const { id: task } = taskOf(world, 'G');
    act(world, { type: 'HoldTask', task, code: 'unsure', message: 'Later.' });
    act(world, { type: 'FailTask', task, failure: { code: 'no', message: 'No.' } });
    assert.deepEqual(holdCodes(world), ['step-failed']);
  });

  test('an onFailure step inside a scope is a problem', async () => {
    const text = `flowchart TD
      O[[Each: a]] --> T[Work] --> X[Check] --> J[Join]
      %% @O: {"itemsPath": "run.input.items"}
      %% @J: {"awaitTag": "O"}
      %% @workflow: {"onFailure": "X"}`;
    const { problems } = await compile({ text, fileName: 'found.mmd', hash });
    assert.ok(problems.some(({ code }) => code === 'edge-enters-scope'));
  });
});

describe('people', () => {
  test('what is escalated to someone is theirs to take, though another had claimed it', async () => {
    const world = await start(
      'flowchart TD\n  G(Ask) --> Z[After]\n%% @G: {"escalate": {"after": 5, "to": "user:cyd"}}',
    );
    const { id: task } = taskOf(world, 'G');
    act(world, { type: 'ClaimTask', task, worker: 'user:ada', kind: 'person' });
    const [timer = 0] = world.state.timers.keys();
    assert.equal(send(world, { type: 'FireTimer', timer }, 'system', 'timer'), null);
    act(world, { type: 'CompleteTask', task, output: 'approve', verdict: 'approve' }, 'user:cyd');
    assert.deepEqual(openSteps(world), ['Z']);
  });
});

describe('files', () => {
  test('a step whose file could not be written takes its place out of the scope it leaves', async () => {
    const world = await start(
      `flowchart TD
        A[Split] --> F[[Each: a]] --> J[Join] --> Z[After]
        A --> B[Other] --> J
      %% @F: {"itemsPath": "run.input.items", "action": "look"}
      %% @J: {"minCount": 1, "early": true}`,
      { items: [1, 2] },
    );
    done(world, 'A');
    const { id: task } = taskOf(world, 'F');
    act(world, { type: 'ClaimTask', task, worker: 'agent:w1', kind: 'hosted' }, 'agent:w1');
    const file = { path: 'a.md', old: null, new: 'sha256:1', content: 'x', workspace: '/w' };
    act(world, { type: 'CompleteTask', task, lease: 1, output: 1, files: [file] }, 'agent:w1');
    done(world, 'B');
    act(world, { type: 'ReportFile', path: 'a.md', hash: 'sha256:1', outcome: 'failed', message: 'Full.' }, 'system');
    assert.equal(world.state.branches.get(branchKey(1, 0))?.busy, 1, 'the other item is still at work');
  });
});

describe('budgets', () => {
  const begin = (world: World, step: string): void => {
    const { id } = taskOf(world, step);
    act(world, { type: 'ClaimTask', task: id, worker: 'agent:x@1', kind: 'hosted' }, 'system');
    const lease = world.state.tasks.get(id)?.fence ?? 0;
    const call = {
      agent: 'x',
      provider: 'p',
      model: null,
      purpose: 'turn',
      prompt: step,
      cost: 2,
      tokens: 10,
    } as const;
    act(world, { type: 'BeginCall', task: id, lease, ...call }, 'system');
  };

  test('a run that fails while its budget ends it can go on with its failure path', async () => {
    const world = await start(
      `flowchart TD
        S([START]) --> A[Left] & B[Right]
        X[Tell] --> Y[After]
      %% @workflow: {"onFailure": "X"}
      %% @A: {"budget": {"cost": 1, "onBudget": "finish"}}
      %% @B: {"critical": true, "retry": {"attempts": 1}}`,
    );
    const { id } = taskOf(world, 'B');
    act(world, { type: 'ClaimTask', task: id, worker: 'agent:w1', kind: 'hosted' }, 'agent:w1');
    begin(world, 'A');
    assert.equal(world.state.status, 'running', 'what was sent is waited for');
    const failure = { code: 'broken', message: 'It broke.', retryable: false };
    act(world, { type: 'FailTask', task: id, lease: 1, failure }, 'agent:w1');
    done(world, 'X');
    done(world, 'Y');
    assert.equal(world.state.status, 'failed');
  });

  test('a budget that is spent while a cancelled run cleans up is a failure of its step', async () => {
    const world = await start(
      `flowchart TD
        A[Work] --> B[Rest]
        X[Tidy] --> Y[After]
      %% @workflow: {"onCancel": "X"}
      %% @X: {"budget": {"cost": 1, "onBudget": "finish"}, "retry": {"attempts": 1}}`,
    );
    act(world, { type: 'CancelRun', reason: 'Enough.' });
    begin(world, 'X');
    assert.deepEqual(holdCodes(world), ['step-failed']);
    assert.equal(resolve(world, 'end'), null);
    assert.equal(world.state.cleaning, false);
  });
});

describe('machines and timers', () => {
  test('raised events that call each other are held at the bound of a cascade', async () => {
    const world = await start(
      `stateDiagram-v2
        [*] --> A
        A --> B : go
        B --> A : go
        B --> [*] : stop
      %% @A: {"on": {"go": [{"target": "B", "raise": {"event": "go", "data": {}}}]}}
      %% @B: {"on": {"go": [{"target": "A", "raise": {"event": "go", "data": {}}}]}}
      %% @workflow: {"limits": {"cascade": 200}}`,
    );
    act(world, { type: 'SendSignal', id: '1', name: 'go', value: null });
    assert.deepEqual(holdCodes(world), ['cascade-limit']);
  });

  test('a transition that stays does not keep a state from its work', async () => {
    const world = await start(
      `stateDiagram-v2
        [*] --> A
        A --> [*] : done
      %% @A: {"action": "work", "on": {"always": [{"stay": true, "when": "true", "set": {"seen": "1"}}]}}
      %% @workflow: {"data": {"type": "object", "properties": {"seen": {"type": "number"}}}}`,
    );
    assert.deepEqual(openSteps(world), ['A']);
    done(world, 'A');
    assert.equal(world.state.status, 'completed');
  });

  test('a wait that ends by its signal takes its timer with it', async () => {
    const world = await start('flowchart TD\n  W[Wait] --> Z[After]\n%% @W: {"stepType": "wait", "timeout": 60}');
    act(world, { type: 'SendSignal', id: '1', name: 'W', value: null });
    assert.deepEqual([...world.outside.timers], []);
  });

  test('what a migrated run waits for is the name it began to wait for', async () => {
    const world = await start('flowchart TD\n  W[Wait] --> Z[After]\n%% @W: {"stepType": "wait"}');
    const renamed = world.workflow.steps.map((step) => ({
      ...step,
      wait: step.wait && { ...step.wait, signal: 'other' },
    }));
    assert.deepEqual(waitsFor(world.state, renamed), [{ for: 'signal', step: 'W', signals: ['W'], key: null }]);
  });

  test('a conversation that takes too long while its agent waits for another attempt waits for none', async () => {
    const world = await start(
      'flowchart TD\n  C[Talk] --> Z[After]\n%% @C: {"execution": "conversation", "timeout": 60}',
    );
    const { id: task } = taskOf(world, 'C');
    act(world, { type: 'ClaimTask', task, worker: 'agent:w1', kind: 'hosted' }, 'agent:w1');
    act(world, { type: 'FailTask', task, lease: 1, failure: { code: 'broken', message: 'It broke.' } }, 'agent:w1');
    const [timer = 0] = [...world.state.timers.values()].flatMap(({ id, kind }) => (kind === 'timeout' ? [id] : []));
    assert.equal(send(world, { type: 'FireTimer', timer }, 'system', 'timer'), null);
    assert.equal(world.state.tasks.get(task)?.waitsUntil, undefined);
  });

  test('a skipped subflow cancels its child', async () => {
    const world = await start('flowchart TD\n  S[[Run: other]] --> Z[After]');
    act(world, { type: 'SkipTask', task: taskOf(world, 'S').id, reason: 'Not today.' });
    assert.equal(world.outside.children.size, 0);
  });
});
