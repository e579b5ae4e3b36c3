// What the supervisor's score is made of, measured in an article by rules.

import type { Outline } from '../../documents/evidence/article-brief.ts';
import type { Ledger } from '../../documents/evidence/ledger.ts';
import { grammarOf } from '../../language/article/grammar-of.ts';
import { readabilityOf } from '../../language/article/readability-of.ts';
import { toneOf } from '../../language/article/tone-of.ts';
import type { Measurements } from './agent-state.ts';
import type { AssembledDraft } from './assemble-draft.ts';
import type { Brief } from './brief.ts';
import type { Evidence } from './execution-results.ts';
import { languageOf } from './language-notes.ts';

const KINDS_ENOUGH = 4;
const NOTHING: Measurements = {
  article: { sections: 0, length: 0, structure: 0 },
  source: { count: 0, types: 0, citations: 0 },
  factual: { claims: 0, supported: 0, contradicted: 0 },
  writing: { grammar: 0, readability: 0, tone: 0 },
};

/** `assembled` null: nothing was written. */
export function measurementsOf(
  brief: Brief,
  assembled: AssembledDraft | null,
  { sources }: Evidence,
  { outline, isDigest }: { readonly outline: Outline | null; readonly isDigest: boolean },
): Measurements {
  const source = {
    count: Math.min(1, sources.length / brief.min_sources),
    types: Math.min(1, new Set(sources.map(({ type }) => type)).size / KINDS_ENOUGH),
  };
  if (assembled === null) return { ...NOTHING, source: { ...source, citations: 0 } };
  const { article, ledger } = assembled;
  return {
    article: {
      sections: sectionsCovered(brief, outline, article.headings),
      length: Math.min(1, article.word_count / brief.target_length),
      structure: isDigest
        ? null
        : [article.hasIntroduction, article.headings.length > 0, isConcluded(article, outline)].filter(Boolean).length /
          3,
    },
    source: { ...source, citations: citedCorrectly(ledger) },
    factual: isDigest && !isJudged(ledger) ? null : factualOf(ledger),
    writing: isDigest ? null : writingOf(brief, article.markdown),
  };
}

const isJudged = ({ entries, removed }: Ledger): boolean =>
  entries.some(({ judge }) => judge !== undefined) || removed.some(({ takenOutBy }) => takenOutBy === 'judge');

/** The rules are of English. */
function writingOf(brief: Brief, markdown: string): Measurements['writing'] {
  if ((languageOf(markdown) ?? 'en') !== 'en') return null;
  return {
    grammar: grammarOf(markdown).score,
    readability: readabilityOf(markdown, brief).score,
    tone: toneOf(markdown, brief.tone).score,
  };
}

/** In any language: the writer's last section is none of the outline's. */
function isConcluded({ hasConclusion, headings }: AssembledDraft['article'], outline: Outline | null): boolean {
  const last = headings.at(-1);
  if (hasConclusion || outline === null || last === undefined || headings.length === 1) return hasConclusion;
  return outline.sections.every(({ heading }) => plain(heading) !== plain(last));
}

/** Of what the brief names, else of what the outline has. */
function sectionsCovered(brief: Brief, outline: Outline | null, headings: readonly string[]): number {
  const expected =
    brief.specific_sections.length > 0
      ? brief.specific_sections
      : (outline?.sections ?? []).map((each) => each.heading);
  if (expected.length === 0) return headings.length > 0 ? 1 : 0;
  const there = new Set(headings.map(plain));
  return expected.filter((heading) => there.has(plain(heading))).length / expected.length;
}

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What a writer claimed and was taken out counts, too: by it the score falls. What nobody judged does not. */
function factualOf({ counts, removed }: Ledger): Measurements['factual'] {
  const { claims, supported, contradicted, not_judged } = counts;
  if (not_judged === undefined) return { claims, supported, contradicted };
  const refused = removed.filter(({ takenOutBy }) => takenOutBy !== undefined);
  if (supported + refused.length === 0) return null;
  const against = refused.filter(({ verdict }) => verdict === 'contradicted').length;
  return { claims: supported + refused.length, supported, contradicted: against };
}

/** Of the claims that cite something, those that may stay. */
function citedCorrectly({ entries, removed }: Ledger): number {
  const cited = entries.filter(({ cites, kind }) => kind !== 'framing' && cites.length > 0);
  const refused = removed.filter(({ takenOutBy }) => takenOutBy !== undefined).length;
  const correct = cited.filter(({ verdict }) => verdict === 'supported' || verdict === 'not judged').length;
  return cited.length === 0 ? 0 : correct / (cited.length + refused);
}
