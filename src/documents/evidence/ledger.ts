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
  /** `framing` only in ledgers of earlier versions: it said something about the article itself. */
  readonly kind: 'fact' | 'quotation' | 'framing';
}

export interface LedgerSpan extends Span {
  /** The words of the source. */
  readonly quote: string;
}

/** Who found that a claim stands: code, since a cited passage has it word for word; a judge in its own call; nobody. */
export type FoundBy = 'word for word' | 'judge' | 'nobody';

/** What a model said of a claim. */
export interface JudgeVerdict extends ClaimVerdict {
  readonly worker: string;
  /** As people read it: `anthropic claude-opus`, `the client's own model`; left out in ledgers of earlier versions. */
  readonly model?: string;
}

/** What code alone found of a claim: the first that fits in the order word for word, differs, agrees, not found. */
export type ClaimFinding = 'word for word' | 'differs' | 'figures and names agree, wording not judged' | 'not found';

export interface LedgerEntry extends Claim {
  /** `not judged`: nobody compared its wording with its passages, and code has nothing against it. */
  readonly verdict: Verdict | 'not judged';
  /** In sentences, for readers. */
  readonly reasons: readonly string[];
  /** The best first; of a contradicted claim what speaks against it. */
  readonly spans: readonly LedgerSpan[];
  /** Left out in ledgers that are made for a check, and in those of earlier versions without a model. */
  readonly foundBy?: FoundBy;
  /** Only in ledgers that are made for a check. */
  readonly finding?: ClaimFinding;
  readonly judge?: JudgeVerdict;
}

/** Every sentence that cites something leads to its entry, also one about the article itself. */
export const isShown = ({ kind, cites }: LedgerEntry): boolean => kind !== 'framing' || cites.length > 0;

/** A claim that was taken out of the article, or rewritten, since nothing supports it. */
export interface RemovedClaim extends ClaimVerdict {
  readonly text: string;
  readonly section: string;
  /** What stands in its place; null: nothing. Of a model's sentence always null. */
  readonly rewritten: string | null;
  /** Of a model's sentence: what objected. Left out for what is no sentence, as an image. */
  readonly takenOutBy?: 'code' | 'judge';
  /** The words of the passages that it cited. */
  readonly cited?: readonly string[];
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
  /** Which of them the article follows and why; null: none. */
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
    /** Left out in ledgers of earlier versions without a model. */
    readonly not_judged?: number;
  };
}
