// A submission as stories are made from it: texts without what nobody sees, and `covers` where it was left out.

import { isJsonObject } from '../../json.ts';
import { closedMarkdown, oneLine } from '../markdown/headings-of.ts';
import { withoutControls } from '../markdown/without-controls.ts';
import { numberOf, type StorySubmission, type StoryType, type SubmittedStory } from './story.ts';
import { requirementOf, splitPrefix } from './trace-criteria.ts';

/** Every field is there. `covers`: requirements, also those that only a criterion of theirs is named of. */
export interface ReadSubmittedStory extends Required<SubmittedStory> {
  /** Criteria that `covers` names by their ids, as. */
  readonly coveredCriteria: readonly string[];
}

export interface ReadSubmission extends StorySubmission {
  readonly requirements: readonly ReadSubmittedStory[];
  readonly uncovered: readonly { readonly requirement: string; readonly reason: string }[];
}

/** Never throws: what is not there or of another kind is empty, and `checkStories` tells of it. */
export function readSubmission(submission: unknown): ReadSubmission {
  const given = recordOf(submission);
  return {
    ...{ analysis: blockOf(given.analysis), platform: lineOf(given.platform) },
    requirements: listOf(given.requirements).map(readStory),
    uncovered: listOf(given.uncovered).map((each) => {
      const { requirement, reason } = recordOf(each);
      return { requirement: lineOf(requirement).toUpperCase(), reason: lineOf(reason) };
    }),
  };
}

function readStory(given: unknown): ReadSubmittedStory {
  const { id, title, description, acceptance_criteria, dependencies, points, story_type, covers } = recordOf(given);
  const name = lineOf(id);
  const criteria = textsOf(acceptance_criteria);
  const named = covers === undefined || covers === null ? null : textsOf(covers).map(upper);
  const begun = criteria.flatMap((text) => splitPrefix(text).named);
  return {
    ...{ id: name, title: lineOf(title), description: wholeOf(blockOf(description)) },
    acceptance_criteria: criteria,
    dependencies: [...new Set(textsOf(dependencies))],
    points: typeof points === 'number' ? points : Number.NaN,
    story_type: (story_type === 'devops' ? 'devops' : 'app') satisfies StoryType,
    covers: [...new Set([...(named ?? sameNumber(name)), ...begun].map(requirementOf))],
    coveredCriteria: (named ?? []).filter((each) => requirementOf(each) !== each),
  };
}

/** A fence or comment that nobody closed would swallow what follows it in the story's file. */
const wholeOf = (text: string): string => (/```|~~~|</.test(text) ? closedMarkdown(text) : text);

/** R-007 of S-007. */
function sameNumber(id: string): readonly string[] {
  const number = numberOf(id);
  return number === null ? [] : [`R-${String(number).padStart(3, '0')}`];
}

/** Line ends are `\n`, and no blank lines stand around it. */
export function blockOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const lines = withoutControls(value).replace(/\r\n?/g, '\n').split('\n');
  const isText = (line: string): boolean => line.trim() !== '';
  const [first, last] = [lines.findIndex(isText), lines.findLastIndex(isText)];
  return first < 0
    ? ''
    : lines
        .slice(first, last + 1)
        .join('\n')
        .trimEnd();
}

export function lineOf(value: unknown): string {
  return typeof value === 'string' ? oneLine(withoutControls(value)) : '';
}

const textsOf = (value: unknown): readonly string[] =>
  listOf(value)
    .map(lineOf)
    .filter((text) => text !== '');
const upper = (text: string): string => text.toUpperCase();

export function recordOf(value: unknown): { readonly [name: string]: unknown } {
  return isJsonObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
