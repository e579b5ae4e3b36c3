// The state of a design document and the questions that decide its way, under the names the source document gives them.

import type { Severity } from './finding.ts';

export type DocumentStatus = 'DRAFT' | 'REVIEW' | 'FINAL';

export interface ReviewIssue {
  readonly category: string;
  readonly severity: Severity;
  readonly description: string;
  readonly suggestion?: string;
  readonly location?: string;
}

export interface ReviewFeedback {
  /** 0..1; left out: not scored. */
  readonly overall_score?: number;
  readonly passes_validation: boolean;
  readonly issues: readonly ReviewIssue[];
  readonly strengths: readonly string[];
  readonly needs_revision: boolean;
}

export interface DocumentState {
  readonly project_brief: string;
  readonly additional_context: string;
  readonly user_clarifications: readonly { readonly question: string; readonly answer: string }[];
  readonly requirements: {
    readonly functional: readonly string[];
    readonly 'non-functional': readonly string[];
    readonly constraints: readonly string[];
    readonly assumptions: readonly string[];
  };
  readonly hld_draft: string | null;
  readonly lld_draft: string | null;
  readonly database_schema: string | null;
  readonly review_feedback: ReviewFeedback | null;
  /** The last review and the person's feedback, for the next round. */
  readonly revision_feedback: string;
  readonly needs_revision: boolean;
  readonly revision_count: number;
  readonly max_revisions: number;
  readonly final_document: string | null;
  readonly document_status: DocumentStatus;
  readonly approved: boolean | null;
  readonly human_revision_requested: boolean;
  readonly human_revisions: number;
  readonly accepted_issues: readonly string[];
}

export type AgentName =
  | 'SystemArchitectAgent'
  | 'APIDataAgent'
  | 'DatabaseDesignerAgent'
  | 'ReviewerAgent'
  | 'WriterFormatterAgent';

type Decides<Name extends keyof DocumentState> = Pick<DocumentState, Name>;

export function can_finalize(state: Decides<'final_document' | 'document_status' | 'needs_revision'>): boolean {
  return state.final_document !== null && state.document_status === 'REVIEW' && !state.needs_revision;
}

export function should_continue_revision(
  state: Decides<'needs_revision' | 'revision_count' | 'max_revisions'>,
): boolean {
  return state.needs_revision && state.revision_count < state.max_revisions;
}

export function should_revise(
  state: Decides<'needs_revision' | 'revision_count' | 'max_revisions'>,
): 'revise' | 'continue' {
  return should_continue_revision(state) ? 'revise' : 'continue';
}

export function is_ready_for_end(
  state: Decides<'final_document' | 'document_status' | 'needs_revision' | 'revision_count' | 'max_revisions'>,
): boolean {
  return state.final_document !== null && state.document_status === 'REVIEW' && !should_continue_revision(state);
}

export function check_approval(
  state: Decides<'approved' | 'human_revision_requested'>,
): 'approved' | 'revise' | 'waiting' {
  if (state.approved === true) return 'approved';
  return state.human_revision_requested ? 'revise' : 'waiting';
}

const NEEDS: { readonly [agent in AgentName]: readonly ('hld_draft' | 'lld_draft' | 'database_schema')[] } = {
  SystemArchitectAgent: [],
  APIDataAgent: ['hld_draft'],
  DatabaseDesignerAgent: ['hld_draft', 'lld_draft'],
  ReviewerAgent: [],
  WriterFormatterAgent: ['hld_draft', 'lld_draft', 'database_schema'],
};
export const CHARACTERS_MIN = 100;
const BRIEF_CHARACTERS_MIN = 10;

/** What an agent finds missing before it begins, all of it at once. */
export function validate_state(
  agent: AgentName,
  state: Decides<'project_brief' | 'hld_draft' | 'lld_draft' | 'database_schema'>,
): readonly string[] {
  const brief =
    state.project_brief.trim().length < BRIEF_CHARACTERS_MIN
      ? [`project_brief is required and must be at least ${BRIEF_CHARACTERS_MIN} characters`]
      : [];
  const drafts = NEEDS[agent]
    .filter((name) => (state[name] ?? '').trim().length < CHARACTERS_MIN)
    .map((name) => `${name} is required and must be at least ${CHARACTERS_MIN} characters`);
  return [...brief, ...drafts];
}
