// Whether a submission of stories can be accepted: everything that is wrong with it at once, each with place and fix.

import { isJsonObject } from '../../json.ts';
import { checkCoverage } from './check-coverage.ts';
import { listOf, type ReadSubmission, readSubmission, recordOf } from './read-submission.ts';
import { POINTS_MAX, STORY_TYPES, type StorySpec } from './story.ts';
import { cyclesIn } from './story-graph.ts';

export interface StoryProblem {
  /** `story-points`: listed in docs/reference/stories.md. */
  readonly rule: string;
  /** In the submission: `requirements[2].points`. */
  readonly place: string;
  readonly message: string;
  readonly fix: string;
}

export interface StoryCheck {
  /** There are no problems; warnings may be. */
  readonly passed: boolean;
  readonly problems: readonly StoryProblem[];
  readonly warnings: readonly StoryProblem[];
}

/** `submission`: as an agent or a person gave it, of whatever shape. */
export function checkStories(submission: unknown, spec: StorySpec): StoryCheck {
  const read = readSubmission(submission);
  const given = listOf(recordOf(submission).requirements);
  const coverage = checkCoverage(read, spec);
  const problems = [
    ...checkWhole(submission, read),
    ...given.flatMap((story, at) => checkFields(recordOf(story), at)),
    ...checkIds(read),
    ...checkDependencies(read),
    ...coverage.problems,
  ];
  return { passed: problems.length === 0, problems, warnings: coverage.warnings };
}

/** For a message that is sent back: one line for each problem. */
export function problemLines(problems: readonly StoryProblem[]): readonly string[] {
  return problems.map(({ place, message, fix }) => `${place === '' ? '' : `${place}: `}${message} ${fix}`);
}

function checkWhole(submission: unknown, { analysis, platform, requirements }: ReadSubmission): StoryProblem[] {
  if (!isJsonObject(submission)) {
    const expected = 'Expected an object with analysis, platform and requirements, found none.';
    return [finding('story-submission', '', expected, 'Give these three.')];
  }
  const missing = (place: string, what: string): StoryProblem =>
    finding('story-submission', place, `Expected ${what} as "${place}", found none.`, 'Give it.');
  return [
    ...(analysis === '' ? [missing('analysis', 'what the spec comes to, in sentences,')] : []),
    ...(platform === '' ? [missing('platform', 'what it is built on')] : []),
    ...(requirements.length === 0 ? [missing('requirements', 'a list of stories')] : []),
  ];
}

function checkFields(given: { readonly [name: string]: unknown }, at: number): StoryProblem[] {
  const found: StoryProblem[] = [];
  const wrong = (rule: string, field: string, expected: string, fix: string): void => {
    const message = `Expected ${expected}, found ${shown(given[field])}.`;
    found.push(finding(rule, `requirements[${at}].${field}`, message, fix));
  };
  if (!isText(given.id)) wrong('story-field', 'id', 'an id', 'Name the story, as in S-001.');
  if (!isText(given.title)) wrong('story-field', 'title', 'a title', 'Give a few words that name what is built.');
  if (!isText(given.description))
    wrong('story-field', 'description', 'a text', 'Say what is to be built, and for whom.');
  const { points, story_type, acceptance_criteria: criteria, dependencies, covers } = given;
  if (!Number.isInteger(points) || Number(points) < 1 || Number(points) > POINTS_MAX)
    wrong('story-points', 'points', `a whole number from 1 to ${POINTS_MAX}`, 'Divide a story that is larger.');
  if (!STORY_TYPES.some((type) => type === story_type))
    wrong('story-type', 'story_type', '"app" or "devops"', 'Use "devops" for what is set up or run, else "app".');
  if (!Array.isArray(criteria) || criteria.length === 0 || !criteria.every(isText))
    wrong('story-criteria', 'acceptance_criteria', 'at least one criterion, each a text', 'Say how it is tested.');
  if (dependencies !== undefined && !isTexts(dependencies))
    wrong('story-field', 'dependencies', 'a list of ids of this submission', 'Use [] where there are none.');
  if (covers !== undefined && covers !== null && !isTexts(covers))
    wrong('story-field', 'covers', 'a list of ids as R-001', 'Name the requirements it fulfils.');
  return found;
}

function checkIds({ requirements }: ReadSubmission): StoryProblem[] {
  const first = new Map<string, number>();
  return requirements.flatMap(({ id }, at) => {
    const before = first.get(id);
    if (before === undefined) first.set(id, at);
    if (before === undefined || id === '') return [];
    const message = `The id ${id} is that of requirements[${before}] too.`;
    return [finding('story-duplicate-id', `requirements[${at}].id`, message, 'Give each story an id of its own.')];
  });
}

function checkDependencies({ requirements }: ReadSubmission): StoryProblem[] {
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = requirements.flatMap(({ id, dependencies }, at) =>
    dependencies.flatMap((to) => {
      if (known.has(to)) return [];
      const message = `${id} depends on ${to}, which is no story of this submission.`;
      const fix = `Submit ${to} too, or remove it here.`;
      return [finding('story-unknown-dependency', `requirements[${at}].dependencies`, message, fix)];
    }),
  );
  const cycles = cyclesIn(requirements).map((cycle) => {
    const at = requirements.findIndex(({ id }) => id === cycle[0]);
    const message = `These stories wait for each other: ${cycle.join(' -> ')}.`;
    return finding('story-cycle', `requirements[${at}].dependencies`, message, 'Remove one of these dependencies.');
  });
  return [...unknown, ...cycles];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const finding = (rule: string, place: string, message: string, fix: string): StoryProblem => ({
  ...{ rule, place, message, fix },
});
