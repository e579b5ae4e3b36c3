// A person's review of the proposals, merged into requirements.md by code.

import { completeReview } from '../../documents/requirements/complete-review.ts';
import { checkReview, emptyRequirements, mergeReview } from '../../documents/requirements/merge-review.ts';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import { withWrittenBy } from '../../documents/requirements/written-by.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, CodeRefusal } from '../../ports/action.ts';
import { reviewFeedback } from './hand-out.ts';
import { shownRequirements, shownReview } from './not-sorted.ts';
import { isWithoutModel, nameOf, type PrdDeps, textOf } from './prd-deps.ts';
import { fileOf, type ReviewedFile, requirementsNow } from './requirements-now.ts';

export async function mergeRequirements(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const proposal = isJsonObject(call.input) ? call.input : {};
  const proposed = shownRequirements(call.data.functionalRequirements as readonly Requirement[], proposal);
  const complete = completeReview(proposed, call.answer as JsonObject);
  const review = shownReview(complete, proposal);
  const wrong = checkReview(proposed, review);
  if (wrong.length > 0) return { refused: wrong };
  const now = await requirementsNow(call, deps);
  const before = now.text === '' ? emptyRequirements(textOf(call.data.featureId)) : now.text;
  const at = new Date(deps.now()).toISOString();
  const merged = mergeReview(before, review, {
    ...{ time: at, reviewer: nameOf(call.by), proposed, isByRules: isWithoutModel(call.input) },
  });
  if ('refused' in merged) return merged;
  const text = withWrittenBy(merged.text);
  const said = [...reviewFeedback(call), textOf(review.userFeedback).trim()];
  const file: ReviewedFile = { base: now.onDisk ?? '', text, at };
  return {
    output: { ...review, file: { ...file }, outsideEdits: now.edits, said },
    set: { functionalRequirements: [] },
    files: fileOf(call, now, text),
  };
}
