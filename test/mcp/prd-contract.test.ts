// The `prd` system's conversation by the official client, on the shipped workflow and code: tools, forms, direct mode.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '../../src/json.ts';
import type { McpOptions } from '../../src/mcp/mcp-options.ts';
import { type PrdFixture, prdFixture, review } from '../systems/prd-fixture.ts';
import { approvedBrief, briefOf, draftOf, GAP, proposal } from '../systems/prd-model.ts';
import { connect, mcpOptions, type Talk } from './mcp-harness.ts';
import { PrdConversation, playAll, written } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

async function prdOptions(
  t: TestContext,
  more: Partial<McpOptions> = {},
): Promise<{ fixture: PrdFixture; options: McpOptions }> {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  return { fixture, options: mcpOptions(fixture.engine, { systems, waitMs: 20_000, ...more }) };
}

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`over the ${talk} protocol a client without forms leads to a signed PRD`, async (t) => {
    const { fixture, options } = await prdOptions(t);
    const beside = await connect(t, options);
    const conversation = await playAll(await connect(t, options, { talk }), beside, fixture.project);
    const [run = ''] = /run_\w+/.exec(conversation.now.text) ?? [];
    const prd = fixture.resume(run);
    assert.equal(await prd.ended(), 'completed');
    assert.match((await prd.file('PRD.md')) ?? '', /finalized/);
    assert.match((await prd.file('requirements.md')) ?? '', /Not wanted\.[\s\S]*Later\./);
    const reviews = (await prd.events()).filter(({ type, data }) => type === 'TaskCompleted' && 'verdict' in data);
    for (const { actor, channel } of reviews) assert.deepEqual([actor, channel], ['user:local', 'mcp']);
    assert.ok(!(await prd.events()).some(({ type }) => type === 'CallBegun'), 'no model was called');
  });
}

/** A person who answers forms as they come, by what is asked for. */
interface Forms {
  readonly asked: JsonObject[];
  prepare(client: Client): void;
}

type FormAnswer = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: JsonObject };

function answering(answer: (properties: JsonObject, message: string) => FormAnswer): Forms {
  const asked: JsonObject[] = [];
  return {
    asked,
    prepare(client) {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        const { message, requestedSchema } = params as unknown as { message: string; requestedSchema: JsonObject };
        asked.push({ message, requestedSchema });
        return answer(requestedSchema.properties as JsonObject, message) as never;
      });
    },
  };
}

const FORMS = { elicitation: { form: {} } };
const accept = (content: JsonObject): FormAnswer => ({ action: 'accept', content });

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  describe(`forms over the ${talk} protocol`, () => {
    test('ask the person at every gate: the model reports its work and nothing else', async (t) => {
      const { fixture, options } = await prdOptions(t);
      const verdicts = ['reject', 'approve', 'reject', 'approve'];
      const decisions = ['refine', 'proceed'];
      const forms = answering((properties) => {
        if ('decision' in properties) return accept({ decision: decisions.shift() ?? 'threshold' });
        if ('REQ-001' in properties)
          return accept({ 'REQ-002': 'reject', rest: 'approve all the rest', reason: 'No.' });
        if ('rest' in properties) return accept({ rest: 'approve all the rest' });
        const verdict = verdicts.shift() ?? 'approve';
        return accept({ verdict, ...(verdict === 'reject' && { feedback: 'Say who.' }) });
      });
      const connected = await connect(t, options, { talk, capabilities: FORMS, prepare: forms.prepare });
      const say = new PrdConversation(connected);
      await say.begin(fixture.project);
      await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
      assert.equal(say.now.tool, 'magi-prd-feature-brief-update', say.now.text);
      await say.report({ featureBriefMarkdown: briefOf('Export, again') });
      const three = [1, 2, 3].map(proposal);
      await say.does('magi-prd-initial-requirements', { functionalRequirements: three, summary: 'S' });
      await say.step('magi-prd-gap-analysis');
      await say.refuses({ gapAnalysisScore: 'splendid', identifiedGaps: [GAP] }, /gapAnalysisScore/);
      await say.report({ gapAnalysisScore: 0.9, identifiedGaps: [GAP] });
      const more = { functionalRequirements: [proposal(4)], summary: 'S', gapsAddressed: ['GAP-001'] };
      await say.does('magi-prd-gap-requirements', more);
      await say.does('magi-prd-gap-analysis', { gapAnalysisScore: 0.1, identifiedGaps: [GAP] });
      for (let round = 0; round < 2; round++) {
        const { prompt } = await say.step('magi-prd-generation');
        await say.report(written(prompt));
      }
      assert.match(say.now.text, /^The workflow has concluded/);
      const [run = ''] = /run_\w+/.exec(say.now.text) ?? [];
      const prd = fixture.resume(run);
      const file = (await prd.file('requirements.md')) ?? '';
      assert.match(file, /## Rejected Requirements\s+### REQ-002[\s\S]*\*\*Reason\*\*: No\./);
      assert.match(file, /## Approved Requirements[\s\S]*REQ-001[\s\S]*REQ-003[\s\S]*REQ-004[\s\S]*## Modified/);
      assert.match(String(forms.asked[0]?.message), /# Export/);
      assert.equal(forms.asked.length, 8);
      const said = (await prd.events()).filter(({ type }) => type === 'MessageAdded');
      assert.deepEqual(
        said.map(({ actor }) => actor),
        ['agent:client', 'agent:client'],
      );
    });

    test('that are declined or closed change nothing, and the person is asked in the chat', async (t) => {
      const { fixture, options } = await prdOptions(t);
      const actions = ['decline', 'cancel', 'decline'] as const;
      let at = 0;
      const forms = answering(() => ({ action: actions[at++ % actions.length] ?? 'cancel' }));
      const connected = await connect(t, options, { talk, capabilities: FORMS, prepare: forms.prepare });
      const say = new PrdConversation(connected);
      await say.begin(fixture.project);
      await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
      assert.match(say.now.text, /^Nothing was decided: the form was declined\.[\s\S]*magi-prd-feature-brief-review/);
      await say.resume();
      assert.match(say.now.text, /^Nothing was decided: the form was closed\./);
      const { prompt } = await say.step('magi-prd-feature-brief-review');
      assert.match(prompt, /Ask the person in this chat/);
      await say.report({ approved: true, reviewSummary: 'Good.' });
      assert.equal(say.now.tool, 'magi-prd-initial-requirements', say.now.text);
    });

    test('about gaps are asked until the person decides, here or in the chat', async (t) => {
      const { fixture, options } = await prdOptions(t);
      const forms = answering((properties) => {
        if ('decision' in properties) return { action: 'decline' };
        return accept('rest' in properties ? { rest: 'approve all the rest' } : { verdict: 'approve' });
      });
      const connected = await connect(t, options, { talk, capabilities: FORMS, prepare: forms.prepare });
      const say = new PrdConversation(connected);
      await say.begin(fixture.project);
      await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
      await say.report({ functionalRequirements: [proposal(1)], summary: 'S' });
      const analysis = { gapAnalysisScore: 0.9, identifiedGaps: [GAP] };
      for (let round = 0; round < 2; round++) {
        await say.does('magi-prd-gap-analysis', analysis);
        assert.equal(say.now.tool, 'magi-prd-gap-analysis', 'what the person has not decided is not left to a rule');
      }
      const { prompt } = await say.step('magi-prd-gap-analysis');
      assert.match(prompt, /GAP-001[\s\S]*Ask the person whether to keep refining/);
      await say.report({ ...analysis, userWantsToContinueDespiteGaps: true });
      assert.equal(say.now.tool, 'magi-prd-gap-requirements', say.now.text);
    });
  });
}

test('a form about requirements takes no rejection without a reason, and no silence', async (t) => {
  const { fixture, options } = await prdOptions(t);
  const answers = [{ 'REQ-001': 'reject' }, { 'REQ-001': 'approve' }];
  const forms = answering((properties) =>
    'verdict' in properties ? accept({ verdict: 'approve' }) : accept(answers.shift() ?? {}),
  );
  const connected = await connect(t, options, { capabilities: FORMS, prepare: forms.prepare });
  const say = new PrdConversation(connected);
  await say.begin(fixture.project);
  await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
  await say.report({ functionalRequirements: [proposal(1), proposal(2)], summary: 'S' });
  assert.match(say.now.text, /^Nothing was decided: REQ-001 was not approved, and no reason was given/);
  await say.resume();
  assert.match(say.now.text, /^Nothing was decided: .*REQ-002/);
});

describe('without forms', () => {
  test('in direct mode the orchestrator gives the guidance and the schema itself', async (t) => {
    const { fixture, options } = await prdOptions(t, { mode: 'direct', inboxUrl: 'http://127.0.0.1:4100/inbox' });
    const say = new PrdConversation(await connect(t, options));
    await say.begin(fixture.project);
    assert.match(say.now.text, /^Work as a senior product manager[\s\S]*JSON Schema[\s\S]*recommendedFeatureId/);
    assert.equal(say.now.tool, null);
    await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
    assert.match(say.now.text, /A person decides on the feature brief[\s\S]*http:\/\/127\.0\.0\.1:4100\/inbox/);
    assert.equal(say.now.text.split(briefOf('Export')).length, 2, 'the brief is there once');
    await say.report({ approved: true, reviewSummary: 'Good.' });
    assert.match(say.now.text, /^Work as a requirements engineer:/);
  });

  test('both modes come to the same files and the same events', async (t) => {
    const came = [];
    for (const mode of ['client', 'direct'] as const) {
      const { fixture, options } = await prdOptions(t, { mode });
      const say = new PrdConversation(await connect(t, options));
      await say.begin(fixture.project);
      const run = fixture.resume(/run_\w+/.exec(say.now.thread)?.[0] ?? '');
      await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
      await say.report({ approved: true, reviewSummary: 'Good.' });
      await say.report({ functionalRequirements: [proposal(1)], summary: 'S' });
      await say.report(review({ approvedRequirements: [proposal(1)] }));
      await say.report({ gapAnalysisScore: 0.9, identifiedGaps: [] });
      const prompt = mode === 'direct' ? say.now.text : (await say.step('magi-prd-generation')).prompt;
      await say.report(written(prompt));
      await say.report({ prdApproved: true });
      assert.match(say.now.text, /^The workflow has concluded/);
      const files = ['feature-brief.md', 'requirements.md', 'PRD.md'].map((name) => run.file(name));
      const types = (await run.events()).map(({ type }) => type).filter((type) => type !== 'FileWritten');
      // A signed document names its run.
      const texts = (await Promise.all(files)).map((text) => text?.replaceAll(run.id, 'RUN'));
      came.push({ files: texts, types });
    }
    assert.deepEqual(came[0], came[1]);
  });

  test('a run that cannot begin ends in the failure tool, with the reasons', async (t) => {
    const { options } = await prdOptions(t);
    const say = new PrdConversation(await connect(t, options));
    await say.orchestrate({ userUtterance: 'Export orders.' }, '');
    assert.match(JSON.stringify(say.now.input.messages), /Magi Initialization: Expected \\"projectPath\\"/);
    const { prompt } = await say.step('magi-prd-failure');
    assert.match(prompt, /projectPath/);
    await say.report({});
    assert.match(say.now.text, /^The workflow has concluded: it failed\./);
    const again = await say.resume(say.called.length > 0 ? (/run_\w+/.exec(prompt)?.[0] ?? '') : '');
    assert.match(again.text, /^The workflow has concluded/);
  });

  test('what the requirements file says when work is handed out goes over the wire', async (t) => {
    const { fixture, options } = await prdOptions(t);
    const connected = await connect(t, options);
    const say = new PrdConversation(connected);
    await say.begin(fixture.project);
    await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
    await say.report({ approved: true, reviewSummary: 'Good.' });
    const run = fixture.resume(/run_\w+/.exec(say.now.thread)?.[0] ?? '');
    await fixture.engine.settled();
    assert.ok((await say.step('magi-prd-initial-requirements')).prompt.includes(approvedBrief('Export').trim()));
    const documents = await connected.client.readResource({ uri: `signoff://runs/${run.id}/documents/feature-brief` });
    assert.equal(draftOf((documents.contents[0] as { text: string }).text), briefOf('Export'));
    await assert.rejects(
      connected.client.readResource({ uri: `signoff://runs/${run.id}/documents/requirements` }),
      /not found/,
    );
  });

  test('the prompt of the system tells the model how to begin', async (t) => {
    const QUALITY = ['tone', 'depth', 'min-sources', 'min-quality'];
    const CONTENT = ['audience', 'keyword', 'exclude', 'section', 'prefer'];
    const SDD_RULES = ['mode', 'stop', 'keep', 'rules', 'domain'];
    const { options } = await prdOptions(t);
    const { client } = await connect(t, options);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name, arguments: given }) => [name, given?.map((each) => each.name)]),
      [
        ['prd', ['utterance', 'project']],
        ['sdd', ['brief', 'project', 'prd', 'max-revisions', 'standards', 'dialect', 'drafting', ...SDD_RULES]],
        ['pm', ['idea', 'project', 'expertise', 'from-prd', 'from-design', 'max-turns', 'architect']],
        ['backlog', ['sentence', 'project', 'domain', 'expertise', 'architect', 'corpus']],
        ['research', ['topic', 'project', 'corpus', 'budget', 'length', ...QUALITY, 'time', 'type', ...CONTENT]],
      ],
    );
    const given = { utterance: 'Export orders', project: '/p' };
    const { messages } = await client.getPrompt({ name: 'prd', arguments: given });
    const text = JSON.stringify(messages as unknown as Json);
    assert.match(text, /magi-prd-orchestrator[\s\S]*Export orders/);
  });
});
