// A gap analysis for the person who decides what comes of it: the score, its axes, the gaps, worst first.

import { scoreWord } from '../../documents/analyse-gaps.ts';
import type { Assessment } from '../../documents/assess-gaps.ts';
import type { Finding } from '../../documents/finding.ts';
import { AXES, type Gap, ROUNDS_MAX, SCORE_ENOUGH, SEVERITIES } from '../../documents/gap.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { Paint } from '../paint.ts';
import { counted, fit, oneLine, pad } from '../shown-text.ts';
import { hanging, heading, type Look, paragraph } from './look.ts';

const CELLS_MAX = 30;
const AXIS_CELLS = 12;
const UNCLEAR_MAX = 6;
const NOT_JUDGED = /^not judged\b/i;

export interface ShownAnalysis {
  /** 0..1; null when it cannot be read. */
  readonly score: number | null;
  readonly axes: Json | undefined;
  /** As whoever analysed gave it; null: the axes with their reasons say it. */
  readonly assessment?: Assessment | null;
  /** One for each axis, in words. */
  readonly reasons?: Json | undefined;
  /** Of the lint, on what was decided so far: they pull clarity down. */
  readonly findings?: readonly Finding[];
  readonly gaps: readonly Gap[];
  /** Which review of requirements it comes after. */
  readonly round: number;
  /** How often requirements were proposed for gaps. */
  readonly refined: number;
}

export function gapLines(analysis: ShownAnalysis, look: Look, detail: 'all' | 'titles' = 'all'): string[] {
  const { score, gaps, round } = analysis;
  return [
    ...heading('Gap analysis', `after ${counted(round, 'review')} of requirements`, look),
    '',
    ...scoreLines(score, look),
    ...axisLines(analysis, look),
    ...assessmentLines(analysis.assessment ?? null, look),
    ...(gaps.length === 0 ? ['', ' No gaps were found.'] : []),
    ...SEVERITIES.flatMap((severity) => {
      const some = gaps.filter((gap) => gap.severity === severity);
      return some.length === 0
        ? []
        : ['', ` ${paintOf(severity, look.paint)(severity)}`, ...some.flatMap((gap) => oneGap(gap, look, detail))];
    }),
    '',
    ...paragraph(thresholdText(analysis), 1, look.width),
  ];
}

export function percent(score: number): string {
  return `${Math.round(Math.max(0, Math.min(1, score)) * 100)} %`;
}

/** What the threshold would do; null: it decides nothing. */
export function byThreshold({ score, refined }: Pick<ShownAnalysis, 'score' | 'refined'>): 'refine' | 'proceed' | null {
  if (score === null) return null;
  if (score >= SCORE_ENOUGH) return 'proceed';
  return refined < ROUNDS_MAX ? 'refine' : null;
}

export function thresholdText(analysis: Pick<ShownAnalysis, 'score' | 'refined'>): string {
  const { score, refined } = analysis;
  if (score === null) return 'The score could not be read: the threshold decides nothing, so you have to.';
  const [now, least] = [percent(score), percent(SCORE_ENOUGH)];
  const decided = byThreshold(analysis);
  if (decided === 'proceed') return `By the threshold: ${now} reaches ${least}, so the PRD is written.`;
  return decided === null
    ? `Refined ${refined} times and still below ${least}: the threshold decides no more, you do.`
    : `By the threshold: ${now} is below ${least}, so requirements for the gaps are proposed and you review them.`;
}

function assessmentLines(assessment: Assessment | null, { paint, width }: Look): string[] {
  if (assessment === null) return [];
  const part = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : ['', ` ${paint.dim(name)}`, ...lines.flatMap((line) => hanging('   - ', oneLine(line), width))];
  return [
    ...(assessment.summary === '' ? [] : ['', ...paragraph(assessment.summary, 1, width)]),
    ...part('Strengths', assessment.strengths),
    ...part('Weaknesses', assessment.weaknesses),
    ...part('Improvements', assessment.improvements),
  ];
}

function scoreLines(score: number | null, { paint, width }: Look): string[] {
  if (score === null) return [` ${paint.yellow('The score could not be read.')}`];
  const cells = Math.max(10, Math.min(CELLS_MAX, width - 24));
  const own = score >= SCORE_ENOUGH ? paint.green : score >= 0.6 ? paint.yellow : paint.red;
  const head = `${scoreWord(score)} ${percent(score)}  `;
  const mark = ' '.repeat(head.length + Math.floor(SCORE_ENOUGH * cells));
  return [
    ` ${paint.bold(own(head))}${barOf(score, cells, own, paint)}`,
    ` ${mark}${paint.dim(`↑ ${percent(SCORE_ENOUGH)}`)}`,
  ];
}

function barOf(score: number, cells: number, own: (text: string) => string, paint: Paint): string {
  const full = Math.round(Math.max(0, Math.min(1, score)) * cells);
  return own('█'.repeat(full)) + paint.dim('░'.repeat(cells - full));
}

function axisLines(analysis: ShownAnalysis, look: Look): string[] {
  const { axes, reasons, findings = [] } = analysis;
  const { paint, width } = look;
  if (!isJsonObject(axes)) return [];
  const known = AXES.flatMap((axis) => {
    const value = axes[axis];
    return typeof value === 'number' ? [{ axis, value: value > 1 ? value / 100 : value }] : [];
  });
  const longest = Math.max(0, ...known.map(({ axis }) => axis.length));
  const lines = known.flatMap(({ axis, value }) => {
    const reason = isJsonObject(reasons) ? reasons[axis] : undefined;
    if (typeof reason === 'string' && NOT_JUDGED.test(reason))
      return [`   ${pad(axis, longest)}  ${paint.dim('not judged')}`];
    const bar = `   ${pad(axis, longest)}  ${barOf(value, AXIS_CELLS, paint.cyan, paint)} ${percent(value)}`;
    if (value >= SCORE_ENOUGH) return [bar];
    const why = [typeof reason === 'string' ? oneLine(reason) : '', axis === 'clarity' ? unclear(findings) : ''].filter(
      (words) => words !== '',
    );
    return [bar, ...why.flatMap((words) => hanging(' '.repeat(longest + 5), words, width, paint.dim))];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** `REQ-002: ambiguous ("fast"), compound`. */
function unclear(findings: readonly Finding[]): string {
  const byItem = [...Map.groupBy(findings, ({ id }) => id)];
  const told = byItem.slice(0, UNCLEAR_MAX).map(([id, own]) => {
    const words = own.map(({ rule, found }) => (found === '' ? rule : `${rule} ("${fit(oneLine(found), 30)}")`));
    return `${oneLine(id)}: ${words.join(', ')}`;
  });
  const left = byItem.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

function paintOf(severity: Gap['severity'], paint: Paint): (text: string) => string {
  if (severity === 'critical' || severity === 'high') return paint.red;
  return severity === 'medium' ? paint.yellow : paint.dim;
}

function oneGap(gap: Gap, { paint, width }: Look, detail: 'all' | 'titles'): string[] {
  const { id, title, description, category, impact, suggestedRequirements } = gap;
  const head = hanging(`   ${oneLine(id)}  `, `${oneLine(title)} (${oneLine(category)})`, width, paint.bold);
  if (detail === 'titles') return head;
  return [
    ...head,
    ...paragraph(description, 12, width),
    ...(impact === '' ? [] : paragraph(`Impact: ${impact}`, 12, width, paint.dim)),
    ...suggestedRequirements.flatMap((one) => hanging(`${' '.repeat(12)}+ `, oneLine(one.title), width)),
  ];
}
