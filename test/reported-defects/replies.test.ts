// What reviewers found about forms of replies and what is lost of them, each as they saw it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_PROMPT, JSON_BASE_PROMPT } from '../../src/agents/base-prompt.ts';
import { readReply } from '../../src/agents/reply/read-reply.ts';
import { paintFor } from '../../src/cli/paint.ts';
import { RunTree } from '../../src/cli/run-tree.ts';
import { outputLines } from '../../src/cli/show-output.ts';
import { validate } from '../../src/runtime/validate.ts';
import { agentEngine, envelope } from '../agents/agent-engine.ts';
import { ended, eventsOf, start } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { startModelServer } from '../support/model-server.ts';
import { openOffice } from '../support/operations.ts';

const SCORE = '{"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}}';
const DIAGRAM = `flowchart TD
  A[Write it]
%% @A: {"prompt": "Write about tea.", "output": ${SCORE}, "assignee": "agent:writer"}`;
const SECTIONS = /^## (?:Status|Summary|Output|Next Action|Metadata)$|Markdown|section/im;

test('agents-D17: a model held to a schema is asked for that JSON alone, also when it is asked again', async (t) => {
  const { engine, server } = await agentEngine(t, { agents: { writer: { displayName: 'Writer' } } });
  server.next(answers.text('I am done.'), answers.text(envelope({ n: 1 })));
  const run = await start(engine, DIAGRAM);
  assert.equal(await ended(engine, run), 'completed');
  const [asked, again] = server.requests;
  assert.ok(asked !== undefined && again !== undefined && asked.schema !== null);
  for (const text of [asked.system, ...asked.texts, again.system, ...again.texts]) assert.doesNotMatch(text, SECTIONS);
  assert.match(asked.system, /^You are a task automation agent\. Your response MUST be the JSON object asked for/);
  assert.match(asked.texts[0] ?? '', /The field output must be one JSON value/);
  assert.match(again.texts.at(-1) ?? '', /could not be used.*as one JSON object/s);
});

test('agents-D17: a model with tools is asked for the sections alone', async (t) => {
  const { engine, server } = await agentEngine(t, {
    agents: { writer: { displayName: 'Writer', tools: ['list_files'] } },
  });
  server.next(answers.text('I am done.'), answers.text(envelope({ n: 1 })));
  const run = await start(engine, DIAGRAM);
  assert.equal(await ended(engine, run), 'completed');
  const [asked, again] = server.requests;
  assert.equal(asked?.schema, null);
  assert.equal(asked?.system.startsWith(BASE_PROMPT), true);
  assert.doesNotMatch(again?.texts.at(-1) ?? '', /JSON object with the fields/);
});

test('agents-D17: only the format of the base prompt is another, what its parts are for stays word for word', () => {
  const kept = BASE_PROMPT.split('\n').filter((line) => /^(?:\[|- If )/.test(line));
  assert.equal(kept.length, 7);
  for (const line of kept) assert.ok(JSON_BASE_PROMPT.includes(line), `Expected ${line}`);
  assert.equal(BASE_PROMPT.split('. ')[0], JSON_BASE_PROMPT.split('. ')[0]);
});

test('agents-D17: sections in the place of a structured output are read as the reply, never as a text', () => {
  const sections = '## Status\nSUCCESS\n\n## Output\n{"score": 90}\n\n## Next Action\nCOMPLETE\n';
  const structured = { status: 'SUCCESS', summary: 's', output: sections, nextAction: 'COMPLETE', metadata: {} };
  const rules = { schema: null, acceptPartial: true, reviewBelow: null };
  const read = readReply({ text: '', structured }, rules, validate);
  assert.ok(read.ok);
  assert.deepEqual(read.envelope.output, { score: 90 });
});

test('agents-D11: an output with a heading "Metadata" is read whole', () => {
  const document = '# API guide\n\nIntro.\n\n## Metadata\nA version.\n\n## Endpoints\nGET /x';
  const end = '## Next Action\nCOMPLETE\n\n## Metadata\n```json\n{"confidence": 0.9}\n```';
  const rules = { schema: null, acceptPartial: true, reviewBelow: null };
  const whole = readReply({ text: `## Status\nSUCCESS\n\n## Output\n${document}\n\n${end}` }, rules, validate);
  assert.ok(whole.ok, JSON.stringify(whole));
  assert.equal(whole.envelope.output, document);
  assert.equal(whole.envelope.nextActionReason, null);
  const unsure = readReply({ text: `## Status\nSUCCESS\n\n## Output\n${document}` }, rules, validate);
  assert.equal(unsure.ok, false);
});

const METADATA = { confidence: 0.4, suggested_tags: ['legal', 'urgent'], suggested_next_stage: 'lawyer' };
const HINTED = `flowchart TD
  A[Draft] --> B[Check]
%% @workflow: {"name": "hints"}
%% @A: {"prompt": "Draft it.", "agent": "clerk"}
%% @B: {"prompt": "Check it.", "agent": "clerk", "tags": ["contract"], "applyTags": true}`;

test('agents-D19, agents-D11: what a reply says of itself, and how it was read, is shown to people', async (t) => {
  const server = await startModelServer();
  const env = { ANTHROPIC_API_KEY: 'sk-canary', ANTHROPIC_BASE_URL: server.url, PATH: process.env.PATH ?? '' };
  const office = await openOffice({ env, asksAgents: true, processesWork: true });
  t.after(async () => {
    await office.close();
    await server.close();
  });
  await office.done('agents.add', { id: 'clerk', provider: 'anthropic', model: 'claude-sonnet-4-5' });
  await office.done('workflows.add', { source: HINTED });
  const half = { status: 'PARTIAL', summary: 'Two of three parts.', metadata: { ...METADATA, confidence: 85 } };
  const escalated = { nextAction: 'ESCALATE', nextActionReason: 'A lawyer must look.', metadata: METADATA };
  server.next(answers.text('no'), answers.text(envelope('a', half)), answers.text(envelope('b', escalated)));
  const { run } = await office.done('runs.start', { workflow: 'hints' });
  await office.done('runs.wait', { run, timeout: '20s' });
  const lines = async (name: string, input: object): Promise<string> =>
    outputLines(name, await office.done(name, input), { paint: paintFor({}, {}), width: 100, now: Date.now() }).join(
      '\n',
    );

  const held = (await lines('tasks.show', { task: `${run}#2` })).replace(/\s+/g, ' ');
  assert.match(
    held,
    /On hold: The agent asks for a person: A lawyer must look\. \(confidence 0\.4; suggested next stage "lawyer"/,
  );
  assert.match(
    held,
    /Its agent said SUCCESS, confidence 0\.4: Done\.; suggests the next stage "lawyer"; suggests the tags legal, /,
  );
  // The step applies them: people find the task by them.
  assert.match(held, /tags contract, legal, urgent/);
  const found = await office.done('tasks.list', { tag: 'legal' });
  assert.deepEqual(
    found.tasks.map(({ task }: { task: string }) => task),
    [`${run}#2`],
  );

  const calls = await lines('runs.calls', { run });
  assert.match(calls, /#1 not used: Expected a reply with status/);
  assert.match(calls, /#2 PARTIAL, confidence 0\.85: Two of three parts\./);
  assert.match(calls, /#2 warning: Expected a confidence from 0 to 1, found 85; it is read as 0\.85\./);

  assert.match(
    await lines('runs.show', { run }),
    /Warning at A: The agent did a part of the work: Two of three parts\./,
  );
  const view = (await office.engine.view(run)) ?? assert.fail('the run is there');
  const tree = new RunTree(view.workflow, view.payloads);
  for (const event of await eventsOf(office.engine, run)) tree.apply(event);
  assert.deepEqual(tree.roots[0]?.remarks, ['warning: The agent did a part of the work: Two of three parts.']);
});

test('prd3-D20: a reply of 9 MB is a failed attempt like any other, and its step is skipped as drawn', async (t) => {
  const { engine, server } = await agentEngine(t, {
    agents: { writer: { displayName: 'Writer' } },
    reply: () => answers.text('x'.repeat(9_200_000)),
  });
  const diagram = DIAGRAM.replace('"assignee"', '"onFailure": "skip", "retry": {"attempts": 1}, "assignee"');
  const run = await start(engine, diagram);
  assert.equal(await ended(engine, run), 'completed');
  assert.equal(server.requests.length, 3, 'asked once and repaired twice');
  const longest = Math.max(...server.requests.map(({ texts }) => texts.join('').length));
  assert.ok(longest < 300_000, `a prompt of ${longest} characters`);
  const failed = (await eventsOf(engine, run)).find(({ type }) => type === 'TaskFailed');
  assert.match(JSON.stringify(failed?.data), /invalid-reply.*after 2 repairs/);
});

test('prd3-D20: a reply too long to be read is an attempt, and no outage that is waited for without end', async (t) => {
  const { engine, server } = await agentEngine(t, {
    agents: { writer: { displayName: 'Writer' } },
    reply: () => answers.broken('huge'),
  });
  const attempts = '"onFailure": "skip", "retry": {"attempts": 5, "wait": 0.01}, "assignee"';
  const run = await start(engine, DIAGRAM.replace('"assignee"', attempts));
  assert.equal(await ended(engine, run), 'completed');
  assert.equal(server.requests.length, 5);
  const failed = (await eventsOf(engine, run)).find(({ type }) => type === 'TaskFailed');
  assert.match(JSON.stringify(failed?.data), /at most 10 MB/);
});
