// Six axes of 0..1 with a reason in words each, and the overall score made of them.

import type { Finding } from '../finding.ts';
import { AXES, type Axis, type Severity } from '../gap.ts';
import { COVERED_FROM, type Point } from './cover-points.ts';
import type { Asked } from './open-topics.ts';

export interface Scored {
  readonly score: number;
  readonly axes: Readonly<Record<Axis, number>>;
  readonly reasons: Readonly<Record<Axis, string>>;
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

export interface Measured {
  readonly kept: number;
  readonly points: readonly Point[];
  readonly topics: readonly Asked[];
  /** Undefined: nobody looked. */
  readonly findings: readonly Finding[] | undefined;
  readonly worst: Severity | null;
}

export function scoreAxes(measured: Measured): Scored {
  const each = AXES.map((axis) => [axis, axis === 'coverage' ? coverage(measured) : judged(axis, measured)] as const);
  const axes = Object.fromEntries(each.map(([axis, [value]]) => [axis, rounded(value)])) as Record<Axis, number>;
  const reasons = Object.fromEntries(each.map(([axis, [, reason]]) => [axis, reason])) as Record<Axis, string>;
  const sum = each.reduce((all, [axis, [value]]) => all + value * WEIGHTS[axis], 0);
  const factor = measured.worst === 'critical' ? CRITICAL_FACTOR : measured.worst === 'high' ? HIGH_FACTOR : 1;
  return { score: rounded(sum * factor), axes, reasons };
}

type Judged = readonly [number, string];

function coverage({ points, kept }: Measured): Judged {
  if (kept === 0) return [0, 'No requirement is approved yet.'];
  // Nothing is missing that somebody asked for, and nothing is there that they did.
  if (points.length === 0) return [0.5, 'The brief names no goals, scope or success criteria that somebody asked for.'];
  let all = 0;
  let covered = 0;
  for (const { kind, covered: share } of points) {
    all += POINT_WEIGHTS[kind];
    // A point that is covered is covered: more shared words make it no better.
    covered += POINT_WEIGHTS[kind] * (share >= COVERED_FROM ? 1 : share);
  }
  const met = points.filter(({ covered: share }) => share >= COVERED_FROM).length;
  return [covered / all, `${met} of ${points.length} goals, scope items and success criteria have a requirement.`];
}

function judged(axis: Axis, measured: Measured): Judged {
  const { findings, kept, worst } = measured;
  if (kept === 0) return [0, 'No requirement is approved yet.'];
  if (axis === 'clarity') return clarity(findings, kept);
  const [value, reason] = settledShare(axis, measured);
  if (axis !== 'completeness' || (worst !== 'critical' && worst !== 'high')) return [value, reason];
  return [Math.min(value, COMPLETE_MAX), `${reason} A ${worst} gap is open.`];
}

function settledShare(axis: Axis, { topics }: Measured): Judged {
  const own = topics.filter(({ topic }) => topic.axis === axis);
  if (own.length === 0) return [1, 'The brief gives no cause for questions here.'];
  const weigh = (list: readonly Asked[]) => list.reduce((sum, { severity }) => sum + SEVERITY_WEIGHTS[severity], 0);
  const settled = own.filter(({ isSettled }) => isSettled);
  const open = own.filter(({ isSettled }) => !isSettled).map(({ topic }) => topic.key);
  const rest = open.length === 0 ? '' : ` Open: ${open.join(', ')}.`;
  return [
    weigh(settled) / weigh(own),
    `${settled.length} of ${own.length} matters the brief gives cause for are settled.${rest}`,
  ];
}

function clarity(findings: readonly Finding[] | undefined, kept: number): Judged {
  if (findings === undefined) return [1, 'The wording was not checked.'];
  if (findings.length === 0) return [1, 'The requirement lint found nothing.'];
  const unclear = new Set(findings.map(({ id }) => id)).size;
  const value = Math.max(
    0,
    1 - (0.7 * Math.min(unclear, kept)) / kept - Math.min(0.3, (0.3 * findings.length) / (2 * kept)),
  );
  return [value, `The requirement lint found ${findings.length} in ${unclear} of ${kept} requirements.`];
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
