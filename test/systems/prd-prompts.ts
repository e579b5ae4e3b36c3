// The prompts of a whole PRD run as a model gets them, from a real run with a model on loopback.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ModelRequest } from '../support/model-request.ts';
import { startModelServer } from '../support/model-server.ts';
import { PRD, prdFixture, review, UTTERANCE } from './prd-fixture.ts';
import { briefOf, draftIn, GAP, prdModel, proposal, SCRIPT } from './prd-model.ts';

export interface RenderedPrompt {
  /** `01-feature-brief`. */
  readonly name: string;
  /** Of the prompt's file, with its holes. */
  readonly template: string;
  readonly system: string;
  readonly message: string;
}

const FILES: { readonly [label: string]: string } = {
  'Feature Brief Generation': 'feature-brief',
  'Feature Brief Update': 'feature-brief-update',
  'Initial Requirements Generation': 'initial-requirements',
  'Gap Analysis': 'gap-analysis',
  'Gap Requirements Generation': 'gap-requirements',
  'PRD Generation': 'generation',
  'Failure Node': 'failure',
};

const LONG = briefOf('Export of orders').replace(
  '- Export of orders',
  '- Export of orders\n- Filter by date\n- Assumption: files stay under 1 GB.',
);
const MODEL = {
  ...SCRIPT,
  'Feature Brief Generation': [{ featureBriefMarkdown: LONG, recommendedFeatureId: 'order-export' }],
  'Feature Brief Update': [
    { featureBriefMarkdown: LONG.replace('as a file.', 'as a file that their accountant reads.') },
  ],
  'Initial Requirements Generation': [
    { functionalRequirements: [1, 2, 3, 4, 5, 6].map(proposal), summary: 'Six; nothing was left out.' },
  ],
  'Gap Analysis': [{ gapAnalysisScore: 0.6, identifiedGaps: [GAP] }],
  'Gap Requirements Generation': [
    { functionalRequirements: [proposal(7)], summary: 'One.', gapsAddressed: ['GAP-001'] },
  ],
  'PRD Generation': [(prompt: string) => ({ prdContent: draftIn(prompt) })],
};

/** Brief sent back, requirements with feedback, one round of gaps, the PRD sent back, and a run that fails. `say`: how
 *  the person words each thing they say. */
export async function renderedPrompts(
  t: TestContext,
  say: (text: string) => string = (text) => text,
): Promise<readonly RenderedPrompt[]> {
  const requests: ModelRequest[] = [];
  const model = prdModel(MODEL);
  const server = await startModelServer((request) => {
    requests.push(request);
    return model.reply(request);
  });
  t.after(() => server.close());
  const fixture = await prdFixture(t, { env: { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url } });
  writeFileSync(join(fixture.project, 'README.md'), '# Shop back office\n\nOrders of small shops.\n');
  writeFileSync(join(fixture.project, 'package.json'), '{}\n');
  const clarifications = [{ id: 'who', question: 'Who is it for?', answer: say('Owners of small shops.') }];
  const run = await fixture.start({ userUtterance: say(UTTERANCE), clarifications });
  const changes = [
    { section: 'Overview', modificationReason: say('It names one reader only.'), requestedContent: '' },
    {
      section: 'Goals',
      modificationReason: "None is the accountant's.",
      requestedContent: say('Accountants read it.'),
    },
  ];
  const said = {
    approved: false,
    userFeedback: say('Say who reads the file.'),
    modifications: changes,
    reviewSummary: 'No.',
  };
  await run.answer('FBReview', said);
  await run.answer('FBReview', { approved: true, reviewSummary: 'Good.', userFeedback: say('Mind the accountant.') });
  await run.at('RR');
  const [first, second, third, ...rest] = (await run.data()).functionalRequirements as readonly object[];
  await run.answer(
    'RR',
    review({
      approvedRequirements: [first, second, ...rest] as never,
      rejectedRequirements: [{ ...third, reason: say('The last file is of no use to anyone.') }] as never,
      userFeedback: say('Please say how large a file may become.'),
    }),
  );
  await run.decides(true);
  await run.approvesAll();
  await run.decides(false);
  await run.answer('PR', {
    prdApproved: false,
    userFeedback: say('Say who supports it.'),
    modifications: [{ section: 'Goals', modificationReason: say('They name no support.'), requestedContent: '' }],
  });
  await run.answer('PR', { prdApproved: true, reviewSummary: 'Good.' });
  await run.ended();
  await (await fixture.start({ userUtterance: '' })).ended();
  return requests.map(renderedOf);
}

function renderedOf({ system, texts }: ModelRequest, at: number): RenderedPrompt {
  const message = texts.filter((text) => text !== system).join('\n\n');
  const label = /^## Workflow Step: (.+)$/m.exec(message)?.[1] ?? '';
  const file = FILES[label] ?? label;
  const template = readFileSync(join(dirname(PRD), 'prompts', `${file}.md`), 'utf8');
  return { name: `${String(at + 1).padStart(2, '0')}-${file}`, template, system, message };
}
