// Gap analysis by rules: what a brief asks for and gives cause to settle, against what the requirements say. Equal
// inputs give equal gaps; a suggestion never repeats what a person rejected or the brief leaves out.

import type { Finding } from '../lint/finding.ts';
import type { Brief } from '../prd/brief.ts';
import type { Clarification } from '../prd/unclear.ts';
import { isOnlyQuoted, quotedIn } from '../requirements/only-quoted.ts';
import type { DecidedRequirement, PreviousText } from '../requirements/requirement.ts';
import { contentWords, shareOf } from './content-words.ts';
import { COVERED_FROM, coverPoints, isKept, PARTLY_FROM, type Point } from './cover-points.ts';
import { categoryOf, isAssumed } from './ears-requirement.ts';
import { AXES, type Axis, type Gap, SEVERITIES, type Severity, type SuggestedRequirement } from './gap.ts';
import { askedTopics, type OpenTopic } from './open-topics.ts';
import { repeatsDecided } from './repeats-decided.ts';
import { repeatsUtterance, utteranceOf } from './repeats-utterance.ts';
import { LITTLE_MAX, type ScoreResult, scoreAxes } from './score-axes.ts';
import { titleCase } from './title-case.ts';
import {
  isNobodyNamed,
  listedQuestions,
  nobodyGap,
  openQuestions,
  repeatedGap,
  unclearGap,
  unmeasuredGap,
} from './unclear-gap.ts';
import { isMeasuredBy } from './word-criterion.ts';
import { nameFailure, wordPoint } from './word-goal-clause.ts';

export const SCORE_WORDS = ['Excellent', 'Good', 'Fair', 'Poor'] as const;
export type ScoreWord = (typeof SCORE_WORDS)[number];
/** What a word is worth, and from where on a score is called by it. */
const WORTH: Readonly<Record<ScoreWord, number>> = { Excellent: 0.9, Good: 0.75, Fair: 0.6, Poor: 0.4 };

export interface GapAnalysis {
  /** 0..1. */
  readonly score: number;
  /** As they go over the wire: 0 where there was nothing to judge. */
  readonly axes: Readonly<Record<Axis, number>>;
  /** Those of 0 that were not judged. */
  readonly notJudged: readonly Axis[];
  readonly reasons: Readonly<Record<Axis, string>>;
  readonly words: ScoreWord;
  /** Why the score is no higher though its axes are. */
  readonly caps: readonly string[];
  readonly explanation: string;
  /** Critical first. */
  readonly gaps: readonly Gap[];
}

export interface GapContext {
  readonly findings?: readonly Finding[];
  /** Answers to what was asked about the utterance. */
  readonly clarifications?: readonly Clarification[];
  /** How modified requirements read before: a person replaced it, and it stands for what it covered. */
  readonly previous?: readonly PreviousText[];
}

export function analyseGaps(brief: Brief, items: readonly DecidedRequirement[], around: GapContext = {}): GapAnalysis {
  const { previous = [] } = around;
  const points = coverPoints(brief, items, previous);
  const questions = isWorded(brief) ? [] : openQuestions(brief, around.clarifications ?? []);
  // Of what nobody could read, single words give no cause.
  const topics = questions.length > 0 && points.length === 0 ? [] : askedTopics(brief, items);
  const kept = items.filter(isKept);
  const isOnlyRepeated = repeatsUtterance(brief, kept);
  const found = [
    ...(questions.length === 0 ? [] : [unclearGap(brief, questions)]),
    ...(isNobodyNamed(brief) ? [nobodyGap()] : []),
    ...pointGaps(points),
    ...topics.filter(({ isSettled }) => !isSettled).map(topicGap),
    ...(isOnlyRepeated ? [{ ...repeatedGap(brief), suggestedRequirements: nameFailure(brief.goals) }] : []),
    ...kept.filter(quotes(utteranceOf(brief))).map(quotedGap),
  ];
  const replaced = previous.map((text) => ({ ...NO_TEXT, ...text, standing: 'rejected' as const }));
  const isRepeated = repeatsDecided(brief, [...items, ...replaced]);
  // What was superseded stands for nothing any more, though its words are not proposed again.
  const standing = items.filter(({ supersededBy }) => supersededBy === undefined);
  const isDecided = repeatsDecided(brief, standing);
  const gaps = found
    .flatMap((gap) => withoutDecided(gap, isDecided, isRepeated))
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .map((gap, at) => ({ id: `GAP-${String(at + 1).padStart(3, '0')}`, ...gap }));
  const ids = new Set(kept.map(({ id }) => id));
  const findings = around.findings?.filter(({ id }) => ids.has(id));
  const scored = scoreAxes({
    ...{ kept: kept.length, points, topics, findings, worst: gaps[0]?.severity ?? null },
    ...{ questions: questions.length, isRepeated: isOnlyRepeated, isNobodyNamed: isNobodyNamed(brief) },
    listed: listedQuestions(brief),
    hasCriteria: brief.successCriteria.some((point) => !isAssumed(point)),
  });
  const { score, reasons, caps } = scored;
  return {
    ...{ score, reasons, caps, gaps, words: scoreWord(score), explanation: explain(scored, gaps) },
    axes: Object.fromEntries(AXES.map((axis) => [axis, scored.axes[axis] ?? 0])) as Record<Axis, number>,
    notJudged: AXES.filter((axis) => scored.axes[axis] === null),
  };
}

/** Whoever wrote goals and a scope has said what the sentence means. */
const isWorded = ({ goals, inScope }: Brief): boolean =>
  [goals, inScope].every((texts) => texts.filter((text) => !isAssumed(text)).length >= WORDED_MIN);

const WORDED_MIN = 3;

const NO_TEXT = { title: '', description: '', priority: 'medium' as const, category: '' };

/** From what a model or person may give: 0..1, 0..100 (above 1 is percent), or one of the words; null: none of them. */
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

/** Of an analysis by rules: without a word of praise where much was not said or not judged. */
export function scoreByRules(score: number, axes: Readonly<Record<Axis, number | null>>): string {
  const word = wordByRules(score, axes);
  const judged = AXES.filter((axis) => axes[axis] !== null).length;
  if (judged === 0) return `${scoreWord(score)}: ${percent(score)}`;
  const of = `of what rules could judge (${judged} of ${AXES.length} axes)`;
  return `${word === null ? '' : `${word}: `}${percent(score)} ${of}`;
}

/** null: it is enough to go on with, and nothing to praise. */
export function wordByRules(score: number, axes: Readonly<Record<Axis, number | null>>): ScoreWord | null {
  const word = scoreWord(score);
  const judged = AXES.filter((axis) => axes[axis] !== null).length;
  const isPraise = word === 'Good' || word === 'Excellent';
  return isPraise && (score <= LITTLE_MAX || judged < PRAISED_FROM) ? null : word;
}

/** With fewer axes judged no word of praise stands beside a score. */
const PRAISED_FROM = 4;

type Found = Omit<Gap, 'id'>;
/** Of the words of one point in the other. */
const SAME_FROM = 0.8;

/** Where a person or the brief has said no to all that would close a gap, there is none: it was decided. */
function withoutDecided(gap: Found, isDecided: Judge, isRepeated: Judge): readonly Found[] {
  const { suggestedRequirements: all } = gap;
  return all.length > 0 && all.every(isDecided)
    ? []
    : [{ ...gap, suggestedRequirements: all.filter((one) => !isRepeated(one)) }];
}

type Judge = (one: SuggestedRequirement) => boolean;

const POINT_NAMES = { goal: 'goal', scope: 'in-scope item', criterion: 'success criterion' } as const;
const POINT_SEVERITY: Readonly<Record<Point['kind'], Severity>> = {
  goal: 'critical',
  scope: 'high',
  criterion: 'medium',
};
const POINT_IMPACT = {
  goal: 'The feature would be delivered without a thing it is made for.',
  scope: 'A part that was promised would be missing.',
  criterion: 'Nobody could say whether the feature succeeded.',
} as const;

/** What a person refused to have covered is decided; what a goal and the scope both say is one gap. */
function pointGaps(points: readonly Point[]): Found[] {
  const open = points.filter(
    ({ kind, text, covered, refused, isJudged }) =>
      isJudged && covered < COVERED_FROM && refused.length === 0 && !(kind === 'criterion' && isMeasuredBy(text)),
  );
  const first = open.filter((point, at) => !open.slice(0, at).some((before) => isSame(before, point)));
  return first.map((point) =>
    pointGap(
      point,
      open.filter((other) => other !== point && isSame(point, other)),
    ),
  );
}

function isSame(one: Point, other: Point): boolean {
  if (one.kind === 'criterion' || other.kind === 'criterion') return false;
  const [ours, theirs] = [contentWords(one.text), contentWords(other.text)];
  const isShared =
    one.kind !== other.kind && shareOf(contentWords(one.strange.join(' ')), contentWords(other.strange.join(' '))) > 0;
  return isShared || shareOf(theirs, ours) >= SAME_FROM || shareOf(ours, theirs) >= SAME_FROM;
}

function pointGap(
  { kind, text, covered, nearest, isPermission, isOfGoal, strange }: Point,
  same: readonly Point[],
): Found {
  const name = POINT_NAMES[kind];
  const isPartly = kind === 'criterion' && covered >= PARTLY_FROM;
  const near =
    strange.length > 0
      ? `None speaks of ${strange.map((word) => `"${word}"`).join(', ')}.`
      : nearest === null
        ? 'No requirement speaks of it.'
        : `${nearest} ${isPartly ? 'covers a part of it' : 'comes nearest, but asks for something else'}.`;
  const also = same.map((point) => ` So is the ${POINT_NAMES[point.kind]} "${point.text}".`).join('');
  const what = `The brief's ${name} "${text}"`;
  const severity = isOfGoal ? POINT_SEVERITY.goal : isPartly ? 'low' : POINT_SEVERITY[kind];
  const suggestedRequirements = wordPoint(text, kind);
  if (kind === 'criterion' && suggestedRequirements.length === 0) return unmeasuredGap(text, severity);
  return {
    title: `The ${name} "${short(text)}" ${isPartly ? 'is covered only in part' : 'has no requirement'}`,
    description: `${what} is not ${isPartly ? 'wholly ' : ''}covered by an approved requirement. ${near}${also}`,
    severity,
    category: isPermission ? 'Security' : categoryOf(text, kind),
    impact: POINT_IMPACT[kind],
    suggestedRequirements,
  };
}

/** A quote of the utterance; a point of a brief that a person worded may be quoted. */
const quotes =
  (utterance: string) =>
  ({ description }: DecidedRequirement): boolean =>
    isOnlyQuoted(description) && utterance.toLowerCase().includes(quotedIn(description).toLowerCase());

/** Who wrote the sentence knows what it means; no rule does. */
function quotedGap({ id, description }: DecidedRequirement): Found {
  return {
    title: `${id} only quotes what was asked for`,
    description:
      `Rules could not tell who does what in "${short(quotedIn(description))}". ` +
      'Say it at a review, or edit requirements.md.',
    severity: 'high',
    category: 'UI/UX',
    impact: 'Two people who build it would build two different things.',
    suggestedRequirements: [],
  };
}

function topicGap({ topic, severity, cause }: OpenTopic): Found {
  const { title, description, priority } = topic.suggest;
  return {
    title: topic.title.replace('{cause}', cause),
    description: `The brief gives cause for it ("${short(cause)}"), and no approved requirement settles it.`,
    severity,
    category: topic.category,
    impact: topic.impact,
    suggestedRequirements: [{ title: titleCase(title, 10), description, priority, category: topic.category }],
  };
}

function explain({ score, axes, reasons, caps }: ScoreResult, gaps: readonly Gap[]): string {
  const counts = SEVERITIES.map(
    (severity) => [severity, gaps.filter((gap) => gap.severity === severity).length] as const,
  );
  const open = counts.filter(([, count]) => count > 0).map(([severity, count]) => `${count} ${severity}`);
  const found = open.length === 0 ? 'No gap was found' : `Gaps: ${open.join(', ')}`;
  const head = [`${scoreByRules(score, axes)}. ${found}.`, ...caps].join(' ');
  const lines = AXES.map((axis) => {
    const value = axes[axis];
    return value === null ? `- ${axis}: ${reasons[axis]}` : `- ${axis} ${percent(value)}: ${reasons[axis]}`;
  });
  return [head, ...lines].join('\n');
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 77).replace(/\s\S*$/, '')}...` : text);
