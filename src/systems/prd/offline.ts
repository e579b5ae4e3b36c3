// Does the agent's steps of the PRD workflow by rules, without a model: equal inputs give equal documents.

import { analyseGaps } from '../../documents/analyse-gaps.ts';
import type { Gap } from '../../documents/gap.ts';
import { isKept } from '../../documents/gaps/cover-points.ts';
import { lintRequirements } from '../../documents/lint-requirements.ts';
import { parseBrief } from '../../documents/parse-brief.ts';
import { parseRequirements } from '../../documents/parse-requirements.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { CallFacts, OfflineWriter } from '../../ports/provider.ts';
import { type Modification, reviseBrief } from './revise-brief.ts';
import { writeBrief } from './write-brief.ts';
import { writePrd } from './write-prd.ts';
import { gapRequirements, initialRequirements } from './write-requirements.ts';

export const prdWriters: readonly OfflineWriter[] = [
  writer('FB', ({ input, data, runInput }) => {
    const { domain } = isJsonObject(runInput) ? runInput : {};
    return writeBrief(textOf(data.userUtterance), textsOf(input.currentFeatureIds), textOf(domain) || null);
  }),
  writer('FBUpdate', ({ data }) => {
    const { featureBriefContent, featureBriefUserFeedback, featureBriefModifications } = data;
    const changes = modificationsOf(featureBriefModifications);
    return {
      featureBriefMarkdown: reviseBrief(textOf(featureBriefContent), textOf(featureBriefUserFeedback), changes),
    };
  }),
  writer('IR', (facts) => initialRequirements(briefOf(facts), textOf(facts.input.requirementsContent))),
  writer('GA', (facts) => {
    const brief = briefOf(facts);
    const { items } = parseRequirements(textOf(facts.input.requirementsContent));
    const findings = lintRequirements(items.filter(isKept), { brief });
    const { score, gaps } = analyseGaps(brief, items, { findings });
    return { gapAnalysisScore: score, identifiedGaps: gaps };
  }),
  writer('GR', (facts) => {
    const given = facts.data.identifiedGaps;
    const gaps = Array.isArray(given) ? (given as unknown as readonly Gap[]) : [];
    return gapRequirements(gaps, briefOf(facts), textOf(facts.input.requirementsContent));
  }),
  writer('PG', ({ input, data }) => {
    const { prdDraft, prdFilePath, documentStatus, requirementsCount, traceabilityTableRows } = input;
    const brief = textOf(input.featureBrief) || textOf(data.featureBriefContent);
    const review = { feedback: textOf(input.userFeedback), modifications: modificationsOf(input.modifications) };
    const { items } = parseRequirements(textOf(input.requirementsContent));
    const prdContent = writePrd(textOf(prdDraft), brief, review, items);
    return { prdContent, prdFilePath, documentStatus, requirementsCount, traceabilityTableRows };
  }),
  writer('Error', () => ({})),
];

interface Facts {
  readonly input: JsonObject;
  readonly data: JsonObject;
  readonly runInput: Json;
}

function writer(step: string, write: (facts: Facts) => object): OfflineWriter {
  return {
    workflow: 'prd',
    step,
    write({ input, data, runInput }: CallFacts) {
      return write({ input: isJsonObject(input) ? input : {}, data, runInput }) as Json;
    },
  };
}

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
