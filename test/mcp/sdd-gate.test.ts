// The human review of a design over MCP as a client gets it: the form, and the prompt where it has none.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SECTION_QUESTIONS } from '../../src/documents/design/section-questions.ts';
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

const BOOKING = 'Members of a climbing hall book a wall for one hour.';
const [OVERVIEW, PARTS] = [SECTION_QUESTIONS.hld.overview ?? '', SECTION_QUESTIONS.hld.components ?? ''];

test('without a model an answer to a question is filed in its section, in the chat and by the form', async (t) => {
  const fixture = await sddFixture(t, { isFiled: true });
  const run = await fixture.start({ project_brief: BOOKING });
  await run.atReview();
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: 20_000 });
  const { call } = await connect(t, options);
  const gate = await call('tasks_next', { run: run.id });
  assert.match(String(gate.prompt), /goes there as a paragraph: the question in one line, their answer in the next/);
  const feedback = `${OVERVIEW}\nLes membres réservent. Le reste est ailleurs.\n\nWalls are numbered.`;
  await call('tasks_answer', { task: String(gate.task), output: { verdict: 'revise', feedback } });
  await run.atReview(2);
  const asked: JsonObject[] = [];
  const fills: JsonObject[] = [
    { verdict: 'approve', question1: 'All of it.' },
    { verdict: 'reject', question1: 'A web page.\n\nA store.', feedback: 'Name the roles.', sections: 'HLD: Security' },
  ];
  const formed = await connect(t, options, {
    capabilities: { elicitation: { form: {} } },
    prepare(client) {
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params as unknown as JsonObject);
        return { action: fills.length === 0 ? 'decline' : 'accept', content: fills.shift() ?? {} } as never;
      });
    },
  });
  const refused = await formed.call('tasks_next', { run: run.id });
  assert.match(String(refused.note ?? ''), /it approves and asks for a change at once/);
  const [first = ''] = asked.map((form) => JSON.stringify(form));
  assert.match(first, /"question1":\{"type":"string","title":"Which components are there/, 'the next one is asked');
  await formed.call('tasks_next', { run: run.id });
  await run.atReview(3);
  const { hld_draft } = await run.data();
  const hld = String(hld_draft);
  const overview = `## Overview and Use Cases\n\nopen: Walls are numbered.\n\n${OVERVIEW}\n\n`;
  assert.ok(hld.startsWith(`${overview}- Les membres réservent.\n- Le reste est ailleurs.\n\n### UC-001`), hld);
  assert.ok(hld.includes(`\n## Components\n\n${PARTS}\n\n- A web page.\n- A store.\n\n## Technology`), hld);
  assert.equal(hld.split('Name the roles.').length, 2, hld);
  assert.match(hld, /\n## Security\n\nopen: Name the roles\.\n\nopen: Who may see/);
});
