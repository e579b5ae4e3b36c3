// What becomes of each sentence that a model wrote: it stays as it is, or it is taken out with the reason. Code
// objects, a judge refuses; nothing is replaced.

import { citedContexts } from '../evidence/cited-context.ts';
import { readCited } from '../evidence/cited-text.ts';
import { comparableWord } from '../evidence/comparable-word.ts';
import type { Language } from '../evidence/language.ts';
import type { FoundBy, JudgeVerdict, RemovedClaim, Verdict } from '../evidence/ledger.ts';
import { type CitedContext, objectTo, standsWordForWord } from '../evidence/object-to.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source, SourceText } from '../evidence/source.ts';
import { type DraftClaim, draftClaims } from './draft-claims.ts';

/** A claim as a judge was shown it. */
export interface JudgedText extends JudgeVerdict {
  readonly text: string;
  readonly section: string;
  /** The passages that it cites. */
  readonly cites: readonly string[];
}

export interface SettleInput {
  /** As `normaliseDraft` gives it. */
  readonly draft: string;
  readonly passages: readonly Passage[];
  readonly sources: readonly Source[];
  readonly texts: readonly SourceText[];
  readonly judged: readonly JudgedText[];
  readonly language: Language;
}

export interface SettledClaim {
  readonly claim: DraftClaim;
  readonly foundBy: FoundBy;
  readonly judge: JudgeVerdict | null;
  /** Why it is taken out; null: it stays. */
  readonly fault: RemovedClaim | null;
}

export const addressesOf = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(sources.flatMap(({ address, also }) => [address, ...also]));

export function settleClaims(input: SettleInput): readonly SettledClaim[] {
  const { draft, passages, sources, judged } = input;
  const byId = new Set(passages.map(({ id }) => id));
  const contextOf = citedContexts(input);
  const addresses = addressesOf(sources);
  // Where a judge said two things of a claim, the refusal counts.
  const refusedLast = judged.toSorted((one, other) => refusals(one) - refusals(other));
  const verdicts = new Map(refusedLast.map((each) => [keyOf(each), each]));
  return draftClaims(draft, (id) => byId.has(id), input.language).map((claim) => {
    const context = contextOf(claim.marks);
    const judge = verdicts.get(keyOf(claim)) ?? null;
    const removed = { text: claim.text, section: claim.section, rewritten: null };
    const cited = context.passages.map(({ text }) => text);
    const isExact = standsWordForWord(claim.text, context);
    const objections = objectionsTo(claim, context, addresses, isExact);
    const foundBy = isExact ? 'word for word' : judge === null ? 'nobody' : 'judge';
    if (objections.length > 0) {
      const isAgainst = objections.some(({ verdict }) => verdict === 'contradicted');
      const verdict: Verdict = isAgainst || judge?.verdict === 'contradicted' ? 'contradicted' : 'insufficient';
      const reasons = objections.map(({ reason }) => reason);
      return { claim, foundBy, judge, fault: { ...removed, verdict, reasons, takenOutBy: 'code', cited } };
    }
    if (judge !== null && judge.verdict !== 'supported') {
      const { verdict, reasons } = judge;
      return { claim, foundBy, judge, fault: { ...removed, verdict, reasons, takenOutBy: 'judge', cited } };
    }
    return { claim, foundBy, judge, fault: null };
  });
}

const refusals = ({ verdict }: JudgedText): number => (verdict === 'supported' ? 0 : 1);

const keyOf = ({ text, cites }: Pick<JudgedText, 'text' | 'cites'>): string => `${cites.join()} ${text}`;

type Objection = Pick<RemovedClaim, 'verdict'> & { readonly reason: string };

const PASSAGE_ID = /^e\d{1,7}$/;
const LINK = /^(?:[a-z][a-z0-9+.-]{1,20}:|\.{0,2}\/|[\w.-]{1,200}\/)/i;

/** A claim rests on passages that there are, links to sources only, and code finds its figures, dates, names and
 *  quotations in what it cites. */
function objectionsTo(
  { text, cites, marks }: DraftClaim,
  context: CitedContext,
  addresses: ReadonlySet<string>,
  isExact: boolean,
): readonly Objection[] {
  const unknown = cites.filter((id) => PASSAGE_ID.test(id) && !marks.includes(id));
  if (unknown.length > 0) return [insufficient(`There is no passage ${unknown.join(', ')}.`)];
  if (marks.length === 0) return [insufficient('It cites no passage.')];
  const astray = cites.filter((cite) => LINK.test(cite) && !addresses.has(cite));
  if (astray.length > 0) return [insufficient(`No source has the address ${astray.join(', ').slice(0, SHOWN_MAX)}.`)];
  // A judge is not shown it: each word of it stands in what is cited.
  const others = cites.filter((cite) => !PASSAGE_ID.test(cite) && !LINK.test(cite) && !addresses.has(cite));
  if (others.length > 0) {
    const { words, numberTexts } = readCited(context);
    const isKnown = (word: string): boolean => words.has(comparableWord(word)) || numberTexts.has(word);
    const strange = others.filter((cite) => !(cite.match(WORDS) ?? []).every(isKnown));
    if (strange.length > 0) return [insufficient(`It cites ${strange.join(', ').slice(0, SHOWN_MAX)}, no passage.`)];
  }
  return isExact ? [] : objectTo(text, context);
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

const SHOWN_MAX = 200;
const insufficient = (reason: string): Objection => ({ verdict: 'insufficient', reason });
