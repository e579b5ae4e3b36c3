// The evidence ledger: what an article claims, and by which words of which stored source each claim stands.

import type { Span } from './passage.ts';
import type { Source } from './source.ts';

export type Verdict = 'supported' | 'contradicted' | 'insufficient';

export interface ClaimVerdict {
  readonly verdict: Verdict;
  /** In sentences, for readers: `The source says 40 %, the claim says 60 %.` */
  readonly reasons: readonly string[];
}

export interface Claim {
  /** `c1`, in the order of the article. */
  readonly id: string;
  /** The sentence without its marks and citations. */
  readonly text: string;
  /** The heading it stands under. */
  readonly section: string;
  /** Characters of the article, its citations included. */
  readonly start: number;
  readonly end: number;
  /** What it cites: numbers of the reference list, or passages of a draft. */
  readonly cites: readonly string[];
  /** A quotation's words are found in the source one by one. `framing` says something about the article itself and
   *  nothing about its subject: it needs no source. */
  readonly kind: 'fact' | 'quotation' | 'framing';
}

export interface LedgerSpan extends Span {
  /** The words of the source. */
  readonly quote: string;
}

export interface LedgerEntry extends Claim, ClaimVerdict {
  /** The best first; of a contradicted claim what speaks against it. */
  readonly spans: readonly LedgerSpan[];
  /** A model judged it, too; the stricter of the two verdicts is the entry's. */
  readonly judge?: ClaimVerdict & { readonly worker: string };
}

/** Every sentence that cites something leads to its entry, also one about the article itself. */
export const isShown = ({ kind, cites }: LedgerEntry): boolean => kind !== 'framing' || cites.length > 0;

/** A claim that was taken out of the article, or written anew, since nothing supports it. */
export interface RemovedClaim extends ClaimVerdict {
  readonly text: string;
  readonly section: string;
  /** What stands in its place; null: nothing. */
  readonly rewritten: string | null;
}

export interface ContradictionSpan extends LedgerSpan {
  /** Of the source, also where the article does not cite it. */
  readonly title?: string;
  /** The figure, the date, or the word that the other denies. */
  readonly says?: string;
  /** The id of its passage; left out: writers cannot cite it. */
  readonly passage?: string;
}

/** Two sources that say different things of the same. */
export interface Contradiction {
  readonly about: string;
  /** The surest two first. */
  readonly spans: readonly ContradictionSpan[];
  readonly reason: string;
  /** Which of them the article follows and why; null: it names both. */
  readonly followed: { readonly source: string; readonly why: string } | null;
  /** Sources whose side stands in the finished article; left out: nobody looked. */
  readonly told?: readonly string[];
}

export interface Ledger {
  readonly version: 1;
  /** `sha256:` and the digest of the article that it is of. */
  readonly article: string;
  readonly entries: readonly LedgerEntry[];
  readonly removed: readonly RemovedClaim[];
  readonly contradictions: readonly Contradiction[];
  /** In the order of the reference list: the first is `[1]`. */
  readonly sources: readonly Source[];
  readonly counts: {
    readonly claims: number;
    readonly supported: number;
    readonly contradicted: number;
    readonly insufficient: number;
  };
}
