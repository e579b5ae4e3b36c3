// An article by rules from a test corpus, as a run writes it: outline, draft, and what is supported of it.

import type { ArticleBrief } from '../../../src/documents/article/article-brief.ts';
import { type AssembledArticle, assembleArticle } from '../../../src/documents/article/assemble-article.ts';
import { makeOutline } from '../../../src/documents/article/make-outline.ts';
import { writeArticle } from '../../../src/documents/article/write-article.ts';
import { writeConclusion } from '../../../src/documents/article/write-conclusion.ts';
import { writeIntroduction } from '../../../src/documents/article/write-introduction.ts';
import { findContradictions } from '../../../src/documents/evidence/find-contradictions.ts';
import { corpusOf, type TestText } from './corpus-of.ts';

export const briefOf = (topic: string, more: Partial<ArticleBrief> = {}): ArticleBrief => ({
  topic,
  ...{ content_type: 'article', target_length: 600, tone: 'professional', target_audience: '' },
  ...{ include_keywords: [], exclude_topics: [], specific_sections: [] },
  ...more,
});

export function writeByRules(brief: ArticleBrief, texts: readonly TestText[]): AssembledArticle {
  const { sources, passages } = corpusOf(texts);
  // Contradictions are grouped in the order of the passages: the tests of the writers give them one order.
  const placed = [...passages].sort((one, other) => compare(one.source, other.source) || one.start - other.start);
  const contradictions = findContradictions(placed, sources);
  const outline = makeOutline(brief, passages, sources, contradictions);
  const draft = writeArticle(brief, outline, passages, sources, null, contradictions);
  const introduction = writeIntroduction(brief, draft, passages, sources);
  const conclusion = writeConclusion(brief, draft, passages, sources, contradictions);
  return assembleArticle({ brief, draft, introduction, conclusion, edits: [], passages, sources, texts: sources });
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Without headings, citations and the list of references. */
export function sentencesIn(markdown: string): readonly string[] {
  return markdown
    .replace(/^## References\n[\s\S]*/m, '')
    .replace(/^#.*$/gm, '')
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}*“"])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

export const plainOf = (sentence: string): string => sentence.replace(/\s?\[\[\d+\]\]\(ledger\.md#c\d+\)/g, '');

export const headingsIn = (markdown: string): readonly string[] =>
  Array.from(markdown.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);

/** One text with a title; a heading and sentences. */
export const textOf = (title: string, text: string, more: Partial<TestText> = {}): TestText => ({
  ...{ title, type: 'web', publisher: '', date: '2024-01-10' },
  ...more,
  text: `# ${title}\n\n${text}\n`,
});
