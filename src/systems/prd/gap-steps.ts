// Gap analysis taken in, and the decision whether to go on refining: the person's, else the threshold's.

import { analyseGaps, readScore } from '../../documents/gaps/analyse-gaps.ts';
import { assessGaps, readAssessment } from '../../documents/gaps/assess-gaps.ts';
import { type Gap, ROUNDS_MAX, SCORE_ENOUGH, SEVERITIES } from '../../documents/gaps/gap.ts';
import { findRepeats } from '../../documents/lint/find-duplicates.ts';
import { lintRequirements } from '../../documents/lint/lint-requirements.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { isPerson, NOBODY } from '../../engine/people.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, ActionResult, CodeCall, CodeRefusal } from '../../ports/action.ts';
import { briefNow, isKept } from './hand-out.ts';
import type { PrdDeps } from './prd-deps.ts';
import { fileOf, requirementsNow } from './requirements-now.ts';

export async function acceptGaps(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const answer = call.answer as JsonObject;
  const score = readScore(answer.gapAnalysisScore);
  const gaps = answer.identifiedGaps as readonly Gap[];
  const override = (answer.userWantsToContinueDespiteGaps ?? null) as boolean | null;
  const wrong = [...scoreProblems(score, answer.gapAnalysisScore), ...idProblems(gaps)];
  if (isDecisionDue(call, score ?? 1, override))
    wrong.push(
      `${ROUNDS_MAX} rounds are done and the score is below ${SCORE_ENOUGH}: ask the person whether to keep refining ` +
        '(userWantsToContinueDespiteGaps true) or to go on to the PRD (false)',
    );
  if (wrong.length > 0 || score === null) return { refused: wrong };
  const now = await requirementsNow(call, deps);
  const { items } = parseRequirements(now.text);
  const identifiedGaps = inOrder(withoutDecided(gaps, items));
  const assessment = readAssessment(answer.assessment) ?? (await assessedByRules(call, deps, score, identifiedGaps));
  const set = { gapAnalysisScore: score, identifiedGaps, userIterationOverride: override };
  return { output: { ...answer, identifiedGaps, assessment }, set, files: fileOf(call, now, now.text) };
}

async function assessedByRules(call: AcceptCall, deps: PrdDeps, score: number, gaps: readonly Gap[]) {
  const { items } = parseRequirements((await requirementsNow(call, deps)).text);
  const brief = parseBrief(await briefNow(call, deps));
  const findings = lintRequirements(items.filter(isKept), { brief });
  const rules = analyseGaps(brief, items, { findings });
  const { axes, reasons, caps, explanation } = rules;
  const [figure = ''] = explanation.split('. ');
  const scoreText = [figure, ...caps].join('. ').replace(/\.(?=\.)|\.$/g, '');
  return assessGaps({ score, axes, reasons, gaps, ...(rules.score === score && { scoreText }) });
}

export function iterationControl({ data }: CodeCall): ActionResult {
  const override = data.userIterationOverride ?? null;
  const score = Number(data.gapAnalysisScore);
  const shouldIterate = override === null ? score < SCORE_ENOUGH : override === true;
  const decidedBy = override === null ? 'threshold' : 'person';
  return { output: { shouldIterate, decidedBy, score, threshold: SCORE_ENOUGH }, set: { shouldIterate } };
}

/** An agent only offers; when its offer is to count, a person must have decided by then, and no rule does it. */
function isDecisionDue(call: AcceptCall, score: number, override: boolean | null): boolean {
  const rounds = Number(call.read('steps', 'GR', 'visits') ?? 0);
  const isCounting = isPerson(call.by) || call.by === NOBODY;
  return isCounting && override === null && score < SCORE_ENOUGH && rounds >= ROUNDS_MAX;
}

function scoreProblems(score: number | null, given: Json | undefined): string[] {
  if (score !== null) return [];
  const forms = '0 to 1, 0 to 100, or Excellent, Good, Fair, Poor';
  return [`expected "gapAnalysisScore" as ${forms}, found ${JSON.stringify(given)}`];
}

function idProblems(gaps: readonly Gap[]): string[] {
  const seen = new Set<string>();
  return gaps.flatMap(({ id }) => {
    const isTwice = seen.has(id);
    seen.add(id);
    return isTwice ? [`the gap ${id} is there twice`] : [];
  });
}

/** What a person has decided against is not suggested again, not in other words either. */
function withoutDecided(gaps: readonly Gap[], items: readonly DecidedRequirement[]): readonly Gap[] {
  const against = items.filter(({ standing }) => standing === 'rejected' || standing === 'out-of-scope');
  return gaps.flatMap((gap) => {
    const { suggestedRequirements: suggested } = gap;
    const named = suggested.map((each, index) => ({ ...each, id: `SUG-${index}` }));
    const repeated = new Set(findRepeats(named, against).map(({ id }) => id));
    const left = suggested.filter((_, index) => !repeated.has(`SUG-${index}`));
    return suggested.length > 0 && left.length === 0 ? [] : [{ ...gap, suggestedRequirements: left }];
  });
}

function inOrder(gaps: readonly Gap[]): readonly Gap[] {
  return [...gaps].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
