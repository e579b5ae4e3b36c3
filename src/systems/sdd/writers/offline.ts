// Does the agents' steps of the design workflows by rules, without a model: equal inputs give equal documents.

import type { DesignFinding } from '../../../documents/design/finding.ts';
import type { PartName } from '../../../documents/design/part.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { CallFacts, OfflineWriter } from '../../../ports/provider.ts';
import type { DraftInput, DraftIssue } from './draft-input.ts';
import { draftPart, draftSection } from './draft-part.ts';
import { formatByRules } from './format-by-rules.ts';
import { reviewByRules } from './review-by-rules.ts';

const DRAFTING: readonly (readonly [string, PartName])[] = [
  ['sdd-draft-hld', 'hld'],
  ['sdd-draft-lld', 'lld'],
  ['sdd-design-database', 'database'],
];

export const sddWriters: readonly OfflineWriter[] = [
  ...DRAFTING.flatMap(([workflow, part]): readonly OfflineWriter[] => [
    { workflow, step: 'whole', write: (facts) => draftPart(part, draftInputOf(facts)) },
    { workflow, step: 'first', write: (facts) => sectionOf(part, facts) },
    { workflow, step: 'rest', write: (facts) => sectionOf(part, facts) },
  ]),
  { workflow: 'sdd-review', step: 'review', write: review },
  { workflow: 'sdd', step: 'format_doc', write: format },
];

const objectOf = (given: Json | null | undefined): JsonObject =>
  isJsonObject(given ?? null) ? (given as JsonObject) : {};
const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');

/** What the step before took in, such as edits by hand, is laid over what the run was given. */
function draftInputOf({ runInput, input }: CallFacts): DraftInput {
  const given = { ...objectOf(runInput), ...objectOf(input) };
  const { brief, requirements, clarifications, dialect, hld, lld, last, feedback, issues } = given;
  return {
    ...{ brief: textOf(brief), requirements: requirements ?? '', clarifications, dialect: textOf(dialect) },
    ...{ hld: textOf(hld), lld: textOf(lld), last: textOf(last), feedback: textOf(feedback), issues: issuesOf(issues) },
  };
}

/** A text, or an issue of a review. */
function issuesOf(given: Json | undefined): readonly DraftIssue[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).flatMap((each) => {
    if (typeof each === 'string') return [{ description: each, location: each }];
    const { description, location } = objectOf(each);
    return typeof description === 'string' ? [{ description, location: textOf(location) }] : [];
  });
}

function sectionOf(part: PartName, facts: CallFacts): Json {
  const { id, last, issues } = objectOf(facts.item);
  const whole = draftInputOf(facts);
  const input = { ...whole, last: textOf(last) || (whole.last ?? ''), issues: issuesOf(issues) };
  return draftSection(part, textOf(id), input);
}

function review({ item, input, runInput }: CallFacts): Json {
  const portion = objectOf(item ?? input);
  const { hld, lld, database, findings, rubric } = portion;
  const { brief, requirements, ...run } = objectOf(runInput);
  const isGiven = textOf(brief).trim() !== '' || (requirements ?? '') !== '';
  const { hld: high, lld: low, database: tables } = Number(portion.of ?? 1) > 1 ? run : portion;
  const given = Array.isArray(findings) ? (findings as readonly Json[]).filter(isJsonObject) : [];
  return reviewByRules({
    ...{ hld: textOf(hld), lld: textOf(lld), database: textOf(database) },
    findings: given as unknown as readonly DesignFinding[],
    rubric: textOf(rubric),
    ...(isGiven && {
      given: {
        ...{ brief: textOf(brief), requirements: requirements ?? '', isFirst: Number(portion.number ?? 1) === 1 },
        whole: { hld: textOf(high), lld: textOf(low), database: textOf(tables) },
      },
    }),
  }) as unknown as Json;
}

function format({ input, data }: CallFacts): Json {
  const { title, outline, terms } = objectOf(input);
  const { project_brief, hld_draft, lld_draft, database_schema } = data;
  return formatByRules({
    ...{ title: textOf(title), outline: textOf(outline), terms: Array.isArray(terms) ? terms : [] },
    ...{
      brief: textOf(project_brief),
      hld: textOf(hld_draft),
      lld: textOf(lld_draft),
      database: textOf(database_schema),
    },
  }) as unknown as Json;
}
