// Whether two requirements have the same text: white space, letter case and the form of their characters apart.

import type { Requirement } from './requirement.ts';

export const sameText = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** By its description; by its title where it has none. */
export const textKey = ({ title, description }: Pick<Requirement, 'title' | 'description'>): string =>
  sameText(description.trim() === '' ? title : description);

export interface Repeat {
  readonly id: string;
  /** Which has the same text. */
  readonly of: string;
}

/** Proposals whose text a decided requirement or an earlier proposal has. */
export function repeatsOf(proposed: readonly Requirement[], decided: readonly Requirement[]): readonly Repeat[] {
  const known = new Map<string, string>();
  for (const one of decided) if (!known.has(textKey(one))) known.set(textKey(one), one.id);
  return proposed.flatMap((one) => {
    const of = known.get(textKey(one));
    if (of === undefined) known.set(textKey(one), one.id);
    return of === undefined || of === one.id ? [] : [{ id: one.id, of }];
  });
}
