// Which criterion of the spec a story's criterion is: by the id it begins with, or by its wording.

import { sameStatement, type TextWords, textWords } from './similar-texts.ts';
import type { StoryCriterion, StoryRequirement, StorySpec } from './story.ts';

/** `R-001.2: ...`, also several: `R-001.2, R-001.3: ...`. */
const PREFIX = /^((?:R-\d{3,9}\.\d{1,4})(?:, ?R-\d{3,9}\.\d{1,4}){0,20}) ?[:–—-] ?(?=\S)/i;

/** The criteria of a spec, ready to be compared. */
export interface SpecCriteria {
  /** Every one, by `R-001.2`. */
  readonly ids: ReadonlySet<string>;
  readonly ofRequirement: ReadonlyMap<string, readonly { readonly id: string; readonly words: TextWords }[]>;
}

export function specCriteria({ requirements }: Pick<StorySpec, 'requirements'>): SpecCriteria {
  const ofRequirement = new Map<string, { id: string; words: TextWords }[]>();
  for (const requirement of requirements) {
    // An id that stands twice is an error of the spec: the first counts.
    if (!ofRequirement.has(requirement.id)) ofRequirement.set(requirement.id, criteriaOf(requirement));
  }
  return { ids: new Set([...ofRequirement.values()].flat().map(({ id }) => id)), ofRequirement };
}

function criteriaOf({ id, criteria }: StoryRequirement) {
  return criteria.map((text, at) => ({ id: `${id}.${at + 1}`, words: textWords(text) }));
}

/** `covers`: the requirements whose criteria it may be by wording. */
export function traceCriterion(text: string, covers: readonly string[], criteria: SpecCriteria): StoryCriterion {
  const { named, rest } = splitPrefix(text);
  if (named.length > 0) return { text: rest, traces: named };
  const words = textWords(text);
  let [best, traces]: [number, string[]] = [0, []];
  for (const { id, words: other } of covers.flatMap((covered) => criteria.ofRequirement.get(covered) ?? [])) {
    const score = sameStatement(words, other);
    if (score === 0 || score < best) continue;
    if (score > best) traces = [];
    best = score;
    traces.push(id);
  }
  return { text, traces };
}

export function splitPrefix(text: string): { readonly named: readonly string[]; readonly rest: string } {
  const found = PREFIX.exec(text);
  if (found?.[1] === undefined) return { named: [], rest: text };
  const named = found[1].split(',').map((id) => id.trim().toUpperCase());
  return { named: [...new Set(named)], rest: text.slice(found[0].length).trim() };
}
