// Puts right what a model got wrong in the form of a person's answer: "true" for true, a summary of its own left out.

import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';

/** Of a document: the summary is the model's own sentence, so code can write it. */
export function mendReview(given: JsonObject, field: 'approved' | 'prdApproved'): JsonObject {
  const result = withoutNulls(asBooleans(given, [field]));
  const { reviewSummary, modifications, userFeedback } = result;
  const isSummed = typeof reviewSummary === 'string' && reviewSummary.trim() !== '';
  const summary = result[field] === true ? 'Approved as it is.' : 'Changes requested.';
  const isBoolean = typeof result[field] === 'boolean';
  return {
    ...result,
    ...(!isSummed && isBoolean && { reviewSummary: summary }),
    ...(Array.isArray(modifications) && { modifications: modifications.map(mendModification) }),
    ...(userFeedback !== undefined && typeof userFeedback !== 'string' && { userFeedback: textOf(userFeedback) }),
  };
}

function mendModification(given: Json): Json {
  if (!isJsonObject(given)) return given;
  const { modificationReason = '', requestedContent = '' } = withoutNulls(given);
  return { ...given, modificationReason, requestedContent };
}

const LISTS = ['approvedRequirements', 'rejectedRequirements', 'modifiedRequirements'];

/** Of requirements: a list left out holds none, and each proposed id is still asked for by name. */
export function mendVerdicts(given: JsonObject): JsonObject {
  const result = withoutNulls(given);
  if (LISTS.every((name) => result[name] === undefined) && result.outOfScopeRequirements === undefined) return given;
  const lists = Object.fromEntries(LISTS.map((name) => [name, result[name] ?? []]));
  const { modifiedRequirements, reviewSummary, userFeedback } = { ...lists, ...result };
  return {
    ...result,
    ...lists,
    ...(Array.isArray(modifiedRequirements) && { modifiedRequirements: modifiedRequirements.map(mendModified) }),
    reviewSummary: typeof reviewSummary === 'string' ? reviewSummary : 'Reviewed.',
    userFeedback: textOf(userFeedback),
  };
}

function mendModified(given: Json): Json {
  if (!isJsonObject(given)) return given;
  const { id, originalId = id, modificationNotes = 'Changed in the review.' } = withoutNulls(given);
  return { ...given, ...(originalId !== undefined && { originalId }), modificationNotes };
}

export function asBooleans(given: JsonObject, fields: readonly string[]): JsonObject {
  const read = fields.flatMap((name) => {
    const word = typeof given[name] === 'string' ? given[name].trim().toLowerCase() : '';
    return word === 'true' || word === 'false' ? [[name, word === 'true'] as const] : [];
  });
  return read.length === 0 ? given : { ...given, ...Object.fromEntries(read) };
}

function withoutNulls(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
