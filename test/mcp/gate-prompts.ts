// The prompts of the three reviews of a PRD run as a client over MCP gets them, from a real conversation.

import type { TestContext } from 'node:test';
import { prdFixture, review } from '../systems/prd-fixture.ts';
import { briefOf, proposal } from '../systems/prd-model.ts';
import { connect, mcpOptions } from './mcp-harness.ts';
import { PrdConversation } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

export interface GatePrompt {
  /** `mcp-requirements-review`. */
  readonly name: string;
  readonly prompt: string;
}

const ASSUMED = briefOf('Export of orders').replace(
  '- Export of orders',
  '- Export of orders\n- Assumption: files stay under 1 GB.',
);
/** One that the lint has something to say of, and two that are alike. */
const PROPOSED = [
  { ...proposal(1), title: 'Write the file', description: 'When an owner starts an export, the shop shall be fast.' },
  { ...proposal(2), title: 'Owner tells', description: 'When a file is ready, the owner shall call the accountant.' },
  { ...proposal(3), title: 'Ask', description: 'When a file is ready, the accountant shall call the owner.' },
];

/** A client without forms: it asks the person in its chat. */
export async function gatePrompts(t: TestContext): Promise<readonly GatePrompt[]> {
  const fixture = await prdFixture(t);
  const systems = await systemsOn(fixture);
  const talk = new PrdConversation(await connect(t, mcpOptions(fixture.engine, { systems, waitMs: 20_000 })));
  const found: GatePrompt[] = [];
  const reads = async (tool: string): Promise<void> => {
    const { prompt } = await talk.step(tool);
    found.push({ name: tool.replace('magi-prd', 'mcp'), prompt: alwaysSame(prompt) });
  };
  await talk.begin(fixture.project);
  await talk.report({ featureBriefMarkdown: ASSUMED, recommendedFeatureId: 'order-export' });
  await reads('magi-prd-feature-brief-review');
  await talk.report({ approved: true, reviewSummary: 'Good.' });
  await talk.report({ functionalRequirements: PROPOSED, summary: 'Three.' });
  await reads('magi-prd-requirements-review');
  await talk.report(review({ approvedRequirements: PROPOSED }));
  await talk.report({ gapAnalysisScore: 0.9, identifiedGaps: [], userWantsToContinueDespiteGaps: false });
  await talk.report({ prdContent: 'as assembled' });
  await reads('magi-prd-review');
  return found;
}

/** Runs and folders get new names each time. */
function alwaysSame(prompt: string): string {
  return prompt.replace(/run_\w{26}/g, 'run_01').replace(/#(\d+)\.[0-9a-f]{12}/g, '#$1.0123456789ab');
}
