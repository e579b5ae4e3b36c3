// Which sentences of the sources an article may rest on: ranked by BM25F for what the brief asks for, and chosen by MMR
// against repetition. How is written in docs/reference/evidence.md.

import type { ArticleBrief } from './article-brief.ts';
import { bm25 } from './bm25.ts';
import { type Candidate, candidatesOf, decisiveIn } from './evidence-candidates.ts';
import type { Language } from './language.ts';
import { mmr } from './mmr.ts';
import type { Passage } from './passage.ts';
import type { SourceText } from './source.ts';
import { rootsOf } from './word-roots.ts';

const PASSAGES_MAX = 400;
/** So many are compared with each other. */
const COMPARED_MAX = 1600;
/** Of the sentence itself, its heading, the title of its source, all that its source says. */
const FIELD_WEIGHTS = [1, 0.5, 0.5, 0.25];
/** Of the best: what scores less has a word of the topic by chance. */
const SCORE_MIN = 0.1;

/** The best first: `e1` is the most useful. The same sources in the same order give the same passages. */
export function chooseEvidence(
  brief: ArticleBrief,
  texts: readonly SourceText[],
  language: Language,
  max = PASSAGES_MAX,
): readonly Passage[] {
  const excluded = brief.exclude_topics.map((topic) => new Set(rootsOf(topic)));
  const candidates = onceEach(texts.flatMap((text) => candidatesOf(text, excluded, language)));
  const asked = [brief.topic, ...brief.include_keywords, ...brief.specific_sections];
  return mmr(rankBy(asked.join(' '), candidates).slice(0, Math.max(max, COMPARED_MAX)), max).map(passageOf);
}

function passageOf({ source, start, end, text, heading, before }: Candidate, index: number): Passage {
  return { id: `e${index + 1}`, source, start, end, text, heading, before };
}

/** The best first, equal ones in the order given; without those that have nothing to do with it. */
function rankBy(asked: string, candidates: readonly Candidate[]) {
  const query = new Map(rootsOf(asked).map((root) => [root, 1]));
  const fields = candidates.map((each) => [each.roots, each.headingRoots, each.titleRoots, each.sourceRoots]);
  const scores = bm25(fields, query, FIELD_WEIGHTS);
  const least = scores.reduce((best, score) => Math.max(best, score), 0) * SCORE_MIN;
  return candidates
    .flatMap((candidate, at) => {
      const score = scores[at] ?? 0;
      return score === 0 || score < least ? [] : [{ ...candidate, score, terms: [...new Set(candidate.roots)] }];
    })
    .sort((one, other) => other.score - one.score);
}

/** Of sentences with the same words, figures and negations the first. */
function onceEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ text, roots }) => {
    const key = `${[...roots].sort().join(' ')} ${decisiveIn(text)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
