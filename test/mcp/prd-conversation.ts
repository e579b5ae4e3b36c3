// A scripted client that plays the whole PRD conversation, over whatever transport its client is connected by.

import assert from 'node:assert/strict';
import type { Json, JsonObject } from '../../src/json.ts';
import { review, UTTERANCE } from '../systems/prd-fixture.ts';
import { briefOf, draftIn, GAP, proposal } from '../systems/prd-model.ts';
import type { McpConnection } from './mcp-harness.ts';

const ORCHESTRATOR = 'magi-prd-orchestrator';

/** What the orchestrator said: the tool to call and its input, or that nothing is left to do. */
export interface Instructions {
  readonly text: string;
  readonly tool: string | null;
  readonly input: JsonObject;
  readonly thread: string;
}

export class PrdConversation {
  #connected: McpConnection;
  /** Tools in the order they were called. */
  readonly called: string[] = [];
  now: Instructions = { text: '', tool: null, input: {}, thread: '' };

  constructor(connected: McpConnection) {
    this.#connected = connected;
  }

  /** Goes on over another connection. */
  moveTo(connected: McpConnection): void {
    this.#connected = connected;
  }

  refused(tool: string, input: JsonObject): Promise<string> {
    return this.#connected.refused(tool, input);
  }

  begin(project: string, more: JsonObject = {}): Promise<Instructions> {
    return this.orchestrate({ projectPath: project, userUtterance: UTTERANCE, ...more }, '');
  }

  /** Whatever is next, without a report. */
  resume(thread = this.now.thread): Promise<Instructions> {
    return this.orchestrate(undefined, thread);
  }

  async orchestrate(userInput: JsonObject | undefined, thread: string): Promise<Instructions> {
    const state = thread === '' ? {} : { workflowStateData: { thread_id: thread } };
    const given = { ...(userInput !== undefined && { userInput }), ...state };
    const { orchestrationInstructionsPrompt } = await this.#connected.call(ORCHESTRATOR, given);
    this.now = read(String(orchestrationInstructionsPrompt));
    return this.now;
  }

  /** Calls the tool that is next, as instructed. */
  async step(tool: string): Promise<{ readonly prompt: string; readonly schema: JsonObject }> {
    assert.equal(this.now.tool, tool, this.now.text);
    this.called.push(tool);
    const { promptForLLM, resultSchema, ...rest } = await this.#connected.call(tool, this.now.input);
    assert.deepEqual(rest, {});
    const prompt = String(promptForLLM);
    assert.ok(prompt.endsWith(`with \`workflowStateData\` {"thread_id":"${this.now.thread}"}.`), prompt.slice(-300));
    assert.match(prompt, new RegExp(`call the tool \`${ORCHESTRATOR}\` with it as \`userInput\``));
    return { prompt, schema: JSON.parse(String(resultSchema)) as JsonObject };
  }

  report(result: JsonObject): Promise<Instructions> {
    return this.orchestrate(result, this.now.thread);
  }

  /** The tool that is next is called, and this is what comes of it. */
  async does(tool: string, result: JsonObject): Promise<Instructions> {
    await this.step(tool);
    return this.report(result);
  }

  /** A report that is refused leaves the same instructions. */
  async refuses(result: JsonObject, why: RegExp): Promise<void> {
    const { tool, thread } = this.now;
    const { text } = await this.report(result);
    assert.match(text, /^The result was not accepted, and the run has not moved\./);
    assert.match(text, why);
    assert.deepEqual([this.now.tool, this.now.thread], [tool, thread]);
  }
}

function read(text: string): Instructions {
  const tool = /Call the tool `([^`]+)` with this input/.exec(text)?.[1] ?? null;
  const json = /```json\n([\s\S]*?)\n```/.exec(text)?.[1];
  const input = tool === null || json === undefined ? {} : (JSON.parse(json) as JsonObject);
  const threads = [...text.matchAll(/\{"thread_id":"([^"]+)"\}/g)].map(([, thread]) => thread);
  return { text, tool, input, thread: threads.at(-1) ?? '' };
}

const MODIFICATIONS = [{ section: 'Goals', modificationReason: 'vague', requestedContent: '- One goal.' }];
const list = (...numbers: readonly number[]): Json => numbers.map(proposal);
const rejected = (number: number, reason: string): JsonObject => ({ ...proposal(number), reason });
const found = (gapAnalysisScore: Json, identifiedGaps: Json, wants?: boolean): JsonObject => ({
  ...{ gapAnalysisScore, identifiedGaps },
  ...(wants !== undefined && { userWantsToContinueDespiteGaps: wants }),
});

/** To the first review of requirements: the brief is rejected twice on the way. */
export async function playBrief(talk: PrdConversation, project: string): Promise<void> {
  await talk.begin(project);
  assert.deepEqual(Object.keys(talk.now.input), ['userUtterance', 'currentFeatureIds', 'workflowStateData']);
  const { prompt, schema } = await talk.step('magi-prd-feature-brief');
  assert.match(prompt, /write a feature brief/);
  assert.deepEqual(schema.required, ['featureBriefMarkdown', 'recommendedFeatureId']);
  await talk.refuses({ featureBriefMarkdown: briefOf('Export') }, /recommendedFeatureId/);
  await talk.refuses({ featureBriefMarkdown: 'no brief', recommendedFeatureId: 'order-export' }, /Goals/);
  await talk.report({ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' });
  for (const userFeedback of ['Say who.', 'Say when.']) {
    const shown = await talk.step('magi-prd-feature-brief-review');
    assert.match(shown.prompt, /# Export[\s\S]*Ask the person in this chat/);
    await talk.refuses(
      { approved: true, reviewSummary: 'Yes, but.', modifications: MODIFICATIONS },
      /together with mod/,
    );
    await talk.report({ approved: false, userFeedback, reviewSummary: 'No.', modifications: MODIFICATIONS });
    assert.equal(talk.now.input.userFeedback, userFeedback);
    assert.deepEqual(talk.now.input.modifications, MODIFICATIONS);
    await talk.does('magi-prd-feature-brief-update', { featureBriefMarkdown: briefOf(`Export. ${userFeedback}`) });
  }
  assert.match(String(talk.now.input.featureBrief), /^\/.*\/feature-brief\.md$/);
  assert.match(String(talk.now.input.featureBriefContent), /^# Export\. Say when\./);
  await staleVerdict(talk);
  assert.match((await talk.step('magi-prd-feature-brief-review')).prompt, /Say when/);
  await talk.does('magi-prd-feature-brief-review', { approved: true, reviewSummary: 'Good.' });
}

/** A verdict on another version is not taken: what is there now is shown again. */
async function staleVerdict(talk: PrdConversation): Promise<void> {
  const { thread, input } = talk.now;
  const old = thread.replace(/\.[0-9a-f]{12}$/, '.0123456789ab');
  const asked = { ...input, workflowStateData: { thread_id: old } };
  assert.match(await talk.refused('magi-prd-feature-brief-review', asked), /one of another version/);
  const { text } = await talk.orchestrate({ approved: true, reviewSummary: 'Good.' }, old);
  assert.match(text, /has changed since; show it again/);
  assert.equal(talk.now.thread, thread);
}

/** Per-item verdicts, and two rounds of gaps. */
export async function playRequirements(talk: PrdConversation): Promise<void> {
  assert.match((await talk.step('magi-prd-initial-requirements')).prompt, /Say when/);
  await talk.report({ functionalRequirements: list(1, 2, 3), summary: 'Three.' });
  assert.deepEqual(talk.now.input.functionalRequirements, list(1, 2, 3));
  assert.match((await talk.step('magi-prd-requirements-review')).prompt, /"REQ-001"[\s\S]*"REQ-003"/);
  await talk.refuses(review({ approvedRequirements: list(1) }), /REQ-002/);
  const changed = { ...proposal(2), priority: 'low', originalId: 'REQ-002', modificationNotes: 'Not urgent.' };
  await talk.report(
    review({
      approvedRequirements: list(1),
      modifiedRequirements: [changed],
      rejectedRequirements: [rejected(3, 'Not wanted.')],
    }),
  );
  assert.match((await talk.step('magi-prd-gap-analysis')).prompt, /Not urgent[\s\S]*Not wanted/);
  await talk.refuses(found('splendid', []), /gapAnalysisScore/);
  await talk.report(found(0.5, [GAP], true));
  assert.match((await talk.step('magi-prd-gap-requirements')).prompt, /"GAP-001"[\s\S]*No limits/);
  await talk.report(gapProposals(4));
  await talk.does('magi-prd-requirements-review', review({ approvedRequirements: list(4) }));
  await talk.does('magi-prd-gap-analysis', found(70, [GAP]));
  await talk.does('magi-prd-gap-requirements', gapProposals(5));
  const outside = review({ outOfScopeRequirements: [rejected(5, 'Later.')] });
  await talk.does('magi-prd-requirements-review', outside);
  await talk.does('magi-prd-gap-analysis', found('Fair', [GAP], false));
}

const gapProposals = (number: number): JsonObject => ({
  ...{ functionalRequirements: list(number), summary: 'One.', gapsAddressed: ['GAP-001'] },
});

/** The PRD is rejected once, with feedback, and then signed. */
export async function playPrd(talk: PrdConversation): Promise<void> {
  const draft = written((await talk.step('magi-prd-generation')).prompt);
  await talk.refuses({ ...draft, prdContent: String(draft.prdContent).replaceAll('REQ-001', 'REQ-900') }, /REQ-001/);
  await talk.report(draft);
  assert.deepEqual((talk.now.input.documentStatus as JsonObject).status, 'draft');
  await talk.step('magi-prd-review');
  await talk.report({ prdApproved: false, userFeedback: 'Name the shop.' });
  const again = await talk.step('magi-prd-generation');
  assert.match(again.prompt, /Name the shop\./);
  await talk.report(written(again.prompt));
  const last = talk.now.thread;
  await talk.does('magi-prd-review', { prdApproved: true, reviewSummary: 'Good.' });
  assert.match(talk.now.text, /^The workflow has concluded: the run run_\w+ is completed/);
  const repeated = await talk.orchestrate({ prdApproved: true, reviewSummary: 'Good.' }, last);
  assert.match(repeated.text, /^That was reported before; nothing was changed\.\s+The workflow has concluded/);
  const other = await talk.orchestrate({ prdApproved: false, userFeedback: 'No.' }, last);
  assert.match(other.text, /^"PR" was already answered: approve, by user:local at .* was not taken; tell the person\./);
  assert.match(other.text, /The workflow has concluded/);
}

/** The document as the prompt carries it; what code gives is passed on as it is. */
export function written(prompt: string): JsonObject {
  const prdContent = draftIn(prompt);
  const documentStatus = { author: 'a model', lastModified: '1999-01-01', status: 'draft' };
  return { prdContent, prdFilePath: 'x.md', documentStatus, requirementsCount: 0, traceabilityTableRows: [] };
}

/** All of it, with a client beside it that asks and reports the same. */
export async function playAll(
  connected: McpConnection,
  beside: McpConnection,
  project: string,
): Promise<PrdConversation> {
  const talk = new PrdConversation(connected);
  const other = new PrdConversation(beside);
  await playBrief(talk, project);
  await other.resume(talk.now.thread);
  assert.deepEqual([other.now.tool, other.now.thread], [talk.now.tool, talk.now.thread]);
  await playRequirements(talk);
  await strangeThreads(connected, talk);
  await playPrd(talk);
  await playFailure(other);
  assert.deepEqual([...new Set([...talk.called, ...other.called])].sort(), TOOLS);
  return talk;
}

/** A project outside the folders that were named cannot be worked on. */
async function playFailure(talk: PrdConversation): Promise<void> {
  await talk.begin('/');
  assert.match((await talk.step('magi-prd-failure')).prompt, /Magi Initialization: Expected to make the folder/);
  await talk.report({});
  assert.match(talk.now.text, /^The workflow has concluded: it failed\./);
}

const TOOLS = [
  ...['magi-prd-failure', 'magi-prd-feature-brief', 'magi-prd-feature-brief-review', 'magi-prd-feature-brief-update'],
  ...['magi-prd-gap-analysis', 'magi-prd-gap-requirements', 'magi-prd-generation', 'magi-prd-initial-requirements'],
  ...['magi-prd-requirements-review', 'magi-prd-review'],
];

async function strangeThreads({ refused }: McpConnection, talk: PrdConversation): Promise<void> {
  const at = (thread_id: string): JsonObject => ({ userInput: {}, workflowStateData: { thread_id } });
  assert.match(await refused(ORCHESTRATOR, at('elsewhere')), /unknown-run.*Nothing was changed/);
  assert.match(await refused(ORCHESTRATOR, at('run_0000000000NONE#1')), /unknown-run/);
  assert.match(await refused(ORCHESTRATOR, at(talk.now.thread.replace(/#\d+/, '#999'))), /unknown-task/);
  const wrong = { featureBrief: 'b', requirementsContent: 'r', workflowStateData: { thread_id: talk.now.thread } };
  assert.match(await refused('magi-prd-gap-analysis', wrong), /unknown-task.*has another tool/);
}
