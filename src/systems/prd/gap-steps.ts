// Gap analysis taken in, and the decision whether to go on refining: the person's, else the threshold's.

import { type Gap, ROUNDS_MAX, SCORE_ENOUGH, SEVERITIES } from '../../documents/gaps/gap.ts';
import { readAssessment } from '../../documents/gaps/read-assessment.ts';
import { readScore } from '../../documents/gaps/read-score.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { textKey } from '../../documents/requirements/says-the-same.ts';
import { isPerson, NOBODY } from '../../engine/people.ts';
import type { Json, JsonObject } from '../../json.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import type { AcceptCall, AcceptResult, ActionResult, CodeCall, CodeRefusal } from '../../ports/action.ts';
import { isWithoutModel, type PrdDeps } from './prd-deps.ts';
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
  const now = await requirementsNow(call, deps);
  const { items } = parseRequirements(now.text);
  wrong.push(...unjudgedProblems(call, answer, override), ...addedProblems(call, answer, items.length));
  if (wrong.length > 0 || score === null) return { refused: wrong };
  const identifiedGaps = inOrder(withoutDecided(gaps, items));
  const assessment = readAssessment(answer.assessment);
  const set = { gapAnalysisScore: score, identifiedGaps, userIterationOverride: override };
  const output = { ...offered(call, answer), identifiedGaps, ...(assessment !== null && { assessment }) };
  return { output, set, files: fileOf(call, now, now.text) };
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
  return isCounting(call) && override === null && score < SCORE_ENOUGH && rounds >= ROUNDS_MAX;
}

/** Where nobody judged, no threshold decides, and nobody proposes anything but the person. */
function unjudgedProblems(call: AcceptCall, answer: JsonObject, override: boolean | null): string[] {
  if (!isWithoutModel(answer) || !isCounting(call)) return [];
  if (override === null)
    return ['nobody judged the requirements: say whether to go on (userWantsToContinueDespiteGaps false)'];
  return override && addedIn(answer).length === 0
    ? ['without a model nobody proposes requirements: write your own, or go on (userWantsToContinueDespiteGaps false)']
    : [];
}

/** Of people's own at once, and of all in the file: both are reviewed one by one. */
const ADDED_MAX = 500;
const ALL_MAX = 2_000;
const CHARACTERS_MAX = 100_000;

/** What cannot be filed is refused while nothing is lost. */
function addedProblems(call: AcceptCall, answer: JsonObject, known: number): string[] {
  const { addedRequirements: given, userWantsToContinueDespiteGaps: decision } = answer;
  if (given === undefined || !isCounting(call)) return [];
  if (!Array.isArray(given) || given.some((each) => typeof each !== 'string'))
    return ['expected "addedRequirements" as a list of texts'];
  const added = addedIn(answer);
  if (added.length > 0 && decision !== true)
    return [
      'requirements were added, so the PRD cannot be next: add them (userWantsToContinueDespiteGaps true), or not',
    ];
  const characters = added.join('').length;
  if (characters > CHARACTERS_MAX)
    return [`expected at most ${CHARACTERS_MAX} characters of added requirements at once, found ${characters}`];
  const count = added.flatMap((each) => saidSentences(each)).length;
  const most = Math.min(ADDED_MAX, Math.max(0, ALL_MAX - known));
  return count > most ? [`expected at most ${most} added requirements at once, a sentence each, found ${count}`] : [];
}

const addedIn = ({ addedRequirements: given }: JsonObject): readonly string[] =>
  (Array.isArray(given) ? given : []).filter((each) => typeof each === 'string' && each.trim() !== '');

/** Only a person adds requirements, and only the provider says that no model was there. */
function offered(call: AcceptCall, answer: JsonObject): JsonObject {
  if (isCounting(call) || call.provider === 'offline') return answer;
  const { addedRequirements: _, writtenBy: __, ...own } = answer;
  return own;
}

/** An agent's answer is an offer. */
const isCounting = ({ by }: AcceptCall): boolean => isPerson(by) || by === NOBODY;

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

/** What a person has decided against is not suggested again in the same words. */
function withoutDecided(gaps: readonly Gap[], items: readonly DecidedRequirement[]): readonly Gap[] {
  const isAgainst = ({ standing }: DecidedRequirement): boolean =>
    standing === 'rejected' || standing === 'out-of-scope';
  const against = new Set(items.filter(isAgainst).map(textKey));
  return gaps.flatMap((gap) => {
    const { suggestedRequirements: suggested } = gap;
    const left = suggested.filter((each) => !against.has(textKey(each)));
    return suggested.length > 0 && left.length === 0 ? [] : [{ ...gap, suggestedRequirements: left }];
  });
}

function inOrder(gaps: readonly Gap[]): readonly Gap[] {
  return [...gaps].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}
