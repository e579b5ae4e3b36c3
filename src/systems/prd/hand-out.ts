// What agents get besides the run's record: the brief and the requirements file as they are when work is handed out.

import { asApproved } from '../../documents/prd/approve-brief.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { nextRequirementId } from '../../documents/requirements/requirement-ids.ts';
import { signedPart } from '../../documents/signing/signed-part.ts';
import type { Json } from '../../json.ts';
import type { CodeCall, PrepareResult } from '../../ports/action.ts';
import { type PrdDeps, pathOf, textHash, textOf } from './prd-deps.ts';
import { promptNotes, quotedOr } from './prompt-notes.ts';
import { editsBefore, type RequirementsNow, requirementsNow } from './requirements-now.ts';

export async function handOut(call: CodeCall, deps: PrdDeps): Promise<PrepareResult> {
  const now = await requirementsNow(call, deps);
  const featureBrief = asApproved(await briefNow(call, deps));
  const facts = fileFacts(call, now);
  return {
    input: {
      ...{ featureBrief, featureBriefHash: textHash(featureBrief) },
      ...facts,
      standingRequirements: quotedOr('None yet.', now.text),
      briefFeedback: quotedOr('Nothing.', textOf(call.data.featureBriefUserFeedback)),
      reviewsSaid: saidInReviews(call),
      outsideNotes: promptNotes(facts.outsideEdits),
      nextRequirementId: nextRequirementId(now.taken),
      rounds: Number(call.read('steps', 'GR', 'visits') ?? 0),
      addedRequirements: addedRequirements(call),
    },
    // Each analysis asks again.
    ...(call.step === 'GA' && { set: { userIterationOverride: null, shouldIterate: null } }),
  };
}

/** Of every review of requirements so far: what was said of the first may still be open in the third. */
function saidInReviews(call: CodeCall): string {
  const said = reviewFeedback(call).map((text, at) => (text === '' ? '' : `Review ${at + 1}: ${text}`));
  const added = addedRequirements(call).map((text) => `At the gap analysis, as a requirement: ${text}`);
  return promptNotes([...said, ...added]);
}

/** What a person wrote at the last gap analysis, to be proposed. */
export function addedRequirements(call: CodeCall): readonly string[] {
  const added = call.step === 'GR' ? call.read('steps', 'GA', 'output', 'addedRequirements') : undefined;
  return Array.isArray(added) ? (added as readonly Json[]).map(textOf) : [];
}

export function reviewFeedback(call: CodeCall): readonly string[] {
  const said = call.read('steps', 'RR', 'output', 'said');
  return Array.isArray(said) ? (said as readonly Json[]).map(textOf) : [];
}

/** What was shown and approved; the file counts where it says something else: it may have been edited since. */
export async function briefNow(call: CodeCall, { files }: PrdDeps): Promise<string> {
  const approved = textOf(call.data.featureBriefContent);
  const found = await files.read(pathOf(call, 'feature-brief.md'));
  const isAsApproved = found === null || signedPart('brief', found) === signedPart('brief', approved);
  return isAsApproved ? approved : found;
}

/** Content goes over the wire, and its hash is recorded. `file` is the last review's and no business of an agent. */
export function fileFacts(call: CodeCall, { text, edits }: RequirementsNow) {
  const problems = text.trim() === '' ? [] : parseRequirements(text).problems;
  const outsideEdits = [...editsBefore(call), ...edits, ...problems.map(({ message }) => message)];
  return { requirementsContent: text, requirementsHash: textHash(text), outsideEdits, file: null };
}

export function isKept({ standing, supersededBy }: DecidedRequirement): boolean {
  return (standing === 'approved' || standing === 'modified') && supersededBy === undefined;
}
