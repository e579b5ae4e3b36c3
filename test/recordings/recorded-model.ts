// A model that answers what recorded runs ask. Their prompts stand in the recorded workflows and are never changed, so
// a prompt that begins in new words is added here beside the old one.

import { envelope } from '../agents/agent-engine.ts';
import type { ModelAnswer } from '../support/model-answer.ts';
import type { ModelRequest } from '../support/model-request.ts';
import { question, SPEC, STORIES } from '../systems/pm-fixture.ts';
import { GAP, type PrdScript, prdModel, proposal, SCRIPT } from '../systems/prd-model.ts';
import { researchReply } from '../systems/research-model.ts';
import { sddModel } from '../systems/sdd-model.ts';

const DESIGN = /^Work as an? (?:critical reviewer of d|technical writer|system arch|API and data e|database designer)/m;

const PRD: PrdScript = {
  ...SCRIPT,
  'Gap Analysis': [{ gapAnalysisScore: 0.6, identifiedGaps: [GAP] }],
  'Gap Requirements Generation': [
    (prompt) => {
      const taken = [...prompt.matchAll(/REQ-(\d{3})/g)].map(([, number]) => Number(number));
      const next = proposal(Math.max(3, ...taken) + 1);
      return { functionalRequirements: [next], summary: 'One more.', gapsAddressed: ['GAP-001'] };
    },
  ],
};

export function recordedModel(): (request: ModelRequest) => string | ModelAnswer {
  const [prd, sdd] = [prdModel(PRD), sddModel()];
  let turns = 0;
  return (request) => {
    const text = request.texts.filter((each) => each !== request.system).join('\n\n');
    const label = /## Workflow Step: (.+)/.exec(text)?.[1] ?? '';
    if (label in PRD) return prd.reply(request);
    if (/^Work as a product manager: interview/m.test(text)) return question(`What else is there (${++turns})?`);
    if (/^Work as a product manager: write the spec/m.test(text)) return envelope(specFor(text));
    if (/^Work as a software architect: review/m.test(text)) return envelope(STORIES);
    if (DESIGN.test(text)) return sdd.reply(request);
    return reviewReply(label) ?? researchReply(request);
  };
}

/** Where it is made from a PRD, its one requirement is from all of those. */
function specFor(prompt: string): string {
  const ids = [...new Set(prompt.match(/\bREQ-\d{3}\b/g))];
  if (ids.length === 0) return SPEC;
  return SPEC.replace('**Dependencies:** []', `**Dependencies:** []\n**Source:** ${ids.join(', ')}`);
}

/** Of a review of a pull request. */
function reviewReply(label: string): string | null {
  if (label.includes('Fetch PR Details')) return envelope({ title: 'Two files', author: 'mira-k' });
  if (label.includes('Get Changed Files')) return envelope({ files: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }] });
  if (label.includes('Review File')) return envelope({ score: 64, issues: [], path: 'src/a.ts' });
  if (label.includes('Join Reviews'))
    return envelope({ score: 64, summary: 'So so.', criticalIssues: [], warnings: [] });
  return label.includes('PR') ? envelope({ merged: true }) : null;
}
