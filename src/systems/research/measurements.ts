// What the supervisor's score is made of, measured in an article by rules.

import type { Outline } from '../../documents/article/article-brief.ts';
import { grammarOf } from '../../documents/article/grammar-of.ts';
import { readabilityOf } from '../../documents/article/readability-of.ts';
import { toneOf } from '../../documents/article/tone-of.ts';
import type { Measurements } from './agent-state.ts';
import type { AssembledDraft } from './assemble-draft.ts';
import type { Brief } from './brief.ts';
import type { Evidence } from './execution-results.ts';

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
  outline: Outline | null,
): Measurements {
  const source = {
    count: Math.min(1, sources.length / brief.min_sources),
    types: Math.min(1, new Set(sources.map(({ type }) => type)).size / KINDS_ENOUGH),
  };
  if (assembled === null) return { ...NOTHING, source: { ...source, citations: 0 } };
  const { article, ledger } = assembled;
  const { claims, supported, contradicted } = ledger.counts;
  return {
    article: {
      sections: sectionsCovered(brief, outline, article.headings),
      length: Math.min(1, article.word_count / brief.target_length),
      structure:
        [article.hasIntroduction, article.headings.length > 0, article.hasConclusion].filter(Boolean).length / 3,
    },
    source: { ...source, citations: claims === 0 ? 0 : citedCorrectly(ledger.entries) },
    factual: { claims, supported, contradicted },
    writing: {
      grammar: grammarOf(article.markdown).score,
      readability: readabilityOf(article.markdown, brief).score,
      tone: toneOf(article.markdown, brief.tone).score,
    },
  };
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

/** Of the claims that cite something, those whose source supports them. */
function citedCorrectly(entries: AssembledDraft['ledger']['entries']): number {
  const cited = entries.filter(({ cites, kind }) => kind !== 'framing' && cites.length > 0);
  return cited.length === 0 ? 0 : cited.filter(({ verdict }) => verdict === 'supported').length / cited.length;
}
