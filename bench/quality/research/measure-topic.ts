// From the sources of a topic to an article by rules, as a run does it, and what can be counted on the way.

import { createHash } from 'node:crypto';
import type { ArticleBrief } from '../../../src/documents/article/article-brief.ts';
import { assembleArticle } from '../../../src/documents/article/assemble-article.ts';
import { editsOf } from '../../../src/documents/article/edits-of.ts';
import { makeOutline } from '../../../src/documents/article/make-outline.ts';
import { writeArticle } from '../../../src/documents/article/write-article.ts';
import { writeConclusion } from '../../../src/documents/article/write-conclusion.ts';
import { writeIntroduction } from '../../../src/documents/article/write-introduction.ts';
import { chooseEvidence } from '../../../src/documents/evidence/choose-evidence.ts';
import { findContradictions } from '../../../src/documents/evidence/find-contradictions.ts';
import type { Ledger } from '../../../src/documents/evidence/ledger.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { mergeDuplicates } from '../../../src/documents/evidence/merge-duplicates.ts';
import { scoreSources } from '../../../src/documents/evidence/score-sources.ts';
import { sentencesToCompare } from '../../../src/documents/evidence/sentences-to-compare.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { type ContradictionFigures, compareContradictions } from './compare-contradictions.ts';
import { type ArticleFigures, measureArticle } from './measure-article.ts';
import type { Topic, TopicLabels } from './read-topic.ts';

export interface TopicFigures {
  readonly topic: string;
  readonly contradictions: ContradictionFigures;
  readonly duplicates: { readonly planted: number; readonly found: number; readonly wrong: readonly string[][] };
  readonly article: ArticleFigures;
  readonly markdown: string;
  readonly seconds: number;
}

/** Scores of sources depend on their age; the same day gives the same article. */
const TODAY = new Date('2025-01-15T12:00:00Z');

export function measureTopic(topic: Topic): TopicFigures {
  const begun = performance.now();
  const texts = mergeDuplicates(topic.texts);
  const { markdown, ledger } = writeByRules(topic.brief, texts);
  const seconds = (performance.now() - begun) / 1000;
  return {
    topic: topic.name,
    contradictions: compareContradictions(topic, ledger.contradictions),
    duplicates: compareDuplicates(topic, texts),
    article: measureArticle(topic, markdown, ledger, texts),
    markdown,
    seconds,
  };
}

interface WrittenArticle {
  readonly markdown: string;
  readonly ledger: Ledger;
}

function writeByRules(brief: ArticleBrief, texts: readonly SourceText[]): WrittenArticle {
  const sources = scoreSources(brief, texts, TODAY);
  const passages = chooseEvidence(brief, texts);
  const contradictions = findContradictions(sentencesToCompare(passages, texts), sources);
  const outline = makeOutline(brief, passages, sources, contradictions);
  const draft = writeArticle(brief, outline, passages, sources, null, contradictions);
  const { markdown, removed } = assembleArticle({
    ...{ brief, draft, passages, sources, texts },
    introduction: writeIntroduction(brief, draft, passages, sources),
    conclusion: writeConclusion(brief, draft, passages, sources, contradictions),
    edits: editsOf(draft, brief),
  });
  const ledger = makeLedger(markdown, texts, { hash: sha256, removed, contradictions });
  return { markdown, ledger };
}

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

function compareDuplicates(labels: TopicLabels, texts: readonly SourceText[]): TopicFigures['duplicates'] {
  const files = new Set(texts.flatMap(({ address, also }) => [address, ...also]).filter((each) => !each.includes(':')));
  const groups = texts.map(({ address, also }) => [address, ...also].filter((each) => files.has(each)));
  const isHeld = (group: readonly string[], wanted: readonly string[]): boolean =>
    wanted.every((file) => group.includes(file));
  return {
    planted: labels.duplicates.length,
    found: labels.duplicates.filter(({ files: wanted }) => groups.some((group) => isHeld(group, wanted))).length,
    wrong: groups.filter(
      (group) => group.length > 1 && !labels.duplicates.some(({ files: wanted }) => isHeld(wanted, group)),
    ),
  };
}
