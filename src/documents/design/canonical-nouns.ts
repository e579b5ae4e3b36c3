// One name for each thing of a text: `tennis court` and `court` are one where nothing else is a court.

import { headOf } from './nouns.ts';
import type { Phrase } from './sentence-pieces.ts';

/** Alone they say too little to name a table. */
const GENERAL = new Set(
  `item record entry request report form note card account line number code document file plan unit
    group point member manager director officer`.split(/\s+/),
);
const WEAK = new Set(
  `own new old other same first last next free more all few small large daily weekly monthly due
    foreign available full single online short long current different active open many several certain
    personal simple extra additional`.split(/\s+/),
);

/** Whoever acts for a department is somebody in it. */
const DEPARTMENTS: ReadonlyMap<string, string> = new Map([['accounting', 'accountant']]);

/** From a noun as it was read to the name it goes by. */
export function canonicalNouns(phrases: readonly Phrase[]): (noun: string) => string {
  const compounds = new Map<string, Map<string, number>>();
  const alone = new Map<string, number>();
  const described = new Map<string, Map<string, number>>();
  for (const { noun, how } of phrases) {
    const head = headOf(noun);
    if (noun === head) {
      alone.set(head, (alone.get(head) ?? 0) + 1);
      const adjective = how.findLast((each) => !WEAK.has(each) && !/(?:ed|en|ing|est)$/.test(each)) ?? '';
      const counts = described.get(head) ?? new Map<string, number>();
      described.set(head, counts.set(adjective, (counts.get(adjective) ?? 0) + 1));
    } else {
      const counts = compounds.get(head) ?? new Map<string, number>();
      compounds.set(head, counts.set(noun, (counts.get(noun) ?? 0) + 1));
    }
  }
  const names = new Map<string, string>();
  for (const [head, counts] of compounds) {
    const [first = head] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    const bare = alone.get(head) ?? 0;
    if (bare === 0) continue;
    // `expense claim` and `claim`; of `expense item` and `item` the longer says what it is.
    const name = counts.size === 1 && !GENERAL.has(head) ? head : first;
    names.set(head, name);
    if (counts.size === 1) names.set(first, name);
  }
  for (const [head, counts] of described) {
    const adjectives = [...counts].filter(([adjective]) => adjective !== '');
    const [only] = adjectives;
    // `cold room`, said so more than once and never otherwise.
    if (adjectives.length === 1 && only !== undefined && only[1] > 1 && !compounds.has(head))
      names.set(head, `${only[0]} ${head}`);
  }
  return (noun) => DEPARTMENTS.get(noun) ?? names.get(noun) ?? noun;
}
