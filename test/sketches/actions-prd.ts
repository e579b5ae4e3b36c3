// Small working code for the PRD sketch: the files it keeps stand in a map instead of a project folder.

import type { Json, JsonObject } from '../../src/json.ts';
import type { AcceptCall, CodeCall, CodeRegistry, Prepared } from '../../src/ports/action.ts';

interface Requirement extends JsonObject {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

const SECTIONS = ['Approved', 'Modified', 'Rejected', 'Out-of-Scope'] as const;
type Section = (typeof SECTIONS)[number];
type Decided = { readonly section: Section; readonly id: string; readonly title: string; readonly description: string };

const WORDS: { readonly [word: string]: number } = { excellent: 0.9, good: 0.75, fair: 0.6, poor: 0.4 };
const THRESHOLD = 0.8;

/** `disk` is read when work is handed out; it is written by whoever plays, from the files of a commit. */
export function prdCode(disk: ReadonlyMap<string, string>): CodeRegistry {
  const requirements = (call: CodeCall) => disk.get(pathOf(call, 'requirements.md')) ?? '';
  return {
    actions: { 'prd.init': init, 'prd.iterationControl': iterationControl, 'prd.finalize': finalize },
    prepares: {
      'prd.featureIds': () => ({ input: { currentFeatureIds: featureIds(disk) } }),
      'prd.files': (call) => handOut(call, requirements(call)),
      'prd.assemble': (call) => assemble(call, requirements(call)),
      'prd.failureMessages': failureMessages,
    },
    accepts: {
      'prd.acceptBrief': (call) => acceptBrief(call, featureIds(disk)),
      'prd.acceptBriefReview': acceptBriefReview,
      'prd.mergeRequirements': (call) => mergeRequirements(call, requirements(call)),
      'prd.acceptGaps': acceptGaps,
      'prd.acceptPrd': (call) => acceptPrd(call, requirements(call)),
      'prd.acceptPrdReview': acceptPrdReview,
      'prd.reportFailure': (call) => ({ output: { messages: call.data.prdWorkflowFatalErrorMessages ?? [] } }),
    },
  };
}

function init({ data }: CodeCall) {
  const { projectPath, userUtterance } = (data.userInput ?? {}) as JsonObject;
  const missing = Object.entries({ projectPath, userUtterance }).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) throw Object.assign(new Error(`${missing.join(' and ')} missing`), { retryable: false });
  const prdWorkspacePath = `${projectPath}/magi-sdd`;
  return { output: { prdWorkspacePath }, set: { projectPath, userUtterance, prdWorkspacePath } as JsonObject };
}

function acceptBrief({ answer, data }: AcceptCall, taken: readonly string[]) {
  const { featureBriefMarkdown, recommendedFeatureId: featureId } = answer as JsonObject;
  if (taken.includes(String(featureId))) return { refused: [`the feature id "${featureId}" exists already`] };
  const featureBriefPath = `${data.prdWorkspacePath}/${featureId}/feature-brief.md`;
  return {
    output: answer,
    set: { featureId, featureBriefPath, featureBriefContent: featureBriefMarkdown } as JsonObject,
  };
}

function acceptBriefReview({ answer, verdict, data }: AcceptCall) {
  const { approved, userFeedback = null, modifications = null } = answer as JsonObject;
  const reasons = reviewReasons(approved, verdict, modifications);
  if (reasons.length > 0) return { refused: reasons };
  const set = {
    isFeatureBriefApproved: approved === true,
    featureBriefUserFeedback: userFeedback,
    featureBriefModifications: modifications,
  };
  const files = approved ? [{ path: data.featureBriefPath as string, text: data.featureBriefContent as string }] : [];
  return { output: answer, set, files };
}

function reviewReasons(approved: Json | undefined, verdict: string | undefined, modifications: Json): string[] {
  const said = approved ? 'approve' : 'reject';
  return [
    ...(verdict === said ? [] : [`the answer says ${said}, the verdict ${verdict}`]),
    ...(approved && Array.isArray(modifications) && modifications.length > 0
      ? ['approved together with modifications']
      : []),
  ];
}

function handOut({ data, step }: CodeCall, requirementsContent: string): Prepared {
  const asks = step === 'GA' ? { set: { userIterationOverride: null, shouldIterate: null } } : {};
  return { input: { featureBrief: data.featureBriefContent ?? '', requirementsContent }, ...asks };
}

/** Every proposed id exactly once; the file holds what was decided in this round and before. */
function mergeRequirements(call: AcceptCall, before: string) {
  const review = call.answer as { readonly [list: string]: readonly Requirement[] };
  const lists: [Section, readonly Requirement[]][] = [
    ['Approved', review.approvedRequirements ?? []],
    ['Modified', review.modifiedRequirements ?? []],
    ['Rejected', review.rejectedRequirements ?? []],
    ['Out-of-Scope', review.outOfScopeRequirements ?? []],
  ];
  const now = lists.flatMap(([section, list]) =>
    list.map(({ id, title, description }) => ({ section, id, title, description })),
  );
  const proposed = (call.data.functionalRequirements as readonly Requirement[]).map(({ id }) => id);
  const wrong = proposed.filter((id) => now.filter((one) => one.id === id).length !== 1);
  const strange = now.map(({ id }) => id).filter((id) => !proposed.includes(id));
  if (wrong.length + strange.length > 0) {
    return { refused: [`each proposed requirement must be decided once: ${[...wrong, ...strange].join(', ')}`] };
  }
  const text = renderRequirements([...parseRequirements(before), ...now]);
  return {
    output: call.answer,
    set: { functionalRequirements: [] },
    files: [{ path: pathOf(call, 'requirements.md'), text }],
  };
}

function acceptGaps({ answer }: AcceptCall) {
  const { gapAnalysisScore, identifiedGaps = [], userWantsToContinueDespiteGaps = null } = answer as JsonObject;
  const score = scoreOf(gapAnalysisScore ?? null);
  if (score === null) return { refused: [`no score: ${JSON.stringify(gapAnalysisScore)}`] };
  return {
    output: answer,
    set: { gapAnalysisScore: score, identifiedGaps, userIterationOverride: userWantsToContinueDespiteGaps },
  };
}

function scoreOf(given: Json): number | null {
  const score = typeof given === 'string' ? (WORDS[given.toLowerCase()] ?? null) : (given as number);
  return score !== null && score > 1 ? score / 100 : score;
}

function iterationControl({ data }: CodeCall) {
  const override = data.userIterationOverride ?? null;
  const shouldIterate = override === null ? Number(data.gapAnalysisScore) < THRESHOLD : override === true;
  return { output: { shouldIterate }, set: { shouldIterate } };
}

/** The last review's feedback goes into the next generation. */
function assemble(call: CodeCall, requirements: string): Prepared {
  const { userFeedback = '', modifications = [] } = (call.read('steps', 'PR', 'output') ?? {}) as JsonObject;
  const kept = parseRequirements(requirements).filter(isKept);
  const prdDraft = [
    '# PRD',
    '**Status:** draft',
    `## Original User Utterance\n\n${call.data.userUtterance}`,
    `## Feature Brief\n\n${call.data.featureBriefContent}`,
    `## Functional Requirements\n\n${kept.map(itemOf).join('\n\n')}`,
    '## Traceability\n\n| Requirement ID | Technical Requirement IDs | User Story IDs |\n| --- | --- | --- |',
    ...kept.map(({ id }) => `| ${id} | TBD | TBD |`),
  ].join('\n\n');
  return { input: { prdDraft, userFeedback, modifications } };
}

function acceptPrd(call: AcceptCall, requirements: string) {
  const { prdContent } = call.answer as { readonly prdContent: string };
  const reasons = parseRequirements(requirements).flatMap((one) => {
    const isIn = prdContent.includes(itemOf(one));
    return isIn === isKept(one)
      ? []
      : [`${one.id} is ${isIn ? `in it, though ${one.section.toLowerCase()}` : 'missing'}`];
  });
  if (reasons.length > 0) return { refused: reasons };
  const prdPath = pathOf(call, 'PRD.md');
  const prdStatus = { author: 'ada', lastModified: dayOf(call), status: 'draft' };
  return {
    output: call.answer,
    set: { prdContent, prdPath, prdStatus, isPrdApproved: null },
    files: [{ path: prdPath, text: prdContent }],
  };
}

function acceptPrdReview({ answer, verdict }: AcceptCall) {
  const { prdApproved, modifications = null } = answer as JsonObject;
  const reasons = reviewReasons(prdApproved, verdict, modifications);
  return reasons.length > 0 ? { refused: reasons } : { output: answer, set: { isPrdApproved: prdApproved === true } };
}

function finalize(call: CodeCall) {
  const prdContent = String(call.data.prdContent).replace('**Status:** draft', '**Status:** finalized');
  const prdStatus = { ...(call.data.prdStatus as JsonObject), status: 'finalized', lastModified: dayOf(call) };
  return {
    output: prdStatus,
    set: { prdContent, prdStatus },
    files: [{ path: call.data.prdPath as string, text: prdContent }],
  };
}

function failureMessages({ input }: CodeCall): Prepared {
  const { step, messages } = input as { readonly step: string; readonly messages: readonly string[] };
  const named = messages.map((message) => `${step}: ${message}`);
  return { input: { messages: named }, set: { prdWorkflowFatalErrorMessages: named } };
}

const isKept = ({ section }: Decided): boolean => section === 'Approved' || section === 'Modified';
const itemOf = ({ id, title, description }: Decided): string =>
  `### ${id}: ${title}\n\n- **Description**: ${description}`;
const dayOf = ({ run }: CodeCall): string => new Date(run.startedAt).toISOString().slice(0, 10);

function pathOf({ data }: CodeCall, file: string): string {
  return `${data.prdWorkspacePath}/${data.featureId}/${file}`;
}

function featureIds(disk: ReadonlyMap<string, string>): string[] {
  return [...new Set([...disk.keys()].map((path) => path.split('/').at(-2) ?? ''))];
}

function renderRequirements(all: readonly Decided[]): string {
  const sections = SECTIONS.map((name) => [
    `## ${name} Requirements`,
    ...all.filter(({ section }) => section === name).map(itemOf),
  ]);
  return ['# Requirements', ...sections.flat()].join('\n\n');
}

function parseRequirements(text: string): Decided[] {
  return SECTIONS.flatMap((section) => {
    const body = text.split(`## ${section} Requirements`)[1]?.split(/^## /m)[0] ?? '';
    const items = body.matchAll(/^### (REQ-\d{3}): (.*)\n\n- \*\*Description\*\*: (.*)$/gm);
    return [...items].map(([, id = '', title = '', description = '']) => ({ section, id, title, description }));
  });
}
