// The score of a gap analysis: in the forms that a judge may give it in, and the word for it.

const SCORE_WORDS = ['Excellent', 'Good', 'Fair', 'Poor'] as const;
export type ScoreWord = (typeof SCORE_WORDS)[number];
/** What a word is worth, and from where on a score is called by it. */
const WORTH: Readonly<Record<ScoreWord, number>> = { Excellent: 0.9, Good: 0.75, Fair: 0.6, Poor: 0.4 };

/** 0..1, 0..100 (above 1 is percent), or one of the words; null: none of them. */
export function readScore(given: unknown): number | null {
  if (typeof given === 'number') {
    if (!Number.isFinite(given) || given < 0 || given > 100) return null;
    return given > 1 ? given / 100 : given;
  }
  if (typeof given !== 'string') return null;
  const word = SCORE_WORDS.find((each) => each.toLowerCase() === given.trim().toLowerCase());
  return word === undefined ? null : WORTH[word];
}

export function scoreWord(score: number): ScoreWord {
  return SCORE_WORDS.find((word) => score >= WORTH[word]) ?? 'Poor';
}
