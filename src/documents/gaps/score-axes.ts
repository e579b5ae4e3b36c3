// Six axes of 0..1 with a reason in words each, and the overall score made of them.

import type { Finding } from '../lint/finding.ts';
import { COVERED_FROM, type Point } from './cover-points.ts';
import { AXES, type Axis, type Severity } from './gap.ts';
import type { OpenTopic } from './open-topics.ts';
import { wordPoint } from './word-goal-clause.ts';

export interface ScoreResult {
  readonly score: number;
  /** null: there was nothing to judge. */
  readonly axes: Readonly<Record<Axis, number | null>>;
  readonly reasons: Readonly<Record<Axis, string>>;
  /** Why the score is no higher though its axes are. */
  readonly caps: readonly string[];
}

const WEIGHTS: Readonly<Record<Axis, number>> = {
  coverage: 0.35,
  completeness: 0.2,
  clarity: 0.15,
  feasibility: 0.1,
  integration: 0.1,
  'user experience': 0.1,
};
const POINT_WEIGHTS = { goal: 2, scope: 2, criterion: 1 } as const;
const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = { critical: 4, high: 3, medium: 2, low: 1 };
/** The threshold for going on is .80: with a critical or high gap open no score reaches it. */
const CRITICAL_FACTOR = 0.59;
const HIGH_FACTOR = 0.79;
/** With a critical or high gap open, whatever its axis, nobody calls it complete. */
const COMPLETE_MAX = 0.75;

export interface ScoreInput {
  readonly kept: number;
  readonly points: readonly Point[];
  readonly topics: readonly OpenTopic[];
  /** Of the lint; undefined: it was not asked. */
  readonly findings: readonly Finding[] | undefined;
  readonly worst: Severity | null;
  /** Questions about what was asked for that nobody has answered. */
  readonly questions: number;
  /** Who uses it was asked, and nobody has said. */
  readonly isNobodyNamed: boolean;
  /** Questions that the brief itself lists as open. */
  readonly listed: number;
  /** The requirements say no more than the sentence. */
  readonly isRepeated: boolean;
  /** Somebody said how success is measured. */
  readonly hasCriteria: boolean;
}

/** Formed from what could be judged, and from nothing else. */
export function scoreAxes(measured: ScoreInput): ScoreResult {
  const each = AXES.map((axis) => [axis, axis === 'coverage' ? coverage(measured) : judged(axis, measured)] as const);
  const axes = Object.fromEntries(each.map(([axis, [value]]) => [axis, rounded(value)])) as ScoreResult['axes'];
  const reasons = Object.fromEntries(each.map(([axis, [, reason]]) => [axis, reason])) as Record<Axis, string>;
  let sum = 0;
  let weight = 0;
  for (const [axis, [value]] of each) {
    if (value === null) continue;
    sum += value * WEIGHTS[axis];
    weight += WEIGHTS[axis];
  }
  const factor = measured.worst === 'critical' ? CRITICAL_FACTOR : measured.worst === 'high' ? HIGH_FACTOR : 1;
  const whole = weight === 0 ? 0 : (sum / weight) * factor;
  const score = manyDoubts(measured.points).length > 0 ? doubted(whole) : whole;
  const caps = capsOf(measured, axes);
  const most = Math.min(1, ...caps.map(([cap]) => cap));
  return { score: rounded(Math.min(score, most)) ?? 0, axes, reasons, caps: caps.map(([, why]) => why) };
}

const UNCLEAR_MAX = 0.59;
const UNNAMED_MAX = 0.79;
const REPEATED_MAX = 0.79;
/** Good enough to go on with, and nothing to call excellent. */
export const LITTLE_MAX = 0.85;
/** Each question that the brief leaves open takes one off, but no score below the threshold by this alone. */
const LISTED_STEP = 0.01;
const LISTED_MIN = 0.8;
const JUDGED_MIN = 3;
/** With so many points that only a reader can judge it is little better than just enough. */
const DOUBTFUL_FROM = 0.8;
const doubted = (score: number): number => Math.min(score, DOUBTFUL_FROM + Math.max(0, score - DOUBTFUL_FROM) / 4);
const DOUBTS_MANY = 3;

/** Points that only a reader can judge, where they are so many that the person must; else none. */
export function manyDoubts(points: readonly Point[]): readonly Point[] {
  const doubts = points.filter(({ isInDoubt }) => isInDoubt);
  return doubts.length >= DOUBTS_MANY && doubts.length * 3 >= points.length ? doubts : [];
}

function capsOf(measured: ScoreInput, axes: ScoreResult['axes']) {
  const { questions, listed, isNobodyNamed, isRepeated, hasCriteria, kept, points } = measured;
  const caps: (readonly [number, string])[] = [];
  if (questions > 0)
    caps.push([UNCLEAR_MAX, `It is not clear what is asked for: ${counted(questions, 'question')} open.`]);
  if (isNobodyNamed) caps.push([UNNAMED_MAX, 'Nobody has said who uses it.']);
  if (kept > 0 && axes.coverage === null)
    caps.push([UNCLEAR_MAX, 'Coverage could not be judged: the brief has no point that somebody asked for.']);
  const judgedAxes = AXES.filter((axis) => axes[axis] !== null).length;
  if (kept > 0 && judgedAxes < JUDGED_MIN)
    caps.push([LITTLE_MAX, `Only ${judgedAxes} of ${AXES.length} axes could be judged.`]);
  if (listed > 0 && questions === 0)
    caps.push([
      Math.max(LISTED_MIN, LITTLE_MAX - LISTED_STEP * listed),
      `${listed === 1 ? '1 question of the brief is' : `${listed} questions of the brief are`} open.`,
    ]);
  // The less could be judged, the less is known where nobody has said what success is.
  const known = Math.min(LITTLE_MAX, LISTED_MIN + LISTED_STEP * judgedAxes);
  if (!hasCriteria) caps.push([known, 'Nobody has said by which result success is seen.']);
  const doubts = manyDoubts(points).length;
  if (doubts > 0)
    caps.push([LITTLE_MAX, `Whether ${doubts} of ${points.length} points are covered could not be told.`]);
  if (isRepeated) caps.push([REPEATED_MAX, 'The requirements only repeat the sentence that was asked for.']);
  return caps;
}

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one} is` : `${count} ${one}s are`);

type Judged = readonly [number | null, string];

function coverage({ points: all, kept }: ScoreInput): Judged {
  if (kept === 0) return [null, 'Not judged: no requirement is approved yet.'];
  const points = all.filter((point) => point.isJudged && !isForTeam(point));
  // Nothing is missing that somebody asked for, and nothing is there that they did.
  if (points.length === 0) return [null, 'Not judged: the brief names nothing that rules could look for.'];
  let sum = 0;
  let covered = 0;
  for (const { kind, covered: share, isOnlyQuoted } of points) {
    sum += POINT_WEIGHTS[kind];
    // A point that is covered is covered: more shared words make it no better.
    covered += isOnlyQuoted ? 0 : POINT_WEIGHTS[kind] * (share >= COVERED_FROM ? 1 : share);
  }
  const met = points.filter(({ covered: share, isOnlyQuoted }) => share >= COVERED_FROM && !isOnlyQuoted).length;
  const quoted = points.filter(({ isOnlyQuoted }) => isOnlyQuoted).length;
  const only = quoted === 0 ? '' : ` ${quoted} ${quoted === 1 ? 'is' : 'are'} only quoted.`;
  return [
    covered / sum,
    `${met} of ${points.length} goals, scope items and success criteria have a requirement.${only}${unjudged(all)}`,
  ];
}

/** What rules say nothing about is named: the person looks there. */
function unjudged(all: readonly Point[]): string {
  const doubts = all.filter(({ isInDoubt }) => isInDoubt).map(({ text }) => `"${text}"`);
  const outcomes = all.filter(({ isJudged, isInDoubt }) => !isJudged && !isInDoubt).length;
  const results = all.filter((point) => point.isJudged && isForTeam(point)).length;
  const told = doubts.slice(0, NAMED_MAX).join(', ') + (doubts.length > NAMED_MAX ? ' and others' : '');
  return [
    ...(outcomes === 0 ? [] : [` Not judged: ${outcomes} that ${outcomes === 1 ? 'is an outcome' : 'are outcomes'}.`]),
    ...(results === 0
      ? []
      : [` Not judged: ${results === 1 ? '1 success criterion' : `${results} success criteria`} that people measure.`]),
    ...(doubts.length === 0 ? [] : [` Not judged, because no requirement says it in such words: ${told}.`]),
  ].join('');
}

/** A result that no requirement could bring about or count is not missing among them. */
const isForTeam = ({ kind, text, covered }: Point): boolean =>
  kind === 'criterion' && covered < COVERED_FROM && wordPoint(text, kind).length === 0;

const NAMED_MAX = 4;

function judged(axis: Axis, measured: ScoreInput): Judged {
  const { findings, kept, worst } = measured;
  if (kept === 0) return [null, 'Not judged: no requirement is approved yet.'];
  if (axis === 'clarity') return clarity(findings, kept);
  const [value, reason] = settledShare(axis, measured);
  if (axis !== 'completeness' || (worst !== 'critical' && worst !== 'high')) return [value, reason];
  return [
    Math.min(value ?? COMPLETE_MAX, COMPLETE_MAX),
    value === null ? `A ${worst} gap is open.` : `${reason} A ${worst} gap is open.`,
  ];
}

function settledShare(axis: Axis, { topics }: ScoreInput): Judged {
  const own = topics.filter(({ topic }) => topic.axis === axis);
  if (own.length === 0) return [null, 'Not judged: nothing in the brief asks for a look here.'];
  const weigh = (list: readonly OpenTopic[]) => list.reduce((sum, { severity }) => sum + SEVERITY_WEIGHTS[severity], 0);
  const settled = own.filter(({ isSettled }) => isSettled);
  const open = own.filter(({ isSettled }) => !isSettled).map(({ topic }) => topic.key.replaceAll('-', ' '));
  const rest = open.length === 0 ? '' : ` Open: ${open.join(', ')}.`;
  return [
    weigh(settled) / weigh(own),
    `${settled.length} of ${own.length} matters that the brief raises have a requirement.${rest}`,
  ];
}

function clarity(findings: readonly Finding[] | undefined, kept: number): Judged {
  if (findings === undefined) return [null, 'Not judged: the wording was not checked.'];
  if (findings.length === 0) return [1, 'The requirement lint found nothing.'];
  const unclear = new Set(findings.map(({ id }) => id)).size;
  const value = Math.max(
    0,
    1 - (0.7 * Math.min(unclear, kept)) / kept - Math.min(0.3, (0.3 * findings.length) / (2 * kept)),
  );
  const problems = findings.length === 1 ? '1 problem' : `${findings.length} problems`;
  return [value, `The requirement lint found ${problems} in ${unclear} of ${kept} requirements.`];
}

const rounded = <T extends number | null>(value: T): T | number =>
  value === null ? value : Math.round(value * 1000) / 1000;
