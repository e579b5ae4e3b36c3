// How much each sentence is worth for the article: what of the topic it names, how much of what all sources speak of,
// how much it says.

import type { ArticleBrief } from '../article/article-brief.ts';
import { longPattern } from '../article/long-pattern.ts';
import type { Candidate } from './evidence-candidates.ts';
import type { SourceText } from './source.ts';
import { rootsOf } from './word-roots.ts';

export interface RankedCandidate extends Candidate {
  /** 0 to 1. */
  readonly worth: number;
  /** Words of keywords and expected sections that it has. */
  readonly facets: readonly string[];
}

/** The best first; equal ones in the order of sources and places. */
export function rankCandidates(
  brief: ArticleBrief,
  texts: readonly SourceText[],
  candidates: readonly Candidate[],
): readonly RankedCandidate[] {
  const asked = askedWords(brief);
  const counts = countWords(candidates);
  const total = [...asked.weights].reduce(
    (sum, [root, weight]) => sum + weight * rarity(root, counts, texts.length),
    0,
  );
  const onTopic = texts.map((text) => Math.max(topicShare(text, asked.weights.keys()), topicShare(text, asked.topic)));
  const ranked = candidates.map((each): RankedCandidate => {
    const facets = each.roots.filter((root) => asked.facets.has(root));
    const relevance = relevanceOf(each, asked.weights, counts, texts.length, total);
    const inSource = onTopic[each.sourceIndex] ?? 0;
    const own = 0.5 * relevance + 0.25 * centrality(each, counts) + 0.25 * informativeness(each);
    // Nothing asked for in it and its source is about something else.
    const isElsewhere = relevance === 0 && inSource < 0.2;
    const score = texts[each.sourceIndex]?.score ?? 0;
    const worth = isElsewhere ? 0 : own * (0.7 + 0.3 * Math.max(score, inSource));
    return { ...each, worth, facets };
  });
  return ranked.sort((a, b) => b.worth - a.worth || a.sourceIndex - b.sourceIndex || a.place - b.place);
}

interface AskedWords {
  readonly facets: ReadonlySet<string>;
  readonly weights: ReadonlyMap<string, number>;
  /** Of the topic itself. */
  readonly topic: ReadonlySet<string>;
}

/** Words of a brief that say what kind of text is wanted, not of what. */
const OF_TEXTS = new Set(
  rootsOf(
    'guide introduction overview article report research review study analysis comprehensive trends impact future',
  ),
);

function askedWords({ topic, include_keywords, specific_sections }: ArticleBrief): AskedWords {
  const ofTopic = rootsOf(topic);
  const plain = ofTopic.filter((root) => !OF_TEXTS.has(root));
  const own = new Set(plain.length > 0 ? plain : ofTopic);
  const keywords = include_keywords.flatMap(rootsOf);
  const sections = specific_sections.flatMap(rootsOf);
  const weights = new Map<string, number>();
  for (const [roots, weight] of [
    [sections, 0.6],
    [keywords, 1],
    [[...own], 1],
  ] as const)
    for (const root of roots) weights.set(root, Math.max(weight, weights.get(root) ?? 0));
  return { facets: new Set([...keywords, ...sections]), weights, topic: own };
}

interface WordCounts {
  /** In how many sentences and in how many sources. */
  readonly sentences: ReadonlyMap<string, number>;
  readonly sources: ReadonlyMap<string, number>;
  readonly most: number;
}

function countWords(candidates: readonly Candidate[]): WordCounts {
  const [sentences, sources, last] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  let most = 1;
  for (const { roots, sourceIndex } of candidates) {
    for (const root of roots) {
      const count = (sentences.get(root) ?? 0) + 1;
      sentences.set(root, count);
      most = Math.max(most, count);
      if (last.get(root) === sourceIndex) continue;
      last.set(root, sourceIndex);
      sources.set(root, (sources.get(root) ?? 0) + 1);
    }
  }
  return { sentences, sources, most };
}

/** 1 of a word in one source, about a third of one in all. */
function rarity(root: string, counts: WordCounts, sources: number): number {
  const share = (counts.sources.get(root) ?? 0) / Math.max(1, sources);
  return 1 / (1 + 2 * share);
}

/** Half of the words asked for is as good as all of them; those of the heading count for less. */
function relevanceOf(
  { roots, around }: Candidate,
  weights: AskedWords['weights'],
  counts: WordCounts,
  sources: number,
  total: number,
): number {
  let found = 0;
  for (const [root, weight] of weights) {
    const share = roots.includes(root) ? 1 : around.has(root) ? 0.4 : 0;
    found += share * weight * rarity(root, counts, sources);
  }
  return total === 0 ? 0 : Math.min(1, (2 * found) / total);
}

/** How much its words are those that the sources speak of, together. */
function centrality({ roots }: Candidate, { sentences, sources, most }: WordCounts): number {
  let sum = 0;
  for (const root of roots) {
    const shared = (sources.get(root) ?? 0) > 1 ? 1 : 0.4;
    sum += shared * Math.sqrt((sentences.get(root) ?? 0) / most);
  }
  return Math.min(1, (2 * sum) / roots.length);
}

/** Refers to what stands before it: without that it may mean nothing. */
const REFERS = longPattern(
  String.raw`^(?:this|that|these|those|it|its|they|their|he|his|she|her|such|however|but|and|so|then|thus|therefore
      |also|both|instead|another|others?|here|there|moreover|furthermore|similarly|meanwhile|nevertheless
      |still|yet|for example|for instance|in contrast|by contrast|as a result|in addition|on the other hand
      |the (?:latter|former|same))\b`,
  'i',
);
const PERSONAL = /(?:^|[\s"“(])(?:I|my|me|we|our|us|you|your)(?=[\s,.'’)])/i;

function informativeness({ text, place, decisive }: Candidate): number {
  const words = text.split(' ');
  const hasFigure = /\p{N}/u.test(decisive);
  const hasName = words.slice(1).some((word) => /^["“(]?\p{Lu}[\p{L}\p{N}]/u.test(word));
  const isGoodLength = words.length >= 10 && words.length <= 35;
  const worth =
    0.35 + (hasFigure ? 0.25 : 0) + (hasName ? 0.15 : 0) + (isGoodLength ? 0.15 : 0) + (place < 4 ? 0.1 : 0);
  return Math.max(0, worth - (REFERS.test(text) ? 0.3 : 0) - (PERSONAL.test(text) ? 0.25 : 0));
}

/** 0 to 1: how many of the words asked for the source has. */
function topicShare({ text, title }: SourceText, asked: Iterable<string>): number {
  const wanted = [...asked];
  if (wanted.length === 0) return 0;
  const head = new Set(rootsOf(`${title} ${text.slice(0, TOPIC_CHARACTERS)}`));
  return wanted.filter((root) => head.has(root)).length / wanted.length;
}

const TOPIC_CHARACTERS = 30_000;
