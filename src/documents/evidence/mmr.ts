// Maximal marginal relevance: the best first, less what was chosen before says already (Carbonell and Goldstein, "The
// Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing Summaries", SIGIR 1998).

export interface RankedItem {
  /** Greater than 0. */
  readonly score: number;
  /** Each once. */
  readonly terms: readonly string[];
}

/** How much relevance counts against novelty. */
const LAMBDA = 0.5;

/** At most `max` of them; equal ones in the order given. */
export function mmr<Item extends RankedItem>(items: readonly Item[], max: number): readonly Item[] {
  const most = items.reduce((best, { score }) => Math.max(best, score), 0) || 1;
  const left = items.map((item) => ({ item, terms: new Set(item.terms), nearest: 0 }));
  const chosen: Item[] = [];
  while (chosen.length < max && left.length > 0) {
    let [at, best] = [0, Number.NEGATIVE_INFINITY];
    for (const [place, { item, nearest }] of left.entries()) {
      const gain = LAMBDA * (item.score / most) - (1 - LAMBDA) * nearest;
      if (gain > best) [at, best] = [place, gain];
    }
    const [taken] = left.splice(at, 1);
    if (taken === undefined) break;
    chosen.push(taken.item);
    for (const other of left) other.nearest = Math.max(other.nearest, likeness(taken.terms, other.terms));
  }
  return chosen;
}

/** The cosine of two sets. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let both = 0;
  for (const term of small) if (large.has(term)) both++;
  return both === 0 ? 0 : both / Math.sqrt(one.size * other.size);
}
