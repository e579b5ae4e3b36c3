// How well an article keeps its tone: words that belong to another one, counted by sentences.

import { type ProseSentence, readProse } from '../../documents/article/read-prose.ts';
import type { ArticleBrief } from '../../documents/evidence/article-brief.ts';
import { longPattern } from '../../documents/lookup/long-pattern.ts';
import { sentenceEnds } from '../sentences.ts';
import { type ArticleCheck, type ArticleFinding, asScore } from './finding.ts';

interface ToneRule {
  readonly rule: string;
  readonly tones: readonly ArticleBrief['tone'][];
  readonly pattern: RegExp;
  readonly message: (words: string) => string;
  /** How much a sentence that breaks it counts. */
  readonly cost: number;
}

const CONTRACTION = longPattern(
  String.raw`\b(?:\p{L}+n['’]t|(?:it|that|there|what|here|who|let|he|she)['’]s (?=\p{Ll})|(?:we|you
  |they|i)['’](?:re|ve|ll|d))\b`,
  'iu',
);
const SLANG = longPattern(
  String.raw`\b(?:gonna|wanna|gotta|kinda|sorta|awesome|super (?:cool|easy|fast)|crazy|stuff|guys|folks|tons of|loads of
    |a bunch of|no-brainer|game[- ]changer|mind-blowing|insane|cool|okay|ok|yeah|wow|hey|pretty much|by the way
    |a whole lot|freaking|dude|big deal|bang for the buck)\b`,
  'i',
);
const FIRST = /\b(?:[Ww]e|[Oo]ur|[Ii](?=['’ ](?:m|ve|am|think|believe|feel|was|have|would)\b)|[Mm]y|us)\b(?!\.)/;
const SECOND = /\b(?:you|your|yours)\b/i;
const HYPE = longPattern(
  String.raw`\b(?:revolutionary|groundbreaking|cutting[- ]edge|amazing|incredible|unbelievable|best ever|ultimate
    |must-have|world-class|unparalleled|game-changing|breathtaking|astonishing
    |miracle|magical|undoubtedly|obviously)\b`,
  'i',
);
const STIFF = longPattern(
  String.raw`\b(?:aforementioned|heretofore|hereinafter|notwithstanding|henceforth|thereof|wherein|whereby|thereby
    |pursuant to|in accordance with|utili[sz]e[sd]?|commence[sd]?|endeavou?r|ascertain(?:ed)?
    |with respect to|vis-à-vis
    |inter alia)\b`,
  'i',
);
const ALL: readonly ArticleBrief['tone'][] = ['casual', 'professional', 'academic'];
const FORMAL: readonly ArticleBrief['tone'][] = ['professional', 'academic'];

const RULES: readonly ToneRule[] = [
  { rule: 'slang', tones: FORMAL, pattern: SLANG, cost: 1, message: (words) => `"${words}" is too casual here.` },
  {
    rule: 'hype',
    tones: ALL,
    pattern: HYPE,
    cost: 1,
    message: (words) => `"${words}" praises without saying anything.`,
  },
  {
    ...{ rule: 'contraction', tones: ['academic'], pattern: CONTRACTION, cost: 1 },
    message: (words) => `"${words.trim()}" is a contraction; write it out.`,
  },
  {
    ...{ rule: 'contraction', tones: ['professional'], pattern: CONTRACTION, cost: 0.25 },
    message: (words) => `"${words.trim()}" is a contraction; a few are fine.`,
  },
  {
    ...{ rule: 'first-person', tones: FORMAL, pattern: FIRST, cost: 1 },
    message: (words) => `"${words}": the text speaks of itself; say who does it.`,
  },
  {
    ...{ rule: 'second-person', tones: ['academic'], pattern: SECOND, cost: 1 },
    message: (words) => `"${words}": the reader is addressed.`,
  },
  {
    ...{ rule: 'exclamation', tones: FORMAL, pattern: /!["”’)]?$/, cost: 1 },
    message: () => 'An exclamation mark does not suit this tone.',
  },
  { rule: 'stiff', tones: ['casual'], pattern: STIFF, cost: 1, message: (words) => `"${words}" is too stiff here.` },
];

/** A break in each fifth sentence leaves nothing of the score. */
const COST = 5;
const LONG_CASUAL = 28;

export function toneOf(markdown: string, tone: ArticleBrief['tone']): ArticleCheck {
  const { sentences } = readProse(markdown, { ends: sentenceEnds });
  let lost = 0;
  const findings = sentences.flatMap((sentence) => {
    // What is quoted has the tone of its speaker.
    const text = sentence.text.replace(/“[^”]{0,500}”|"[^"]{0,500}"/g, '""');
    const broken = RULES.filter((rule) => rule.tones.includes(tone) && rule.pattern.test(text));
    lost += Math.min(
      1,
      broken.reduce((sum, { cost }) => sum + cost, 0),
    );
    return broken.map((rule) => findingOf(rule, sentence, text));
  });
  if (sentences.length === 0) return { score: 0, findings };
  const long = tone === 'casual' ? lengthFinding(sentences) : [];
  return {
    score: asScore(1 - (COST * lost) / sentences.length - (long.length > 0 ? 0.1 : 0)),
    findings: [...findings, ...long],
  };
}

function findingOf(
  { rule, pattern, message }: ToneRule,
  { text, start, end }: ProseSentence,
  own: string,
): ArticleFinding {
  return { rule, sentence: text, start, end, message: message(pattern.exec(own)?.[0] ?? '') };
}

/** Casual texts have short sentences. */
function lengthFinding(sentences: readonly ProseSentence[]): readonly ArticleFinding[] {
  const words = sentences.reduce((sum, { text }) => sum + text.split(' ').length, 0) / sentences.length;
  if (words <= LONG_CASUAL) return [];
  const message = `Sentences have ${Math.round(words)} words on average: long for a casual text.`;
  return [{ rule: 'long-sentences', sentence: '', start: 0, end: 0, message }];
}
