// Writes a feature brief from an utterance by rules: what was said, in its sections, and assumptions marked as such.

import { lowered, readWish } from '../../documents/gaps/read-wish.ts';
import { goalOf, scopeOf } from '../../documents/gaps/word-deed.ts';
import { type Clauses, clausesOf } from './clauses-of.ts';
import { featureIdOf, titleOf } from './name-feature.ts';

export interface WrittenBrief {
  readonly featureBriefMarkdown: string;
  readonly recommendedFeatureId: string;
}

const OVERVIEW_MAX = 2;
const GOALS_MAX = 5;
const SCOPE_MAX = 12;
const EXCERPT_CHARACTERS_MAX = 60;
/** "make the app faster" builds a faster app. */
const MAKE_SO = /^make (?:the |our |this )?(\S+) (.+)$/i;
const TIMED = /\d\s*(?:ms|milliseconds?|seconds?)\b/i;
const SHOWN_IN_TIME = 'Assumption: a result is on the screen within 2 seconds in 95 of 100 cases';
export const WRITTEN_BY_RULES =
  'Draft, written by rules without a model. What is marked "Assumption" was said by nobody: confirm or change it.';

export function writeBrief(utterance: string, taken: readonly string[], domain: string | null): WrittenBrief {
  const clauses = clausesOf(utterance);
  const title = titleOf([...clauses.wanted, ...clauses.measures, ...clauses.problems]);
  const sections = [
    `# ${title}`,
    `## Status\n\n${WRITTEN_BY_RULES}`,
    `## User Utterance\n\n${quote(utterance)}`,
    `## Overview\n\n${overview(clauses, domain)}`,
    `## Goals\n\n${bullets(goalsOf(clauses, utterance))}`,
    `## Scope\n\n### In Scope\n\n${bullets(scopePoints(clauses))}\n\n### Out of Scope\n\n${unwanted(clauses)}`,
    `## Success Criteria\n\n${bullets(criteriaOf(clauses))}`,
  ];
  return { featureBriefMarkdown: `${sections.join('\n\n')}\n`, recommendedFeatureId: featureIdOf(title, taken) };
}

/** Every line quoted: whatever was said, a heading or fence in it stays inside. */
function quote(utterance: string): string {
  const lines = utterance.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** Who gets what, and why; in the words of the person wherever they are given. */
function overview({ problems, wanted, purposes, measures }: Clauses, domain: string | null): string {
  const goals = goalsIn(wanted.length > 0 ? wanted : measures).slice(0, OVERVIEW_MAX);
  if (goals.length === 0 && problems.length === 0) {
    return (
      'What was said does not tell of a feature yet. Assumption: more will be said at review; until then this ' +
      'brief holds places for it.'
    );
  }
  return [
    ...problems.map((problem) => `The problem: ${lowered(problem)}.`),
    ...goals.map((goal) => `${goal}.`),
    ...purposes.map((purpose) => `The purpose, as it was said: "${purpose}".`),
    ...(domain === null ? [] : [`Domain: ${domain}.`]),
  ].join(' ');
}

/** Outcomes, each for somebody. */
function goalsIn(clauses: readonly string[]): string[] {
  return clauses.map((clause) => {
    const deeds = readWish(clause);
    const [deed] = deeds ?? [];
    if (deed === undefined || deeds === null) return capital(clause);
    // Two deeds of one person stay one goal, as they were said.
    if (deeds.length > 1) return capital(clause.replace(/\b(?:should|must|will|shall)(?: be able to)?\b/i, 'can'));
    return goalOf(deed);
  });
}

function goalsOf({ problems, wanted, measures }: Clauses, utterance: string): string[] {
  const goals = goalsIn(wanted.length > 0 ? wanted : measures).slice(0, GOALS_MAX);
  if (goals.length === 0 && problems.length > 0)
    return problems.map((problem) => `This no longer happens: ${lowered(problem)}`);
  return goals.length > 0 ? goals : [`Assumption: the goal behind "${excerpt(utterance)}" is named at review`];
}

/** What is built, by name; each deed by itself. */
function scopePoints({ problems, wanted, measures }: Clauses): string[] {
  const clauses = wanted.length > 0 ? wanted : measures;
  const items = clauses.flatMap(
    (clause) => readWish(clause)?.map(scopeOf) ?? [capital(clause.replace(MAKE_SO, 'a $2 $1'))],
  );
  const scope = [...new Set(items)].slice(0, SCOPE_MAX);
  if (scope.length === 0 && problems.length > 0) return ['Assumption: finding the cause and removing it'];
  return scope.length > 0 ? scope : ['Assumption: one screen for one kind of user, until more is said'];
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
