// A specification that rules did not write, such as an uploaded one, after checks or a review: what was asked for is
// changed in its text, every other line stays as it is.

import { type Statement, statementsOf } from '../../../documents/interview/read-reply.ts';
import { editSpec } from '../../../documents/spec/edit-spec.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import type { NewRequirement, SpecRequirement } from '../../../documents/spec/spec.ts';
import { quotable } from './ask-about-action.ts';
import { detailCriteria, nearestTo } from './draft-requirements.ts';
import { inQuotes } from './draft-sources.ts';
import { type DraftInput, draftSpec } from './draft-spec.ts';
import { isRepeat } from './is-repeat.ts';
import { repairSpec } from './repair-spec.ts';

export interface RevisionInput extends DraftInput {
  /** The specification as it was submitted or attached. */
  readonly last: string;
  /** What the checks said; each may have been asked about. */
  readonly errors: readonly string[];
}

export function reviseSpec(input: RevisionInput): string {
  const { last, errors, points = [], messages } = input;
  const statements = statementsOf(messages).filter(({ kind }) => kind === 'said' || kind === 'choice');
  const answersTo = (point: string): readonly Statement[] =>
    statements.filter(({ about }) => about.includes(quotable(point)));
  const repaired = repairSpec(last, (message) => answersTo(message).map(({ means }) => means));
  const review = points.filter((point) => !errors.includes(point));
  const answered = review.reduce((text, point) => withAnswer(text, point, answersTo(point)), repaired);
  const added = newRequirements(input, answered).reduce(
    (text, requirement) => editSpec(text, { kind: 'add', requirement }) ?? text,
    answered,
  );
  const open = review.filter((point) => answersTo(point).length === 0);
  const result = withOpenPoints(added, open);
  return result === last ? last : withVersion(result);
}

/** As criteria of the requirement that the point names, or that is nearest to it. */
function withAnswer(markdown: string, point: string, answers: readonly Statement[]): string {
  const { requirements } = readSpec(markdown);
  const said = answers.map(({ means }) => means).join(' ');
  const byId = requirements.find(({ id }) => point.includes(id));
  const near = byId ?? nearest(`${point} ${said}`, requirements);
  if (answers.length === 0 || near === undefined) return markdown;
  const made = detailCriteria(near.title, answers).map(({ text }) => text);
  const criteria = [...near.criteria, ...made.filter((text) => !near.criteria.includes(text))];
  return editSpec(markdown, { kind: 'criteria', id: near.id, criteria }) ?? markdown;
}

function nearest(text: string, requirements: readonly SpecRequirement[]): SpecRequirement | undefined {
  const named = requirements.map((each) => ({ ...each, clause: each.description }));
  return nearestTo(text, named) ?? requirements[0];
}

/** What the person asked for besides, after the highest id. */
function newRequirements(input: RevisionInput, markdown: string): readonly NewRequirement[] {
  const known = readSpec(markdown).requirements;
  const { spec } = draftSpec({ ...input, points: [] });
  const isNew = (each: NewRequirement): boolean =>
    !isRepeat(each, known) && !known.some(({ title }) => title.toLowerCase() === each.title.toLowerCase());
  const highest = Math.max(0, ...known.map(({ id }) => Number(/\d{3}$/.exec(id)?.[0] ?? 0)));
  return spec.requirements
    .filter(isNew)
    .map((each, at) => ({ ...each, id: `R-${String(highest + at + 1).padStart(3, '0')}`, dependencies: [] }));
}

const HEADING = '## Open Points';

function withOpenPoints(markdown: string, open: readonly string[]): string {
  const lines = open
    .map((point) => `- Of the review, not answered: ${inQuotes(point)}.`)
    .filter((line) => !markdown.includes(line));
  if (lines.length === 0) return markdown;
  const at = markdown.indexOf(`\n${HEADING}\n`);
  if (at < 0) return `${markdown.trimEnd()}\n\n${HEADING}\n\n${lines.join('\n')}\n`;
  const start = at + HEADING.length + 2;
  return `${markdown.slice(0, start)}\n${lines.join('\n')}${markdown.slice(start)}`;
}

/** 1.0 becomes 1.1, 3 becomes 4. */
function withVersion(markdown: string): string {
  const [, head = '', last] = /^(\d{1,6}(?:\.\d{1,6})*\.)?(\d{1,6})$/.exec(readSpec(markdown).version ?? '') ?? [];
  if (last === undefined) return markdown;
  return editSpec(markdown, { kind: 'front', name: 'version', value: `${head}${Number(last) + 1}` }) ?? markdown;
}
