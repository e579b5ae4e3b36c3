// Writes a feature brief from an utterance by rules: what was said, in its sections, and assumptions marked as such.

import { type Clauses, clausesOf } from './clauses-of.ts';
import { featureIdOf, titleOf } from './name-feature.ts';

export interface WrittenBrief {
  readonly featureBriefMarkdown: string;
  readonly recommendedFeatureId: string;
}

const GOALS_MAX = 5;
const SCOPE_MAX = 12;
const EXCERPT_CHARACTERS_MAX = 60;
const TIMED = /\d\s*(?:ms|milliseconds?|seconds?)\b/i;
const SHOWN_IN_TIME = 'Assumption: a result is on the screen within 2 seconds in 95 of 100 cases';
export const WRITTEN_BY_RULES =
  'Draft, written by rules without a model. What is marked "Assumption" was said by nobody: confirm or change it.';

export function writeBrief(utterance: string, taken: readonly string[], domain: string | null): WrittenBrief {
  const clauses = clausesOf(utterance);
  const title = titleOf(clauses.wanted.length > 0 ? clauses.wanted : clauses.measures);
  const sections = [
    `# ${title}`,
    `## Status\n\n${WRITTEN_BY_RULES}`,
    `## User Utterance\n\n${quote(utterance)}`,
    `## Overview\n\n${overview(title, clauses, domain)}`,
    `## Goals\n\n${bullets(goalsOf(clauses, utterance))}`,
    `## Scope\n\n### In Scope\n\n${bullets(scopeOf(clauses))}\n\n### Out of Scope\n\n${unwanted(clauses)}`,
    `## Success Criteria\n\n${bullets(criteriaOf(clauses))}`,
  ];
  return { featureBriefMarkdown: `${sections.join('\n\n')}\n`, recommendedFeatureId: featureIdOf(title, taken) };
}

/** Every line quoted: whatever was said, a heading or fence in it stays inside. */
function quote(utterance: string): string {
  const lines = utterance.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

function overview(title: string, { wanted, purposes, measures }: Clauses, domain: string | null): string {
  const count = wanted.length + measures.length;
  if (count === 0) {
    return (
      'What was said names no feature yet. Assumption: more will be said at review; until then this ' +
      'brief holds places for it.'
    );
  }
  const wishes = count === 1 ? 'one wish' : `${count} wishes`;
  const why = purposes.length === 0 ? '' : ` It is wanted so that this holds: ${purposes.join('; ')}.`;
  const where = domain === null ? '' : ` Domain: ${domain}.`;
  return `"${title}" puts ${wishes} from the utterance above into goals and scope, in its own words.${why}${where}`;
}

function goalsOf({ wanted, measures }: Clauses, utterance: string): string[] {
  const goals = wanted.slice(0, GOALS_MAX).map(capital);
  if (goals.length > 0) return goals;
  if (measures.length > 0) return measures.slice(0, GOALS_MAX).map(capital);
  return [`Assumption: the goal behind "${excerpt(utterance)}" is named at review`];
}

function scopeOf({ wanted, measures }: Clauses): string[] {
  const items = (wanted.length > 0 ? wanted : measures).slice(0, SCOPE_MAX).map(capital);
  return items.length > 0 ? items : ['Assumption: one screen for one kind of user, until more is said'];
}

/** Not a bullet: nothing that is read as an excluded thing stands here unless someone excluded it. */
function unwanted({ unwanted: points }: Clauses): string {
  if (points.length > 0) return bullets(points.map(capital));
  return 'Nothing was excluded. Name at review what is not wanted.';
}

function criteriaOf({ measures, wanted, purposes }: Clauses): string[] {
  const first = wanted[0] ?? measures[0] ?? 'reach the goal';
  return [
    ...measures.map(capital),
    ...purposes.map((purpose) => `Assumption: after 3 months 9 of 10 people asked say that this holds: ${purpose}`),
    `Assumption: 9 of 10 people succeed without help at the first try at this: ${excerpt(first)}`,
    ...(measures.some((measure) => TIMED.test(measure)) ? [] : [SHOWN_IN_TIME]),
  ];
}

function excerpt(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/["<>|`#*_[\]{}\\]/g, '')
    .trim();
  return line.length > EXCERPT_CHARACTERS_MAX
    ? `${line.slice(0, EXCERPT_CHARACTERS_MAX).replace(/\s\S*$/, '')} ...`
    : line;
}

const bullets = (points: readonly string[]): string => points.map((point) => `- ${point}`).join('\n');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
