// What rules find in a draft, for the workers that look at it: claims with the passages they cite, and sentences to
// mend.

import type { ArticleCheck } from '../../documents/article/finding.ts';
import { grammarOf } from '../../documents/article/grammar-of.ts';
import { readabilityOf } from '../../documents/article/readability-of.ts';
import { toneOf } from '../../documents/article/tone-of.ts';
import { claimsOf } from '../../documents/evidence/claims-of.ts';
import type { Passage } from '../../documents/evidence/passage.ts';
import type { Brief } from './brief.ts';
import type { Evidence } from './execution-results.ts';

/** A claim of a draft, with the words of the passages that it cites. */
export interface CheckedClaim {
  readonly id: string;
  readonly text: string;
  readonly passages: readonly { readonly id: string; readonly text: string; readonly before: string }[];
}

const CLAIMS_MAX = 400;
const FINDINGS_MAX = 40;

/** For the fact checker alone: the others need none. */
export function claimsToCheck(worker: string, draft: string, passages: readonly Passage[]): readonly CheckedClaim[] {
  if (worker !== 'fact_checker' || draft === '') return [];
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  return claimsOf(draft)
    .filter(({ kind, cites }) => kind !== 'framing' && cites.some((id) => byId.has(id)))
    .slice(0, CLAIMS_MAX)
    .map(({ id, text, cites }) => ({
      ...{ id, text },
      passages: cites.flatMap((cite) => {
        const found = byId.get(cite);
        return found === undefined ? [] : [{ id: cite, text: found.text, before: found.before }];
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
