// The document reviews and the review of requirements over MCP: starting over, and pairs that are alike.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { prdFixture } from '../systems/prd-fixture.ts';
import { briefOf, proposal } from '../systems/prd-model.ts';
import { connect, mcpOptions } from './mcp-harness.ts';
import { PrdConversation } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

type Fill = (properties: JsonObject, message: string) => JsonObject | null;
const SAID = 'It is about refunds.';
const BRIEF = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' };
const ALIKE = [
  { ...proposal(1), title: 'Clerk calls', description: 'When a room is ready, the clerk shall call the guest.' },
  { ...proposal(2), title: 'Guest calls', description: 'When a room is ready, the guest shall call the clerk.' },
];

/** `fill`: what the person puts into a form; null: they close it. Without it the client has no forms. */
async function talkOf(t: TestContext, fill?: Fill) {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  const connected = await connect(t, mcpOptions(fixture.engine, { systems, waitMs: 20_000 }), {
    ...(fill !== undefined && {
      capabilities: { elicitation: { form: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          const { requestedSchema, message } = params as unknown as { requestedSchema: JsonObject; message: string };
          const content = fill(requestedSchema.properties as JsonObject, message);
          return (content === null ? { action: 'decline' } : { action: 'accept', content }) as never;
        }),
    }),
  });
  const talk = new PrdConversation(connected);
  await talk.begin(fixture.project);
  return talk;
}

const isStartOver = (modifications: unknown): void =>
  assert.deepEqual(modifications, [{ section: 'Whole document', modificationReason: SAID, requestedContent: '' }]);

test('a form starts the brief over with its feedback, which the next prompt says once', async (t) => {
  const talk = await talkOf(t, () => ({ verdict: 'start over', feedback: SAID }));
  await talk.report(BRIEF);
  isStartOver(talk.now.input.modifications);
  const { prompt } = await talk.step('magi-prd-feature-brief-update');
  assert.match(prompt, /- Whole document, to be started over\n/);
  assert.equal(prompt.split(SAID).length, 2, prompt);
});

test('in the chat the person is offered to start over, and the report of it is taken', async (t) => {
  const talk = await talkOf(t);
  await talk.report(BRIEF);
  const { prompt } = await talk.step('magi-prd-feature-brief-review');
  assert.match(prompt, /3\. start over with this feedback[\s\S]*"Whole document"/);
  const modifications = [{ section: 'whole document', modificationReason: '', requestedContent: '' }];
  await talk.report({ approved: false, userFeedback: SAID, modifications, reviewSummary: 'No.' });
  assert.match((await talk.step('magi-prd-feature-brief-update')).prompt, /- Whole document, to be started over\n/);
});

test('a form starts the PRD over, and what was said of earlier versions is gone', async (t) => {
  const answers = [
    { verdict: 'reject', feedback: 'Name the shop.' },
    { verdict: 'start over', feedback: SAID },
  ];
  const talk = await talkOf(t, (properties, message) => {
    if ('decision' in properties) return { decision: 'proceed' };
    if ('rest' in properties) return { rest: 'approve all the rest' };
    return /PRD Review/.test(message) ? (answers.shift() ?? null) : { verdict: 'approve' };
  });
  await talk.report(BRIEF);
  await talk.report({ functionalRequirements: [proposal(1)], summary: 'One.' });
  await talk.report({ gapAnalysisScore: 0.9, identifiedGaps: [] });
  await talk.report({ prdContent: 'as assembled' });
  assert.match((await talk.step('magi-prd-generation')).prompt, /Name the shop\./);
  await talk.report({ prdContent: 'as assembled' });
  const { prompt } = await talk.step('magi-prd-generation');
  assert.doesNotMatch(prompt, /Name the shop\./);
  assert.equal(prompt.split(SAID).length, 2, prompt);
});

test('a result that code refuses is answered with its reasons alone', async (t) => {
  const talk = await talkOf(t);
  await talk.report({ ...BRIEF, featureBriefMarkdown: 'no brief' });
  assert.match(talk.now.text, /^The result was not accepted, and the run has not moved\.\n- /);
  assert.doesNotMatch(talk.now.text, /that its code accepts/);
});

test('a tool that has one document itself is described in the singular', async (t) => {
  const talk = await talkOf(t);
  await talk.report(BRIEF);
  assert.match(
    talk.now.text,
    /You need not copy `featureBriefContent` into the call: left out, the tool takes the same from the run\./,
  );
});

test('proposals that are alike are shown with what differs, in the form and in the chat', async (t) => {
  const shown: string[] = [];
  const talk = await talkOf(t, (properties, message) => {
    if (!('rest' in properties)) return { verdict: 'approve' };
    shown.push(message, String((properties['REQ-002'] as JsonObject).description));
    return null;
  });
  await talk.report(BRIEF);
  await talk.report({ functionalRequirements: ALIKE, summary: 'Two.' });
  const both =
    /the guest shall call the clerk\.\n= like REQ-001, differs in actor, object\. Clerk calls: .*call the guest/;
  assert.equal(shown.length, 2);
  for (const text of shown) assert.match(text, both);
  const { prompt } = await talk.step('magi-prd-requirements-review');
  assert.match(
    prompt,
    /REQ-002 is like REQ-001, but differs in actor, object\. REQ-001, "Clerk calls": .* the clerk shall call /,
  );
});
