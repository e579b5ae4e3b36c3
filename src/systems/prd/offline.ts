// Does the agent's steps of the PRD workflow by rules, without a model: equal inputs give equal documents.

import { analyseGaps } from '../../documents/gaps/analyse-gaps.ts';
import { isKept } from '../../documents/gaps/cover-points.ts';
import { type Gap, SCORE_ENOUGH, SEVERITIES } from '../../documents/gaps/gap.ts';
import { lintRequirements } from '../../documents/lint/lint-requirements.ts';
import { isStartOver, type Modification } from '../../documents/prd/brief.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { clarificationsOf } from '../../documents/prd/unclear.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { previousTexts } from '../../documents/requirements/requirement.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { CallFacts, OfflineWriter } from '../../ports/provider.ts';
import { feedbackGaps, openRemarks, stillOpen } from './feedback-gaps.ts';
import { ANY_DOMAIN } from './init.ts';
import { reviseBrief } from './revise-brief.ts';
import { type BriefRequest, startOver } from './start-over.ts';
import { writeBrief } from './write-brief.ts';
import { writePrd } from './write-prd.ts';
import { gapRequirements, initialRequirements } from './write-requirements.ts';

/** With a goal clause of the reviewer open the requirements are not enough. */
const BELOW_ENOUGH = SCORE_ENOUGH - 0.01;
const CANNOT_DISCUSS = 'Rules cannot discuss; to add something, refine, or edit requirements.md.';

export const prdWriters: readonly OfflineWriter[] = [
  writer('FB', (facts) => {
    const { utterance, domain, clarifications } = requestOf(facts);
    return writeBrief(utterance, textsOf(facts.input.currentFeatureIds), domain, clarifications);
  }),
  writer('FBUpdate', (facts) => {
    const { featureBriefContent, featureBriefUserFeedback, featureBriefModifications } = facts.data;
    const changes = modificationsOf(featureBriefModifications);
    const feedback = textOf(featureBriefUserFeedback);
    return {
      featureBriefMarkdown: isStartOver(changes)
        ? startOver(requestOf(facts), feedback, changes, textOf(featureBriefContent))
        : reviseBrief(textOf(featureBriefContent), feedback, changes),
    };
  }),
  writer('IR', (facts) =>
    initialRequirements(
      briefOf(facts),
      textOf(facts.input.requirementsContent),
      textOf(facts.input.nextRequirementId),
      textOf(facts.input.userFeedback) || textOf(facts.data.featureBriefUserFeedback),
    ),
  ),
  writer(
    'GA',
    (facts) => {
      const brief = briefOf(facts);
      const { items, history } = parseRequirements(textOf(facts.input.requirementsContent));
      const findings = lintRequirements(items.filter(isKept), { brief });
      const clarifications = clarificationsOf(facts.data.userInput);
      const previous = previousTexts(history);
      const { score, gaps } = analyseGaps(brief, items, { findings, clarifications, previous });
      // The step's input is the review's answer, with what was said at it; what was said before may be open still.
      const said = feedbackGaps(textOf(facts.input.userFeedback), brief, items);
      const asked = [...said, ...stillOpen(gapsOf(facts.data.identifiedGaps), said, brief, items)];
      const all = [...asked, ...gaps].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
      const isWanting = asked.some(({ severity }) => severity === 'high');
      return {
        gapAnalysisScore: isWanting ? Math.min(score, BELOW_ENOUGH) : score,
        identifiedGaps: all.map((gap, at) => ({ ...gap, id: `GAP-${String(at + 1).padStart(3, '0')}` })),
      };
    },
    CANNOT_DISCUSS,
  ),
  writer('GR', (facts) => {
    const gaps = gapsOf(facts.data.identifiedGaps);
    const { requirementsContent, nextRequirementId } = facts.input;
    return gapRequirements(gaps, briefOf(facts), textOf(requirementsContent), textOf(nextRequirementId));
  }),
  writer('PG', ({ input, data }) => {
    const { prdDraft, prdFilePath, documentStatus, requirementsCount, traceabilityTableRows } = input;
    const brief = textOf(input.featureBrief) || textOf(data.featureBriefContent);
    const review = { feedback: textOf(input.userFeedback), modifications: modificationsOf(input.modifications) };
    const { items } = parseRequirements(textOf(input.requirementsContent));
    const prdContent = writePrd(textOf(prdDraft), brief, review, items, openRemarks(gapsOf(data.identifiedGaps)));
    return { prdContent, prdFilePath, documentStatus, requirementsCount, traceabilityTableRows };
  }),
  writer('Error', () => ({})),
];

interface Facts {
  readonly input: JsonObject;
  readonly data: JsonObject;
}

/** A domain that nobody named says nothing. */
function requestOf({ input, data }: Facts): BriefRequest {
  const domain = textOf(input.domain);
  return {
    utterance: textOf(data.userUtterance),
    domain: domain === '' || domain === ANY_DOMAIN ? null : domain,
    clarifications: clarificationsOf(data.userInput),
  };
}

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

const gapsOf = (given: Json | undefined): readonly Gap[] =>
  Array.isArray(given) ? (given as unknown as readonly Gap[]) : [];

function briefOf({ input, data }: Facts) {
  return parseBrief(textOf(input.featureBrief) || textOf(data.featureBriefContent));
}

function modificationsOf(given: Json | undefined): readonly Modification[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).filter(isJsonObject).map(({ section, modificationReason, requestedContent }) => ({
    section: textOf(section),
    modificationReason: textOf(modificationReason),
    requestedContent: textOf(requestedContent),
  }));
}

const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');
const textsOf = (given: Json | undefined): readonly string[] =>
  Array.isArray(given) ? given.filter((each) => typeof each === 'string') : [];
