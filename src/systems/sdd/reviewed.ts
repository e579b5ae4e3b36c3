// The person's verdict: approval makes the document final in the same commit, a revision starts the counters again.

import { approveDesign, schemaSql } from '../../documents/design/assemble-design.ts';
import { feedbackText } from '../../documents/design/review.ts';
import { is_ready_for_end, type ReviewFeedback, type ReviewIssue } from '../../documents/design/state.ts';
import { approverText } from '../../documents/signing/signature.ts';
import type { JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, CodeRefusal } from '../../ports/action.ts';
import { fillPrd } from './fill-prd.ts';
import { openOf } from './format.ts';
import { takeIn } from './hand-edits.ts';
import {
  type DesignFile,
  designPath,
  draftsOf,
  fileInstead,
  listOf,
  objectOf,
  placeOf,
  type SddDeps,
  textOf,
} from './sdd-deps.ts';

interface Verdict {
  readonly isApproval: boolean;
  readonly feedback: string;
  readonly accepted: boolean | readonly string[];
  readonly comments: readonly { readonly section: string; readonly comment: string }[];
}

export async function reviewed(call: AcceptCall, deps: SddDeps): Promise<AcceptResult | CodeRefusal> {
  const read = verdictOf(call);
  if ('refused' in read) return read;
  return read.isApproval ? approve(call, read, deps) : revise(call, read);
}

/** `{approved}` is read where no verdict is given; both must say the same. */
function verdictOf(call: AcceptCall): Verdict | CodeRefusal {
  const { verdict, approved, feedback, accepted_issues, comments } = objectOf(call.answer);
  const words = [verdict, typeof approved === 'boolean' ? (approved ? 'approve' : 'revise') : undefined, call.verdict];
  const said = new Set(words.filter((word) => word !== undefined));
  if (said.size !== 1) {
    const found = said.size === 0 ? 'none' : [...said].join(' and ');
    return { refused: [`the answer must say one verdict, approve or revise, found ${found}`] };
  }
  return {
    ...{ isApproval: said.has('approve'), feedback: textOf(feedback).trim() },
    accepted: typeof accepted_issues === 'boolean' ? accepted_issues : listOf<string>(accepted_issues),
    comments: listOf<JsonObject & { section: string; comment: string }>(comments),
  };
}

async function approve(call: AcceptCall, verdict: Verdict, deps: SddDeps): Promise<AcceptResult | CodeRefusal> {
  const { data } = call;
  const open = openOf(data).map(({ description }) => description);
  const { accepted } = verdict;
  const missing = open.filter((issue) => accepted !== true && (accepted === false || !accepted.includes(issue)));
  const changes = await changedSinceShown(call, deps);
  const refused = [
    ...(verdict.feedback !== '' || verdict.comments.length > 0
      ? ['it approves and asks for a change at once; approve it as it is, or ask for a revision']
      : []),
    ...missing.map((issue) => `open, and not accepted: ${issue}`),
    ...changes,
  ];
  // What is accepted needs no revision any more.
  const state = { ...data, needs_revision: missing.length > 0 } as unknown as Parameters<typeof is_ready_for_end>[0];
  if (refused.length === 0 && !is_ready_for_end(state)) refused.push('the document is not ready for the end');
  if (refused.length > 0) return { refused };
  const approver = approverText(call.by, call.statedBy, call.isRehearsal === true);
  const approved_at = new Date(deps.now()).toISOString();
  const document = textOf(data.final_document);
  const final_document = approveDesign(document, { approver, approved_at, accepted_issues: open });
  // Doing it again changes nothing; the signed text is not touched.
  const { project, feature } = placeOf(call);
  const traced = data.prd === null ? null : await fillPrd(deps.files, project, feature);
  return {
    output: {
      ...{ ...objectOf(call.answer), verdict: 'approve', accepted_issues: open, approver, approved_at },
      ...(traced !== null && { traced: traced.changed, trace_notes: traced.notes }),
    },
    verdict: 'approve',
    set: {
      ...{ final_document, document_status: 'FINAL', approved: true, human_revision_requested: false },
      ...{ needs_revision: false, accepted_issues: open },
    },
    files: [fileInstead(designPath(call, 'design.md'), final_document, document)],
  };
}

/** What was shown is what is approved; so it must still be what the files say. */
async function changedSinceShown(call: AcceptCall, deps: SddDeps): Promise<readonly string[]> {
  const { found } = await takeIn(call, draftsOf(call.data), deps);
  const sql = schemaSql(draftsOf(call.data).database);
  const made: readonly { readonly file: DesignFile; readonly text: string }[] = [
    { file: 'design.md', text: textOf(call.data.final_document) },
    ...(sql === '' ? [] : [{ file: 'schema.sql', text: sql } as const]),
  ];
  const said = (file: string, advice: string): string =>
    `design/${file} was changed since the document was shown: put it back, or ask for a revision${advice}`;
  const refused = found.map(({ part }) => said(`${part}.md`, ', which takes in what stands in the parts'));
  for (const { file, text } of made) {
    const onDisk = await deps.files.read(designPath(call, file));
    if (onDisk !== null && onDisk !== text)
      refused.push(said(file, ': the next version is made anew and yours is kept beside it'));
  }
  return refused;
}

function revise(call: AcceptCall, { feedback, comments }: Verdict): AcceptResult | CodeRefusal {
  const { data } = call;
  if (feedback === '' && comments.length === 0)
    return { refused: ['a revision needs feedback: say what to change, in "feedback" or in "comments"'] };
  const issues = comments.map(
    ({ section, comment }): ReviewIssue => ({
      ...{ category: 'human review', severity: 'HIGH', description: comment, location: section },
    }),
  );
  const review = data.review_feedback === null ? null : (objectOf(data.review_feedback) as unknown as ReviewFeedback);
  // Said of the whole, it concerns every section.
  const said: ReviewIssue[] =
    feedback === '' || comments.length > 0
      ? []
      : [{ category: 'human review', severity: 'HIGH', description: feedback }];
  return {
    output: { ...objectOf(call.answer), verdict: 'revise' },
    verdict: 'revise',
    set: {
      ...{ approved: false, human_revision_requested: true, document_status: 'DRAFT', final_document: null },
      ...{ needs_revision: false, revision_count: 0, human_revisions: Number(data.human_revisions) + 1 },
      ...{ revision_feedback: feedbackText(review, { feedback, comments: issues }), forced_reason: null },
      human_feedback: { feedback, comments: issues.map((issue) => ({ ...issue })) },
      revision_issues: [...said, ...issues, ...(review?.issues ?? [])].map((issue) => ({ ...issue })),
      // What was best before is not what is asked for now.
      ...{ best: null, drafted: null, accepted_issues: [] },
    },
  };
}
