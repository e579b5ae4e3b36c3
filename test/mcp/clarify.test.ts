// An unclear request over MCP: its questions by a form, or in the first answer; skippable, kept, and never in the way.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { prdFixture } from '../systems/prd-fixture.ts';
import { briefOf } from '../systems/prd-model.ts';
import { connect, mcpOptions, type Talk } from './mcp-harness.ts';
import { PrdConversation } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

const UNCLEAR = { userUtterance: 'asdf' };

async function begun(t: TestContext, talk: Talk, answer: ((properties: JsonObject) => JsonObject) | null) {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  const options = mcpOptions(fixture.engine, { systems, waitMs: 20_000 });
  const connected = await connect(t, options, {
    talk,
    ...(answer !== null && {
      capabilities: { elicitation: { form: {} } },
      prepare: (client) =>
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          const { requestedSchema } = params as unknown as { requestedSchema: { properties: JsonObject } };
          return answer(requestedSchema.properties) as never;
        }),
    }),
  });
  const say = new PrdConversation(connected);
  await say.begin(fixture.project, UNCLEAR);
  return { say, run: fixture.resume(/run_\w+/.exec(say.now.thread)?.[0] ?? '') };
}

for (const talk of ['older', 'newer'] satisfies Talk[]) {
  test(`over the ${talk} protocol a form asks, and what is answered is in the prompt`, async (t) => {
    const { say, run } = await begun(t, talk, (properties) => {
      const [first = ''] = Object.keys(properties);
      return { action: 'accept', content: { [first]: 'Owners of small shops.' } };
    });
    assert.match(
      (await say.step('magi-prd-feature-brief')).prompt,
      /answers to questions about it\n\n```text\n- [^\n]*Owners of small shops\./,
    );
    const { clarifications } = (await run.data()).userInput as JsonObject;
    assert.equal((clarifications as readonly JsonObject[])[0]?.answer, 'Owners of small shops.');
  });

  test(`over the ${talk} protocol a form that is declined holds nothing up`, async (t) => {
    const { say } = await begun(t, talk, () => ({ action: 'decline' }));
    assert.equal(say.now.tool, 'magi-prd-feature-brief', say.now.text);
  });
}

test('without forms the first answer puts the questions, and takes answers with the brief', async (t) => {
  const { say, run } = await begun(t, 'older', null);
  assert.match(say.now.text, /^The request is hard to read\.[\s\S]*they may skip any[\s\S]*as `clarifications`/);
  assert.equal(say.now.text.match(/"asdf"/g)?.length, 2, 'the reason is said once, beside the input');
  assert.equal(say.now.tool, 'magi-prd-feature-brief');
  const clarifications = [{ id: 'who', question: 'Who is it for?', answer: 'Shop owners.' }];
  await say.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export', clarifications });
  assert.equal(say.now.tool, 'magi-prd-feature-brief-review', say.now.text);
  const { clarifications: kept } = (await run.data()).userInput as JsonObject;
  assert.deepEqual(kept, clarifications);
});
