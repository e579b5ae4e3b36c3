// The decision after a gap analysis: refine the requirements, go on to the PRD, or leave it to the threshold.

import { readScore, scoreByRules, scoreWord, wordByRules } from '../../../documents/gaps/analyse-gaps.ts';
import { type Assessment, readAssessment } from '../../../documents/gaps/assess-gaps.ts';
import { AXES, type Axis, type Gap, ROUNDS_MAX, SCORE_ENOUGH, SEVERITIES } from '../../../documents/gaps/gap.ts';
import type { Finding } from '../../../documents/lint/finding.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
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
import { counted, inputOf, listIn } from './gate-facts.ts';
import { editNotices } from './hand-edits.ts';

const UNCLEAR_MAX = 6;
const FOUND_MAX = 30;
const NOT_JUDGED = /^not judged\b/i;
const CHOICES = ['refine', 'proceed', 'threshold'] as const;

export async function gapReview(facts: GateFacts): Promise<ChoiceReview | ConversationReview> {
  const given = inputOf(facts);
  const notices = await editNotices(facts, listIn<Json>(given.outsideEdits).map(String));
  if (!isJsonObject(facts.offer))
    return {
      ...{ kind: 'conversation', title: 'Gap analysis', notices },
      messages: facts.messages.map(({ from, text }) => ({ from, text })),
      ...{ groups: [], questions: [], assumptions: [], offer: null, end: null, canAttach: false },
    };
  const score = readScore(facts.offer.gapAnalysisScore);
  const refined = facts.visits('GR');
  const isAnswered = facts.messages.some(({ from }) => from === 'person');
  return {
    ...{ kind: 'choice', title: 'Gap analysis', notices },
    about: `after ${counted(facts.visits('RR'), 'review')} of requirements`,
    groups: groupsOf(facts.offer, given, score),
    note: thresholdText(score, refined),
    options: optionsFor(byThreshold(score, refined)),
    said: isAnswered ? (facts.messages.findLast(({ from }) => from === 'agent')?.text ?? null) : null,
    canSay: true,
  };
}

function optionsFor(decided: 'refine' | 'proceed' | null): ChoiceReview['options'] {
  return [
    {
      ...{ value: 'refine', label: 'refine', key: 'r' },
      help: 'requirements for the gaps are proposed, and you review them',
    },
    { value: 'proceed', label: 'proceed', key: 'p', help: 'the PRD is written now, gaps or not' },
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

function groupsOf(offer: JsonObject, given: JsonObject, score: number | null): readonly FactGroup[] {
  const gaps = listIn<Gap>(offer.identifiedGaps);
  const byRules = isJsonObject(given.analysis) ? given.analysis : {};
  const own = readAssessment(offer.assessment);
  const hasAxes = own !== null && Object.keys(own.axes).length > 0;
  const axes = hasAxes ? own.axes : byRules.axes;
  const reasons = hasAxes ? {} : byRules.reasons;
  return [
    { title: null, level: 'plain', facts: [scoreFact(score, byRules)] },
    { title: null, level: 'plain', facts: axisFacts(axes, reasons, listIn<Finding>(given.lint)) },
    ...assessmentGroups(own),
    ...(gaps.length === 0 ? [{ title: 'No gaps were found.', level: 'plain' as const, facts: [] }] : []),
    ...SEVERITIES.flatMap((severity) => gapGroup(severity, gaps)),
  ];
}

function scoreFact(score: number | null, byRules: JsonObject): Fact {
  if (score === null)
    return { name: 'The score could not be read.', text: '', share: null, level: 'fair', details: [] };
  const level = score >= SCORE_ENOUGH ? 'good' : score >= 0.6 ? 'fair' : 'poor';
  const [name, text] = score === byRules.score ? namedByRules(score, byRules) : [scoreWord(score), percent(score)];
  const details = score === byRules.score ? listIn<string>(byRules.caps) : [];
  return { name, text, share: score, enough: SCORE_ENOUGH, level, details };
}

/** A score that rules formed says how much they could judge. */
function namedByRules(score: number, { axes, reasons }: JsonObject): readonly [string, string] {
  const judged = Object.fromEntries(
    AXES.map((axis) => {
      const [value, reason] = [isJsonObject(axes) ? axes[axis] : null, isJsonObject(reasons) ? reasons[axis] : ''];
      return [axis, typeof value === 'number' && !NOT_JUDGED.test(String(reason)) ? value : null];
    }),
  ) as Record<Axis, number | null>;
  const text = scoreByRules(score, judged).replace(/^\w+: /, '');
  return [wordByRules(score, judged) ?? 'Enough to go on', text];
}

function axisFacts(axes: unknown, reasons: unknown, findings: readonly Finding[]): readonly Fact[] {
  if (!isJsonObject(axes)) return [];
  return AXES.flatMap((axis): Fact[] => {
    const value = axes[axis];
    if (typeof value !== 'number') return [];
    const share = value > 1 ? value / 100 : value;
    const reason = isJsonObject(reasons) && typeof reasons[axis] === 'string' ? reasons[axis] : '';
    if (NOT_JUDGED.test(reason)) return [{ name: axis, text: 'not judged', share: null, level: 'plain', details: [] }];
    const why = share >= SCORE_ENOUGH ? [] : [reason, axis === 'clarity' ? unclear(findings) : ''];
    const details = why.filter((words) => words !== '');
    return [{ name: axis, text: percent(share), share, level: 'plain', details }];
  });
}

/** `REQ-002: ambiguous ("fast"), compound`. */
function unclear(findings: readonly Finding[]): string {
  const byItem = [...Map.groupBy(findings, ({ id }) => id)];
  const told = byItem.slice(0, UNCLEAR_MAX).map(([id, own]) => {
    const words = own.map(({ rule, found }) => (found === '' ? rule : `${rule} ("${short(found)}")`));
    return `${id}: ${words.join(', ')}`;
  });
  const left = byItem.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

const short = (text: string): string => (text.length <= FOUND_MAX ? text : `${text.slice(0, FOUND_MAX - 1)}…`);

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
  if (decision.kind === 'message') return { message: decision.text };
  const option = decision.kind === 'choice' ? decision.option : '';
  if (!CHOICES.some((one) => one === option))
    return { refused: [`Expected one of ${CHOICES.join(', ')}, found "${option || decision.kind}".`] };
  if (!isJsonObject(offer)) return { refused: ['Expected a result to decide on, but the agent asks something.'] };
  const { userWantsToContinueDespiteGaps: _, ...result } = offer;
  if (option === 'threshold') return { output: result };
  return { output: { ...result, userWantsToContinueDespiteGaps: option === 'refine' } };
}

export function writtenGaps(offer: Json | null, given: Json): Decision | string {
  const option = isJsonObject(given) ? given.decision : given;
  const known = CHOICES.find((one) => one === option);
  if (known === undefined) return `one of ${CHOICES.map((one) => `"${one}"`).join(', ')}`;
  return offer === null ? 'a result to decide on, but the agent asks something' : { kind: 'choice', option: known };
}

export function decidedGaps({ userWantsToContinueDespiteGaps: goalClause }: JsonObject): string {
  return goalClause === true ? 'refine' : goalClause === false ? 'proceed to the PRD' : 'left to the threshold';
}
