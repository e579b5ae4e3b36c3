// A review of requirements with what it left out: an item that gives its id alone stands as it was proposed.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Requirement, RequirementsReview } from './requirement.ts';

const LISTS = [
  'approvedRequirements',
  'rejectedRequirements',
  'modifiedRequirements',
  'outOfScopeRequirements',
] as const;
const EMPTY = { title: '', description: '', priority: '', category: '' } as const;

/** Fields that are given stay as they are: whether they may differ is for the check to say. */
export function completeReview(proposed: readonly Requirement[], review: JsonObject): RequirementsReview {
  const known = new Map<Json, Requirement>(proposed.map((one) => [one.id, one]));
  const lists = LISTS.flatMap((name) => {
    const given = review[name];
    if (!Array.isArray(given)) return [];
    const items = (given as readonly Json[]).map((each) => {
      const item = isJsonObject(each) ? each : { id: each };
      const own = name === 'modifiedRequirements' ? { originalId: item.id } : {};
      return { ...EMPTY, ...known.get(item.id ?? null), ...own, ...item };
    });
    return [[name, items] as const];
  });
  return { ...review, ...Object.fromEntries(lists) } as unknown as RequirementsReview;
}
