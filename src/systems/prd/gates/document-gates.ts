// The reviews of the feature brief and of the PRD: what is shown, and what a decision comes to.

import { PRD_SECTIONS } from '../../../documents/markdown/prd-sections.ts';
import { BRIEF_SECTIONS, isStartOver, type Modification, WHOLE_DOCUMENT } from '../../../documents/prd/brief.ts';
import { findAssumptions } from '../../../documents/prd/find-assumptions.ts';
import { openQuestions } from '../../../documents/prd/open-questions.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { Decision, DocumentDecision, DocumentReview, GateAnswer } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { briefMissing } from '../brief-missing.ts';
import { outputIn, textIn } from './gate-facts.ts';
import { editNotices } from './hand-edits.ts';
import { briefDoubts, signDoubts } from './sign-doubts.ts';

const OWN_WORDS = 'The status and your own first words stay as they are';
const REVIEWED_APART = 'Requirements are changed in a requirements review';
const BRIEF_FIXED = ['Status', 'User Utterance'].map((section) => ({ section, why: OWN_WORDS }));
const PRD_FIXED = [
  { section: PRD_SECTIONS.status, why: OWN_WORDS },
  { section: PRD_SECTIONS.utterance, why: OWN_WORDS },
  { section: PRD_SECTIONS.requirements, why: REVIEWED_APART },
  { section: PRD_SECTIONS.traceability, why: REVIEWED_APART },
];
/** A PRD is changed where its brief is; what code writes, and the requirements, are not. */
const BRIEF_CHANGEABLE = BRIEF_SECTIONS.filter((name) => !BRIEF_FIXED.some(({ section }) => section === name));

export async function briefReview(facts: GateFacts): Promise<DocumentReview> {
  const text = textIn(facts, 'featureBriefContent');
  return {
    ...{ kind: 'document', title: 'Feature brief', notices: [], text, file: 'feature-brief.md' },
    before: await lastSeen(facts, 'featureBriefContent', text),
    path: inProject(facts, 'featureBriefPath'),
    // The brief's file is written when it is approved.
    isWritten: false,
    ...{ fixed: BRIEF_FIXED, sections: null, doubts: briefDoubts(text), assumptions: [] },
    ...{ edited: null, canStartOver: true },
    questions: openQuestions(text),
  };
}

export async function prdReview(facts: GateFacts): Promise<DocumentReview> {
  const text = textIn(facts, 'prdContent');
  const outsideEdits = outputIn(facts, 'RR').outsideEdits;
  const onDisk = await facts.read(textIn(facts, 'prdPath'));
  const brief = await facts.read(textIn(facts, 'featureBriefPath'));
  return {
    ...{ kind: 'document', title: 'PRD', text, file: 'PRD.md' },
    notices: [
      ...(brief === null ? [briefMissing(inProject(facts, 'featureBriefPath'))] : []),
      ...(await editNotices(facts, Array.isArray(outsideEdits) ? outsideEdits.map(String) : [])),
    ],
    before: await lastSeen(facts, 'prdContent', text),
    ...{ path: inProject(facts, 'prdPath'), isWritten: true, fixed: PRD_FIXED, sections: BRIEF_CHANGEABLE },
    ...{ doubts: signDoubts(text), assumptions: findAssumptions(text) },
    edited: onDisk !== null && onDisk !== text ? onDisk : null,
    canStartOver: true,
  };
}

/** In the second round and later: the version before this one. */
async function lastSeen(facts: GateFacts, name: string, text: string): Promise<string | null> {
  if (facts.visit < 2) return null;
  const versions = await facts.versions(name);
  return versions.filter((version) => version !== text).at(-1) ?? (versions.length > 0 ? text : null);
}

function inProject(facts: GateFacts, name: string): string {
  const path = textIn(facts, name);
  const project = `${textIn(facts, 'projectPath')}/`;
  return path.startsWith(project) ? path.slice(project.length) : path;
}

export const briefAnswer = async (_: GateFacts, decision: Decision): Promise<GateAnswer> =>
  documentAnswer('approved', 'Feature brief', [], decision);

export const prdAnswer = async (facts: GateFacts, decision: Decision): Promise<GateAnswer> =>
  documentAnswer('prdApproved', 'PRD', findAssumptions(textIn(facts, 'prdContent')), decision);

function documentAnswer(
  field: 'approved' | 'prdApproved',
  what: string,
  assumptions: readonly string[],
  decision: Decision,
): GateAnswer {
  if (decision.kind !== 'document')
    return { refused: [`Expected a decision on a document, found "${decision.kind}".`] };
  const refused = refusalsOf(decision, assumptions);
  if (refused.length > 0) return { refused };
  const isApproved = decision.verdict === 'approve';
  const feedback = decision.feedback?.trim() ?? '';
  const confirmed = assumptions.length === 0 ? '' : ` Assumptions confirmed: ${assumptions.length}.`;
  const modifications = isApproved ? [] : modificationsOf(decision, feedback);
  const output = {
    [field]: isApproved,
    ...(feedback !== '' && { userFeedback: feedback }),
    ...(modifications.length > 0 && { modifications }),
    reviewSummary: isApproved ? `${what} approved as it stands.${confirmed}` : summaryOf(decision),
  };
  return { output, verdict: isApproved ? 'approve' : 'reject' };
}

function refusalsOf(decision: DocumentDecision, assumptions: readonly string[]): readonly string[] {
  const { verdict, feedback = '', changes = [] } = decision;
  const isSaid = feedback.trim() !== '';
  if (verdict !== 'approve')
    return isSaid || changes.length > 0 ? [] : ['a rejection needs feedback that says what should change'];
  if (isSaid || changes.length > 0)
    return [`it approves and asks for a change at once ("${feedback.trim()}"); it is approved as it is, or not`];
  if (assumptions.length === 0 || decision.isConfirmed === true) return [];
  return [`its assumptions (${assumptions.join('; ')}) are not confirmed, and whoever approves it approves them`];
}

function modificationsOf({ verdict, changes = [] }: DocumentDecision, feedback: string): Modification[] {
  if (verdict === 'start-over')
    return [{ section: WHOLE_DOCUMENT, modificationReason: feedback, requestedContent: '' }];
  return changes.map(({ section, reason, text }) => ({ section, modificationReason: reason, requestedContent: text }));
}

function summaryOf({ verdict, changes = [], feedback = '' }: DocumentDecision): string {
  if (verdict === 'start-over') return 'To be started over.';
  // What was said of one section in words is the feedback itself.
  const named = changes.filter(({ text, reason }) => text !== '' || reason !== feedback).map(({ section }) => section);
  return named.length === 0 ? 'Changes requested.' : `Changes requested in ${named.join(', ')}.`;
}

/** `"approve"`, or the result as it goes over the wire. */
export function writtenDocument(field: 'approved' | 'prdApproved', given: Json): Decision | GateAnswer | string {
  // A file of answers approves what the document takes for granted with it.
  if (given === 'approve') return { kind: 'document', verdict: 'approve', isConfirmed: true };
  const approved = isJsonObject(given) ? given[field] : undefined;
  if (typeof approved !== 'boolean') return `"approve", or {"${field}": true or false, "userFeedback": "..."}`;
  const { [field]: _, reviewSummary = approved ? 'Approved.' : 'Changes requested.', ...rest } = given as JsonObject;
  return { output: { [field]: approved, reviewSummary, ...rest }, verdict: approved ? 'approve' : 'reject' };
}

export function decidedDocument(field: 'approved' | 'prdApproved', output: JsonObject): string {
  if (output[field] === true) return 'approved';
  const why = typeof output.userFeedback === 'string' && output.userFeedback !== '' ? `: ${output.userFeedback}` : '';
  const changes = output.modifications;
  const startsOver = Array.isArray(changes) && isStartOver(changes as readonly Modification[]);
  return `${startsOver ? 'to be started over' : 'changes requested'}${why}`;
}
