// What a gap analysis says in words: a summary, what is strong, what is weak, what would make it better; by rules where
// the analysis did not say it.

import { isJsonObject, type Json } from '../../json.ts';
import { scoreWord } from './analyse-gaps.ts';
import { AXES, type Axis, type Gap, SCORE_ENOUGH } from './gap.ts';

/** As it goes over the wire (docs/sources/prd-workflow.md#assessment). */
export type Assessment = {
  readonly summary: string;
  readonly axes: { readonly [axis: string]: number };
  readonly strengths: readonly string[];
  readonly weaknesses: readonly string[];
  readonly improvements: readonly string[];
};

export interface GapAssessment {
  readonly score: number;
  readonly axes: { readonly [axis in Axis]?: number };
  readonly reasons: { readonly [axis in Axis]?: string };
  readonly gaps: readonly Gap[];
  /** As rules say it, where the score is theirs. */
  readonly scoreText?: string;
}

const SENTENCES_MAX = 5;
const STRONG_FROM = 0.9;
/** Where there was nothing to judge, nothing is strong. */
const UNJUDGED = /\bno cause for questions\b|\bnot judged\b/i;

export function assessGaps({ score, axes, reasons, gaps, scoreText }: GapAssessment): Assessment {
  const judged = AXES.filter((axis) => typeof axes[axis] === 'number');
  const told = (axis: Axis): string => `${upperFirst(axis)}: ${reasons[axis] ?? 'no reason was given'}`;
  const worst = gaps[0];
  const open =
    worst === undefined
      ? 'No gap was found.'
      : `${gaps.length === 1 ? 'One gap is' : `${gaps.length} gaps are`} open; the worst: ${worst.title}.`;
  return {
    summary: `${scoreText ?? `${scoreWord(score)} (${Math.round(score * 100)} %)`}. ${open}`,
    axes: Object.fromEntries(judged.map((axis) => [axis, axes[axis] ?? 0])),
    strengths: judged
      .filter((axis) => (axes[axis] ?? 0) >= STRONG_FROM && !UNJUDGED.test(reasons[axis] ?? ''))
      .map(told)
      .slice(0, SENTENCES_MAX),
    weaknesses: judged
      .filter((axis) => (axes[axis] ?? 0) < SCORE_ENOUGH)
      .map(told)
      .slice(0, SENTENCES_MAX),
    improvements: gaps.slice(0, SENTENCES_MAX).map(({ id, title }) => `${id}: ${title}`),
  };
}

/** As a model gave it, field by field; null: it gave none. */
export function readAssessment(given: Json | undefined): Assessment | null {
  if (!isJsonObject(given)) return null;
  const texts = (list: Json | undefined): readonly string[] =>
    Array.isArray(list) ? list.filter((each) => typeof each === 'string' && each.trim() !== '') : [];
  const axes = isJsonObject(given.axes) ? given.axes : {};
  const figures = Object.entries(axes).flatMap(([axis, value]) =>
    typeof value === 'number' && value >= 0 && value <= 100 ? [[axis, value > 1 ? value / 100 : value] as const] : [],
  );
  return {
    summary: typeof given.summary === 'string' ? given.summary : '',
    axes: Object.fromEntries(figures),
    strengths: texts(given.strengths),
    weaknesses: texts(given.weaknesses),
    improvements: texts(given.improvements),
  };
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
