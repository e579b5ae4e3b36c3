// The PRD conversation with a model that loses its thread, decides for the person, or writes JSON as text.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/json.ts';
import type { McpOptions } from '../../src/mcp/mcp-options.ts';
import { type PrdFixture, prdFixture, UTTERANCE } from '../systems/prd-fixture.ts';
import { briefOf, GAP, proposal } from '../systems/prd-model.ts';
import { connect, mcpOptions } from './mcp-harness.ts';
import { PrdConversation } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

const ORCHESTRATOR = 'magi-prd-orchestrator';
const BRIEF = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' };

async function staged(t: TestContext): Promise<{ fixture: PrdFixture; options: McpOptions }> {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  return { fixture, options: mcpOptions(fixture.engine, { systems, waitMs: 20_000 }) };
}

type Answers = (properties: JsonObject) => JsonObject | null;

/** null declines. */
const person = (answer: Answers) => ({
  capabilities: { elicitation: { form: {} } },
  prepare(client: Client) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { requestedSchema } = params as unknown as { requestedSchema: { properties: JsonObject } };
      const content = answer(requestedSchema.properties);
      return (content === null ? { action: 'decline' } : { action: 'accept', content }) as never;
    });
  },
});

test('a report that has lost its thread starts nothing, and hears which runs are open', async (t) => {
  const { fixture, options } = await staged(t);
  const { call, refused } = await connect(t, options);
  assert.match(await refused(ORCHESTRATOR, {}), /Nothing was started.*No run is open here/);
  const say = new PrdConversation({ ...(await connect(t, options)) });
  await say.begin(fixture.project);
  const [run = ''] = say.now.thread.split('#');
  const why = await refused(ORCHESTRATOR, {
    userInput: { ...BRIEF, workflowStateData: { thread_id: say.now.thread } },
  });
  assert.match(why, /^invalid-request: Expected userInput with projectPath and userUtterance to begin/);
  assert.ok(why.includes(`here {"thread_id":"${say.now.thread}"}`), why);
  assert.ok(
    why.includes(
      `Open here: ${run} (${UTTERANCE.slice(0, 60)}; waits for task "FB" of prd, under way by agent:client)`,
    ),
    why,
  );
  assert.equal((await fixture.engine.store.listRuns({}, { limit: 10 })).items.length, 1);
  const half = await call(ORCHESTRATOR, { userInput: { userUtterance: 'Export.' } });
  assert.match(String(half.orchestrationInstructionsPrompt), /magi-prd-failure/);
});

test('JSON given as text is read, and a step tool needs nothing but its thread', async (t) => {
  const { fixture, options } = await staged(t);
  const { call } = await connect(t, options);
  const userInput = JSON.stringify({ projectPath: fixture.project, userUtterance: UTTERANCE });
  const begun = await call(ORCHESTRATOR, { userInput, workflowStateData: null });
  const [, thread_id = ''] = /"thread_id":"([^"]+)"/.exec(String(begun.orchestrationInstructionsPrompt)) ?? [];
  const { promptForLLM } = await call('magi-prd-feature-brief', { workflowStateData: { thread_id } });
  assert.ok(String(promptForLLM).includes(UTTERANCE));
  const state = JSON.stringify({ thread_id });
  const next = await call(ORCHESTRATOR, { userInput: JSON.stringify(BRIEF), workflowStateData: state });
  assert.match(String(next.orchestrationInstructionsPrompt), /magi-prd-feature-brief-review/);
});

test('where forms can be shown, what a model says the person decided on gaps is asked of the person', async (t) => {
  const { fixture, options } = await staged(t);
  const side = person((properties) => {
    if ('decision' in properties) return { decision: 'proceed' };
    return 'rest' in properties ? { rest: 'approve all the rest' } : { verdict: 'approve' };
  });
  const say = new PrdConversation(await connect(t, options, side));
  await say.begin(fixture.project);
  await say.report(BRIEF);
  await say.report({ functionalRequirements: [proposal(1)], summary: 'S' });
  const { prompt } = await say.step('magi-prd-gap-analysis');
  assert.match(prompt, /The score and the gaps are yours to find\. How to go on is the person's to decide/);
  await say.report({ gapAnalysisScore: 0.1, identifiedGaps: [GAP], userWantsToContinueDespiteGaps: true });
  assert.equal(say.now.tool, 'magi-prd-generation', say.now.text);
  const run = fixture.resume(/run_\w+/.exec(say.now.thread)?.[0] ?? '');
  const said = (await run.events()).filter(({ type }) => type === 'MessageAdded');
  assert.match(JSON.stringify(said), /1 gap\./);
  assert.doesNotMatch(JSON.stringify(said), /userWantsToContinueDespiteGaps/);
});

test('a form that approves and asks for a change decides nothing, and the model is sent to ask', async (t) => {
  const { fixture, options } = await staged(t);
  const say = new PrdConversation(
    await connect(
      t,
      options,
      person(() => ({ verdict: 'approve', feedback: 'Name the shop.' })),
    ),
  );
  await say.begin(fixture.project);
  await say.report(BRIEF);
  assert.match(say.now.text, /^Nothing was decided: .*"Name the shop\.".* Ask the person in the chat\./);
  assert.equal(say.now.tool, 'magi-prd-feature-brief-review');
  const { text } = await say.report({ approved: false, reviewSummary: 'No.' });
  assert.match(
    text,
    /not accepted[\s\S]*If the person has said what is missing, report it; else ask them for that alone/,
  );
  assert.doesNotMatch(text, /Correct it|\.\./);
});

test('what was chosen in an incomplete form of requirements is passed on', async (t) => {
  const { fixture, options } = await staged(t);
  const side = person((properties) =>
    'rest' in properties ? { 'REQ-001': 'approve', 'REQ-002': 'reject' } : { verdict: 'approve' },
  );
  const say = new PrdConversation(await connect(t, options, side));
  await say.begin(fixture.project);
  await say.report(BRIEF);
  await say.report({ functionalRequirements: [1, 2, 3].map(proposal), summary: 'S' });
  assert.match(
    say.now.text,
    /no reason was given\. In the form they chose REQ-001: approve; REQ-002: reject\. Ask only/,
  );
});

test('documents are listed once they can be read, and the server names the tool that begins', async (t) => {
  const { fixture, options } = await staged(t);
  const connected = await connect(t, options);
  assert.match(connected.client.getInstructions() ?? '', /magi-prd-orchestrator/);
  const say = new PrdConversation(connected);
  await say.begin(fixture.project);
  const listed = async () => {
    const { resources } = await connected.client.listResources();
    return resources.flatMap(({ uri }) => (uri.includes('/documents/') ? [uri.split('/').at(-1)] : []));
  };
  assert.deepEqual(await listed(), []);
  await say.report(BRIEF);
  assert.deepEqual(await listed(), ['feature-brief']);
});
