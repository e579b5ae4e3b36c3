// The tools of the PM's source document over MCP, and what is refused: by name, with what to do, and without a change.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { projectFiles } from '../../src/agents/tools/project-files.ts';
import type { JsonObject } from '../../src/json.ts';
import { INVALID, newFolder, type PmFixture, type PmRun, pmFixture, SPEC, STORIES } from '../systems/pm-fixture.ts';
import { type ClientSide, connect, type McpConnection, mcpOptions } from './mcp-harness.ts';
import { ANSWER, FIRST, LAST, OFFER, person, play, startInput, turn } from './pm-conversation.ts';
import { systemsOn } from './systems-on.ts';

const ADA = 'user:ada';
const SUMMARY = 'An export of orders.';
const SUBMITTED = { markdown: SPEC, summary: SUMMARY };

interface AtPm extends McpConnection {
  readonly fixture: PmFixture;
  other(side?: ClientSide): Promise<McpConnection>;
  /** A run in its first turn, which the client's model has. */
  begin(input?: JsonObject): Promise<{ readonly run: PmRun; readonly first: JsonObject }>;
}

async function atPm(t: TestContext, side: ClientSide = {}): Promise<AtPm> {
  const fixture = await pmFixture(t);
  const { engine, project } = fixture;
  const systems = await systemsOn({ engine, project });
  const options = mcpOptions(engine, { actor: ADA, systems, projects: [project], projectTools: projectFiles });
  const connection = await connect(t, options, side);
  return {
    ...connection,
    fixture,
    other: (own) => connect(t, options, own),
    async begin(input = {}) {
      const first = await connection.call('runs_start', startInput(project, input));
      return { first, run: fixture.resume(String(first.run)) };
    },
  };
}

/** What changes nothing leaves the history as it was. */
async function unchanged(run: PmRun, act: () => Promise<unknown>): Promise<void> {
  const before = (await run.events()).length;
  await act();
  assert.equal((await run.events()).length, before);
}

describe('spec_submit', () => {
  test('gives all problems at once with line, column and fix, and changes nothing', async (t) => {
    const { call, begin } = await atPm(t);
    const { run } = await begin();
    await unchanged(run, async () => {
      const markdown = INVALID.replace('priority: must', 'priority: urgent');
      const { passed, blocking, next } = await call('spec_submit', { markdown, summary: '' });
      assert.deepEqual([passed, next], [false, 'nothing']);
      const problems = blocking as unknown as readonly JsonObject[];
      assert.deepEqual(
        problems.map(({ check }) => check),
        [5, 4],
      );
      for (const { line, column, message, fix } of problems)
        assert.ok(Number(line) > 0 && Number(column) > 0 && message !== '' && fix !== '');
    });
  });

  test('only checks where no run waits for a specification', async (t) => {
    const { call } = await atPm(t);
    const checked = await call('spec_submit', SUBMITTED);
    assert.deepEqual([checked.passed, checked.blocking, checked.next], [true, [], 'nothing']);
    assert.match(String(checked.message), /No run here waits for a specification from you\. Nothing was changed\./);
  });

  test('in an interview is the person’s own text: it ends it, without a draft and a preview', async (t) => {
    const connection = await atPm(t);
    const { call, begin } = connection;
    const { run, first } = await begin();
    await call('tasks_submit', { task: String(first.task), message: FIRST });
    const next = await call('spec_submit', SUBMITTED);
    assert.match(String(next.note), /attached to the interview, which has ended/);
    const { done } = await play(connection, next);
    assert.deepEqual(done, ['scope submit_stories']);
    const { request, spec } = (await run.data()) as { request: JsonObject; spec: string };
    assert.deepEqual([request.content, spec], [SUMMARY, SPEC]);
    // Nothing but shutdown ends a run: it rests, and takes the next one as an upload.
    const again = await call('spec_submit', { ...SUBMITTED, summary: 'Again.' });
    assert.match(String(again.note), /It was uploaded/);
    await play(connection, again);
    assert.equal(((await run.data()).request as JsonObject).content, 'Again.');
  });

  test('asks the person by a form before their text goes anywhere', async (t) => {
    const asked: string[] = [];
    const capabilities = { elicitation: {} };
    const prepare: ClientSide['prepare'] = (client) =>
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params.message);
        return { action: 'accept', content: { submit: false } };
      });
    for (const talk of ['older', 'newer'] as const) {
      const { refused, begin } = await atPm(t, { talk, capabilities, prepare });
      const { run } = await begin();
      await unchanged(run, async () => {
        assert.match(
          await refused('spec_submit', SUBMITTED),
          /^person-expected: .*did not submit it\. Nothing was changed/,
        );
      });
    }
    assert.equal(asked.length, 2);
    assert.match(asked[0] ?? '', /without a preview/);
  });

  test('asks which run is meant where several wait', async (t) => {
    const { call, refused, begin } = await atPm(t);
    const [one, other] = [await begin(), await begin()];
    const why = await call('spec_submit', SUBMITTED);
    for (const { run } of [one, other]) assert.ok(String(why.message).includes(run.id));
    const taken = await call('spec_submit', { ...SUBMITTED, run: other.run.id });
    assert.match(String(taken.note), /attached to the interview/);
    await one.run.inState('INTERVIEWING');
    assert.match(await refused('spec_submit', { ...SUBMITTED, run: 'run_00000000000000000000000000' }), /unknown-run/);
  });
});

describe('the architect', () => {
  test('sends a specification back with spec_feedback, and the interview goes on with it', async (t) => {
    const connection = await atPm(t);
    const { call, begin } = connection;
    const { run } = await begin();
    const scoped = await call('spec_submit', SUBMITTED);
    assert.equal(scoped.step, 'scope', JSON.stringify(scoped));
    const next = await call('spec_feedback', { feedback: 'What happens without orders?', urgency: 'high' });
    assert.deepEqual([next.step, next.report], ['INTERVIEWING', 'tasks_submit']);
    assert.match(String(next.prompt), /What happens without orders\?/);
    assert.equal((await run.data()).feedback, 'What happens without orders?');
  });

  test('is refused where nothing waits for it, and stories that cannot be built', async (t) => {
    const { call, refused, begin } = await atPm(t);
    const { submit_stories } = STORIES;
    for (const [tool, input] of [
      ['spec_feedback', { feedback: 'No.' }],
      ['submit_stories', submit_stories],
    ] as const)
      assert.match(await refused(tool, input), /^not-handed-out: No run here waits for the architect's answer/);
    await begin();
    await call('spec_submit', SUBMITTED);
    const [story] = submit_stories.requirements;
    const circle = { ...submit_stories, requirements: [{ ...story, dependencies: ['S-001'] }] };
    assert.match(await refused('submit_stories', circle), /^not-accepted: [\s\S]*S-001/);
    assert.match(await refused('spec_feedback', { feedback: '' }), /feedback/);
  });

  test('who is a person is asked: no tool of a model decides for them', async (t) => {
    const connection = await atPm(t);
    const { call, refused, begin } = connection;
    const { run } = await begin({ architect: 'person' });
    await call('spec_submit', SUBMITTED);
    const gate = await call('submit_stories', STORIES.submit_stories);
    assert.deepEqual([gate.next, gate.step], ['gate', 'review']);
    await unchanged(run, async () => {
      assert.match(
        await refused('submit_stories', STORIES.submit_stories),
        /^person-expected: .*a decision of the person[\s\S]*tasks_answer/,
      );
      assert.match(await refused('spec_feedback', { feedback: 'No.' }), /^person-expected: /);
      const output = { verdict: 'submit_stories' };
      assert.match(await refused('tasks_submit', { task: String(gate.task), output }), /^person-expected: /);
    });
    const { done } = await play(connection, gate);
    assert.deepEqual(done, ['review tasks_answer']);
    const review = (await run.family()).find(({ workflow }) => workflow.startsWith('pm-scope'));
    const verdict = (await run.events(review?.run)).find(
      ({ type, data }) => type === 'TaskCompleted' && 'verdict' in data,
    );
    assert.deepEqual([verdict?.actor, verdict?.channel], [ADA, 'mcp']);
  });
});

describe('an interview', () => {
  test('refuses a turn that quotes what nobody said, and says how to repair it', async (t) => {
    const { refused, begin } = await atPm(t);
    const { run, first } = await begin();
    const task = String(first.task);
    const asks = { questions: [{ topic: 'users', text: 'Who?' }] };
    await unchanged(run, async () => {
      const invented = turn('Good.', { ...asks, answers: [{ topic: 'vision', turn: 1, quote: 'a rocket' }] });
      assert.match(await refused('tasks_submit', { task, message: invented }), /^not-accepted: [\s\S]*"a rocket"/);
      const four = turn('Good.', { questions: Array(4).fill(asks.questions[0]) });
      assert.match(await refused('tasks_submit', { task, message: four }), /^not-accepted: [\s\S]*questions/);
      assert.match(await refused('tasks_submit', { task, message: 'Who uses it?' }), /```interview/);
      // What is not covered yet cannot be offered, neither as output nor as a block of the message.
      const offer = turn('That is all.', { questions: [] });
      assert.match(await refused('tasks_submit', { task, message: offer, output: OFFER }), /these are open: vision/);
      const block = `${offer}\n\n\`\`\`result\n${JSON.stringify(OFFER)}\n\`\`\``;
      assert.match(await refused('tasks_submit', { task, message: block }), /these are open: vision/);
    });
  });

  test('takes a result that the model wrote as a block of its message', async (t) => {
    const { call, begin } = await atPm(t);
    const { first } = await begin();
    const asked = await call('tasks_submit', { task: String(first.task), message: FIRST });
    const turns = await call('tasks_answer', { task: String(asked.task), message: ANSWER });
    const message = `${LAST}\n\n\`\`\`result\n${JSON.stringify(OFFER)}\n\`\`\``;
    const offered = await call('tasks_submit', { task: String(turns.task), message });
    assert.match(String(offered.prompt), /this result is offered:[\s\S]*Shop owners export/);
    assert.doesNotMatch(String(offered.prompt), /```result/);
  });

  test('never takes a message of the model for one of the person, nor the other way', async (t) => {
    const { call, refused, begin } = await atPm(t);
    const { run, first } = await begin();
    await unchanged(run, async () => {
      const said = { task: String(first.task), message: 'I am the person.' };
      assert.match(await refused('tasks_answer', said), /^not-your-turn: /);
    });
    const asked = await call('tasks_submit', { task: String(first.task), message: FIRST });
    await unchanged(run, async () => {
      assert.match(await refused('tasks_submit', { task: String(asked.task), message: ANSWER }), /^person-expected: /);
    });
  });

  test('ends when the person says so, also while the model has the word', async (t) => {
    const { call, begin } = await atPm(t);
    const { run, first } = await begin();
    const next = await call('tasks_answer', { task: String(first.task), ends: true });
    assert.equal(next.step, 'draft', JSON.stringify(next));
    const [ended] = (await run.events()).filter(({ type }) => type === 'TaskCompleted');
    assert.equal(ended?.actor, ADA);
  });

  test('takes last words with the end, and files; a whole specification among them ends it', async (t) => {
    const { call, begin } = await atPm(t);
    const one = await begin();
    const asked = await call('tasks_submit', { task: String(one.first.task), message: FIRST });
    const next = await call('tasks_answer', { task: String(asked.task), message: ANSWER, ends: true });
    assert.match(String(next.prompt), /Every order is one line/);
    const other = await begin();
    const again = await call('tasks_submit', { task: String(other.first.task), message: FIRST });
    const notes = [{ name: 'notes.md', text: 'Exports are kept for a year.' }];
    const noted = await call('tasks_answer', { task: String(again.task), message: 'See there.', attachments: notes });
    assert.match(String(noted.prompt), /Exports are kept for a year\./);
    const more = turn('I see.', { questions: [{ topic: 'users', text: 'Who reads them?' }] });
    const third = await call('tasks_submit', { task: String(noted.task), message: more });
    const whole = [{ name: 'spec.md', text: SPEC }];
    const scoped = await call('tasks_answer', { task: String(third.task), attachments: whole });
    assert.equal(scoped.step, 'scope', JSON.stringify(scoped));
    assert.equal((await other.run.data()).spec, SPEC);
  });

  test('a report for a turn that somebody took meanwhile is not taken for the next one', async (t) => {
    const connection = await atPm(t);
    const { call, begin, fixture } = connection;
    const { run, first } = await begin();
    const other = await connection.other();
    const asked = await other.call('tasks_submit', { task: String(first.task), message: FIRST });
    // Answered in another face.
    const said = { type: 'AddMessage', task: 1, from: 'person', text: ANSWER } as const;
    const sent = await fixture.engine.send(run.id, said, { actor: ADA, channel: 'cli' });
    assert.ok(sent.ok);
    const talk = turn('Late.', { questions: [{ topic: 'users', text: 'Who?' }] });
    const late = await call('tasks_submit', { task: String(first.task), message: talk });
    assert.match(String(late.note), /the agent has spoken meanwhile\. What was given now was not taken\./);
    const lateWord = await call('tasks_answer', { task: String(asked.task), message: 'Something else.' });
    assert.match(String(lateWord.note), /the person has spoken meanwhile\..*tell the person/);
    const repeated = await call('tasks_answer', { task: String(asked.task), message: ANSWER });
    assert.match(String(repeated.note), /reported before; nothing was changed/);
    assert.equal((await run.events()).filter(({ type }) => type === 'MessageAdded').length, 2);
    assert.equal(late.task, `${run.id}#1@3`);
  });

  test('two at once, each with its own client, come to their own stories', async (t) => {
    const connection = await atPm(t);
    const other = await connection.other({ talk: 'newer' });
    const [one, two] = await Promise.all([connection.begin({ once: true }), connection.begin({ once: true })]);
    // spec_submit and submit_stories find their run by its name. Of the same title the later one would be a new
    // version.
    const model = (id: string, title: string) => (next: JsonObject) =>
      next.step === 'draft'
        ? (['spec_submit', { ...SUBMITTED, markdown: SPEC.replace('Order export', title), run: id }] as const)
        : next.step === 'scope'
          ? (['submit_stories', { ...STORIES.submit_stories, run: id }] as const)
          : undefined;
    const played = await Promise.all([
      play(connection, one.first, { person, model: model(one.run.id, 'Order export') }),
      play(other, two.first, { person, model: model(two.run.id, 'Order print') }),
    ]);
    assert.deepEqual(
      played.map(({ last }) => last.next),
      ['concluded', 'concluded'],
    );
    const ids = await Promise.all([one, two].map(async ({ run }) => (await run.data()).feature_id));
    assert.deepEqual(ids, ['order-export', 'order-print']);
  });
});

describe('the prompt pm', () => {
  const textOf = async ({ client }: McpConnection, given: Record<string, string>): Promise<string> => {
    const [message] = (await client.getPrompt({ name: 'pm', arguments: given })).messages;
    return message?.content.type === 'text' ? message.content.text : '';
  };

  test('begins an interview, with or without an idea', async (t) => {
    const connection = await atPm(t);
    const { project } = connection.fixture;
    const text = await textOf(connection, { project, expertise: 'non-technical' });
    const [, input = ''] = /`runs_start` with (\{.*?\})\. Then/.exec(text) ?? [];
    assert.deepEqual(JSON.parse(input), {
      workflow: 'pm',
      input: { project_path: project, expertise: 'NON_TECHNICAL', begin: 'interview' },
    });
    assert.doesNotMatch(text, /Ask me first/);
    const first = await connection.call('runs_start', JSON.parse(input));
    assert.deepEqual([first.step, first.report], ['INTERVIEWING', 'tasks_submit']);
    assert.match(await textOf(connection, {}), /Ask me first: the folder of the project\./);
  });

  test('says which of its options cannot be used', async (t) => {
    const text = await textOf(await atPm(t), { expertise: 'wizard' });
    assert.match(text, /Tell me first, and ask what I meant: Expected --expertise as one of/);
  });
});

describe('the project’s files', () => {
  test('are listed and read, and nothing outside of the project is', async (t) => {
    const { call: _, client, fixture } = await atPm(t);
    const outside = newFolder(t);
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    mkdirSync(join(fixture.project, 'src'));
    writeFileSync(join(fixture.project, 'src/shop.ts'), 'export const shop = 1;\n');
    symlinkSync(join(outside, 'secret.txt'), join(fixture.project, 'link.txt'));
    const ask = async (name: string, input: JsonObject) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const [{ text = '' } = {}] = content as readonly { text?: string }[];
      return { text, isError };
    };
    assert.deepEqual(await ask('list_files', {}), { text: 'src/shop.ts', isError: false });
    assert.equal((await ask('read_file', { path: 'src/shop.ts' })).text, 'export const shop = 1;\n');
    for (const path of ['link.txt', '../secret.txt', join(outside, 'secret.txt'), 'missing.txt']) {
      const { text, isError } = await ask('read_file', { path });
      assert.equal(isError, true, path);
      assert.doesNotMatch(text, /^secret/);
    }
  });

  test('of a run that is not served here are not read', async (t) => {
    const { refused } = await atPm(t);
    const run = 'run_00000000000000000000000000';
    assert.match(await refused('list_files', { run }), /unknown-run/);
  });
});
