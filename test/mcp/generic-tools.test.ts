// The tools for any workflow, by the official client: work handed out, verdicts relayed, conversations, and refusals.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../src/json.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import { add, ended, eventsOf, stateOf } from '../runtime/engines-on-file.ts';
import { CHANGING, connect, mcpEngine, mcpOptions, type Talk } from './mcp-harness.ts';

const SCHEMA = '{"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}';
const WRITE_AND_CHECK = `flowchart TD
  W[Write] --> R[Review]
  R -->|output.verdict === 'approve'| E[END]
  R -->|default| W
%% @workflow: {"name": "letter"}
%% @W: {"agent": "agent:writer", "prompt": "Write to {{run.input.to}}.", "output": ${SCHEMA}}
%% @R: {"execution": "manual", "verdicts": ["approve", "reject"], "shows": ["steps.W.output"]}`;

const written = (text: string): Json => ({ text });

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  describe(`over the ${talk} protocol`, () => {
    test('a run is started, its work handed out and submitted, its gate answered, and it concludes', async (t) => {
      const engine = await mcpEngine(t);
      await add(engine, WRITE_AND_CHECK);
      const { call } = await connect(t, mcpOptions(engine), { talk });
      const work = await call('runs_start', { workflow: 'letter', input: { to: 'Ada' }, by: 'client' });
      assert.equal(work.next, 'work');
      assert.match(text(work.prompt), /^Write to Ada\.\n\nIt was given:/);
      assert.deepEqual(work.schema, JSON.parse(SCHEMA));
      const gate = await call('tasks_submit', { task: text(work.task), output: written('Dear Ada') });
      assert.equal(gate.next, 'gate');
      assert.match(text(gate.prompt), /Dear Ada/);
      assert.match(text(gate.prompt), /never decide/);
      assert.deepEqual(gate.verdicts, ['approve', 'reject']);
      const done = await call('tasks_answer', { task: text(gate.task), verdict: 'approve', comment: 'nice' });
      assert.equal(done.next, 'concluded');
      const run = text(work.run);
      assert.equal(await ended(engine, run), 'completed');
      const verdict = (await eventsOf(engine, run)).find(
        ({ type, data }) => type === 'TaskCompleted' && 'verdict' in data,
      );
      assert.equal(verdict?.actor, 'user:local');
      assert.equal(verdict?.channel, 'mcp');
      const [claimed] = (await eventsOf(engine, run)).filter(({ type }) => type === 'TaskClaimed');
      assert.equal(claimed?.actor, 'agent:client');
    });
  });
}

describe('reports', () => {
  test('of a reported task change nothing and answer what is next; another one is noted as refused', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const { call } = await connect(t, mcpOptions(engine));
    const work = await call('runs_start', { workflow: 'letter', input: {}, by: 'client' });
    const first = await call('tasks_submit', { task: text(work.task), output: written('one') });
    const events = (await eventsOf(engine, text(work.run))).length;
    const again = await call('tasks_submit', { task: text(work.task), output: written('one') });
    assert.equal(again.task, first.task);
    assert.equal(again.note, 'That was reported before; nothing was changed.');
    const other = await call('tasks_submit', { task: text(work.task), output: written('two') });
    assert.equal(other.task, first.task);
    assert.match(text(other.note), /^A result of "W" was taken before, from agent:client at .*was not taken\.$/);
    assert.match(text(again.prompt), /one/);
    const more = (await eventsOf(engine, text(work.run))).slice(events);
    assert.deepEqual(
      more.map(({ type }) => type),
      ['ReportRefused'],
    );
  });

  test('that break the schema are refused, and the run does not move', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const { call, refused } = await connect(t, mcpOptions(engine));
    const work = await call('runs_start', { workflow: 'letter', input: {}, by: 'client' });
    assert.match(
      await refused('tasks_submit', { task: text(work.task), output: { words: 3 } }),
      /invalid-output.*text/,
    );
    assert.equal((await call('tasks_next', { run: text(work.run) })).task, work.task);
    assert.ok(await call('tasks_submit', { task: text(work.task), output: written('right') }));
  });

  test('of unknown runs and tasks are refused', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const { call, refused } = await connect(t, mcpOptions(engine));
    const { run } = await call('runs_start', { workflow: 'letter', input: {}, by: 'client' });
    assert.match(await refused('tasks_submit', { task: 'nonsense', output: 1 }), /unknown-task/);
    assert.match(await refused('tasks_submit', { task: `${text(run)}#99`, output: 1 }), /unknown-task/);
    assert.match(await refused('tasks_submit', { task: 'run_0NONE#1', output: 1 }), /unknown-run/);
    assert.match(await refused('tasks_next', { run: 'run_0NONE#1' }), /unknown-run/);
    assert.match(await refused('runs_start', { workflow: 'nowhere' }), /unknown-workflow/);
    assert.match(await refused('runs_status', { run: 'run_0NONE' }), /unknown-run/);
  });

  test('that come after the lease was lost still count', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const { call } = await connect(t, mcpOptions(engine));
    const work = await call('runs_start', { workflow: 'letter', input: {}, by: 'client' });
    const lost = await engine.send(
      text(work.run),
      { type: 'LoseLease', task: 1, lease: 1 },
      { actor: 'system', channel: 'engine' },
    );
    assert.ok(lost.ok);
    assert.equal((await call('tasks_submit', { task: text(work.task), output: written('late') })).next, 'gate');
    const claims = (await eventsOf(engine, text(work.run))).filter(({ type }) => type === 'TaskClaimed');
    assert.equal(claims.length, 1);
  });

  test('of two clients at once: one counts, the other learns what is next', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const one = await connect(t, mcpOptions(engine));
    const two = await connect(t, mcpOptions(engine), { talk: 'newer' });
    const work = await one.call('runs_start', { workflow: 'letter', input: {}, by: 'client' });
    const same = await two.call('tasks_next', { run: text(work.run) });
    assert.equal(same.task, work.task);
    const answers = await Promise.all([
      one.call('tasks_submit', { task: text(work.task), output: written('one') }),
      two.call('tasks_submit', { task: text(work.task), output: written('two') }),
    ]);
    assert.equal(answers[0]?.task, answers[1]?.task);
    assert.equal(answers.filter(({ note }) => note !== undefined).length, 1);
    const completed = (await eventsOf(engine, text(work.run))).filter(({ type }) => type === 'TaskCompleted');
    assert.equal(completed.length, 1);
  });
});

describe('gates', () => {
  const open = async (t: Parameters<typeof mcpEngine>[0], diagram = WRITE_AND_CHECK, inboxUrl?: string) => {
    const engine = await mcpEngine(t);
    await add(engine, diagram);
    const connected = await connect(t, mcpOptions(engine, inboxUrl === undefined ? {} : { inboxUrl }));
    const work = await connected.call('runs_start', { workflow: 'letter', input: {}, by: 'client' });
    const gate = await connected.call('tasks_submit', { task: text(work.task), output: written('one') });
    return { engine, run: text(work.run), gate, ...connected };
  };

  test('are never answered by a submitted result', async (t) => {
    const { gate, refused, engine, run } = await open(t);
    assert.match(
      await refused('tasks_submit', { task: text(gate.task), output: { verdict: 'approve' } }),
      /person-expected/,
    );
    assert.equal((await stateOf(engine, run)).tasks.size, 1);
  });

  test('refuse a verdict on another version than the one that was shown', async (t) => {
    const { gate, refused, call } = await open(t);
    const stale = text(gate.task).replace(/\.[0-9a-f]{12}$/, '.0123456789ab');
    assert.match(await refused('tasks_answer', { task: stale, verdict: 'approve' }), /stale-verdict/);
    const bare = text(gate.task).replace(/\.[0-9a-f]{12}$/, '');
    assert.match(await refused('tasks_answer', { task: bare, verdict: 'approve' }), /stale-verdict/);
    assert.match(await refused('tasks_answer', { task: text(gate.task), verdict: 'perhaps' }), /unknown-verdict/);
    assert.equal((await call('tasks_answer', { task: text(gate.task), verdict: 'reject' })).next, 'work');
  });

  test('show what changed meanwhile again, and take no verdict on what it was', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, CHANGING);
    const { call, refused } = await connect(t, mcpOptions(engine));
    const gate = await call('runs_start', { workflow: 'changing', input: {} });
    assert.equal(gate.step, 'R');
    const other = (await stateOf(engine, text(gate.run))).tasks;
    const writer = [...other.values()].find(({ step }) => step === 'B') ?? assert.fail('B is open');
    await call('tasks_answer', { task: `${text(gate.run)}#${writer.id}`, verdict: 'red' });
    assert.match(await refused('tasks_answer', { task: text(gate.task), verdict: 'approve' }), /stale-verdict/);
    const again = await call('tasks_next', { run: text(gate.run) });
    assert.deepEqual([again.step, text(again.task).split('.')[0]], ['R', text(gate.task).split('.')[0]]);
    assert.notEqual(again.task, gate.task);
    assert.match(text(again.prompt), /### data\.word\n\n```text\nred\n```/);
    assert.equal((await call('tasks_answer', { task: text(again.task), verdict: 'approve' })).next, 'concluded');
  });

  test('that require the studio say where to answer, and refuse a relayed verdict', async (t) => {
    const strict = WRITE_AND_CHECK.replace('"execution": "manual"', '"execution": "manual", "requireStudio": true');
    const { gate, refused } = await open(t, strict, 'http://127.0.0.1:4100/inbox');
    assert.match(text(gate.prompt), /only when the person gives it in the studio: http:\/\/127\.0\.0\.1:4100\/inbox/);
    assert.match(await refused('tasks_answer', { task: text(gate.task), verdict: 'approve' }), /studio-only/);
  });

  test('of several people take a vote', async (t) => {
    const votes = '"approvals": {"need": 1, "of": ["local", "ada"]}';
    const { gate, call } = await open(
      t,
      WRITE_AND_CHECK.replace('"execution": "manual"', `"execution": "manual", ${votes}`),
    );
    assert.equal((await call('tasks_answer', { task: text(gate.task), verdict: 'approve' })).next, 'concluded');
  });

  test('are not shown again to someone who has voted', async (t) => {
    const votes = '"approvals": {"need": 2, "of": ["local", "ada"]}';
    const diagram = WRITE_AND_CHECK.replace('"execution": "manual"', `"execution": "manual", ${votes}`);
    const { gate, engine, run } = await open(t, diagram);
    const { call } = await connect(t, mcpOptions(engine, { waitMs: 100 }));
    assert.equal((await call('tasks_answer', { task: text(gate.task), verdict: 'approve' })).next, 'busy');
    const ada = await connect(t, mcpOptions(engine, { actor: 'user:ada' }));
    assert.equal((await ada.call('tasks_next', { run })).task, gate.task);
  });
});

describe('conversations', () => {
  const TALK = `flowchart TD
  T(Interview)
%% @workflow: {"name": "talk"}
%% @T: {"execution": "conversation", "agent": "agent:host", "prompt": "Ask for it.", "turns": 4, "output": ${SCHEMA}}`;

  test('go turn by turn between the client and its person, and end when the person accepts', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, TALK);
    const { call, refused } = await connect(t, mcpOptions(engine));
    const turn = await call('runs_start', { workflow: 'talk', input: {}, by: 'client' });
    assert.equal(turn.next, 'talk');
    assert.equal(turn.report, 'tasks_submit');
    const word = await call('tasks_submit', { task: text(turn.task), message: 'What is it called?' });
    assert.equal(word.report, 'tasks_answer');
    assert.match(text(word.prompt), /What is it called\?/);
    const second = await call('tasks_answer', { task: text(word.task), message: 'Tea' });
    assert.match(text(second.prompt), /\*\*person\*\*:\n\n```text\nTea/);
    assert.match(await refused('tasks_submit', { task: text(second.task), output: { name: 1 } }), /invalid-output/);
    const offered = await call('tasks_submit', { task: text(second.task), message: 'This?', output: written('Tea') });
    assert.equal(offered.report, 'tasks_answer');
    assert.match(
      await refused('tasks_submit', { task: text(offered.task), output: written('Pot') }),
      /person-expected/,
    );
    const done = await call('tasks_answer', { task: text(offered.task), verdict: 'approve' });
    assert.equal(done.next, 'concluded');
    assert.deepEqual(done.output, written('Tea'));
  });
});

describe('code on messages of a client that talks', () => {
  const TALK = `flowchart TD
  T(Interview)
%% @workflow: {"name": "judged", "data": {"type": "object", "properties": {"asked": {"type": "integer", "default": 0}}}}
%% @T: {"execution": "conversation", "agent": "agent:host", "prompt": "Ask.", "turns": 2, "acceptTurn": "talk.turn"}`;
  const acceptTurns: NonNullable<CodeRegistry['acceptTurns']> = {
    'talk.turn': ({ message, data }) =>
      message.text.split('?').length > 2
        ? { refused: ['one question at a time'] }
        : { text: `Q: ${message.text}`, set: { asked: Number(data.asked) + 1 } },
  };

  test('refuses them with its reasons, and what it makes of them is what people see', async (t) => {
    const engine = await mcpEngine(t, { code: { acceptTurns } });
    await add(engine, TALK);
    const { call, refused } = await connect(t, mcpOptions(engine));
    const turn = await call('runs_start', { workflow: 'judged', input: {}, by: 'client' });
    const why = await refused('tasks_submit', { task: text(turn.task), message: 'What? Why?' });
    assert.match(why, /not-accepted.*one question at a time/);
    const word = await call('tasks_submit', { task: text(turn.task), message: 'What?' });
    assert.match(text(word.prompt), /Q: What\?/);
    const { values } = await stateOf(engine, text(turn.run));
    assert.equal(values.get('asked')?.value, 1);
  });

  test('what the person attaches is shown to the client as material; the last turn asks for the result', async (t) => {
    const engine = await mcpEngine(t, { code: { acceptTurns } });
    await add(engine, TALK);
    const { call, refused } = await connect(t, mcpOptions(engine));
    const turn = await call('runs_start', { workflow: 'judged', input: {}, by: 'client' });
    const word = await call('tasks_submit', { task: text(turn.task), message: 'What?' });
    const task = text(word.task);
    const attach = (name: string) => ({ task, message: 'See.', attachments: [{ name, text: '# Tea' }] });
    assert.match(await refused('tasks_answer', attach('a/b.md')), /bad-attachment.*a\/b\.md/);
    const second = await call('tasks_answer', attach('idea.md'));
    assert.match(text(second.prompt), /material to work with.*\n\nAttachment "idea\.md":\n\n```text\n# Tea\n```/);
    assert.match(text(second.prompt), /The conversation is over now: give the result as `output`/);
    assert.match(await refused('tasks_submit', { task: text(second.task), message: 'More?' }), /result-due/);
    const done = await call('tasks_submit', { task: text(second.task), output: 'Tea' });
    assert.equal(done.next, 'concluded');
  });
});

describe('work of clients', () => {
  test('is found without a run, for agents whose provider is client, with their instructions', async (t) => {
    const engine = await mcpEngine(t);
    const note = { at: 0, actor: 'user:local', channel: 'cli', text: '[["AgentAdded",{}]]' } as const;
    const agent = { provider: { kind: 'client' }, agentPrompt: 'You are brief.' };
    await engine.store.putRecord('agent', 'writer', agent, note);
    await add(engine, WRITE_AND_CHECK);
    const { call } = await connect(t, mcpOptions(engine));
    assert.equal((await call('tasks_next')).next, 'nothing');
    const work = await call('runs_start', { workflow: 'letter', input: { to: 'Bob' } });
    assert.equal(work.next, 'work');
    assert.match(text(work.prompt), /^You are brief\.\n\nWrite to Bob\./);
    const other = await call('runs_start', { workflow: 'letter', input: { to: 'Eve' } });
    const events = await eventsOf(engine, text(other.run));
    assert.equal(events.find(({ type }) => type === 'TaskClaimed')?.actor, 'agent:writer');
  });

  test('of others is waited for, and the call answers in time that it should be asked again', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const { call, client } = await connect(t, mcpOptions(engine, { waitMs: 300 }));
    const busy = await call('runs_start', { workflow: 'letter', input: {}, by: 'agents' });
    assert.equal(busy.next, 'busy');
    assert.match(text(busy.message), /^agent:writer has not taken up "W"\. .*tasks_next with this run and by "client"/);
    const progressed: JsonObject[] = [];
    const params = { name: 'tasks_next', arguments: { run: text(busy.run) } };
    await client.callTool(params, { onprogress: (progress) => progressed.push(progress as unknown as JsonObject) });
    assert.match(text(progressed[0]?.message), /has not taken up "W"/);
    const stop = new AbortController();
    const slow = await connect(t, mcpOptions(engine, { waitMs: 60_000 }));
    const waiting = slow.client.callTool(params, { signal: stop.signal });
    const before = (await eventsOf(engine, text(busy.run))).length;
    setTimeout(() => stop.abort('enough'), 50);
    await assert.rejects(waiting, /enough/);
    assert.equal((await eventsOf(engine, text(busy.run))).length, before);
  });

  test('in a list is handed out one item to each client, and what is left to any client', async (t) => {
    const engine = await mcpEngine(t);
    await add(
      engine,
      `flowchart TD
  E[[Each: item]] --> W[Do it] --> J[Join]
%% @workflow: {"name": "list"}
%% @E: {"itemsPath": "run.input.items"}
%% @W: {"agent": "agent:client", "prompt": "Do {{item}}."}
%% @J: {"awaitTag": "E"}`,
    );
    const [one, two] = [await connect(t, mcpOptions(engine)), await connect(t, mcpOptions(engine), { talk: 'newer' })];
    const first = await one.call('runs_start', { workflow: 'list', input: { items: ['tea', 'pot'] } });
    const second = await two.call('tasks_next');
    assert.notEqual(second.task, first.task);
    assert.match(`${text(first.prompt)} ${text(second.prompt)}`, /Do tea[\s\S]*Do pot/);
    assert.equal((await one.call('tasks_submit', { task: text(first.task), output: 1 })).task, second.task);
    assert.equal((await two.call('tasks_submit', { task: text(second.task), output: 2 })).next, 'concluded');
  });

  test('in a subflow is handed out for the run around it, which then goes on', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, WRITE_AND_CHECK);
    const child = '%% @S: {"workflow": "letter", "input": {"to": "\'Ada\'"}}';
    await add(
      engine,
      `flowchart TD\n  S[[Run: letter]] --> G[Sign]\n%% @workflow: {"name": "around"}\n${child}
%% @G: {"execution": "manual"}`,
    );
    const note = { at: 0, actor: 'user:local', channel: 'cli', text: '[["AgentAdded",{}]]' } as const;
    await engine.store.putRecord('agent', 'writer', { provider: { kind: 'client' } }, note);
    const { call } = await connect(t, mcpOptions(engine));
    const work = await call('runs_start', { workflow: 'around', input: {}, by: 'agents' });
    assert.deepEqual([work.next, work.step], ['work', 'W']);
    const gate = await call('tasks_submit', { task: text(work.task), output: written('Dear Ada') });
    const last = await call('tasks_answer', { task: text(gate.task), verdict: 'approve' });
    assert.deepEqual([last.next, last.step], ['gate', 'G']);
    assert.equal((await call('tasks_answer', { task: text(last.task), verdict: 'approve' })).next, 'concluded');
  });
});

const text = (value: Json | undefined): string => String(value);
