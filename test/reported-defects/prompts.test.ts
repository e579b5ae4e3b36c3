// What reviewers found about the prompts of the PRD workflow and its gates over MCP, each as they saw it.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { connect, mcpOptions } from '../mcp/mcp-harness.ts';
import { PrdConversation } from '../mcp/prd-conversation.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { withModel } from '../systems/prd-cast.ts';
import { prdFixture, review, UTTERANCE } from '../systems/prd-fixture.ts';
import { briefOf, GAP, proposal } from '../systems/prd-model.ts';

const BRIEF = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' };
const PROPOSED = { functionalRequirements: [1, 2, 3].map(proposal), summary: 'Three.' };

async function talkOf(t: TestContext, forms?: (properties: JsonObject, message: string) => JsonObject) {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  const options = mcpOptions(fixture.engine, { systems, waitMs: 20_000 });
  const side =
    forms === undefined
      ? {}
      : {
          capabilities: { elicitation: { form: {} } },
          prepare: (client: Parameters<NonNullable<Parameters<typeof connect>[2]>['prepare'] & object>[0]) =>
            client.setRequestHandler('elicitation/create', async ({ params }) => {
              const { message, requestedSchema } = params as unknown as {
                message: string;
                requestedSchema: JsonObject;
              };
              return { action: 'accept', content: forms(requestedSchema.properties as JsonObject, message) } as never;
            }),
        };
  return { fixture, talk: new PrdConversation(await connect(t, options, side)) };
}

async function toRequirements(talk: PrdConversation, project: string): Promise<void> {
  await talk.begin(project);
  await talk.report(BRIEF);
  await talk.report({ approved: true, reviewSummary: 'Good.' });
  await talk.report(PROPOSED);
}

test('prd-and-mcp-D4: what was said in the review of requirements is in the next prompts', async (t) => {
  const { fixture, model } = await withModel(t, {
    'Gap Analysis': [{ gapAnalysisScore: 0.4, identifiedGaps: [GAP] }],
  });
  const run = await fixture.start();
  await run.approvesBrief();
  await run.at('RR');
  const proposed = (await run.data()).functionalRequirements ?? [];
  const userFeedback = 'Please also cover printing.';
  await run.answer('RR', review({ approvedRequirements: proposed, userFeedback }));
  await run.decides(true);
  await run.approvesAll();
  await run.at('GA');
  const asked = model.asked.filter(({ label }) => /^Gap/.test(label));
  assert.deepEqual(
    asked.map(({ label }) => label),
    ['Gap Analysis', 'Gap Requirements Generation', 'Gap Analysis'],
  );
  for (const { prompt } of asked) assert.match(prompt, /Review 1: Please also cover printing\./);
});

test('prd-and-mcp-D8: a slip of form at a gate is repaired, or put to the model', async (t) => {
  const { fixture, talk } = await talkOf(t);
  await talk.begin(fixture.project);
  await talk.report(BRIEF);
  await talk.refuses({ approved: 'perhaps' }, /approved[\s\S]*Correct it and report again\./);
  await talk.report({ approved: 'true' });
  assert.equal(talk.now.tool, 'magi-prd-initial-requirements', talk.now.text);
  await talk.report(PROPOSED);
  const { prompt } = await talk.step('magi-prd-requirements-review');
  assert.match(prompt, /Each proposed id exactly once/);
  await talk.report({ approvedRequirements: PROPOSED.functionalRequirements });
  assert.equal(talk.now.tool, 'magi-prd-gap-analysis', talk.now.text);
});

test('prd-and-mcp-D8: the rule that a rejection says why stands in the prompt', async (t) => {
  const { fixture, talk } = await talkOf(t);
  await talk.begin(fixture.project);
  await talk.report(BRIEF);
  const { prompt } = await talk.step('magi-prd-feature-brief-review');
  assert.match(prompt, /When `approved` is false, this or `modifications` must be there/);
});

test('prd-and-mcp-D12: documents need not be sent back, and one that differs is reported', async (t) => {
  const { fixture, talk } = await talkOf(t);
  await toRequirements(talk, fixture.project);
  await talk.report(review({ approvedRequirements: PROPOSED.functionalRequirements }));
  const { workflowStateData } = talk.now.input;
  talk.now = { ...talk.now, input: { workflowStateData: workflowStateData ?? null } };
  const same = await talk.step('magi-prd-gap-analysis');
  assert.doesNotMatch(same.prompt, /differs from what this server has/);
  talk.now = { ...talk.now, input: { ...talk.now.input, featureBrief: '# Another brief' } };
  const other = await talk.step('magi-prd-gap-analysis');
  assert.match(
    other.prompt,
    /^What was sent as `featureBrief` differs from what this server has\. The server's own counts/,
  );
  assert.doesNotMatch(other.prompt, /# Another brief/);
});

test('prd-and-mcp-D12: "as assembled" is the document that code assembled', async (t) => {
  const { fixture, model } = await withModel(t, { 'PRD Generation': [{ prdContent: 'as assembled' }] });
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.at('PR');
  const { prdContent, prdPath, prdStatus } = await run.data();
  assert.match(String(prdContent), /^# PRD: Export[\s\S]*### REQ-001[\s\S]*## Traceability/);
  assert.match(String(prdPath), /order-export\/PRD\.md$/);
  assert.equal((prdStatus as JsonObject).status, 'draft');
  const { prompt } = model.asked.at(-1) ?? assert.fail('nobody was asked');
  assert.doesNotMatch(prompt, /as given/);
});

test('prd-and-mcp-D13: what was said of an earlier analysis is not repeated at the next', async (t) => {
  const { fixture, talk } = await talkOf(t);
  await toRequirements(talk, fixture.project);
  await talk.report(review({ approvedRequirements: PROPOSED.functionalRequirements }));
  await talk.report({ gapAnalysisScore: 0.5, identifiedGaps: [GAP], userWantsToContinueDespiteGaps: true });
  await talk.report({ functionalRequirements: [proposal(4)], summary: 'One.', gapsAddressed: ['GAP-001'] });
  await talk.report(review({ approvedRequirements: [proposal(4)] }));
  const { prompt } = await talk.step('magi-prd-gap-analysis');
  assert.doesNotMatch(prompt, /Said so far|Score 0\.5/);
});

test('prd-and-mcp-D13: controls are not written into files', async (t) => {
  const hidden = 'Export\u0000 of\u202e orders\u2066';
  const { fixture } = await withModel(t, {
    'Feature Brief Generation': [{ ...BRIEF, featureBriefMarkdown: briefOf(hidden) }],
  });
  const run = await fixture.start({ userUtterance: `${UTTERANCE}\u0000\u202e` });
  await run.approvesBrief();
  const brief = (await run.file('feature-brief.md')) ?? '';
  assert.match(brief, /^# Export of orders\n/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  assert.doesNotMatch(brief, /[\u0000\u202e\u2066]/);
});

test('prd-and-mcp-D13: a mistyped project below the project makes no folder', async (t) => {
  const fixture = await prdFixture(t);
  const projectPath = join(fixture.project, 'mistyped', 'name');
  const run = await fixture.start({ projectPath });
  assert.equal(await run.ended(), 'failed');
  const { prdWorkflowFatalErrorMessages } = await run.data();
  assert.match(String(prdWorkflowFatalErrorMessages), /folder that is there, found none at .*Nothing was made\./);
  assert.ok(!existsSync(join(fixture.project, 'mistyped')));
});

test("prd-and-mcp-D13: the brief's utterance is the one that was said, whole", async (t) => {
  const utterance = 'Readers mark articles.\n\nThey read them offline, too.';
  const { fixture, model } = await withModel(t);
  const run = await fixture.start({ userUtterance: utterance });
  await run.at('FBReview');
  const { featureBriefContent } = await run.data();
  assert.match(
    String(featureBriefContent),
    /## User Utterance\n\n> Readers mark articles\.\n>\n> They read them offline, too\.\n\n## Overview/,
  );
  assert.match(model.asked[0]?.prompt ?? '', /Readers mark articles\.\n\nThey read them offline, too\./);
});

test('agents-G5: a score is asked for with what it means, and no figure of rules stands above it', async (t) => {
  const { fixture, model } = await withModel(t);
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.at('GA');
  const { prompt } = model.asked.at(-1) ?? assert.fail('nobody was asked');
  const step = prompt.slice(prompt.indexOf('## Workflow Step'), prompt.lastIndexOf('## Task Context'));
  assert.match(step, /- coverage\. 0\.9: [^#]*0\.4: a goal has none\.\n- completeness/);
  assert.doesNotMatch(step.slice(0, step.indexOf('### How to score')), /"score"|"axes"/);
  await run.decides(false);
  await run.at('PR');
  assert.equal('assessment' in (await run.outputOf('GA')), false, 'none is made up where the model gave none');
});

test('agents-G6: a PRD is asked for as its text alone, and nothing that code fills in', async (t) => {
  const { fixture, model } = await withModel(t);
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.at('PR');
  const { prompt } = model.asked.at(-1) ?? assert.fail('nobody was asked');
  assert.match(
    prompt,
    /\n```json\n\{"type":"object","properties":\{"prdContent":\{[^}]*\},"newSections":\{[^}]*\}\},"req.{1,30}\n```$/,
  );
  assert.doesNotMatch(prompt, /prdFilePath|documentStatus|requirementsCount|traceabilityTableRows/);
  const { prdPath } = await run.data();
  assert.match(String(prdPath), /order-export\/PRD\.md$/);
});

test('agents-G9: a gap analysis is offered in the first turn, and no section is spoken of', async (t) => {
  const { fixture, model } = await withModel(t);
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.at('GA');
  const { prompt } = model.asked.at(-1) ?? assert.fail('nobody was asked');
  assert.match(prompt, /give the analysis at once, without asking the person first/);
  assert.match(prompt, /A result you offer must be one JSON value/);
  assert.doesNotMatch(prompt, /Output section|The field output|## Status\n\[/);
});

test('prd-and-mcp-D7: forms show what the lint found, the assessment, and what is assumed', async (t) => {
  const shown: string[] = [];
  const assumed = briefOf('Export').replace(
    '- Export of orders',
    '- Export of orders\n- Assumption: files stay under 1 GB.',
  );
  const { fixture, talk } = await talkOf(t, (properties, message) => {
    shown.push(message);
    if ('decision' in properties) return { decision: 'proceed' };
    if ('rest' in properties) return { rest: 'approve all the rest' };
    return { verdict: 'approve', ...('assumptions' in properties && shown.length > 4 && { assumptions: true }) };
  });
  await talk.begin(fixture.project);
  await talk.report({ ...BRIEF, featureBriefMarkdown: assumed });
  await talk.report({
    ...PROPOSED,
    functionalRequirements: [{ ...proposal(1), description: 'The shop should be fast.' }],
  });
  await talk.report({ gapAnalysisScore: 0.6, identifiedGaps: [GAP], assessment: { axes: { coverage: 0.5 } } });
  await talk.report({ prdContent: 'as assembled' });
  assert.match(talk.now.text, /Nothing was decided: .*assumptions \(files stay under 1 GB\.\) are not confirmed/);
  assert.match(shown[1] ?? '', /! ambiguous/);
  assert.match(shown[2] ?? '', /Fair: 60 %[\s\S]*coverage: 50 %[\s\S]*high\n- GAP-001: No limits/);
  assert.match(shown[3] ?? '', /Assumptions, which you confirm by approving:\n- files stay under 1 GB\./);
  await talk.resume();
  assert.match(talk.now.text, /^The workflow has concluded/);
});
