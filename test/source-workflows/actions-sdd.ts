// Small working code for the SDD workflow: what each step needs, what a review means, the document, the approval.

import type { JsonObject } from '../../src/json.ts';
import type { AcceptCall, CodeCall, CodeRegistry, PrepareResult } from '../../src/ports/action.ts';

const DRAFT_CHARACTERS_MIN = 100;
const SCORE_MIN = 0.7;
const NEEDS: { readonly [step: string]: readonly string[] } = {
  draft_lld: ['hld_draft'],
  design_database: ['hld_draft', 'lld_draft'],
  review_doc: ['hld_draft', 'lld_draft', 'database_schema'],
};

interface Issue extends JsonObject {
  readonly severity: string;
  readonly description: string;
}

/** `documents` is what the project holds already: name to text. */
export function sddCode(documents: ReadonlyMap<string, string>): CodeRegistry {
  return {
    prepares: { 'sdd.context': (call) => retrieve(call, documents), 'sdd.checkDrafts': checkDrafts },
    accepts: { 'sdd.acceptReview': acceptReview, 'sdd.acceptVerdict': acceptVerdict },
    actions: { 'sdd.format': format },
  };
}

/** The documents that share a word with the brief; the sources are recorded. */
function retrieve({ data }: CodeCall, documents: ReadonlyMap<string, string>): PrepareResult {
  const words =
    String(data.project_brief)
      .toLowerCase()
      .match(/\w{5,}/g) ?? [];
  const found = [...documents].filter(([, text]) => words.some((word) => text.toLowerCase().includes(word)));
  return { input: { context: found.map(([, text]) => text) }, set: { retrieved_context: found.map(([name]) => name) } };
}

function checkDrafts({ step, data }: CodeCall): PrepareResult {
  const short = (NEEDS[step] ?? []).filter((name) => String(data[name] ?? '').trim().length < DRAFT_CHARACTERS_MIN);
  if (short.length === 0) return {};
  const sentences = short.map((name) => `${name} is required and must be at least ${DRAFT_CHARACTERS_MIN} characters`);
  throw new Error(sentences.join('; '));
}

function acceptReview({ answer }: AcceptCall) {
  const review = answer as JsonObject;
  const isGrave = issuesIn(review).some(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH');
  const isPoor = Number(review.overall_score) < SCORE_MIN || review.passes_validation !== true;
  return { output: { ...review, needs_revision: review.needs_revision === true || isGrave || isPoor } };
}

/** Assembled whole from the three parts; what was forced on says so, with the issues still open. */
function format({ data }: CodeCall) {
  const open = data.needs_revision ? openIssues(data) : [];
  const final_document = [
    `---\nstatus: REVIEW\nproject_brief: ${data.project_brief}\nrevision_count: ${data.revision_count}\n---`,
    ...[data.hld_draft, data.lld_draft, data.database_schema].map(String),
    ...(data.needs_revision ? [`## Open issues\n\n${open.map((issue) => `- ${issue}`).join('\n')}`] : []),
  ].join('\n\n');
  return { output: { forced: data.needs_revision === true }, set: { final_document, document_status: 'REVIEW' } };
}

function acceptVerdict({ answer, data }: AcceptCall) {
  const { verdict, feedback, accepted_issues: accepted = [] } = answer as JsonObject & { accepted_issues?: string[] };
  if (verdict === 'revise') return revise(answer as JsonObject, feedback as string | undefined, data);
  const missing = data.needs_revision ? openIssues(data).filter((issue) => !accepted.includes(issue)) : [];
  if (missing.length > 0) return { refused: missing.map((issue) => `open, and not accepted: ${issue}`) };
  if (!isReadyForEnd(data)) return { refused: ['the document is not ready for the end'] };
  const set = { approved: true, document_status: 'FINAL', needs_revision: false, human_revision_requested: false };
  return { output: answer, set };
}

/** The counters start again on the branch that goes back; the feedback goes into the next drafts. */
function revise(answer: JsonObject, feedback: string | undefined, data: JsonObject) {
  if (!feedback) return { refused: ['to revise, say what to change'] };
  const revision_feedback = { ...(data.review_feedback as JsonObject), person: feedback };
  return { output: answer, set: { revision_feedback, human_revision_requested: true } };
}

export function isReadyForEnd(data: JsonObject): boolean {
  const isDone = !data.needs_revision || Number(data.revision_count) >= Number(data.max_revisions);
  return data.final_document !== null && data.document_status === 'REVIEW' && isDone;
}

const issuesIn = (review: JsonObject): readonly Issue[] => (review.issues ?? []) as readonly Issue[];

/** A review without issues is not a review: that nobody looked is itself open. */
function openIssues({ review_feedback }: JsonObject): string[] {
  const issues = issuesIn(review_feedback as JsonObject).map(({ description }) => description);
  return issues.length > 0 ? issues : ['The document was not reviewed.'];
}
