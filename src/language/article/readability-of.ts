// How easy an article is to read: Flesch's reading ease and the grade of Flesch and Kincaid, against the band of its
// readers.

import { readProse } from '../../documents/article/read-prose.ts';
import type { ArticleBrief } from '../../documents/evidence/article-brief.ts';
import { longPattern } from '../../documents/lookup/long-pattern.ts';
import { sentenceEnds } from '../sentences.ts';
import { countSyllables } from './count-syllables.ts';
import { type ArticleCheck, type ArticleFinding, asScore } from './finding.ts';

export interface Readability extends ArticleCheck {
  /** From about 0 (hard) to 100 (easy). */
  readonly ease: number;
  /** Years of school. */
  readonly grade: number;
  /** The ease that suits tone and readers. */
  readonly band: readonly [number, number];
  readonly words: number;
  readonly sentences: number;
  /** On average. */
  readonly wordsPerSentence: number;
}

const BANDS: Readonly<Record<ArticleBrief['tone'], readonly [number, number]>> = {
  casual: [50, 90],
  professional: [35, 75],
  academic: [15, 65],
};
const EXPERTS = longPattern(
  String.raw`\b(?:experts?|engineers?|developers?|researchers?|scientists?|physicians?|doctors?|specialists?
  |academics?|clinicians?|lawyers?)\b`,
  'i',
);
const LEARNERS = longPattern(
  String.raw`\b(?:beginners?|children|kids|pupils|students|general (?:public|readers?|audience)|lay(?:men
  |people|persons?)|everyone|newcomers?|consumers?|patients?|parents?)\b`,
  'i',
);
const LONG_WORDS = 35;
const SHIFT = 10;

export function readabilityOf(markdown: string, brief: Pick<ArticleBrief, 'tone' | 'target_audience'>): Readability {
  const { sentences } = readProse(markdown, { ends: sentenceEnds });
  const counted = sentences.map((sentence) => ({ sentence, words: wordsOf(sentence.text) }));
  const words = counted.reduce((sum, each) => sum + each.words.length, 0);
  const syllables = counted.reduce(
    (sum, each) => sum + each.words.reduce((own, word) => own + countSyllables(word), 0),
    0,
  );
  const band = bandOf(brief);
  if (words === 0) return { score: 0, findings: [], ease: 0, grade: 0, band, words, sentences: 0, wordsPerSentence: 0 };
  const perSentence = words / sentences.length;
  const perWord = syllables / words;
  const ease = oneDecimal(206.835 - 1.015 * perSentence - 84.6 * perWord);
  const grade = oneDecimal(0.39 * perSentence + 11.8 * perWord - 15.59);
  const long = counted.filter((each) => each.words.length > LONG_WORDS);
  const findings = [
    ...bandFindings(ease, band),
    ...long.map(
      ({ sentence: { text, start, end }, words: { length } }): ArticleFinding => ({
        ...{ rule: 'long-sentence', sentence: text, start, end },
        message: `${length} words in one sentence; readers follow up to ${LONG_WORDS}. Divide it.`,
      }),
    ),
  ];
  // Each point of ease outside the band costs 2 %; each long sentence in a hundred costs 1 %, up to a fifth.
  const outside = Math.max(0, band[0] - ease, ease - band[1]);
  const score = asScore(1 - outside * 0.02 - Math.min(0.2, long.length / sentences.length));
  return {
    score,
    findings,
    ease,
    grade,
    band,
    words,
    sentences: sentences.length,
    wordsPerSentence: oneDecimal(perSentence),
  };
}

/** Ten points harder for experts, ten easier for learners. */
export function bandOf({
  tone,
  target_audience,
}: Pick<ArticleBrief, 'tone' | 'target_audience'>): readonly [number, number] {
  const [low, high] = BANDS[tone];
  if (LEARNERS.test(target_audience)) return [low + SHIFT, Math.min(100, high + SHIFT)];
  return EXPERTS.test(target_audience) ? [low - SHIFT, high] : [low, high];
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,]*/gu) ?? [];
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

function bandFindings(ease: number, [low, high]: readonly [number, number]): readonly ArticleFinding[] {
  if (ease >= low && ease <= high) return [];
  const message =
    ease < low
      ? `Reading ease ${ease} is below ${low}: shorter sentences and shorter words would help these readers.`
      : `Reading ease ${ease} is above ${high}: the text is simpler than these readers expect.`;
  return [{ rule: 'reading-ease', sentence: '', start: 0, end: 0, message }];
}
