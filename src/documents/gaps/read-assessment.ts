// What a gap analysis says in words: a summary, what is strong, what is weak, what would make it better.

import { isJsonObject, type Json } from '../../json.ts';

/** As it goes over the wire (docs/sources/prd-workflow.md#assessment). */
export type Assessment = {
  readonly summary: string;
  readonly axes: { readonly [axis: string]: number };
  readonly strengths: readonly string[];
  readonly weaknesses: readonly string[];
  readonly improvements: readonly string[];
};

/** Field by field; null: nobody gave one. */
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
