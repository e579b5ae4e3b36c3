// Which criterion of the spec a story's criterion is: by the id it begins with, or by its words.

import type { StoryCriterion, StoryRequirement, StorySpec } from './story.ts';
import { textKey } from './text-key.ts';

/** `R-001.2: ...`, also several: `R-001.2, R-001.3: ...`, or of the requirement as a whole: `R-001: ...`. */
const PREFIX = /^((?:R-\d{3,9}(?:\.\d{1,4})?)(?:, ?R-\d{3,9}(?:\.\d{1,4})?){0,20}) ?[:–—-] ?(?=\S)/i;

/** The criteria of a spec, ready to be compared. */
export interface SpecCriteria {
  /** Every one, by `R-001.2`. */
  readonly ids: ReadonlySet<string>;
  readonly ofRequirement: ReadonlyMap<string, readonly { readonly id: string; readonly key: string }[]>;
}

export function specCriteria({ requirements }: Pick<StorySpec, 'requirements'>): SpecCriteria {
  const ofRequirement = new Map<string, { id: string; key: string }[]>();
  for (const requirement of requirements) {
    // An id that stands twice is an error of the spec: the first counts.
    if (!ofRequirement.has(requirement.id)) ofRequirement.set(requirement.id, criteriaOf(requirement));
  }
  return { ids: new Set([...ofRequirement.values()].flat().map(({ id }) => id)), ofRequirement };
}

function criteriaOf({ id, criteria }: StoryRequirement) {
  return criteria.map((text, at) => ({ id: `${id}.${at + 1}`, key: textKey(text) }));
}

/** `covers`: the requirements whose criteria it may be, case, punctuation and marks of Markdown apart. */
export function traceCriterion(text: string, covers: readonly string[], criteria: SpecCriteria): StoryCriterion {
  const { named, rest } = splitPrefix(text);
  if (named.length > 0) return { text: rest, traces: named };
  const key = textKey(text);
  const same = covers
    .flatMap((covered) => criteria.ofRequirement.get(covered) ?? [])
    .filter((criterion) => criterion.key === key);
  return { text, traces: same.map(({ id }) => id) };
}

type CoveringStory = {
  readonly acceptance_criteria: readonly string[];
  readonly covers: readonly string[];
  readonly coveredCriteria: readonly string[];
};

/** The criteria of the spec that some story has, by id or in its words. */
export function tracedBy(stories: readonly CoveringStory[], criteria: SpecCriteria): ReadonlySet<string> {
  return new Set(
    stories.flatMap(({ acceptance_criteria, covers, coveredCriteria }) => [
      ...acceptance_criteria.flatMap((text) => traceCriterion(text, covers, criteria).traces),
      ...coveredCriteria,
    ]),
  );
}

/** Of a criterion in words of its own: the criteria that its story names and no text of it has, else the requirements
 *  that it covers and whose criteria no story has. [] where it can only be more than the spec asks for. */
export function mayStandFor(
  { acceptance_criteria, covers, coveredCriteria }: CoveringStory,
  traced: ReadonlySet<string>,
  criteria: SpecCriteria,
): readonly string[] {
  const own = tracedBy([{ acceptance_criteria, covers, coveredCriteria: [] }], criteria);
  const named = coveredCriteria.filter((id) => !own.has(id));
  if (named.length > 0) return named;
  return covers.filter((id) => criteria.ofRequirement.get(id)?.some((each) => !traced.has(each.id)));
}

/** R-001 of, and of R-001. */
export const requirementOf = (id: string): string => id.replace(/\.\d{1,4}$/, '');

export function splitPrefix(text: string): { readonly named: readonly string[]; readonly rest: string } {
  const found = PREFIX.exec(text);
  if (found?.[1] === undefined) return { named: [], rest: text };
  const named = found[1].split(',').map((id) => id.trim().toUpperCase());
  return { named: [...new Set(named)], rest: text.slice(found[0].length).trim() };
}
