// The conversation of the `prd` system on the wire: tool names, inputs, and how results become verdicts.
// What the source document leaves open is settled in docs/sources/prd-workflow.md#wire-contract.

import * as z from 'zod';
import { CATEGORIES } from '../../../documents/gaps/gap.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { StepFacts, Wire, WireStep } from '../../../ports/wire.ts';
import { assessmentLines } from './assessment-lines.ts';
import { asBooleans, mendReview, mendVerdicts } from './mend-review.ts';

const PRIORITIES = ['high', 'medium', 'low'] as const;
const modification = z.object({ section: z.string(), modificationReason: z.string(), requestedContent: z.string() });
const requirement = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(PRIORITIES),
  category: z.string(),
});
const suggested = requirement.omit({ id: true });
const gap = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  category: z.string().describe(CATEGORIES.join(', ')),
  impact: z.string(),
  suggestedRequirements: z.array(suggested),
});
const documentStatus = z.object({
  author: z.string(),
  lastModified: z.string(),
  status: z.enum(['draft', 'finalized']),
});
const featureBrief = z.string().describe('content of the feature brief');
const requirementsContent = z.string().describe('content of requirements.md');

const BRIEF_GUIDANCE =
  'Here the person is beside you, and the project is within your reach. First read what bears on the request with ' +
  'your own tools. Then, where users, outcome or limits are still open, ask the person two or three questions in ' +
  'this chat, wait for what they say, and write with it; they may skip any. Ask nothing that the request, the ' +
  'answers above or the project settle. Report the answers beside the brief as `clarifications`: ' +
  '[{"id": "users", "question": "...", "answer": "..."}]. Only what stays open is an open question of the brief.';

const steps: { readonly [step: string]: WireStep } = {
  FB: {
    tool: 'magi-prd-feature-brief',
    title: 'Feature brief',
    description: 'How to write the feature brief from what the person asked for.',
    turnGuidance: BRIEF_GUIDANCE,
    fields: { userUtterance: z.string(), currentFeatureIds: z.array(z.string()) },
    input: (facts) => ({
      userUtterance: text(facts, 'userUtterance'),
      currentFeatureIds: list(facts, 'currentFeatureIds'),
    }),
  },
  FBUpdate: {
    tool: 'magi-prd-feature-brief-update',
    title: 'Feature brief update',
    description: 'How to revise the feature brief as its reviewer asked.',
    documents: ['featureBrief'],
    fields: {
      existingFeatureId: z.string(),
      featureBrief,
      userUtterance: z.unknown(),
      userFeedback: z.string().optional(),
      modifications: z.array(modification).optional(),
    },
    input: (facts) => ({
      existingFeatureId: text(facts, 'featureId'),
      featureBrief: text(facts, 'featureBriefContent'),
      userUtterance: found(facts, 'userUtterance'),
      ...given('userFeedback', found(facts, 'featureBriefUserFeedback')),
      ...given('modifications', found(facts, 'featureBriefModifications')),
    }),
  },
  FBReview: {
    tool: 'magi-prd-feature-brief-review',
    title: 'Feature brief review',
    description: 'How to ask the person for their verdict on the feature brief.',
    documents: ['featureBriefContent'],
    fields: {
      featureBrief: z.string().describe('path of the feature brief'),
      featureBriefContent: z.string().optional(),
    },
    input: (facts) => ({
      featureBrief: text(facts, 'featureBriefPath'),
      featureBriefContent: text(facts, 'featureBriefContent'),
    }),
    mend: (result) => mendReview(result, 'approved'),
    verdict: ({ approved }) => verdictOf(approved),
  },
  IR: {
    tool: 'magi-prd-initial-requirements',
    title: 'Initial requirements',
    description: 'How to propose the first functional requirements from the approved brief.',
    documents: ['featureBrief'],
    fields: { featureBrief },
    input: (facts) => ({ featureBrief: briefIn(facts) }),
  },
  RR: {
    tool: 'magi-prd-requirements-review',
    title: 'Requirements review',
    description:
      'How to ask the person for a verdict on each proposed requirement: approve, reject, modify, out of scope.',
    documents: ['functionalRequirements'],
    mend: mendVerdicts,
    fields: { functionalRequirements: z.array(requirement) },
    input: (facts) => ({ functionalRequirements: list(facts, 'functionalRequirements') }),
    verdict: () => 'reviewed',
  },
  GA: {
    tool: 'magi-prd-gap-analysis',
    title: 'Gap analysis',
    description: 'How to look for gaps in the requirements, and to ask the person whether to keep refining.',
    documents: ['featureBrief', 'requirementsContent'],
    mend: (result) => asBooleans(result, ['userWantsToContinueDespiteGaps']),
    fields: { featureBrief, requirementsContent },
    input: (facts) => ({ featureBrief: briefIn(facts), requirementsContent: text(facts, 'requirementsContent') }),
    isDecided: ({ userWantsToContinueDespiteGaps }) => typeof userWantsToContinueDespiteGaps === 'boolean',
    undecided: ({ userWantsToContinueDespiteGaps: _, ...found }) => found,
    said: gapsSaid,
    turnGuidance:
      "The score and the gaps are yours to find. How to go on is the person's to decide: " +
      'userWantsToContinueDespiteGaps holds only what they said. Where their client can show forms, they are asked ' +
      'by one after your report; else ask them before it. Leave it out only where they gave no answer: the threshold ' +
      "then decides, in nobody's name.",
    guidance:
      'Ask the person whether to keep refining the requirements or to go on to the PRD. Report the same result with ' +
      'userWantsToContinueDespiteGaps added: true to keep refining, false to go on.',
  },
  GR: {
    tool: 'magi-prd-gap-requirements',
    title: 'Gap requirements',
    description: 'How to propose requirements that close the gaps.',
    documents: ['featureBrief', 'requirementsContent', 'identifiedGaps'],
    fields: { featureBrief, requirementsContent, identifiedGaps: z.array(gap) },
    input: (facts) => ({
      featureBrief: briefIn(facts),
      requirementsContent: text(facts, 'requirementsContent'),
      identifiedGaps: list(facts, 'identifiedGaps'),
    }),
  },
  PG: {
    tool: 'magi-prd-generation',
    title: 'PRD generation',
    description: 'How to write the PRD around the approved parts.',
    documents: ['featureBrief', 'requirementsContent'],
    fields: { originalUserUtterance: z.string(), featureBrief, requirementsContent },
    input: (facts) => ({
      originalUserUtterance: text(facts, 'originalUserUtterance') || text(facts, 'userUtterance'),
      featureBrief: briefIn(facts),
      requirementsContent: text(facts, 'requirementsContent'),
    }),
  },
  PR: {
    tool: 'magi-prd-review',
    title: 'PRD review',
    description: 'How to ask the person for their verdict on the PRD.',
    documents: ['prdContent'],
    mend: (result) => mendReview(result, 'prdApproved'),
    fields: { prdContent: z.string(), prdFilePath: z.string(), documentStatus },
    input: (facts) => ({
      prdContent: text(facts, 'prdContent'),
      prdFilePath: text(facts, 'prdPath'),
      documentStatus: found(facts, 'prdStatus'),
    }),
    verdict: ({ prdApproved }) => verdictOf(prdApproved),
  },
  Error: {
    tool: 'magi-prd-failure',
    title: 'PRD failure',
    description: 'How to tell the person that the workflow failed, and why.',
    fields: { messages: z.array(z.string()) },
    input: (facts) => ({ messages: messagesIn(facts) }),
  },
};

const ORCHESTRATOR = 'magi-prd-orchestrator';

export const wire: Wire = {
  orchestrator: {
    tool: ORCHESTRATOR,
    title: 'PRD orchestrator',
    summary: 'From one sentence to a signed product requirements document.',
    description:
      'Leads from one sentence to a signed product requirements document. Call it first with projectPath and ' +
      'userUtterance, then with the result of each tool it names. It answers which tool to call next with which input.',
    userInput:
      'First call: { projectPath, userUtterance, domain? (what kind of software it is), clarifications? }. ' +
      'Later calls: the result of the step before.',
  },
  steps,
  begins: ['projectPath', 'userUtterance'],
  about: ({ featureId, userUtterance }) => nameOf(featureId) ?? nameOf(userUtterance),
  start: (userInput) => ({ userInput, ...given('domain', userInput.domain) }),
  prompt: {
    description: 'Begin a product requirements document',
    arguments: { utterance: 'what is wanted, in a sentence or more', project: 'absolute path of the project folder' },
    text: ({ utterance, project }) =>
      `Lead me to a signed product requirements document. ${wanted(utterance, project)}\n\n` +
      `Begin by calling the tool \`${ORCHESTRATOR}\` with userInput ` +
      `${JSON.stringify({ projectPath: project ?? '<path>', userUtterance: utterance ?? '<what I want>' })}. ` +
      'Then do what it answers, step by step, until it says that the workflow has concluded. Reviews are mine to ' +
      'decide: show me what is to be judged, ask, and pass on what I say.',
  },
};

function wanted(utterance: string | undefined, project: string | undefined): string {
  const ask = [
    ...(utterance === undefined ? ['what I want'] : []),
    ...(project === undefined ? ['the folder of the project'] : []),
  ];
  return ask.length === 0 ? '' : `Ask me first for ${ask.join(' and ')}.`;
}

/** What was read when the task was handed out comes before what the run remembers. */
function found({ input, data }: StepFacts, name: string): Json {
  const own = isJsonObject(input) ? input[name] : undefined;
  return own ?? data[name] ?? null;
}

function text(facts: StepFacts, name: string): string {
  const value = found(facts, name);
  return typeof value === 'string' ? value : '';
}

function list(facts: StepFacts, name: string): readonly Json[] {
  const value = found(facts, name);
  return Array.isArray(value) ? value : [];
}

const ABOUT_CHARACTERS_MAX = 60;

function nameOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, ABOUT_CHARACTERS_MAX) : null;
}

const briefIn = (facts: StepFacts): string => text(facts, 'featureBrief') || text(facts, 'featureBriefContent');

function messagesIn(facts: StepFacts): readonly Json[] {
  const own = list(facts, 'messages');
  return own.length > 0 ? own : list(facts, 'prdWorkflowFatalErrorMessages');
}

function given(name: string, value: Json | undefined): JsonObject {
  return value === null || value === undefined ? {} : { [name]: value };
}

/** Anything but true or false is left to the schema to refuse. */
function verdictOf(approved: Json | undefined): string | undefined {
  return typeof approved === 'boolean' ? (approved ? 'approve' : 'reject') : undefined;
}

function gapsSaid({ gapAnalysisScore, identifiedGaps, assessment }: JsonObject): string {
  const gaps = (Array.isArray(identifiedGaps) ? identifiedGaps : []).filter(isJsonObject);
  const lines = gaps.map(({ id, severity, title }) => `- ${String(id)} (${String(severity)}): ${String(title)}`);
  const count = gaps.length === 0 ? 'no gaps' : gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`;
  const parts = isJsonObject(assessment) ? '' : ' Its parts are not judged.';
  const head = `Score ${String(gapAnalysisScore)}, ${count}.${parts}`;
  return [head, ...assessmentLines(assessment), ...lines].join('\n');
}
