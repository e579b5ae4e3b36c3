// The seven checks of a specification, all at once. One fault gives one problem.

import { checkDependencies } from './check-dependencies.ts';
import { checkFront } from './check-front.ts';
import { checkPriority } from './check-priority.ts';
import { type CheckResult, checkSections } from './check-sections.ts';
import { outlineSpec, type RequirementPlace, type SpecOutline } from './outline-spec.ts';
import { type RequirementFields, readFields } from './read-fields.ts';
import { REQUIREMENT_ID, type SpecProblem, type SpecReport } from './spec.ts';

export interface CheckOptions {
  /** false: checks 5 and 7 and the title, which are ours, only warn. */
  readonly strict?: boolean;
}

/** A requirement with its fields, as the checks read it. */
export interface CheckedRequirement extends RequirementPlace {
  readonly fields: RequirementFields;
  /** Where the id stands, from 1. */
  readonly column: number;
}

export function checkSpec(markdown: string, { strict = true }: CheckOptions = {}): SpecReport {
  const outline = outlineSpec(markdown);
  const requirements = outline.requirements.map((place) => checkedRequirement(outline, place));
  const found = [
    ...checkFront(outline),
    ...checkSections(outline),
    ...checkIds(requirements),
    ...requirements.flatMap(checkCriteria),
    ...requirements.flatMap(checkPriority),
    ...checkDependencies(requirements),
  ].sort((a, b) => a.line - b.line || a.column - b.column || a.check - b.check);
  const isWarning = ({ check, isOurs }: CheckResult): boolean => !strict && (check === 5 || check === 7 || !!isOurs);
  const plain = ({ isOurs: _, ...problem }: CheckResult): SpecProblem => problem;
  const blocking = found.filter((each) => !isWarning(each)).map(plain);
  return { passed: blocking.length === 0, blocking, warnings: found.filter(isWarning).map(plain) };
}

function checkedRequirement({ lines }: SpecOutline, place: RequirementPlace): CheckedRequirement {
  const text = lines[place.line]?.text ?? '';
  const column = Math.max(0, place.id === '' ? text.search(/[^#\s]/) : text.indexOf(place.id)) + 1;
  return { ...place, column, fields: readFields(lines, place) };
}

function checkIds(requirements: readonly CheckedRequirement[]): readonly SpecProblem[] {
  const seen = new Map<string, number>();
  const offer = newIds(requirements);
  return requirements.flatMap(({ id, title, line, column }): SpecProblem[] => {
    const place = { check: 3, line: line + 1, column } as const;
    if (!REQUIREMENT_ID.test(id)) {
      const found = id === '' ? `none in "${title}"` : `"${id}"`;
      const message = `Expected an id of R, a hyphen and three digits, found ${found}.`;
      return [{ ...place, message, fix: `Write ### ${offer(id)}: TITLE.` }];
    }
    const before = seen.get(id);
    if (before === undefined) {
      seen.set(id, line + 1);
      return [];
    }
    const message = `Expected each id once, found ${id} on line ${before} and on line ${line + 1}.`;
    return [{ ...place, message, fix: `Give the second one a free id: ${offer('')}.` }];
  });
}

/** Each id is offered once, so that all fixes of a list can be made: the number that is meant in the right form where
 *  nobody has it, else the one after the highest; where that is the last there can be, the highest that is free. */
function newIds(requirements: readonly CheckedRequirement[]): (meant: string) => string {
  const numbers = requirements.map(({ id }) => Number(/\d{1,9}/.exec(id)?.[0] ?? 0));
  const taken = new Set(requirements.map(({ id }) => id));
  // A number that somebody means is left to them.
  const used = new Set(numbers);
  return (id) => {
    const number = /^\D*(\d{1,9})\D*$/.exec(id)?.[1];
    const meant = number === undefined || Number(number) > 999 ? null : idOf(Number(number));
    const offered = meant !== null && !taken.has(meant) ? meant : freeId(used);
    taken.add(offered);
    used.add(Number(offered.slice(2)));
    return offered;
  };
}

function freeId(used: ReadonlySet<number>): string {
  let number = 999;
  while (number > 1 && (used.has(number) || !used.has(number - 1))) number -= 1;
  return idOf(number);
}

const idOf = (number: number): string => `R-${String(number).padStart(3, '0')}`;

function checkCriteria({ id, title, line, column, fields }: CheckedRequirement): readonly SpecProblem[] {
  if (fields.criteria.length > 0) return [];
  const label = fields.places.find((place) => place.label === 'criteria');
  const name = id === '' ? `"${title}"` : id;
  return [
    {
      check: 4,
      ...(label === undefined ? { line: line + 1, column } : { line: label.line + 1, column: label.start + 1 }),
      message: `Expected an acceptance criterion of ${name}, found none.`,
      fix: `Add "- [ ] ..." lines under **Acceptance Criteria:** of ${name}.`,
    },
  ];
}
