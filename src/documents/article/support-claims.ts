// What becomes of each claim of a draft: it stays with the passages that support it, is written anew in the words of a
// passage, or is taken out.

import { findQuote, plainText, quotesIn } from '../evidence/find-quote.ts';
import { judgeClaim } from '../evidence/judge-claim.ts';
import type { ClaimVerdict } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import { withoutAttribution } from '../evidence/without-attribution.ts';
import type { DraftClaim } from './draft-claims.ts';
import { statementsOf } from './statements-of.ts';
import { shareOf, termsOf } from './terms-of.ts';

export interface SupportedClaim {
  readonly claim: DraftClaim;
  /** Without its full stop; null: taken out. */
  readonly body: string | null;
  readonly stop: string;
  readonly marks: readonly string[];
  /** Why it was changed or taken out. */
  readonly fault: ClaimVerdict | null;
}

/** So many passages that are not cited are tried for a claim. */
const TRIES = 3;
/** Of a claim's terms a passage must have to be told in its place. */
const REWRITES_FROM = 0.5;

export interface Supporter {
  support(claim: DraftClaim): SupportedClaim;
  /** In the words of a passage that nobody tells yet; null: there is none. */
  rewrite(claim: DraftClaim): { readonly text: string; readonly mark: string } | null;
  isSupported(text: string, marks: readonly string[]): boolean;
}

export function makeSupporter(
  passages: readonly Passage[],
  sources: readonly Source[],
  known: ReadonlySet<string>,
  told: readonly string[],
): Supporter {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const sourceById = new Map(sources.map((source) => [source.id, source]));
  const nearest = indexPassages(passages);
  // A passage that only the claim itself cites may be told in its place.
  const counts = new Map<string, number>();
  for (const id of told) counts.set(id, (counts.get(id) ?? 0) + 1);
  const used = new Set<string>();
  const isFree = (id: string, own: readonly string[]): boolean =>
    !used.has(id) && (counts.get(id) ?? 0) <= (own.includes(id) ? 1 : 0);
  const judge = (text: string, marks: readonly string[]): ClaimVerdict => {
    const cited = marks.flatMap((id) => byId.get(id) ?? []);
    const plain = withoutAttribution(
      text,
      cited.flatMap(({ source }) => sourceById.get(source) ?? []),
    );
    return judgeBy(plain, cited);
  };
  const rewrite: Supporter['rewrite'] = (claim) => {
    const terms = termsOf(claim.text);
    for (const id of [...claim.marks, ...nearest(terms).slice(0, TRIES)]) {
      const passage = byId.get(id);
      if (passage === undefined || !isFree(id, claim.marks)) continue;
      const statement = statementsOf(passage, known).find(
        ({ alone }) => alone !== null && shareOf(terms, termsOf(alone)) >= REWRITES_FROM,
      );
      const text = statement?.alone ?? null;
      if (text === null || judge(text, [id]).verdict !== 'supported') continue;
      used.add(id);
      return { text, mark: id };
    }
    return null;
  };
  const support: Supporter['support'] = (claim) => {
    const { body, stop, text, marks, kind } = claim;
    const kept = { claim, body, stop: stop === '' ? '' : stop, fault: null };
    if (kind === 'framing') return { ...kept, marks };
    const verdict = marks.length === 0 ? null : judge(text, marks);
    if (verdict?.verdict === 'supported') return { ...kept, marks: needed(text, marks, judge) };
    const others = nearest(termsOf(text)).slice(0, TRIES);
    const found = others.find((id) => !marks.includes(id) && judge(text, [id]).verdict === 'supported');
    // A cited passage that speaks against it counts more than another that says it.
    if (found !== undefined && verdict?.verdict !== 'contradicted') return { ...kept, marks: [found] };
    const fault = verdict ?? {
      verdict: 'insufficient',
      reasons: ['It cites no passage, and none was found that says it.'],
    };
    const anew = kind === 'quotation' ? null : rewrite(claim);
    if (anew === null) return { claim, body: null, stop, marks: [], fault };
    const [, own = anew.text, end = '.'] = /^(.*?)([.!?]["”’)]{0,2})$/s.exec(anew.text) ?? [];
    return { claim, body: own, stop: end, marks: [anew.mark], fault };
  };
  return { support, rewrite, isSupported: (text, marks) => judge(text, marks).verdict === 'supported' };
}

/** By the passages, then each with the sentence before it. A quotation's words stand there one by one. */
function judgeBy(text: string, cited: readonly Passage[]): ClaimVerdict {
  const quotes = quotesIn(text);
  const all = plainText(cited.map((passage) => passage.text).join('\n'));
  if (quotes.some((quote) => findQuote(quote, all) === null))
    return { verdict: 'insufficient', reasons: ['The quotation is not in the passage word for word.'] };
  const alone = judgeClaim(
    text,
    cited.map((passage) => passage.text),
  );
  if (alone.verdict === 'supported') return alone;
  const wide = judgeClaim(
    text,
    cited.map((passage) => `${passage.before} ${passage.text}`.trim()),
  );
  return wide.verdict === 'supported' ? wide : alone;
}

/** Passages that say nothing of it are not cited beside those that do. */
function needed(
  text: string,
  marks: readonly string[],
  judge: (text: string, marks: readonly string[]) => ClaimVerdict,
): readonly string[] {
  if (marks.length < 2) return marks;
  const own = marks.filter((id) => judge(text, [id]).verdict === 'supported');
  return own.length === 0 ? marks : own;
}

/** Passages by how many of the terms they have, the rarer the more; the best first. */
function indexPassages(passages: readonly Passage[]): (terms: ReadonlySet<string>) => readonly string[] {
  const withTerm = new Map<string, string[]>();
  for (const { id, text } of passages) {
    for (const term of termsOf(text)) {
      const ids = withTerm.get(term) ?? [];
      ids.push(id);
      withTerm.set(term, ids);
    }
  }
  return (terms) => {
    const scores = new Map<string, number>();
    for (const term of terms) {
      const ids = withTerm.get(term) ?? [];
      for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + Math.log(1 + passages.length / ids.length));
    }
    return [...scores].sort((one, other) => other[1] - one[1]).map(([id]) => id);
  };
}
