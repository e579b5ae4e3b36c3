// What an article told, said once more in fewer words and with its source: a conclusion where nothing was left to keep
// back for one.

import { judgeClaim } from '../evidence/judge-claim.ts';
import type { Attributor } from './attribute.ts';
import { CLOSING, closingWorth } from './choose-closing.ts';
import { likeness, type Pool, type PoolItem } from './evidence-pool.ts';
import { hasMainVerb } from './page-detail.ts';
import { wordCount } from './terms-of.ts';
import type { ToldSentence } from './told-sentence.ts';

const WORDS = { min: 7, max: 30 };
const LIKE_FROM = 0.2;

/** The best of what was told, of several sources, in the order in which it was told. */
export function restateFindings(
  pool: Pool,
  told: readonly PoolItem[],
  attributor: Attributor,
): readonly ToldSentence[] {
  const worth = closingWorth(pool);
  const ranked = told
    .flatMap((item) => {
      const text = shortOf(item);
      return text === null ? [] : [{ item, text, rank: Math.round(worth(item) * 1e6) / 1e6 }];
    })
    .sort((one, other) => other.rank - one.rank);
  const chosen: (typeof ranked)[number][] = [];
  for (const each of ranked) {
    const isOther = chosen.every(({ item }) => likeness(pool, item.terms, each.item.terms) < LIKE_FROM);
    if (isOther && chosen.length < CLOSING.max - 1) chosen.push(each);
  }
  if (chosen.length < CLOSING.min) return [];
  const ordered = chosen.sort((one, other) => told.indexOf(one.item) - told.indexOf(other.item));
  return attributor.attribute(
    ordered.map(({ item, text }) => ({ text, marks: [item.passage.id], item, isBound: false })),
  );
}

/** Null where it would only be the same sentence again. */
function shortOf({ statements, needsPrevious, passage }: PoolItem): string | null {
  const [first, ...others] = statements;
  if (first === undefined || first.alone === null || others.length > 0 || needsPrevious || first.isRepaired)
    return null;
  const short = shortened(first.alone);
  if (short === null || wordCount(short) > WORDS.max) return null;
  return judgeClaim(short, [passage.text]).verdict === 'supported' ? short : null;
}

/** What adds to the main clause and takes nothing back. */
const ADDED = /(?:[;:] |, (?:which|who|whose|where|and|as) )/g;

/** The main clause alone; null where nothing can be left out. */
export function shortened(text: string): string | null {
  for (const { index } of text.matchAll(ADDED)) {
    const clause = text.slice(0, index);
    if (
      wordCount(clause) >= WORDS.min &&
      hasMainVerb(`${clause}.`) &&
      !/["“(]|^(?:If|When|While|Although|Because)\b/.test(clause)
    )
      return `${clause}.`;
  }
  return null;
}
