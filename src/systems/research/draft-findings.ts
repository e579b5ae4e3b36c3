// What rules find in a draft, for the workers that look at it: claims with the passages they cite, and sentences to
// mend.

import { normaliseDraft } from '../../documents/article/draft-claims.ts';
import { claimsOf } from '../../documents/evidence/claims-of.ts';
import type { Passage } from '../../documents/evidence/passage.ts';
import type { ArticleCheck } from '../../language/article/finding.ts';
import { grammarOf } from '../../language/article/grammar-of.ts';
import { readabilityOf } from '../../language/article/readability-of.ts';
import { toneOf } from '../../language/article/tone-of.ts';
import { language } from '../../language/words/language.ts';
import type { Brief } from './brief.ts';
import type { Evidence } from './execution-results.ts';

/** A claim of a draft, with the words of the passages that it cites. */
export interface CheckedClaim {
  readonly id: string;
  readonly text: string;
  readonly passages: readonly CheckedPassage[];
}

export interface CheckedPassage extends Pick<Passage, 'id' | 'text' | 'before' | 'heading'> {
  /** `"Title", 2024`: what its source is called, and when it was published. */
  readonly from: string;
}

const CLAIMS_MAX = 400;
const FINDINGS_MAX = 40;

/** For the fact checker alone: the others need none. */
export function claimsToCheck(worker: string, draft: string, evidence: Evidence): readonly CheckedClaim[] {
  if (worker !== 'fact_checker' || draft === '') return [];
  const byId = new Map(evidence.passages.map((passage) => [passage.id, passage]));
  const sourceById = new Map(evidence.sources.map((source) => [source.id, source]));
  return claimsOf(normaliseDraft(draft, language).text, language)
    .filter(({ cites }) => cites.some((id) => byId.has(id)))
    .slice(0, CLAIMS_MAX)
    .map(({ id, text, cites }) => ({
      ...{ id, text },
      passages: cites.flatMap((cite) => {
        const found = byId.get(cite);
        if (found === undefined) return [];
        const { text, before = '', heading = '', source } = found;
        const { title = '', publishedAt = null } = sourceById.get(source) ?? {};
        return [{ id: cite, text, before, heading, from: `"${title}", ${publishedAt ?? 'undated'}` }];
      }),
    }));
}

type Checker = (draft: string, brief: Brief, evidence: Evidence) => readonly ArticleCheck[];

const CHECKERS: { readonly [worker: string]: Checker } = {
  editor: (draft, brief) => [grammarOf(draft), toneOf(draft, brief.tone), readabilityOf(draft, brief)],
  readability_checker: (draft, brief) => [readabilityOf(draft, brief)],
};

/** `"Sentence.": what is wrong with it`. */
export function findingsFor(worker: string, brief: Brief, draft: string, evidence: Evidence): readonly string[] {
  const check = CHECKERS[worker];
  if (check === undefined || draft === '') return [];
  const findings = check(draft, brief, evidence).flatMap((each) => each.findings);
  const lines = findings.map(({ sentence, message }) => (sentence === '' ? message : `"${sentence}": ${message}`));
  const more = lines.length - FINDINGS_MAX;
  return more > 0 ? [...lines.slice(0, FINDINGS_MAX), `(and ${more} more)`] : lines;
}
