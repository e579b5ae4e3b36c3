// The state of a design document and the questions that decide its way, under the names the source document gives them.

import type { DesignFinding, Severity } from './finding.ts';

export type DocumentStatus = 'DRAFT' | 'REVIEW' | 'FINAL';

/** Why a document that needs a revision gets none: the limit is reached, or with `stop: progress` a round made none. */
export type ForcedReason = 'limit' | 'no_progress' | 'oscillation';

export const FORCED_SENTENCES: { readonly [reason in ForcedReason]: string } = {
  limit: 'The last allowed revision was reached.',
  no_progress: 'Revisions ended before the limit: the last round made no progress.',
  oscillation: 'Revisions ended before the limit: the last round brought back what an earlier one had settled.',
};

/** A passage of the project that drafters were given for a section. */
export interface ContextSource {
  /** `hld: components`. */
  readonly section: string;
  /** A file, from the project. */
  readonly source: string;
  readonly lines: string;
  /** The rounds in which it was given. */
  readonly rounds: readonly number[];
}

export interface ProcessingVisit {
  readonly step: string;
  readonly visit: number;
  /** `code` where no agent had a part in it. */
  readonly agent: string;
  readonly version: string;
  readonly models: readonly string[];
  readonly started_at: string;
  readonly ended_at: string;
}

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
  /** null: nothing is forced. */
  readonly forced_reason: ForcedReason | null;
  readonly rule_findings: readonly DesignFinding[];
  readonly retrieved_context: readonly ContextSource[];
  readonly processing_metadata: { readonly visits: readonly ProcessingVisit[] };
}

export type AgentName =
  | 'SystemArchitectAgent'
  | 'APIDataAgent'
  | 'DatabaseDesignerAgent'
  | 'ReviewerAgent'
  | 'WriterFormatterAgent';

type Decides<Name extends keyof DocumentState> = Pick<DocumentState, Name>;
type DecidesRevision = Decides<'needs_revision' | 'revision_count' | 'max_revisions'> &
  Partial<Decides<'forced_reason'>>;

export function can_finalize(state: Decides<'final_document' | 'document_status' | 'needs_revision'>): boolean {
  return hasDocument(state) && state.document_status === 'REVIEW' && !state.needs_revision;
}

/** A state from outside may leave it out, or have it empty. */
const hasDocument = ({ final_document }: Decides<'final_document'>): boolean => (final_document ?? '').trim() !== '';

export function should_continue_revision(state: DecidesRevision): boolean {
  const isForced = (state.forced_reason ?? null) !== null;
  return state.needs_revision && state.revision_count < state.max_revisions && !isForced;
}

export function should_revise(state: DecidesRevision): 'revise' | 'continue' {
  return should_continue_revision(state) ? 'revise' : 'continue';
}

export function is_ready_for_end(state: Decides<'final_document' | 'document_status'> & DecidesRevision): boolean {
  return hasDocument(state) && state.document_status === 'REVIEW' && !should_continue_revision(state);
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
const CHARACTERS_MIN = 100;
const BRIEF_CHARACTERS_MIN = 10;

/** What an agent finds missing before it begins, all of it at once. What the state leaves out is missing. */
export function validate_state(
  agent: AgentName,
  state: Partial<Decides<'project_brief' | 'hld_draft' | 'lld_draft' | 'database_schema'>>,
): readonly string[] {
  if (!Object.hasOwn(NEEDS, agent))
    throw new RangeError(`Expected an agent of ${Object.keys(NEEDS).join(', ')}, found "${agent}".`);
  const wanted = [
    ['project_brief', BRIEF_CHARACTERS_MIN] as const,
    ...NEEDS[agent].map((name) => [name, CHARACTERS_MIN] as const),
  ];
  return wanted
    .filter(([name, least]) => lengthOf(state[name]) < least)
    .map(([name, least]) => `${name} is required and must be at least ${least} characters`);
}

const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.trim().length : 0);
