// Which contradictions between sources were found of those that were planted.

import type { Contradiction } from '../../../src/documents/evidence/ledger.ts';
import type { QuotePair, TopicLabels } from './read-topic.ts';
import { contentWords, oneLine, overlapOf } from './words-of.ts';

export interface ContradictionFigures {
  readonly planted: number;
  readonly found: number;
  /** All that were found, planted or not. */
  readonly told: readonly Contradiction[];
  readonly missed: readonly QuotePair[];
  /** Neither planted, nor an outdated figure beside the one that replaced it, nor arguable. */
  readonly unjustified: readonly Contradiction[];
  /** What counts for precision: all but the arguable ones. */
  readonly counted: number;
  /** Planted ones of which the article tells both sides. */
  readonly toldByBoth: readonly QuotePair[];
}

export function compareContradictions(labels: TopicLabels, found: readonly Contradiction[]): ContradictionFigures {
  const outdated = labels.outdated.map(({ about, old, now }): QuotePair => ({ about, one: old, other: now }));
  const hits = (pair: QuotePair): boolean => found.some((each) => isOf(pair, each));
  const isRight = (each: Contradiction): boolean =>
    [...labels.contradictions, ...outdated].some((pair) => isOf(pair, each));
  const counted = found.filter((each) => isRight(each) || !labels.arguable.some((pair) => isOf(pair, each)));
  return {
    planted: labels.contradictions.length,
    found: labels.contradictions.filter(hits).length,
    told: found,
    missed: labels.contradictions.filter((pair) => !hits(pair)),
    unjustified: counted.filter((each) => !isRight(each)),
    counted: counted.length,
    toldByBoth: labels.contradictions.filter((pair) => found.some((each) => isToldByBoth(pair, each))),
  };
}

function isToldByBoth(pair: QuotePair, contradiction: Contradiction): boolean {
  const { spans, told = [] } = contradiction;
  const isTold = (sentence: string): boolean =>
    spans.some(({ quote, source }) => told.includes(source) && isSameSentence(quote, sentence));
  return isOf(pair, contradiction) && isTold(pair.one.sentence) && isTold(pair.other.sentence);
}

/** Both sentences are among the spans, whichever copy of a source they were taken from. */
function isOf({ one, other }: QuotePair, { spans }: Contradiction): boolean {
  const holds = (sentence: string): boolean => spans.some(({ quote }) => isSameSentence(quote, sentence));
  return holds(one.sentence) && holds(other.sentence);
}

/** A passage may have a sentence more, or only the clause that matters. */
export function isSameSentence(quote: string, sentence: string): boolean {
  const [found, planted] = [oneLine(quote), oneLine(sentence)];
  if (found.includes(planted) || (planted.includes(found) && found.length >= 20)) return true;
  const [words, wanted] = [new Set(contentWords(found)), new Set(contentWords(planted))];
  return Math.min(words.size, wanted.size) >= 4 && overlapOf(words, wanted) >= 0.85;
}
