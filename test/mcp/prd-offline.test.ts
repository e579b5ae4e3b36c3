// A PRD without a model over the tools for any workflow, in the chat and by forms: from the request to its end.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/json.ts';
import { type PrdFixture, prdFixture } from '../systems/prd-fixture.ts';
import { type ClientSide, connect, mcpOptions, type Talk } from './mcp-harness.ts';
import { systemsOn } from './systems-on.ts';

const SAID = ['Members book a court.', 'They cancel it two hours before.'];

async function talkOn(t: TestContext, fixture: PrdFixture, side: ClientSide) {
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
  return connect(t, options, side);
}

for (const talk of ['older', 'newer'] satisfies Talk[])
  test(`in the chat every gate is answered with the words of the person, over the ${talk} protocol`, async (t) => {
    const fixture = await prdFixture(t);
    const { call } = await talkOn(t, fixture, { talk });
    const clarifications = [{ id: 'who', question: 'Who is it for?', answer: 'Die Mitglieder des Vereins.' }];
    const userInput = { projectPath: fixture.project, userUtterance: SAID.join(' '), clarifications };
    let next = await call('runs_start', { workflow: 'prd', input: { userInput }, by: 'agents' });
    const answers = async (step: string, answer: JsonObject): Promise<void> => {
      assert.equal(next.step, step, JSON.stringify(next));
      next = await call('tasks_answer', { task: String(next.task), ...answer });
    };
    assert.match(String(next.prompt), /- open: What is left out\?/);
    const userFeedback = 'What is left out?\nPayments.';
    await answers('FBReview', { output: { approved: false, userFeedback, reviewSummary: 'Answered.' } });
    assert.match(String(next.prompt), /### Out of Scope\n\n- Payments\.\n/);
    await answers('FBReview', { output: { approved: true, reviewSummary: 'Good.' } });
    await answers('RR', reviewed(SAID.map((said, at) => requirement(at + 1, said))));
    assert.match(JSON.stringify(next), /not judged[\s\S]*Who may see it/);
    await answers('GA', { message: 'Guests book nothing.' });
    await answers('RR', reviewed([requirement(3, 'Guests book nothing.')]));
    await answers('GA', { verdict: 'proceed' });
    await answers('PR', { output: { prdApproved: true, reviewSummary: 'Good.' } });
    assert.equal(next.next, 'concluded', JSON.stringify(next));
    const run = fixture.resume(String(next.run));
    const prd = (await run.file('PRD.md')) ?? '';
    for (const said of [...SAID, 'Guests book nothing.']) assert.ok(prd.includes(`- **Description**: ${said}\n`), prd);
    assert.match(prd, /- Die Mitglieder des Vereins\.\n/);
    assert.match(prd, /\*\*Written By\*\*: without a model\n/);
  });

test("by forms the questions of the brief are fields, and so are requirements of one's own", async (t) => {
  const fixture = await prdFixture(t);
  const shown: string[] = [];
  const fill = (properties: JsonObject, message: string): JsonObject => {
    shown.push(message);
    if ('question1' in properties && shown.length === 1) {
      assert.equal((properties.question1 as JsonObject).title, 'Who is it for?');
      return { verdict: 'reject', question1: 'Members.' };
    }
    if ('rest' in properties) return { rest: 'approve all the rest' };
    if (!('decision' in properties)) return { verdict: 'approve' };
    assert.deepEqual((properties.decision as JsonObject).enum, ['proceed']);
    const isFirst = !shown.slice(0, -1).some((text) => text.includes('not judged'));
    return isFirst ? { message: 'Guests book nothing.' } : { decision: 'proceed' };
  };
  const { call } = await talkOn(t, fixture, {
    capabilities: { elicitation: { form: {} } },
    prepare: (client: Client) =>
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        const { requestedSchema, message } = params as unknown as { requestedSchema: JsonObject; message: string };
        return { action: 'accept', content: fill(requestedSchema.properties as JsonObject, message) } as never;
      }),
  });
  const userInput = { projectPath: fixture.project, userUtterance: SAID.join(' ') };
  const done = await call('runs_start', { workflow: 'prd', input: { userInput }, by: 'agents' });
  assert.equal(done.next, 'concluded', JSON.stringify(done));
  const run = fixture.resume(String(done.run));
  assert.match((await run.file('feature-brief.md')) ?? '', /### Users\n\n- Members\.\n/);
  assert.match((await run.file('PRD.md')) ?? '', /### REQ-003: Guests book nothing\n/);
});

const requirement = (number: number, description: string): JsonObject => ({
  ...{ id: `REQ-00${number}`, title: description.replace(/\.$/, ''), description },
  ...{ priority: 'medium', category: 'UI/UX' },
});

const reviewed = (approvedRequirements: readonly JsonObject[]): JsonObject => ({
  output: {
    ...{ approvedRequirements: [...approvedRequirements], rejectedRequirements: [], modifiedRequirements: [] },
    ...{ reviewSummary: 'Reviewed.', userFeedback: '' },
  },
});
