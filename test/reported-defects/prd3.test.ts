// What the third verification of the PRD system found with a model and over MCP, each as it was seen.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import type { JsonObject } from '../../src/json.ts';
import { prd } from '../../src/systems/prd/system.ts';
import { connect, mcpOptions } from '../mcp/mcp-harness.ts';
import { PrdConversation } from '../mcp/prd-conversation.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { approvesPrd, withModel } from '../systems/prd-cast.ts';
import { ADA, prdFixture, UTTERANCE } from '../systems/prd-fixture.ts';
import { approvedBrief, briefOf, draftIn, GAP, proposal, SCRIPT } from '../systems/prd-model.ts';

async function talkOf(t: TestContext) {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  const connected = await connect(t, mcpOptions(fixture.engine, { systems, waitMs: 20_000 }));
  let [read, written] = [0, 0];
  const counted = {
    ...connected,
    async call(tool: string, input: JsonObject = {}) {
      written += countTokens(JSON.stringify(input));
      const answer = await connected.call(tool, input);
      read += countTokens(Object.values(answer).join('\n'));
      return answer;
    },
  };
  return { fixture, talk: new PrdConversation(counted), cost: () => ({ read, written }) };
}

const IDS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `REQ-00${number}`);
const REVIEW = { rejectedRequirements: [], modifiedRequirements: [], reviewSummary: 'All.', userFeedback: '' };
const DOCUMENTS = [
  ...['featureBrief', 'featureBriefContent', 'requirementsContent', 'functionalRequirements'],
  ...['identifiedGaps', 'prdContent'],
];

/** A whole conversation; `copies`: the model sends documents along, as the input has them. */
async function play(t: TestContext, copies: boolean) {
  const { fixture, talk, cost } = await talkOf(t);
  const inputs: Record<string, JsonObject> = {};
  const does = async (tool: string, result: JsonObject): Promise<void> => {
    inputs[tool] = talk.now.input;
    const isSent = ([name]: readonly [string, unknown]): boolean =>
      copies || !DOCUMENTS.includes(name) || (name === 'featureBrief' && tool.endsWith('brief-review'));
    const input = Object.fromEntries(Object.entries(talk.now.input).filter(isSent));
    talk.now = { ...talk.now, input };
    assert.doesNotMatch((await talk.step(tool)).prompt, /differs from what this server has/);
    await talk.report(result);
  };
  await talk.begin(fixture.project);
  await does('magi-prd-feature-brief', SCRIPT['Feature Brief Generation']?.[0] as JsonObject);
  await does('magi-prd-feature-brief-review', { approved: true, reviewSummary: 'Good.' });
  const proposed = { functionalRequirements: [1, 2, 3, 4, 5, 6, 7].map(proposal), summary: 'Seven.' };
  await does('magi-prd-initial-requirements', proposed);
  await does('magi-prd-requirements-review', { approvedRequirements: IDS.slice(0, 7), ...REVIEW });
  await does('magi-prd-gap-analysis', {
    gapAnalysisScore: 0.5,
    identifiedGaps: [GAP],
    userWantsToContinueDespiteGaps: true,
  });
  await does('magi-prd-gap-requirements', {
    functionalRequirements: [proposal(8)],
    summary: 'One.',
    gapsAddressed: ['GAP-001'],
  });
  await does('magi-prd-requirements-review', { approvedRequirements: [{ id: 'REQ-008' }], ...REVIEW });
  await does('magi-prd-gap-analysis', {
    gapAnalysisScore: 0.9,
    identifiedGaps: [],
    userWantsToContinueDespiteGaps: false,
  });
  await does('magi-prd-generation', { prdContent: 'as assembled' });
  await does('magi-prd-review', { prdApproved: true, reviewSummary: 'Good.' });
  assert.match(talk.now.text, /^The workflow has concluded/);
  return { inputs, ...cost() };
}

test('prd3-14: tools get documents by content, need none back, and reviews take ids alone', async (t) => {
  const [left, copied] = [await play(t, false), await play(t, true)];
  const input = (tool: string): JsonObject => left.inputs[`magi-prd-${tool}`] ?? assert.fail(tool);
  const approved = approvedBrief('Export');
  for (const tool of ['initial-requirements', 'gap-analysis', 'gap-requirements', 'generation'])
    assert.equal(input(tool).featureBrief, approved, tool);
  for (const tool of ['gap-analysis', 'gap-requirements', 'generation'])
    assert.match(String(input(tool).requirementsContent), /^# Requirements\n[\s\S]*### REQ-007/, tool);
  assert.equal(input('generation').originalUserUtterance, UTTERANCE);
  assert.match(String(input('feature-brief-review').featureBrief), /^\/.*\/order-export\/feature-brief\.md$/);
  assert.equal(input('feature-brief-review').featureBriefContent, briefOf('Export'));
  assert.match(String(input('review').prdContent), /^# PRD: Export\n/);
  t.diagnostic(`read ${left.read} tokens; written ${left.written}, with all documents copied ${copied.written}`);
  assert.ok(left.written * 3 < copied.written, `${left.written} tokens written`);
  assert.ok(left.read < 30_000, `${left.read} tokens read`);
});

test('prd3-D9: a feature brief that is gone at the end is reported before and after the PRD is signed', async (t) => {
  const { fixture } = await withModel(t);
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.at('PR');
  rmSync(run.path('order-export/feature-brief.md'));
  const { data, ...none } = { data: await run.data(), runInput: {}, state: null, offer: null, messages: [] };
  const facts = { ...none, data, run: run.id, step: 'PR', visit: 1, input: {}, output: () => null, visits: () => 1 };
  const shown = await prd.gates?.PR?.review({ ...facts, versions: async () => [], read: async () => null });
  const notice =
    'magi-sdd/order-export/feature-brief.md was approved before the PRD and is not in its folder any more: ' +
    'put it back.';
  assert.deepEqual(shown?.notices, [notice]);
  await approvesPrd(run);
  assert.equal(await run.ended(), 'completed');
  const { notes, hashes } = (await run.result()) as JsonObject;
  assert.deepEqual([notes, Object.keys(hashes as JsonObject)], [[notice], ['magi-sdd/order-export/PRD.md']]);
  const texts = { requirements: 'r', prd: 'p' };
  assert.match(String(await prd.documents?.changedSince?.(texts)), /^feature-brief\.md was approved before the PRD/);
  assert.deepEqual(await prd.documents?.changedSince?.({ ...texts, brief: 'b' }), []);
  assert.deepEqual(await prd.documents?.changedSince?.({ prd: 'a copy' }), []);
});

test('prd3-D9: a client that asks in its chat learns of a brief that is gone before the PRD is signed', async (t) => {
  const { fixture, talk } = await talkOf(t);
  await talk.begin(fixture.project);
  await talk.report(SCRIPT['Feature Brief Generation']?.[0] as JsonObject);
  await talk.report({ approved: true, reviewSummary: 'Good.' });
  await talk.report({ functionalRequirements: [proposal(1)], summary: 'One.' });
  await talk.report({ approvedRequirements: ['REQ-001'], ...REVIEW });
  await talk.report({ gapAnalysisScore: 0.9, identifiedGaps: [], userWantsToContinueDespiteGaps: false });
  rmSync(join(fixture.project, 'magi-sdd/order-export/feature-brief.md'));
  await talk.report({ prdContent: 'as assembled' });
  const { prompt } = await talk.step('magi-prd-review');
  assert.match(
    prompt,
    /not in order with its files\n\n```text\n- magi-sdd\/order-export\/feature-brief\.md was approved/,
  );
});

test('prd3-D10: words that code would drop go back to the model; own sections come before requirements', async (t) => {
  const section = '## Risks and Rollout\n\n- A large export may fail (REQ-003).';
  const { fixture, model } = await withModel(t, {
    'PRD Generation': [
      (prompt) => ({ prdContent: `${draftIn(prompt)}\n\n## Rollout\n\nIn May.\n` }),
      { prdContent: 'as assembled', newSections: section },
    ],
  });
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.at('PR');
  const prompts = () => model.asked.filter(({ label }) => label === 'PRD Generation').map(({ prompt }) => prompt);
  assert.match(prompts().at(-1) ?? '', /no words of your own after "## Traceability", found '## Rollout'/);
  const written = (await run.file('PRD.md')) ?? '';
  assert.ok(written.includes(`\n\n${section}\n\n## Functional Requirements\n`), written);
  await run.answer('PR', { prdApproved: false, userFeedback: 'Say when.' });
  await run.at('PR');
  assert.ok((prompts().at(-1) ?? '').includes(section), 'the next version goes on from its own sections');
  const rewriting = { section: 'Whole document', modificationReason: 'Shorter.', requestedContent: '' };
  await run.answer('PR', { prdApproved: false, modifications: [rewriting] });
  await run.at('PR');
  assert.ok(!(prompts().at(-1) ?? '').includes(section));
});

test('a section that a model gives in the whole PRD and beside it stands there once, or goes back to it', async (t) => {
  const section = (words: string) => `## Risks and Rollout\n\n- ${words} (REQ-003).`;
  const at = '\n## Functional Requirements\n';
  let whole = '';
  const more = '## Dependencies\n\n- The document server (REQ-001).';
  const { fixture, model } = await withModel(t, {
    'PRD Generation': [
      (prompt) => {
        whole = draftIn(prompt).replace(at, `\n${section('A large export may fail')}\n${at}`);
        return { prdContent: whole, newSections: section('It may be slow') };
      },
      () => ({ prdContent: whole, newSections: `${section('A large export may fail')}\n\n${more}` }),
    ],
  });
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.at('PR');
  const asked = model.asked.filter(({ label }) => label === 'PRD Generation').map(({ prompt }) => prompt);
  assert.match(asked.at(-1) ?? '', /Expected the section "## Risks and Rollout" once, found it 2 times\./);
  const written = (await run.file('PRD.md')) ?? '';
  assert.equal(written.split('## Risks and Rollout').length, 2, written);
  assert.ok(written.includes(`${section('A large export may fail')}\n\n${more}\n\n## Functional`), written);
});

test('prd3-D11: a brief whose place is taken is reported with the one thing to do', async (t) => {
  const { fixture, talk } = await talkOf(t);
  await talk.begin(fixture.project);
  await talk.report(SCRIPT['Feature Brief Generation']?.[0] as JsonObject);
  const path = join(fixture.project, 'magi-sdd/order-export/feature-brief.md');
  writeFileSync(path, 'Mine.');
  const { text } = await talk.report({ approved: true, reviewSummary: 'Good.' });
  assert.match(
    text,
    /not overwritten: move it away, then approve again\nTell the person\. When it is done, report the same/,
  );
  assert.doesNotMatch(text, /has said what is missing/);
  rmSync(path);
  await talk.report({ approved: true, reviewSummary: 'Good.' });
  assert.equal(talk.now.tool, 'magi-prd-initial-requirements', talk.now.text);
});

test('prd3-D15: a rehearsal signs and finalises nothing, and comes to its end', async (t) => {
  const { fixture } = await withModel(t, {}, { by: { ...ADA, channel: 'rehearsal' } });
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await approvesPrd(run);
  assert.equal(await run.ended(), 'completed');
  const [brief, written] = [(await run.file('feature-brief.md')) ?? '', (await run.file('PRD.md')) ?? ''];
  for (const text of [brief, written]) {
    assert.match(text, /^- \*\*Approver\*\*: user:ada, in a rehearsal: nobody signed this$/m);
    assert.doesNotMatch(text, /Signed|finalized|\*\*Approved\*\*/);
  }
  assert.match(brief, /^Draft, approved in a rehearsal\.$/m);
  assert.match(written, /^- \*\*Status\*\*: draft$/m);
  const { prdStatus, hashes } = (await run.result()) as JsonObject;
  assert.deepEqual([(prdStatus as JsonObject).status, hashes], ['draft', {}]);
});
