// What is wrong with a brief in itself: fields, ranges, and requests that contradict each other.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { BRIEF_DEFAULTS } from './brief.ts';
import { textProblems } from './brief-texts.ts';
import { cheapest_plan } from './estimate-plan.ts';

const CHOICES: { readonly [field: string]: readonly string[] } = {
  content_type: ['blog_post', 'article', 'research_report'],
  tone: ['casual', 'professional', 'academic'],
  research_depth: ['light', 'standard', 'deep'],
};
const RANGES: { readonly [field: string]: readonly [min: number, max: number, unit: string, isWhole: boolean] } = {
  target_length: [500, 10_000, ' words', true],
  min_sources: [1, 100, '', true],
  min_quality_score: [0, 1, '', false],
  max_budget: [0.5, 50, ' dollars', false],
  max_time: [60, 7200, ' seconds', false],
};
const LISTS = ['include_keywords', 'exclude_topics', 'specific_sections', 'preferred_sources'];
const PREFERRED = ['web', 'academic', 'news', 'social', 'local'];

/** All of it, in sentences without a capital and a full stop. */
export function briefProblems(input: Json): string[] {
  if (!isJsonObject(input)) return [`the brief must be an object, found ${found(input)}`];
  const given = Object.entries(input).filter(([, value]) => value !== null);
  const brief = { ...BRIEF_DEFAULTS, ...Object.fromEntries(given) } as unknown as JsonObject;
  return [...fieldProblems(brief), ...contradictions(brief)];
}

function fieldProblems(brief: JsonObject): string[] {
  return [
    ...(textOf(brief.topic) === '' ? [`topic must be a text, found ${found(brief.topic)}`] : []),
    ...(typeof brief.target_audience === 'string'
      ? []
      : [`target_audience must be a text, found ${found(brief.target_audience)}`]),
    ...Object.entries(CHOICES).flatMap(([field, choices]) => choiceProblems(field, brief[field], choices)),
    ...Object.keys(RANGES).flatMap((field) => rangeProblems(field, brief[field])),
    ...LISTS.flatMap((field) => listProblems(field, brief[field])),
    ...textProblems(brief),
    ...textsOf(brief.preferred_sources).flatMap((kind) => choiceProblems('preferred_sources', kind, PREFERRED)),
  ];
}

function choiceProblems(field: string, value: Json | undefined, choices: readonly string[]): string[] {
  if (typeof value === 'string' && choices.includes(value)) return [];
  return [`${field} must be one of ${choices.join(', ')}, found ${found(value)}`];
}

function rangeProblems(field: string, value: Json | undefined): string[] {
  if (isInRange(field, value)) return [];
  const [min, max, unit, isWhole] = RANGES[field] ?? [0, 0, '', false];
  return [`${field} must be ${isWhole ? 'a whole number ' : ''}from ${min} to ${max}${unit}, found ${found(value)}`];
}

function isInRange(field: string, value: Json | undefined): value is number {
  const [min, max, , isWhole] = RANGES[field] ?? [0, 0, '', false];
  return typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

function listProblems(field: string, value: Json | undefined): string[] {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? [] : [`${field} must be a list of texts, found ${found(value)}`];
}

function contradictions(brief: JsonObject): string[] {
  const excluded = new Set(textsOf(brief.exclude_topics).map(plain));
  const preferred = textsOf(brief.preferred_sources);
  const { estimated_cost, estimated_time } = cheapest_plan();
  const { topic, tone, max_budget, max_time } = brief;
  return [
    ...(excluded.has(plain(textOf(topic))) ? [`the topic "${textOf(topic)}" is excluded (exclude_topics)`] : []),
    ...textsOf(brief.include_keywords)
      .filter((keyword) => excluded.has(plain(keyword)))
      .map((keyword) => `"${keyword}" is both included and excluded`),
    ...(tone === 'casual' && preferred.length > 0 && preferred.every((kind) => kind === 'academic')
      ? ['a casual tone contradicts academic sources alone: prefer other sources too, or another tone']
      : []),
    ...(isInRange('max_budget', max_budget) && max_budget < estimated_cost
      ? [`max_budget $${max_budget.toFixed(2)} is below the cheapest plan, which costs $${estimated_cost.toFixed(2)}`]
      : []),
    ...(isInRange('max_time', max_time) && max_time < estimated_time * 60
      ? [`max_time ${max_time} s is below the cheapest plan, which takes ${estimated_time} min`]
      : []),
  ];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function plain(text: string): string {
  return text.trim().toLowerCase().split(/\s/).filter(Boolean).join(' ');
}

function found(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
