// How two versions of a specification differ: by requirement, by part, and by line.

import { lineDiff } from '../markdown/line-diff.ts';
import { readSpec } from './read-spec.ts';
import type { RequirementField, Spec, SpecDiff, SpecRequirement } from './spec.ts';

const FIELDS: readonly RequirementField[] = [
  ...(['title', 'type', 'priority', 'dependencies', 'description', 'criteria', 'sources'] as const),
];
const PARTS = ['version', 'priority', 'created', 'title', 'vision'] as const;

/** Requirements are the same by their ids. */
export function diffSpecs(before: string, after: string): SpecDiff {
  const [old, now] = [readSpec(before), readSpec(after)];
  const [oldOnes, nowOnes] = [byId(old), byId(now)];
  return {
    added: [...nowOnes].filter(([id]) => !oldOnes.has(id)).map(([, each]) => each),
    removed: [...oldOnes].filter(([id]) => !nowOnes.has(id)).map(([, each]) => each),
    changed: [...nowOnes].flatMap(([id, one]) => {
      const other = oldOnes.get(id);
      const fields =
        other === undefined ? [] : FIELDS.filter((name) => JSON.stringify(other[name]) !== JSON.stringify(one[name]));
      return other === undefined || fields.length === 0 ? [] : [{ id, fields, before: other, after: one }];
    }),
    parts: PARTS.filter((name) => old[name] !== now[name]).map((name) => ({
      ...{ name, before: old[name] ?? '', after: now[name] ?? '' },
    })),
    inScope: pointsOf(old.inScope, now.inScope),
    outOfScope: pointsOf(old.outOfScope, now.outOfScope),
    lines: lineDiff(before, after),
  };
}

/** The first of each id; one without an id by its title. */
function byId({ requirements }: Spec): ReadonlyMap<string, SpecRequirement> {
  const found = new Map<string, SpecRequirement>();
  for (const each of requirements) {
    const name = each.id || each.title;
    if (!found.has(name)) found.set(name, each);
  }
  return found;
}

function pointsOf(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)];
  return { added: after.filter((text) => !old.has(text)), removed: before.filter((text) => !now.has(text)) };
}
