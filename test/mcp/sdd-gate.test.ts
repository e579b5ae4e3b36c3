// The human review of a design over MCP as a client gets it: the form, and the prompt where it has none.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { root } from '../support/run-signoff.ts';
import { BAD, sddFixture } from '../systems/sdd-fixture.ts';
import { connect, mcpOptions } from './mcp-harness.ts';
import { systemsOn } from './systems-on.ts';

const FOLDER = join(root, 'test/mcp/sdd-gate');

/** A document that was forced on with one issue open, at its review. */
async function atReview(t: TestContext) {
  const fixture = await sddFixture(t, { script: { reviews: [BAD] } });
  const run = await fixture.start({ max_revisions: 1 });
  await run.atReview();
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
  return { run, options, calls: fixture.calls };
}

/** Runs, folders and times are other ones each time. */
const alwaysSame = (text: string): string =>
  text
    .replace(/run_\w{26}/g, 'run_01')
    .replace(/#(\d+)\.[0-9a-f]{12}/g, '#$1.0123456789ab')
    .replace(/\/\S*signoff-sdd-\w+/g, '/project')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-03-05T10:00:00.000Z');

function isGolden(name: string, text: string): void {
  const path = join(FOLDER, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, text);
  }
  assert.equal(readFileSync(path, 'utf8'), text, `${name}: if this is meant, run with UPDATE_GOLDEN=1`);
}

test('a client without forms gets the document, what is open and how to ask', async (t) => {
  const { run, options } = await atReview(t);
  const { call } = await connect(t, options);
  const gate = await call('tasks_next', { run: run.id });
  assert.equal(gate.next, 'gate', JSON.stringify(gate));
  const prompt = alwaysSame(String(gate.prompt));
  isGolden('prompt.txt', `${prompt.trim()}\n`);
  for (const part of ['hld', 'lld', 'database']) assert.match(prompt, new RegExp(`Sentinel of ${part} in round 1`));
  assert.match(prompt, /Nobody may read the bookings of others\./);
});

test('a client with forms gets one that approves nothing open unseen, and sends it back by section', async (t) => {
  const { run, options, calls } = await atReview(t);
  const asked: JsonObject[] = [];
  const fills: JsonObject[] = [
    { verdict: 'approve' },
    { verdict: 'reject', feedback: 'Name the roles.', sections: 'HLD: Security' },
  ];
  const { call } = await connect(t, options, {
    capabilities: { elicitation: { form: {} } },
    prepare(client) {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params as unknown as JsonObject);
        return { action: 'accept', content: fills.shift() ?? {} } as never;
      });
    },
  });
  const first = await call('tasks_next', { run: run.id });
  isGolden('form.txt', `${alwaysSame(JSON.stringify(asked[0], null, 2))}\n`);
  assert.match(String(first.note ?? ''), /open issues that it lists are not accepted/);
  assert.equal((await run.data()).approved, null);
  await call('tasks_next', { run: run.id });
  await run.atReview(2);
  assert.equal((await run.data()).human_revisions, 1);
  const [, second] = calls.filter(({ workflow }) => workflow === 'sdd-draft-hld');
  assert.match(second?.prompt ?? '', /HLD: Security\): Name the roles\./);
});
