// What a careful reader would ask about a specification that passes its checks: warnings, never errors.

import type { Brief } from '../../documents/prd/brief.ts';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import type { MarkdownLine } from '../../documents/spec/mark-lines.ts';
import { outlineSpec, type RequirementPlace } from '../../documents/spec/outline-spec.ts';
import { type RequirementFields, readFields } from '../../documents/spec/read-fields.ts';
import { readSpec } from '../../documents/spec/read-spec.ts';
import type { Spec, SpecFinding } from '../../documents/spec/spec.ts';
import { ambiguous } from './ambiguous.ts';
import { compareWithInterview, type InterviewQuotes } from './compare-with-interview.ts';
import type { Finding } from './finding.ts';
import { otherLanguage } from './language-of.ts';
import { lintRequirements } from './lint-requirements.ts';
import { notTestable } from './not-testable.ts';
import { readStatements } from './statement.ts';

/** A requirement with the places that findings point to. */
export interface ReadRequirement {
  readonly place: RequirementPlace;
  readonly fields: RequirementFields;
}

export function findInSpec(markdown: string, interview?: InterviewQuotes): readonly SpecFinding[] {
  const outline = outlineSpec(markdown);
  const spec = readSpec(markdown);
  const requirements = outline.requirements.map((place) => ({ place, fields: readFields(outline.lines, place) }));
  const section = outline.sections.find(({ role }) => role === 'requirements');
  return [
    ...lintDescriptions(spec, requirements, outline.lines),
    ...requirements.flatMap(lintCriteria),
    ...(interview === undefined ? [] : compareWithInterview(requirements, interview, (section?.line ?? 0) + 1)),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
}

function lintDescriptions(
  spec: Spec,
  requirements: readonly ReadRequirement[],
  lines: readonly MarkdownLine[],
): readonly SpecFinding[] {
  const byId = new Map(requirements.toReversed().map((each) => [each.place.id, each]));
  const list = [...byId.values()].reverse().map(asRequirement);
  const brief: Brief = {
    ...{ title: spec.title, sections: {}, goals: [], successCriteria: [] },
    ...{ inScope: spec.inScope, outOfScope: spec.outOfScope },
  };
  return lintRequirements(list, { brief }).flatMap((finding) => {
    const own = byId.get(finding.id);
    return own === undefined ? [] : [placed(finding, own, lines)];
  });
}

const asRequirement = ({ place, fields }: ReadRequirement): Requirement => ({
  ...{ id: place.id, title: place.title, description: fields.description.text },
  ...{ priority: 'medium', category: fields.type?.text ?? '' },
});

/** Where the words stand that it is about, else where the description begins. */
function placed(finding: Finding, { place, fields }: ReadRequirement, lines: readonly MarkdownLine[]): SpecFinding {
  const { rule, found } = finding;
  const said = { rule, ...wordsOf(finding) };
  if (rule !== 'contradicts-scope') {
    for (let at = fields.description.line; at < place.end && found !== ''; at++) {
      const column = lines[at]?.text.indexOf(found) ?? -1;
      if (column >= 0) return { ...said, line: at + 1, column: column + 1 };
    }
  }
  const isEmpty = fields.description.text === '';
  const [line, column] = isEmpty ? [place.line, 1] : [fields.description.line, fields.description.column];
  return { ...said, line: line + 1, column };
}

function wordsOf({ id, rule, found, message, suggestion }: Finding): Pick<SpecFinding, 'message' | 'suggestion'> {
  if (rule !== 'contradicts-scope') return { message: `${id}: ${message}`, suggestion };
  return {
    message: `${id}: Expected nothing that Out of Scope excludes, found "${found}".`,
    suggestion: `Remove the requirement, or take "${found}" out of Out of Scope.`,
  };
}

const RESULT = /\bthen[ ,:]{1,3}/i;

/** Of `Given ..., when ..., then ...` the result is what a test checks. */
function lintCriteria({ place, fields }: ReadRequirement): readonly SpecFinding[] {
  return fields.criteria.flatMap(({ text, line, column }, at): SpecFinding[] => {
    if (otherLanguage(text) !== null) return [];
    const then = RESULT.exec(text);
    const from = then === null ? 0 : then.index + then[0].length;
    const result = text.slice(from);
    const statements = readStatements(result);
    const name = `${place.id}.${at + 1}`;
    const item = { id: name, title: '', description: result, priority: 'medium', category: '' } as const;
    const [found] = [...ambiguous(item, statements, ''), ...notTestable(item, statements, '')];
    if (found === undefined) return [];
    const offset = Math.max(0, text.indexOf(found.found));
    const isFirstLine = !text.slice(0, offset).includes('\n');
    return [
      {
        ...{ rule: 'criterion-not-testable', line: line + 1, column: column + (isFirstLine ? offset : 0) },
        message: `${name}: Expected a result that a test can check, found "${found.found}".`,
        suggestion: 'Say what can be seen, with a figure where it has a degree.',
      },
    ];
  });
}
