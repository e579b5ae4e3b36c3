// Does the agents' steps of the design workflows without a model: it files what people gave under the headings of the
// parts and asks the fixed question of each section. Nothing is composed, nothing is judged.

import { PARTS, type PartName } from '../../../documents/design/part.ts';
import type { ReviewFeedback } from '../../../documents/design/state.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { CallFacts, OfflineWriter } from '../../../ports/provider.ts';
import { listOf, objectOf, textOf } from '../sdd-deps.ts';
import { filePart, fileSection, type PartInput } from './file-section.ts';
import type { GivenTexts } from './given-texts.ts';

const WORKFLOWS: { readonly [part in PartName]: string } = {
  hld: 'sdd-draft-hld',
  lld: 'sdd-draft-lld',
  database: 'sdd-design-database',
};

export const sddWriters: readonly OfflineWriter[] = [
  ...PARTS.flatMap((part): readonly OfflineWriter[] => {
    const section = (facts: CallFacts): Json => sectionOf(part, facts);
    return [
      { workflow: WORKFLOWS[part], step: 'whole', write: (facts) => filePart(part, filingIn(part, facts)) },
      { workflow: WORKFLOWS[part], step: 'first', write: section },
      { workflow: WORKFLOWS[part], step: 'rest', write: section },
    ];
  }),
  { workflow: 'sdd-review', step: 'review', write: () => ({ ...NOT_JUDGED }) },
  // The title that code made of people's words stands.
  { workflow: 'sdd', step: 'format_doc', write: () => ({}) },
];

/** No score, no issue of its own, and nothing that would start another round. */
const NOT_JUDGED: Omit<ReviewFeedback, 'issues' | 'strengths'> & JsonObject = {
  ...{ passes_validation: true, needs_revision: false },
  ...{ issues: [], strengths: [] },
};

function sectionOf(part: PartName, facts: CallFacts): Json {
  const { id, last } = objectOf(facts.item ?? undefined);
  return fileSection(part, textOf(id), { ...filingIn(part, facts), last: textOf(last) });
}

function filingIn(part: PartName, facts: CallFacts): PartInput {
  const { hld, lld, last, issues } = inputOf(facts);
  return {
    given: givenIn(facts),
    texts: { hld: textOf(hld), lld: textOf(lld), database: '', [part]: textOf(last) },
    issues: listOf<Json>(issues).map((each) =>
      isJsonObject(each)
        ? { description: textOf(each.description), location: textOf(each.location) }
        : { description: textOf(each), location: '' },
    ),
  };
}

/** What the step before took in, such as edits by hand, is laid over what the run was given. */
const inputOf = ({ runInput, input }: CallFacts): JsonObject => ({ ...objectOf(runInput), ...objectOf(input) });

function givenIn(facts: CallFacts): GivenTexts {
  const { brief, requirements, clarifications, additional_context, prd } = inputOf(facts);
  return {
    ...{ brief: textOf(brief), context: textOf(additional_context), requirements: objectOf(requirements) },
    answers: listOf<JsonObject>(clarifications).map(({ question, answer }) => ({
      question: textOf(question),
      answer: textOf(answer),
    })),
    prd: isJsonObject(prd ?? null) ? listOf<JsonObject>(objectOf(prd).items) : null,
  };
}
