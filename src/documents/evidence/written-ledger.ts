// The ledger of an article that a model wrote: of each sentence the passages that it cites, and who found it to stand.

import { claimsOf } from './claims-of.ts';
import type { Language } from './language.ts';
import type { Contradiction, FoundBy, JudgeVerdict, Ledger, LedgerEntry, LedgerSpan, RemovedClaim } from './ledger.ts';
import type { Passage } from './passage.ts';
import type { Source, SourceText } from './source.ts';

/** A sentence that stays. */
export interface FoundClaim {
  /** Passages. */
  readonly marks: readonly string[];
  readonly foundBy: FoundBy;
  readonly judge: JudgeVerdict | null;
}

export interface WrittenLedgerInput {
  /** Of each sentence of the article, in its order. */
  readonly found: readonly FoundClaim[];
  readonly removed: readonly RemovedClaim[];
  readonly contradictions: readonly Contradiction[];
  /** In the order of the reference list. */
  readonly sources: readonly Source[];
  readonly passages: readonly Passage[];
  readonly texts: readonly SourceText[];
  /** `sha256:` and the digest of a text. */
  readonly hash: (text: string) => string;
  readonly language: Language;
}

export function writtenLedger(article: string, input: WrittenLedgerInput): Ledger {
  const { found, passages, texts, removed, contradictions, sources, hash } = input;
  const claims = claimsOf(article, input.language);
  if (claims.length !== found.length)
    throw new Error(`Expected ${found.length} sentences in the assembled article, found ${claims.length}.`);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const textById = new Map(texts.map(({ id, text }) => [id, text]));
  const entries = claims.map((claim, at): LedgerEntry => {
    const { marks = [], foundBy = 'nobody', judge = null } = found[at] ?? {};
    const spans = marks.flatMap((id) => byId.get(id) ?? []).map((passage) => spanOf(passage, textById));
    const kind = claim.kind === 'framing' ? 'fact' : claim.kind;
    const verdict = foundBy === 'nobody' ? 'not judged' : 'supported';
    const said = judge === null ? {} : { judge };
    return { ...claim, kind, verdict, reasons: [REASONS[foundBy]], spans, foundBy, ...said };
  });
  const supported = entries.filter(({ verdict }) => verdict === 'supported').length;
  return {
    version: 1,
    article: hash(article),
    ...{ entries, removed, sources },
    contradictions: contradictions.map((each) => ({ ...each, told: sidesIn(each, entries) })),
    counts: {
      ...{ claims: entries.length, supported, contradicted: 0, insufficient: 0 },
      not_judged: entries.length - supported,
    },
  };
}

const REASONS: { readonly [by in FoundBy]: string } = {
  'word for word': 'It stands in the source word for word.',
  judge: 'A model compared it with the passages that it cites and finds it supported.',
  nobody: 'Nobody compared its wording with the passages that it cites. Code has nothing against it.',
};

const spanOf = ({ source, start, end, text }: Passage, texts: ReadonlyMap<string, string>): LedgerSpan => ({
  ...{ source, start, end },
  quote: texts.get(source)?.slice(start, end) ?? text,
});

/** Sources of the sides whose words some sentence cites. */
function sidesIn({ spans }: Contradiction, entries: readonly LedgerEntry[]): readonly string[] {
  const cited = entries.flatMap((entry) => entry.spans);
  const sides = spans.filter((side) =>
    cited.some(({ source, start, end }) => source === side.source && start < side.end && side.start < end),
  );
  return [...new Set(sides.map(({ source }) => source))];
}
