// What careless models send to the tools for any workflow: missing and misnamed fields, lost runs, other cases.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../src/json.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { CHANGING, connect, mcpEngine, mcpOptions } from './mcp-harness.ts';

const OWN = '{"type": "object", "required": ["score"], "properties": {"score": {"type": "number"}}}';
const FLOW = `flowchart TD
  W[Write] --> R[Review]
  R --> J[Judge]
  J --> S[Sign]
%% @workflow: {"name": "steps"}
%% @W: {"agent": "agent:a"}
%% @R: {"execution": "manual", "verdicts": ["keep", "drop"], "shows": ["steps.W.output"]}
%% @J: {"execution": "manual", "verdicts": ["judged"], "output": ${OWN}}
%% @S: {"execution": "manual", "requireStudio": true}`;

const TALK = `flowchart TD
  T(Interview)
%% @workflow: {"name": "talk"}
%% @T: {"execution": "conversation", "agent": "agent:host", "prompt": "Ask for it."}`;

async function opened(t: Parameters<typeof mcpEngine>[0], ...diagrams: readonly string[]) {
  const engine = await mcpEngine(t);
  for (const diagram of diagrams) await add(engine, diagram);
  return { engine, ...(await connect(t, mcpOptions(engine, { waitMs: 300 }))) };
}

test('work is not completed by a report without its result, and a misnamed field is named', async (t) => {
  const { call, refused, engine } = await opened(t, FLOW);
  const work = await call('runs_start', { workflow: 'steps' });
  const task = text(work.task);
  assert.match(await refused('tasks_submit', { task }), /^invalid-output: Expected `output`.* found none/);
  assert.match(await refused('tasks_submit', { task, result: 'a story' }), /"result"/);
  assert.match(await refused('runs_start', { workflow: 'steps', inputs: {} }), /"inputs"/);
  assert.ok(!(await eventsOf(engine, text(work.run))).some(({ type }) => type === 'TaskCompleted'));
  assert.equal((await call('tasks_submit', { task, output: 'a story' })).step, 'R');
});

test('verdicts count in any case; refused ones go back to the person, with what is expected', async (t) => {
  const { call, refused } = await opened(t, FLOW);
  const work = await call('runs_start', { workflow: 'steps' });
  const gate = await call('tasks_submit', { task: text(work.task), output: 'a story' });
  assert.match(text(gate.prompt), /The verdict is one of: keep, drop\./);
  const none = await refused('tasks_answer', { task: text(gate.task) });
  assert.match(none, /^verdict-expected: .*one of keep, drop, found none.*Ask the person again/);
  assert.match(await refused('tasks_answer', { task: text(gate.task), verdict: 'hm' }), /Ask the person again/);
  const own = await call('tasks_answer', { task: text(gate.task), verdict: ' KEEP' });
  assert.equal(own.step, 'J');
  assert.doesNotMatch(text(own.prompt), /The verdict is one of/);
  const alone = await refused('tasks_answer', { task: text(own.task), verdict: 'judged' });
  assert.match(alone, /Expected an object with score as `output` for "J", found the verdict alone/);
  const studio = await call('tasks_answer', { task: text(own.task), verdict: 'judged', output: { score: 1 } });
  assert.deepEqual(
    [studio.step, studio.report, studio.verdicts, studio.schema],
    ['S', undefined, undefined, undefined],
  );
  assert.match(text(studio.prompt), /only when the person gives it in the studio.*The run waits for it/);
});

test('a verdict on an older version is refused together with the new one', async (t) => {
  const { call, client, engine } = await opened(t, CHANGING);
  const gate = await call('runs_start', { workflow: 'changing' });
  const run = text(gate.run);
  const view = await engine.view(run);
  const other = [...(view?.state.tasks.values() ?? [])].find(({ step }) => step === 'B') ?? assert.fail('B is open');
  await call('tasks_answer', { task: `${run}#${other.id}`, verdict: 'red' });
  const answer = { name: 'tasks_answer', arguments: { task: text(gate.task), verdict: 'approve' } };
  const { isError, content } = await client.callTool(answer);
  assert.equal(isError, true);
  const [why, now] = content as readonly { text: string }[];
  assert.match(why?.text ?? '', /^stale-verdict/);
  assert.match(now?.text ?? '', /"step":"R".*red/);
});

test('what agents have not taken up is done by a client that says so', async (t) => {
  const { call, engine } = await opened(t, FLOW);
  const busy = await call('runs_start', { workflow: 'steps', by: 'agents' });
  assert.equal(busy.next, 'busy');
  const work = await call('tasks_next', { run: text(busy.run), by: 'client' });
  assert.deepEqual([work.next, work.step], ['work', 'W']);
  const moved = (await eventsOf(engine, text(busy.run))).find(({ type }) => type === 'TaskReassigned');
  assert.deepEqual(
    [moved?.actor, moved?.data],
    ['user:local', { task: 1, assignee: 'agent:client', reason: 'An MCP client does it: no agent has taken it up.' }],
  );
});

test('without a run and without work, what is open is listed', async (t) => {
  const { call } = await opened(t, FLOW);
  assert.match(text((await call('tasks_next')).message), /There are no open runs/);
  const one = await call('runs_start', { workflow: 'steps' });
  const two = await call('runs_start', { workflow: 'steps' });
  await call('tasks_submit', { task: text(two.task), output: 'a story' });
  const open = await call('tasks_next');
  assert.equal(open.next, 'nothing');
  assert.deepEqual(open.gates, [{ run: two.run, workflow: 'steps', step: 'R' }]);
  assert.deepEqual(open.held, [{ run: one.run, workflow: 'steps', step: 'W' }]);
  const runs = open.runs as readonly JsonObject[];
  assert.deepEqual(
    runs.map(({ run, waitsFor }) => [run, waitsFor]),
    [
      [two.run, 'task "R" of steps for a person'],
      [one.run, 'task "W" of steps, under way by agent:client'],
    ],
  );
});

test("an agent's turn says what message and output are, and takes neither for nothing", async (t) => {
  const { call, refused } = await opened(t, TALK);
  const turn = await call('runs_start', { workflow: 'talk' });
  assert.match(text(turn.prompt), /`message`.*`output`/);
  assert.doesNotMatch(text(turn.prompt), /report only what they said/);
  assert.match(await refused('tasks_submit', { task: text(turn.task) }), /Expected `message`, or `output`/);
  const word = await call('tasks_submit', { task: text(turn.task), message: 'What is it called?' });
  assert.match(text(word.prompt), /report only what they said/);
});

const text = (value: Json | undefined): string => String(value);
