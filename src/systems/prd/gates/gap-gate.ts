// The decision after a gap analysis: refine the requirements, go on to the PRD, or leave it to the threshold; where
// nobody judged, go on or add requirements of one's own.

import { AXES, type Gap, ROUNDS_MAX, SCORE_ENOUGH, SEVERITIES } from '../../../documents/gaps/gap.ts';
import { type Assessment, readAssessment } from '../../../documents/gaps/read-assessment.ts';
import { readScore, scoreWord } from '../../../documents/gaps/read-score.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import { CHECKLIST } from '../../../language/checklist.ts';
import type {
  ChoiceReview,
  ConversationReview,
  Decision,
  Fact,
  FactGroup,
  GateAnswer,
  Level,
} from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { isWithoutModel } from '../prd-deps.ts';
import { counted, inputOf, listIn } from './gate-facts.ts';
import { editNotices } from './hand-edits.ts';

const CHOICES = ['refine', 'proceed', 'threshold'] as const;
const PROCEED = { value: 'proceed', label: 'proceed', key: 'p', help: 'the PRD is written now, gaps or not' };
export const NOT_JUDGED = 'not judged';
const UNJUDGED =
  'Nobody judged the requirements: no model is connected. Go on to the PRD, or add requirements of your own: each ' +
  'sentence is one, and you review them like the others.';
const ADD = {
  label: 'add requirements',
  help: 'write requirements of your own, a sentence each; you review them like the others',
  question: 'Which requirements do you add? Each sentence is one.',
};

export async function gapReview(facts: GateFacts): Promise<ChoiceReview | ConversationReview> {
  const given = inputOf(facts);
  const notices = await editNotices(facts, listIn<Json>(given.outsideEdits).map(String));
  if (!isJsonObject(facts.offer))
    return {
      ...{ kind: 'conversation', title: 'Gap analysis', notices },
      messages: facts.messages.map(({ from, text }) => ({ from, text })),
      ...{ groups: [], questions: [], assumptions: [], offer: null, end: null, canAttach: false },
    };
  if (isWithoutModel(facts.offer)) return unjudgedReview(facts, notices);
  const score = readScore(facts.offer.gapAnalysisScore);
  const refined = facts.visits('GR');
  const isAnswered = facts.messages.some(({ from }) => from === 'person');
  return {
    ...{ kind: 'choice', title: 'Gap analysis', notices },
    about: aboutOf(facts),
    groups: groupsOf(facts.offer, score),
    note: thresholdText(score, refined),
    options: optionsFor(byThreshold(score, refined)),
    said: isAnswered ? (facts.messages.findLast(({ from }) => from === 'agent')?.text ?? null) : null,
    canSay: true,
  };
}

/** What to think about is asked; nothing is proposed. */
function unjudgedReview(facts: GateFacts, notices: readonly string[]): ChoiceReview {
  const questions = CHECKLIST.map(({ category, question }) => plain(`${category}: ${question}`));
  return {
    ...{ kind: 'choice', title: 'Gap analysis', notices, about: aboutOf(facts) },
    groups: [
      { title: null, level: 'plain', facts: [plain(`The requirements are ${NOT_JUDGED}.`)] },
      { title: 'Is it said, where it matters?', level: 'plain', facts: questions },
    ],
    ...{ note: UNJUDGED, options: [PROCEED], said: null, canSay: true, message: ADD },
  };
}

const aboutOf = (facts: GateFacts): string => `after ${counted(facts.visits('RR'), 'review')} of requirements`;

function optionsFor(decided: 'refine' | 'proceed' | null): ChoiceReview['options'] {
  return [
    {
      ...{ value: 'refine', label: 'refine', key: 'r' },
      help: 'requirements for the gaps are proposed, and you review them',
    },
    PROCEED,
    ...(decided === null
      ? []
      : [
          {
            ...{ value: 'threshold', label: `threshold (${decided})`, key: 't' },
            help: `what the score says: below ${percent(SCORE_ENOUGH)} refine, else proceed`,
          },
        ]),
  ];
}

function groupsOf(offer: JsonObject, score: number | null): readonly FactGroup[] {
  const gaps = listIn<Gap>(offer.identifiedGaps);
  const own = readAssessment(offer.assessment);
  return [
    { title: null, level: 'plain', facts: [scoreFact(score)] },
    ...(own === null ? [{ title: null, level: 'plain' as const, facts: [plain(`Its parts are ${NOT_JUDGED}.`)] }] : []),
    ...(own === null ? [] : [{ title: null, level: 'plain' as const, facts: axisFacts(own) }]),
    ...assessmentGroups(own),
    ...(gaps.length === 0 ? [{ title: 'No gaps were found.', level: 'plain' as const, facts: [] }] : []),
    ...SEVERITIES.flatMap((severity) => gapGroup(severity, gaps)),
  ];
}

function scoreFact(score: number | null): Fact {
  if (score === null)
    return { name: 'The score could not be read.', text: '', share: null, level: 'fair', details: [] };
  const level = score >= SCORE_ENOUGH ? 'good' : score >= 0.6 ? 'fair' : 'poor';
  return { name: scoreWord(score), text: percent(score), share: score, enough: SCORE_ENOUGH, level, details: [] };
}

function axisFacts({ axes }: Assessment): readonly Fact[] {
  return AXES.flatMap((axis): Fact[] => {
    const share = axes[axis];
    return share === undefined ? [] : [{ name: axis, text: percent(share), share, level: 'plain', details: [] }];
  });
}

function assessmentGroups(assessment: Assessment | null): readonly FactGroup[] {
  if (assessment === null) return [];
  const { summary, strengths, weaknesses, improvements } = assessment;
  const group = (title: string, lines: readonly string[]): FactGroup[] =>
    lines.length === 0 ? [] : [{ title, level: 'plain', facts: lines.map((line) => plain(line)) }];
  return [
    ...(summary === '' ? [] : [{ title: null, level: 'plain' as const, facts: [plain(summary)] }]),
    ...group('Strengths', strengths),
    ...group('Weaknesses', weaknesses),
    ...group('Improvements', improvements),
  ];
}

const plain = (name: string): Fact => ({ name, text: '', share: null, level: 'plain', details: [] });

function gapGroup(severity: Gap['severity'], gaps: readonly Gap[]): readonly FactGroup[] {
  const own = gaps.filter((gap) => gap.severity === severity);
  const level: Level =
    severity === 'critical' || severity === 'high' ? 'poor' : severity === 'medium' ? 'fair' : 'plain';
  return own.length === 0 ? [] : [{ title: severity, level, facts: own.map(gapFact) }];
}

function gapFact({ id, title, category, description, impact, suggestedRequirements }: Gap): Fact {
  const details = [
    description,
    ...(impact === '' ? [] : [`Impact: ${impact}`]),
    ...suggestedRequirements.map((one) => `+ ${one.title}`),
  ];
  return { name: id, text: `${title} (${category})`, share: null, level: 'plain', details };
}

export function percent(score: number): string {
  return `${Math.round(Math.max(0, Math.min(1, score)) * 100)} %`;
}

/** What the threshold would do; null: it decides nothing. */
function byThreshold(score: number | null, refined: number): 'refine' | 'proceed' | null {
  if (score === null) return null;
  if (score >= SCORE_ENOUGH) return 'proceed';
  return refined < ROUNDS_MAX ? 'refine' : null;
}

function thresholdText(score: number | null, refined: number): string {
  if (score === null) return 'The score could not be read: the threshold decides nothing, so you have to.';
  const [now, least] = [percent(score), percent(SCORE_ENOUGH)];
  const decided = byThreshold(score, refined);
  if (decided === 'proceed') return `By the threshold: ${now} reaches ${least}, so the PRD is written.`;
  return decided === null
    ? `Refined ${refined} times and still below ${least}: the threshold decides no more, you do.`
    : `By the threshold: ${now} is below ${least}, so requirements for the gaps are proposed and you review them.`;
}

/** true keeps refining, false goes on to the PRD, left out is the threshold's. */
export async function gapAnswer({ offer }: GateFacts, decision: Decision): Promise<GateAnswer> {
  const isUnjudged = isJsonObject(offer) && isWithoutModel(offer);
  if (decision.kind === 'message')
    return isUnjudged ? { output: withAdded(offer, [decision.text]) } : { message: decision.text };
  const option = decision.kind === 'choice' ? decision.option : '';
  const choices: readonly string[] = isUnjudged ? [PROCEED.value] : CHOICES;
  if (!choices.includes(option))
    return { refused: [`Expected one of ${choices.join(', ')}, found "${option || decision.kind}".`] };
  if (!isJsonObject(offer)) return { refused: ['Expected a result to decide on, but the agent asks something.'] };
  const { userWantsToContinueDespiteGaps: _, addedRequirements: __, ...result } = offer;
  if (option === 'threshold') return { output: result };
  return { output: { ...result, userWantsToContinueDespiteGaps: option === 'refine' } };
}

const withAdded = (offer: JsonObject, addedRequirements: readonly string[]): JsonObject => ({
  ...{ ...offer, userWantsToContinueDespiteGaps: true },
  addedRequirements: [...addedRequirements],
});

/** A decision, or requirements of one's own where nobody judged: there "refine" has nobody to propose anything. */
export function writtenGaps(offer: Json | null, given: Json): Decision | GateAnswer | string {
  const { decision: option = given, requirements = [] } = isJsonObject(given) ? given : {};
  const isUnjudged = isJsonObject(offer) && isWithoutModel(offer);
  const added = [requirements].flat().filter((each) => typeof each === 'string');
  if (isUnjudged && added.length > 0) return { output: withAdded(offer, added) };
  const known = CHOICES.find((one) => one === option);
  const asked = option === 'auto' ? 'threshold' : known;
  if (asked === undefined) return `one of ${CHOICES.map((one) => `"${one}"`).join(', ')}`;
  if (offer === null) return 'a result to decide on, but the agent asks something';
  if (!isUnjudged || asked === 'proceed') return { kind: 'choice', option: asked };
  return { output: { ...offer, userWantsToContinueDespiteGaps: false, takenAsProceed: String(option) } };
}

export function decidedGaps(output: JsonObject): string {
  const { userWantsToContinueDespiteGaps: decision, takenAsProceed: instead } = output;
  if (isWithoutModel(output) && decision === true) return 'requirements added';
  if (typeof instead === 'string')
    return `proceed to the PRD ("${instead}" is taken as that: without a model nobody judges or proposes)`;
  return decision === true ? 'refine' : decision === false ? 'proceed to the PRD' : 'left to the threshold';
}
