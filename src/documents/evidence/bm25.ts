// BM25F: how well texts in several fields match words that are asked for (Robertson and Zaragoza, "The Probabilistic
// Relevance Framework: BM25 and Beyond", Foundations and Trends in Information Retrieval 3(4), 2009).

/** One text by its fields, each with all its terms in order. */
export type Fields = readonly (readonly string[])[];

const K1 = 1.2;
const B = 0.75;

/** For each text its score; 0: it has none of the words. `weights` are those of the fields, `query` those of words. How
 *  rare a word is the first field says: others may be the same list for many texts. */
export function bm25(
  texts: readonly Fields[],
  query: ReadonlyMap<string, number>,
  weights: readonly number[],
): readonly number[] {
  const lengths = weights.map(
    (_, field) => texts.reduce((sum, fields) => sum + (fields[field]?.length ?? 0), 0) / Math.max(1, texts.length),
  );
  const asked = askedTerms(query);
  const counts = texts.map((fields) => countsOf(fields, asked, weights, lengths));
  const holding = new Map<string, number>();
  for (const [own = []] of texts) for (const term of asked(own).keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const rarity = (term: string): number => {
    const count = holding.get(term) ?? 0;
    return Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
  };
  return counts.map((own) => {
    let score = 0;
    for (const [term, count] of own) score += (query.get(term) ?? 0) * rarity(term) * (count / (K1 + count));
    return score;
  });
}

/** How often each asked word stands in a text: by field, less in a long one. */
function countsOf(
  fields: Fields,
  asked: (terms: readonly string[]) => ReadonlyMap<string, number>,
  weights: readonly number[],
  lengths: readonly number[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [field, terms] of fields.entries()) {
    const part = (weights[field] ?? 0) / (1 - B + (B * terms.length) / (lengths[field] || 1));
    for (const [term, count] of asked(terms)) counts.set(term, (counts.get(term) ?? 0) + count * part);
  }
  return counts;
}

/** How often each of them stands in a list; each list is read once. */
function askedTerms(query: ReadonlyMap<string, number>): (terms: readonly string[]) => ReadonlyMap<string, number> {
  const known = new Map<readonly string[], ReadonlyMap<string, number>>();
  return (terms) => {
    const before = known.get(terms);
    if (before !== undefined) return before;
    const counts = new Map<string, number>();
    for (const term of terms) if (query.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    known.set(terms, counts);
    return counts;
  };
}
