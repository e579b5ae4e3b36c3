// Does the agent's steps of the PRD workflow without a model: it files what people said. Equal inputs give equal
// documents.

import type { Gap } from '../../documents/gaps/gap.ts';
import { isStartOver, type Modification } from '../../documents/prd/brief.ts';
import { clarificationsOf } from '../../documents/prd/clarifications.ts';
import { briefProblems } from '../../documents/prd/parse-brief.ts';
import { quoteUtterance } from '../../documents/prd/quote-utterance.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { CallFacts, OfflineWriter } from '../../ports/provider.ts';
import { type BriefReview, fileReview } from './file-review.ts';
import { ANY_DOMAIN } from './init.ts';
import { NO_MODEL } from './prd-deps.ts';
import { type BriefRequest, writeBrief } from './write-brief.ts';
import { writePrd } from './write-prd.ts';
import { gapRequirements, initialRequirements } from './write-requirements.ts';

const CANNOT_DISCUSS = 'No model is connected, so nobody can discuss it: go on, or add requirements of your own.';

export const prdWriters: readonly OfflineWriter[] = [
  writer('FB', (facts) => writeBrief(requestOf(facts), textsOf(facts.input.currentFeatureIds))),
  writer('FBUpdate', (facts) => ({ featureBriefMarkdown: updatedBrief(facts) })),
  writer('IR', (facts) => initialRequirements(textOf(facts.data.userUtterance), briefOf(facts), before(facts))),
  writer('GA', () => ({ ...NO_MODEL, gapAnalysisScore: 0, identifiedGaps: [] }), CANNOT_DISCUSS),
  writer('GR', (facts) => {
    const gaps = listOf<Gap>(facts.data.identifiedGaps);
    return gapRequirements(textsOf(facts.input.addedRequirements), gaps, before(facts));
  }),
  writer('PG', (facts) => {
    const { prdDraft, prdFilePath, documentStatus, requirementsCount, traceabilityTableRows } = facts.input;
    const { items } = parseRequirements(textOf(facts.input.requirementsContent));
    const prdContent = writePrd(textOf(prdDraft), briefOf(facts), reviewsOf(facts), items);
    return { prdContent, prdFilePath, documentStatus, requirementsCount, traceabilityTableRows };
  }),
  writer('Error', () => ({})),
];

interface Facts {
  readonly input: JsonObject;
  readonly data: JsonObject;
}

function updatedBrief(facts: Facts): string {
  const { featureBriefContent, featureBriefUserFeedback, featureBriefModifications, userUtterance } = facts.data;
  const review = reviewOf(featureBriefUserFeedback, featureBriefModifications);
  const given = review.modifications.find((each) => isStartOver([each]) && isBrief(each.requestedContent));
  if (given !== undefined) return quoteUtterance(`${given.requestedContent.trim()}\n`, textOf(userUtterance));
  if (!isStartOver(review.modifications)) return fileReview(textOf(featureBriefContent), review);
  return fileReview(writeBrief(requestOf(facts), []).featureBriefMarkdown, review);
}

const isBrief = (text: string): boolean => briefProblems(text).length === 0;

/** A domain that nobody named says nothing. */
function requestOf({ input, data }: Facts): BriefRequest {
  const domain = textOf(input.domain);
  return {
    utterance: textOf(data.userUtterance),
    domain: domain === '' || domain === ANY_DOMAIN ? null : domain,
    clarifications: clarificationsOf(data.userInput),
  };
}

const before = ({ input }: Facts) => ({
  requirementsContent: textOf(input.requirementsContent),
  next: textOf(input.nextRequirementId),
});

/** What was handed out by an earlier version has them all in one. */
function reviewsOf({ input }: Facts): readonly BriefReview[] {
  if (!Array.isArray(input.reviews)) return [reviewOf(input.userFeedback, input.modifications)];
  return input.reviews
    .filter(isJsonObject)
    .map(({ userFeedback, modifications }) => reviewOf(userFeedback, modifications));
}

const reviewOf = (feedback: Json | undefined, modifications: Json | undefined): BriefReview => ({
  feedback: textOf(feedback),
  modifications: listOf<JsonObject>(modifications).map(
    (each): Modification => ({
      section: textOf(each.section),
      modificationReason: textOf(each.modificationReason),
      requestedContent: textOf(each.requestedContent),
    }),
  ),
});

function writer(step: string, write: (facts: Facts) => object, says?: string): OfflineWriter {
  return {
    workflow: 'prd',
    step,
    ...(says !== undefined && { says }),
    write({ input, data }: CallFacts) {
      return write({ input: isJsonObject(input) ? input : {}, data }) as Json;
    },
  };
}

const briefOf = ({ input, data }: Facts): string => textOf(input.featureBrief) || textOf(data.featureBriefContent);
const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');
const listOf = <T>(given: Json | undefined): readonly T[] => (Array.isArray(given) ? (given as readonly T[]) : []);
const textsOf = (given: Json | undefined): readonly string[] =>
  listOf<Json>(given).filter((each) => typeof each === 'string');
