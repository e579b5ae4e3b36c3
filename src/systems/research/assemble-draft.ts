// The article of an execution: what its writers wrote, with the edits that keep its support and without what nothing
// supports, and the ledger of it.

import { hash } from 'node:crypto';
import { assembleArticle } from '../../documents/article/assemble-article.ts';
import type { ArticleEdit } from '../../documents/article/edit.ts';
import { readDraft } from '../../documents/article/read-draft.ts';
import { claimsOf } from '../../documents/evidence/claims-of.ts';
import { judgeClaim } from '../../documents/evidence/judge-claim.ts';
import type { Claim, Ledger, LedgerEntry, RemovedClaim, Verdict } from '../../documents/evidence/ledger.ts';
import { makeLedger } from '../../documents/evidence/make-ledger.ts';
import { stricter } from '../../documents/evidence/stricter.ts';
import type { JsonObject } from '../../json.ts';
import type { Sources } from '../../ports/sources.ts';
import type { WorkerResult } from './agent-state.ts';
import type { Brief } from './brief.ts';
import { textsOf } from './collect-evidence.ts';
import { type DraftParts, type Evidence, wholeDraft } from './execution-results.ts';
import { listOf, textOf } from './research-deps.ts';

export interface AssembledDraft {
  /** As the writers wrote it, with the marks of its passages. */
  readonly draft: string;
  readonly article: {
    readonly title: string;
    readonly markdown: string;
    readonly word_count: number;
    readonly headings: readonly string[];
    readonly hasIntroduction: boolean;
    readonly hasConclusion: boolean;
  };
  readonly ledger: Ledger;
  readonly notes: readonly string[];
}

export interface DraftInput {
  readonly brief: Brief;
  readonly evidence: Evidence;
  readonly quality_results: readonly WorkerResult[];
}

export async function assembleDraft(
  parts: DraftParts,
  { brief, evidence, quality_results }: DraftInput,
  store: Pick<Sources, 'text'>,
): Promise<AssembledDraft> {
  const { sources, passages, contradictions } = evidence;
  const { texts } = await textsOf(sources, store);
  const draft = wholeDraft(parts);
  const judged = judgedBy(quality_results, draft);
  const cited = new Map(passages.map(({ id, text }) => [id, text]));
  const kept = without(draft, judged);
  const assembled = assembleArticle({ brief, draft: kept, edits: editsIn(quality_results), passages, sources, texts });
  const { markdown, title, word_count, notes } = assembled;
  const refused = judged.filter(isRefused).map((each) => removedOf(each, cited));
  const removed = [...refused, ...assembled.removed];
  const order = assembled.sources.map(({ id }) => id);
  const ledger = makeLedger(markdown, texts, { hash: digest, order, removed, contradictions });
  const { lead, sections } = readDraft(markdown);
  const headings = sections.flatMap(({ heading, text }) =>
    /^references$/i.test(heading) || text.trim() === '' ? [] : [heading],
  );
  return {
    ...{ draft, ledger: withJudge(ledger, judged), notes },
    article: {
      ...{ title, markdown, word_count, headings: headings.filter((heading) => !isConclusion(heading)) },
      ...{ hasIntroduction: lead.text.trim() !== '', hasConclusion: headings.some(isConclusion) },
    },
  };
}

const digest = (text: string): string => `sha256:${hash('sha256', text, 'hex')}`;
const isConclusion = (heading: string): boolean => /^conclusions?$/i.test(heading);

const editsIn = (results: readonly WorkerResult[]): readonly ArticleEdit[] =>
  listOf<ArticleEdit & JsonObject>(results.find(({ worker }) => worker === 'editor')?.edits);

/** A claim of the draft, and what a model says of it. */
interface JudgedClaim {
  readonly claim: Claim;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Rules judge every claim anyway: what counts here is what a model says besides. */
function judgedBy(results: readonly WorkerResult[], draft: string): readonly JudgedClaim[] {
  const checked = results.find(({ worker }) => worker === 'fact_checker');
  if (checked === undefined || checked.by_rules === true) return [];
  const claims = new Map(claimsOf(draft).map((claim) => [claim.id, claim]));
  return listOf<JsonObject>(checked.claims).flatMap(({ id, verdict, reason }) => {
    const claim = claims.get(textOf(id));
    if (claim === undefined) return [];
    return [{ claim, verdict: verdict as Verdict, reason: textOf(reason) }];
  });
}

const isRefused = ({ verdict }: JudgedClaim): boolean => verdict !== 'supported';

/** Rules may know more against it than the model. */
function removedOf({ claim, verdict, reason }: JudgedClaim, cited: ReadonlyMap<string, string>): RemovedClaim {
  const byRules = judgeClaim(
    claim.text,
    claim.cites.flatMap((id) => cited.get(id) ?? []),
  );
  const counts = stricter({ verdict, reasons: [reason] }, byRules);
  return {
    ...{ text: claim.text, section: claim.section, rewritten: null },
    ...{ verdict: counts.verdict, reasons: counts.reasons },
  };
}

/** The stricter verdict counts: what a model does not find supported is taken out, whatever rules say. */
function without(draft: string, judged: readonly JudgedClaim[]): string {
  const refused = judged.filter(isRefused).toSorted((one, other) => other.claim.start - one.claim.start);
  // The line break behind the last sentence of a paragraph stays: a heading or the next paragraph follows.
  const cut = (text: string, { start, end }: Claim): string =>
    text.slice(0, start) + text.slice(end).replace(/^ +/, '');
  return refused.reduce((text, { claim }) => cut(text, claim), draft);
}

function withJudge(ledger: Ledger, judged: readonly JudgedClaim[]): Ledger {
  const byText = new Map(judged.map((each) => [each.claim.text, each]));
  const entries = ledger.entries.map((entry): LedgerEntry => {
    const own = byText.get(entry.text);
    if (own === undefined) return entry;
    const { verdict, reason } = own;
    return { ...entry, judge: { verdict, reasons: reason === '' ? [] : [reason], worker: 'fact_checker' } };
  });
  return { ...ledger, entries };
}
