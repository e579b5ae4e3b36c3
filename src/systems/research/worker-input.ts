// What a worker that is an agent works from: as text for its prompt, and as it is for the rules that may do its work.

import type { RemovedClaim } from '../../documents/evidence/ledger.ts';
import { fenced } from '../../engine/fenced.ts';
import type { JsonObject } from '../../json.ts';
import type { CodeCall, PrepareResult } from '../../ports/action.ts';
import type { WorkerResult } from './agent-state.ts';
import type { Brief } from './brief.ts';
import { claimsToCheck, findingsFor } from './draft-findings.ts';
import { marksIn, renumberMarks } from './draft-marks.ts';
import { draftFrom, evidenceIn, evidenceOf, outlineFrom, resultsOf, wholeDraft } from './execution-results.ts';
import {
  briefText,
  claimsText,
  contradictionsText,
  outlineText,
  passagesText,
  removedText,
  sourcesText,
} from './material-text.ts';
import type { Plan } from './plan.ts';
import { relevantEvidence } from './relevance.ts';
import { aroundOf, asJson, asList, briefOf, listOf, objectOf, planOf, textOf } from './research-deps.ts';
import { workersIn } from './run-phases.ts';

const DRAFT_CHARACTERS_MAX = 120_000;
const NONE = '(There is none.)';
/** Where nobody made an outline, who writes says what is not about the topic. */
const RELEVANCE =
  '- `irrelevant`: ids of passages that are about something else than the topic, though they share words with it; [] ' +
  'where there is none. What you cite is not among them.';
const FIRST = '(Nothing: this is the first attempt.)';

export function workerInput(call: CodeCall): PrepareResult {
  const worker = textOf(objectOf(call.config).worker) || call.step;
  const around = aroundOf(call);
  const brief = briefOf(call);
  const [analysis, writing] = [resultsOf(call, 'Analysis'), resultsOf(call, 'Writing')];
  const evidence = relevantEvidence(evidenceOf(call), analysis, writing);
  const { sources, passages, contradictions } = evidence;
  const outline = outlineFrom(analysis);
  const parts = draftFrom(writing);
  const before = objectOf(around.best);
  const last = lastDraft(textOf(before.draft), evidenceIn(before.evidence).passages, passages);
  const draft = parts.draft === '' ? last : wholeDraft(parts);
  const feedback = textOf(around.feedback);
  const marks = new Set(marksIn(draft));
  const cited = passages.filter(({ id }) => marks.has(id));
  const claims = claimsToCheck(worker, draft, evidence);
  const findings = findingsFor(worker, brief, draft, evidence);
  return {
    input: {
      ...{ brief: briefText(brief, clarifications(around.clarifications)), sources: sourcesText(sources) },
      ...{ evidence: passagesText(passages, sources), contradictions: contradictionsText(contradictions) },
      ...{ outline: outlineText(outline, summaryIn(analysis)), frame: frameText(planOf(call)) },
      relevance: outline === null ? RELEVANCE : '',
      ...{ draft: quotedOr(NONE, draft.slice(0, DRAFT_CHARACTERS_MAX)), cited: passagesText(cited, sources) },
      ...{ feedback: quotedOr(FIRST, feedback), wanted: wantedOf(brief) },
      refused: removedText(listOf<RemovedClaim & JsonObject>(objectOf(before.ledger).removed)),
      ...{ claims: claimsText(claims), findings: quotedOr('(Nothing.)', findings.join('\n')) },
      material: {
        ...{ worker, brief: asJson(brief), sources: asList(sources), passages: asList(passages) },
        ...{ outline: outline === null ? null : asJson(outline), draft, feedback, parts: asJson(parts) },
        ...{ contradictions: asList(contradictions), claims: asList(claims) },
      },
    },
  };
}

const quotedOr = (none: string, text: string): string => (text.trim() === '' ? none : fenced(text.trim(), 'text'));

const summaryIn = (results: readonly WorkerResult[]): string =>
  textOf(results.find(({ worker }) => worker === 'summarization')?.summary);

/** Which parts of the article its writer leaves to others. */
function frameText(plan: Plan | null): string {
  const planned = plan === null ? [] : workersIn(plan);
  const [isIntroduced, isConcluded] = ['introduction_writer', 'conclusion_writer'].map((id) => planned.includes(id));
  const begin = isIntroduced
    ? 'No introduction, also where the draft above has one: somebody else writes it.'
    : 'It begins with a paragraph of what matters most, before the first section.';
  const end = isConcluded
    ? 'No conclusion, also where the draft above has one: somebody else writes it.'
    : 'The last section, behind those of the outline, is `## Conclusion`, or what its language calls a conclusion.';
  return `${begin} ${end}`;
}

const wantedOf = ({ min_sources }: Brief): number => Math.min(30, Math.max(3, min_sources));

function lastDraft(draft: string, before: ReturnType<typeof evidenceIn>['passages'], now: typeof before): string {
  return draft === '' ? '' : renumberMarks(draft, before, now);
}

const clarifications = (given: Parameters<typeof listOf>[0]) =>
  listOf<{ readonly question: string; readonly answer: string }>(given);
