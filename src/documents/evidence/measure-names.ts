// Names of months, units and powers of ten in the languages that a text may be in.

import type { Language } from './language.ts';

/** Where two languages call different things alike, the likelier one counts. */
export const measuresIn = (languages: readonly string[], { names }: Language): ReadonlyMap<string, string> =>
  new Map(languages.toReversed().flatMap((code) => [...(names?.measures(code) ?? [])]));

/** `Tagen` is a form of `Tage`. */
const ENDING_MAX = 2;

export function measureOf(lower: string, measures: ReadonlyMap<string, string>): string | undefined {
  for (let cut = 0; cut <= ENDING_MAX; cut++) {
    const meaning = measures.get(lower.slice(0, lower.length - cut));
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}
