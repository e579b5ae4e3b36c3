// A person's review of the proposals, merged into requirements.md by code.

import { checkReview, emptyRequirements, mergeReview } from '../../documents/requirements/merge-review.ts';
import type { Requirement, RequirementsReview } from '../../documents/requirements/requirement.ts';
import type { JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, CodeRefusal } from '../../ports/action.ts';
import { reviewFeedback } from './hand-out.ts';
import { isByRules, nameOf, type PrdDeps, textOf } from './prd-deps.ts';
import { fileOf, type ReviewedFile, requirementsNow } from './requirements-now.ts';

export async function mergeRequirements(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const review = call.answer as RequirementsReview;
  const proposed = call.data.functionalRequirements as readonly Requirement[];
  const wrong = checkReview(proposed, review);
  if (wrong.length > 0) return { refused: wrong };
  const now = await requirementsNow(call, deps);
  const before = now.text === '' ? emptyRequirements(textOf(call.data.featureId)) : now.text;
  const at = new Date(deps.now()).toISOString();
  const merged = mergeReview(before, review, {
    ...{ time: at, reviewer: nameOf(call.by), proposed, isByRules: isByRules(call.input) },
  });
  if ('refused' in merged) return merged;
  const { text } = merged;
  const said = [...reviewFeedback(call), textOf(review.userFeedback).trim()];
  const file: ReviewedFile = { base: now.onDisk ?? '', text, at };
  return {
    output: { ...(call.answer as JsonObject), file: { ...file }, outsideEdits: now.edits, said },
    set: { functionalRequirements: [] },
    files: fileOf(call, now, text),
  };
}
