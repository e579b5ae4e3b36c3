// The known word someone probably meant.

const WORD_MAX = 40;

/** The candidate nearest to `word` by edits, if it is near enough to be a slip; null otherwise. Case does not count.
 *  Half of the word must be right: of `C` anything else is a guess. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > WORD_MAX) return null;
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let bestEdits = Math.min(3, Math.max(1, Math.floor(word.length / 3))) + 1;
  for (const candidate of candidates) {
    if (candidate.length > WORD_MAX) continue;
    const edits = editsBetween(wanted, candidate.toLowerCase(), bestEdits);
    if (edits < bestEdits && edits * 2 < word.length && !isOpposite(wanted, candidate.toLowerCase(), edits)) {
      best = candidate;
      bestEdits = edits;
    }
  }
  return best;
}

/** One edit away, from the second letter on: what is put in front of a word changes what it means. */
export function isOneSlip(word: string, candidate: string): boolean {
  if (!/^\p{L}{5,40}$/u.test(word) || word[0] !== candidate[0]) return false;
  return editsBetween(word, candidate, 2) === 1;
}

const NEGATING = /^(?:un|non|not|no|dis|in)[\s_-]*/;

/** `unapproved` is not a slip of `approved`, nor the other way round. */
function isOpposite(word: string, candidate: string, edits: number): boolean {
  const [bareWord, bareCandidate] = [word.replace(NEGATING, ''), candidate.replace(NEGATING, '')];
  return (
    (bareWord !== word && editsBetween(bareWord, candidate, edits) < edits) ||
    (bareCandidate !== candidate && editsBetween(word, bareCandidate, edits) < edits)
  );
}

/** Insertions, deletions, replacements and swaps of neighbours; `limit` or more is answered as `limit`. */
function editsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(edits);
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length] ?? limit, limit);
}
