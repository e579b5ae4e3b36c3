// Which parts of a design were made without a model, as its record of visits says, and the words for it.

import { PART_NAMES } from '../../documents/design/named-sections.ts';
import { NO_MODEL } from '../../documents/markdown/written-line.ts';
import type { JsonObject } from '../../json.ts';
import { listOf, objectOf, textOf } from './sdd-deps.ts';

/** The provider that calls no model. */
const OFFLINE = /^offline(?: |$)/;
const PARTS: readonly (readonly [string, string])[] = [
  ['draft_hld', PART_NAMES.hld],
  ['draft_lld', PART_NAMES.lld],
  ['design_database', PART_NAMES.database],
  ['review_doc', 'review'],
];

/** `without a model`, or with the parts that are; '' where a model did all of it. */
export function writtenWithout(data: JsonObject): string {
  const own = PARTS.filter(([step]) => isWithoutModel(data, step)).map(([, name]) => name);
  if (own.length === PARTS.length) return NO_MODEL;
  return own.length === 0 ? '' : `${NO_MODEL} (${own.join(', ')})`;
}

/** By the last visit in which anybody answered. */
export function isWithoutModel({ processing_metadata }: JsonObject, step: string): boolean {
  const visits = listOf<JsonObject>(objectOf(processing_metadata).visits);
  const last = visits.findLast((visit) => visit.step === step && listOf(visit.models).length > 0);
  return last !== undefined && listOf(last.models).every((model) => OFFLINE.test(textOf(model)));
}
