// The assessment of a gap analysis as lines of text, for the person who decides what comes of it.

import { readAssessment } from '../../../documents/gaps/read-assessment.ts';
import type { Json } from '../../../json.ts';

/** [] where there is none. */
export function assessmentLines(given: Json | undefined): readonly string[] {
  const assessment = readAssessment(given);
  if (assessment === null) return [];
  const { summary, axes, strengths, weaknesses, improvements } = assessment;
  const figures = Object.entries(axes).map(([axis, value]) => `${axis} ${Math.round(value * 100)} %`);
  const part = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${name}:`, ...lines.map((line) => `- ${line}`)];
  return [
    ...(summary === '' ? [] : [summary]),
    ...(figures.length === 0 ? [] : [`${figures.join(', ')}.`]),
    ...part('Strengths', strengths),
    ...part('Weaknesses', weaknesses),
    ...part('Improvements', improvements),
  ];
}
