// Sides of a subject that no heading names: phrases that several sources use.

import { tagWords } from '../words/tag-words.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import type { FacetDraft } from './headed-facets.ts';
import { longPattern } from './long-pattern.ts';
import { sentenceCase } from './plain-heading.ts';
import { termsOf } from './terms-of.ts';

const ITEMS_MIN = 2;

/** Two nouns, or an adjective and a noun, that are not the topic itself; what more sources use comes first. */
export function phraseFacets(
  pool: Pool,
  kept: readonly FacetDraft[],
  items: readonly PoolItem[],
  names: ReadonlySet<string>,
  max: number,
): readonly FacetDraft[] {
  const taken = new Set(kept.flatMap((facet) => facet.items));
  const phrases = new Map<string, Set<PoolItem>>();
  for (const item of items) {
    if (taken.has(item)) continue;
    for (const phrase of [...phrasesOf(item.text), ...nounsOf(item.text)])
      phrases.set(phrase, (phrases.get(phrase) ?? new Set()).add(item));
  }
  const ranked = [...phrases]
    .filter(
      ([phrase, own]) => own.size >= leastOf(phrase) && [...termsOf(phrase)].every((term) => !pool.known.has(term)),
    )
    .filter(([phrase, own]) => isSpokenOf(phrase, own) && own.size <= Math.max(ITEMS_MIN, items.length * SHARE_MAX))
    .sort((one, other) => worthOf(other) - worthOf(one));
  const found: FacetDraft[] = [];
  for (const [phrase, own] of ranked) {
    const left = [...own].filter((item) => !taken.has(item));
    if (left.length < leastOf(phrase) || found.length >= max) continue;
    for (const item of left) taken.add(item);
    const heading = sentenceCase(phrase, names);
    const order = 50 + found.length;
    found.push({ heading, items: left, isAsked: false, order, kind: null, terms: termsOf(phrase) });
  }
  return found;
}

/** One noun says less than two. */
const leastOf = (phrase: string): number => (phrase.includes(' ') ? ITEMS_MIN : ITEMS_MIN + 1);
/** By several sources, or by one that speaks of it again and again. */
function isSpokenOf(phrase: string, own: ReadonlySet<PoolItem>): boolean {
  return phrase.includes(' ') ? sourcesOf(own) >= 2 || own.size >= OFTEN : sourcesOf(own) >= 3;
}

const OFTEN = 3;
/** What stands in more of the passages is no side of the subject. */
const SHARE_MAX = 0.2;

const worthOf = ([phrase, own]: readonly [string, ReadonlySet<PoolItem>]): number =>
  3 * sourcesOf(own) + own.size + (phrase.includes(' ') ? 1 : 0);

const sourcesOf = (items: ReadonlySet<PoolItem>): number => new Set([...items].map(({ source }) => source.id)).size;

export function phrasesOf(text: string): readonly string[] {
  const words = tagWords(text);
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (next === undefined || next.kind !== 'noun' || !/^(?:noun|adjective)$/.test(word.kind)) return [];
    const isLast = words[at + 2]?.kind !== 'noun';
    const isWord = /^\p{L}{3,}$/u.test(word.text) && /^\p{L}{3,}$/u.test(next.text) && word.lower !== next.lower;
    if (TELLS_NOTHING.test(word.lower) || ANY.test(next.lower)) return [];
    return isLast && isWord ? [`${word.lower} ${next.lower}`] : [];
  });
}

/** `third year`, `best time`, `new information`: which of them, not what they are. */
const TELLS_NOTHING = longPattern(`^(?:first|second|third|fourth|fifth|last|next|good|better|best|bad|worse|worst|new
    |old|other|same|different|many|few|several|certain|various|recent|previous|own|whole|total|average|main|important
    |great|possible|single|only|little|big|real|right|full|early|late|latest|usual|common)$`);

/** Things in the plural: `stings`, `meetings`. Measures and words for any set are none. */
function nounsOf(text: string): readonly string[] {
  return tagWords(text).flatMap(({ kind, lower }) =>
    kind === 'noun' && /^[a-z]{4,}[^su]s$/.test(lower) && !ANY.test(lower) ? [lower] : [],
  );
}

const ANY = longPattern(`^(?:years?|months|weeks|days|hours|minutes|times|metres|kilometres|kilograms|degrees
      |euros|dollars|pounds|percents?|numbers|figures|results|studies|cases|parts|things|ways|kinds|types|points
      |people|others|members|reasons|questions|effects|changes|differences|levels|rates|sources|findings|makers
      |users|sides|words|groups|thirds|quarters|halves|millions|thousands|hundreds|places|areas|countries|cities
      |names|lines|ones|steps|terms|decades|centuries|participants)$`);
