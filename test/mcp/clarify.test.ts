// An unclear request over MCP: the client's model reads it, and no rule questions it or speaks for the model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { prdFixture } from '../systems/prd-fixture.ts';
import { briefOf } from '../systems/prd-model.ts';
import { connect, mcpOptions, type Talk } from './mcp-harness.ts';
import { PrdConversation } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

const REQUESTS = [
  'Les infirmières doivent pouvoir saisir les constantes vitales au lit du patient, même sans Wi-Fi.',
  'VAT is shown twice on every exported invoice, and the button for the PDF hangs.',
  'Our dashboard should feel more modern.',
  'asdf',
];

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`prd3-D3: over the ${talk} protocol every request goes straight to the prompt of the brief`, async (t) => {
    const fixture = await prdFixture(t);
    const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
    const connected = await connect(t, options, {
      talk,
      capabilities: { elicitation: { form: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', async () => assert.fail('No form is shown before the brief.')),
    });
    for (const userUtterance of REQUESTS) {
      const say = new PrdConversation(connected);
      await say.begin(fixture.project, { userUtterance });
      assert.match(say.now.text, /^The next step is "prd: Feature Brief Generation"/);
      const { prompt } = await say.step('magi-prd-feature-brief');
      assert.ok(prompt.includes(userUtterance));
      assert.match(prompt, /ask the person two or three questions in this chat/);
    }
  });
}

test('what the model asked and the person answered is kept with the request', async (t) => {
  const fixture = await prdFixture(t);
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
  const say = new PrdConversation(await connect(t, options));
  await say.begin(fixture.project);
  assert.match((await say.step('magi-prd-feature-brief')).prompt, /beside the brief as `clarifications`/);
  const clarifications = [{ id: 'who', question: 'Who is it for?', answer: 'Shop owners.' }];
  await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export', clarifications });
  assert.equal(say.now.tool, 'magi-prd-feature-brief-review', say.now.text);
  const run = fixture.resume(/run_\w+/.exec(say.now.thread)?.[0] ?? '');
  assert.deepEqual(((await run.data()).userInput as JsonObject).clarifications, clarifications);
});

test('prd3-D8: a start with a missing or wrong path gets that error alone', async (t) => {
  const fixture = await prdFixture(t);
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
  for (const given of [
    { projectPath: '', userUtterance: '' },
    { projectPath: '/nowhere/at/all', userUtterance: 'We need AI' },
  ]) {
    const say = new PrdConversation(await connect(t, options));
    await say.orchestrate(given, '');
    assert.equal(say.now.tool, 'magi-prd-failure');
    assert.match(say.now.text, /^The next step is "prd: Failure Node"/);
    assert.doesNotMatch(say.now.text, /question/);
  }
});
