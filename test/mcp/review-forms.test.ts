// Reviews as forms: of every gate of every system, over the tools for any workflow too, and of schemas that are flat.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../../src/json.ts';
import { reviewForm } from '../../src/mcp/review-form.ts';
import type { ItemsReview, Review } from '../../src/ports/review.ts';
import type { System } from '../../src/ports/system.ts';
import { prd } from '../../src/systems/prd/system.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { add, eventsOf } from '../runtime/engines-on-file.ts';
import { root } from '../support/run-signoff.ts';
import { prdFixture, UTTERANCE } from '../systems/prd-fixture.ts';
import { briefOf, GAP, proposal } from '../systems/prd-model.ts';
import { connect, mcpEngine, mcpOptions } from './mcp-harness.ts';
import { systemsOn } from './systems-on.ts';

type Fill = (properties: JsonObject, message: string) => JsonObject;

const person = (fill: Fill) => ({
  capabilities: { elicitation: { form: {} } },
  prepare(client: Client) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { requestedSchema, message } = params as unknown as { requestedSchema: JsonObject; message: string };
      return { action: 'accept', content: fill(requestedSchema.properties as JsonObject, message) } as never;
    });
  },
});

const HEAD = { run: 'run_1', task: 1, step: 'R', round: 1, shown: null, notices: [] } as const;
const GATE = { kind: 'gate', title: 'w: Review', isVoted: false } as const;

test("a system's gates are asked by its own forms over the tools for any workflow", async (t) => {
  const fixture = await prdFixture(t);
  const asked: string[] = [];
  const side = person((properties, message) => {
    asked.push(message.split('\n')[0] ?? '');
    if ('decision' in properties) {
      assert.deepEqual((properties.decision as JsonObject).enum, ['refine', 'proceed', 'threshold']);
      return { decision: 'threshold' };
    }
    return 'rest' in properties ? { rest: 'approve all the rest' } : { verdict: 'approve' };
  });
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
  const { call } = await connect(t, options, side);
  const input = { userInput: { projectPath: fixture.project, userUtterance: UTTERANCE } };
  let next = await call('runs_start', { workflow: 'prd', input });
  const gives = async (step: string, output: Json): Promise<void> => {
    assert.equal(next.step, step, JSON.stringify(next));
    next = await call('tasks_submit', { task: String(next.task), output });
  };
  await gives('FB', { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
  await gives('IR', { functionalRequirements: [proposal(1)], summary: 'One.' });
  await gives('GA', { gapAnalysisScore: 0.9, identifiedGaps: [GAP] });
  await gives('PG', { prdContent: 'as assembled' });
  assert.equal(next.next, 'concluded', JSON.stringify(next));
  assert.deepEqual(asked, [
    ...['prd: Feature Brief Review', 'prd: Requirements Review', 'prd: Gap Analysis', 'prd: PRD Review'],
  ]);
  assert.match((await fixture.resume(String(next.run)).file('PRD.md')) ?? '', /finalized/);
});

test('a system without a conversation of its own has a prompt that begins with runs_start', async (t) => {
  const engine = await mcpEngine(t);
  const { loadWire: _, ...plain } = prd;
  const known = [{ name: 'prd', summary: '', hasCommand: false, load: async (): Promise<System> => plain }];
  const { client } = await connect(t, mcpOptions(engine, { systems: await systemsOn({ engine }, known) }));
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.filter(({ name }) => name.startsWith('magi')),
    [],
  );
  const given = { utterance: 'Export orders', project: '/p' };
  const { messages } = await client.getPrompt({ name: 'prd', arguments: given });
  const [{ content }] = messages as unknown as [{ content: { text: string } }];
  assert.match(content.text, /`runs_start` with \{"workflow":"prd","input":\{"userInput":\{"projectPath":"\/p"/);
  assert.match(content.text, /"userUtterance":"Export orders"/);
  const bare = await client.getPrompt({ name: 'prd', arguments: {} });
  assert.match(JSON.stringify(bare.messages), /Ask me first: .*What do you want.* and the folder of the project/);
});

describe('a gate whose answer has a schema', () => {
  const flow = (schema: JsonObject): string => `flowchart TD
  R[Review] --> W[Write]
%% @workflow: {"name": "shaped"}
%% @R: {"execution": "manual", "verdicts": ["book", "drop"], "output": ${JSON.stringify(schema)}}
%% @W: {"agent": "agent:a"}`;
  const SCHEMA = {
    type: 'object',
    properties: {
      place: { type: 'string', minLength: 2, pattern: '^[A-Z]' },
      guests: { type: 'integer', minimum: 1 },
      meals: { enum: ['none', 'half', 'full'] },
      isQuiet: { type: 'boolean', title: 'A quiet one' },
      note: { type: 'string' },
      more: { type: 'array' },
    },
    required: ['place', 'guests', 'meals', 'isQuiet'],
  };

  test('that is flat is asked by a form of its fields', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, flow(SCHEMA));
    const seen: JsonObject[] = [];
    const places = ['b2', 'B2'];
    const side = person((properties) => {
      seen.push(properties);
      const filled = { verdict: 'book', guests: 2, meals: 'half', isQuiet: true, note: '' };
      return { ...filled, place: places.shift() ?? '' };
    });
    const { call } = await connect(t, mcpOptions(engine), side);
    const first = await call('runs_start', { workflow: 'shaped' });
    assert.match(String(first.note), /^Nothing was decided: .*place/, 'what the schema refuses is reported');
    const next = await call('tasks_next', { run: String(first.run) });
    assert.equal(next.step, 'W', JSON.stringify(next));
    assert.deepEqual(Object.keys(seen[0] ?? {}), ['verdict', 'place', 'guests', 'meals', 'isQuiet', 'note', 'comment']);
    assert.deepEqual((seen[0] as JsonObject).place, { type: 'string', title: 'place', minLength: 2 });
    assert.deepEqual((seen[0] as JsonObject).meals, { type: 'string', title: 'meals', enum: ['none', 'half', 'full'] });
    const events = await eventsOf(engine, String(next.run));
    const done = events.find(({ type, data }) => type === 'TaskCompleted' && 'verdict' in data);
    assert.match(JSON.stringify(done?.data), /"place":"B2","guests":2,"meals":"half","isQuiet":true\},"verdict":"bo/);
  });

  test('that is not flat is asked in the chat', async (t) => {
    const engine = await mcpEngine(t);
    await add(engine, flow({ ...SCHEMA, required: ['place', 'more'] }));
    const side = person(() => assert.fail('no form can ask for this'));
    const { call } = await connect(t, mcpOptions(engine), side);
    const gate = await call('runs_start', { workflow: 'shaped' });
    assert.deepEqual([gate.next, gate.note], ['gate', undefined]);
  });
});

describe('a form', () => {
  const VERDICTS = [
    { value: 'take', label: 'take', past: 'taken', help: '', key: 't', sign: '+', needs: 'nothing', isKept: true },
    { value: 'leave', label: 'leave', past: 'left', help: '', key: 'l', sign: '-', needs: 'reason', isKept: false },
    { value: 'edit', label: 'edit', past: 'edited', help: '', key: 'e', sign: '~', needs: 'change', isKept: true },
  ] as const;
  const items = (count: number): Review & ItemsReview => ({
    ...HEAD,
    ...{ kind: 'items', title: 'Books', noun: ['book', 'books'], verdicts: VERDICTS, fields: [], leftOut: [] },
    items: Array.from({ length: count }, (_, at) => ({
      ...{ id: `B${at}`, title: `Title ${at}`, text: 'Text.', facts: [], values: {}, findings: [], alike: [] },
    })),
  });

  test('of items takes words of the system, and none of them that must be rewritten', () => {
    const form = reviewForm(items(2), GATE) ?? assert.fail('no form');
    const { B0, rest, reason } = form.schema.properties as { [name: string]: JsonObject };
    assert.deepEqual(B0?.enum, ['take', 'leave']);
    assert.deepEqual(rest?.enum, ['take all the rest', 'decide in the chat']);
    assert.equal(reason?.title, 'Why those you did not take');
    assert.match(String(form.read({ B0: 'leave' })), /^B0 was not taken, and no reason was given\./);
    assert.deepEqual(form.read({ B0: 'leave', reason: 'Old.', rest: 'take all the rest' }), {
      ...{ kind: 'items', verdicts: { B0: { verdict: 'leave', reason: 'Old.' } }, feedback: '' },
      rest: { verdict: 'take' },
    });
  });

  test('is not made of more than 40 items, of none, or of a question', () => {
    assert.ok(reviewForm(items(40), GATE));
    for (const count of [0, 41]) assert.equal(reviewForm(items(count), GATE), null);
    const asks: Review = {
      ...{ ...HEAD, kind: 'conversation', title: 'Talk', messages: [], groups: [], questions: [], assumptions: [] },
      ...{ offer: null, end: null, canAttach: false },
    };
    assert.equal(reviewForm(asks, { ...GATE, kind: 'talk' }), null);
  });

  test('of a turn of a conversation has its choices, words, assumptions, and the ways to end it', () => {
    const talk: Review = {
      ...{ ...HEAD, kind: 'conversation', title: 'Talk', groups: [], canAttach: true },
      messages: [{ from: 'agent', text: '1. Who?' }],
      questions: [
        { text: 'Who?', choices: [{ label: 'nurses', isRecommended: true }] },
        { text: 'Why?', choices: [] },
      ],
      assumptions: [
        { id: 'A-001', text: 'By day.' },
        { id: 'A-002', text: 'On a phone.' },
      ],
      ...{ offer: 'All is said.', end: { label: 'end it', help: 'the rest stays open' } },
    };
    const form = reviewForm(talk, { ...GATE, kind: 'talk' }) ?? assert.fail('no form');
    assert.match(form.message, /1\. Who\?[\s\S]*This result is offered:\nAll is said\./);
    const { properties } = form.schema;
    assert.deepEqual(Object.keys(properties), [
      ...['answer1', 'answer1_words', 'answer2', 'A-001', 'A-002', 'why', 'message', 'next'],
    ]);
    assert.deepEqual(properties.answer1?.enumNames, ['nurses (recommended)']);
    assert.deepEqual(properties.next?.enum, ['go on', 'accept', 'end']);
    const answers = { answer1: 'nurses', answer1_words: 'And doctors', answer2: 'They asked.' };
    const decided = { 'A-001': 'confirm', 'A-002': 'refuse', why: 'There are tablets.', message: 'Soon.' };
    const text = '1. nurses. And doctors\n2. They asked.\n\nconfirm A-001\nrefuse A-002: There are tablets.\n\nSoon.';
    assert.deepEqual(form.read({ ...answers, ...decided }), [{ kind: 'message', text }]);
    assert.deepEqual(form.read({ next: 'accept' }), [{ kind: 'accept' }]);
    // What was written with the end is said before it.
    assert.deepEqual(form.read({ answer2: 'No.', next: 'end' }), [
      { kind: 'message', text: '2. No.' },
      { kind: 'end' },
    ]);
    assert.equal(form.read({ next: 'go on' }), 'nothing was answered');
  });

  test('of a long document keeps what must be seen before and after it', () => {
    const review: Review = {
      ...HEAD,
      ...{ kind: 'document', title: 'Doc', notices: ['Look here.'], text: 'x'.repeat(50_000), before: null },
      ...{ file: 'doc.md', path: 'doc.md', isWritten: true, fixed: [], sections: null, edited: 'other' },
      ...{ doubts: ['It asks for nothing.'], assumptions: ['It rains.'], canStartOver: false },
    };
    const { message, schema, read } = reviewForm(review, GATE) ?? assert.fail('no form');
    assert.ok(message.length < 21_000);
    assert.match(message, /^w: Review\n\nLook here\.\n\ndoc\.md was edited by hand[\s\S]*\[cut: /);
    assert.match(message, /- It asks for nothing\.\n\nAssumptions, [^\n]*\n- It rains\.$/);
    assert.deepEqual((schema.properties.verdict as JsonObject).enum, ['approve', 'reject']);
    assert.equal(
      read({ verdict: 'reject', sections: 'Goals' }),
      'a rejection needs feedback that says what should change',
    );
    assert.deepEqual(read({ verdict: 'reject', sections: 'Goals; Scope', feedback: 'More.' }), {
      ...{ kind: 'document', verdict: 'change', feedback: 'More.' },
      changes: ['Goals', 'Scope'].map((section) => ({ section, reason: 'More.', text: '' })),
    });
  });
});

test('no file of src/mcp knows a system by its name, its tools or its documents', async () => {
  const systems = await Promise.all(SYSTEMS.map(({ load }) => load()));
  const words = await Promise.all(
    systems.map(async ({ name, documents, loadWire }) => [
      name,
      ...Object.values((await loadWire?.())?.steps ?? {}).map(({ tool }) => tool.split('-').slice(0, 2).join('-')),
      ...(documents === undefined ? [] : [documents.folder, ...documents.kinds.map(({ file }) => file)]),
    ]),
  );
  const folder = join(root, 'src/mcp');
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const word of words.flat()) assert.ok(!new RegExp(`\\b${word}\\b`).test(text), `${file} says "${word}"`);
  }
});
