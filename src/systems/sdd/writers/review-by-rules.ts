// The reviewer without a model: the findings of the rules are its issues, the rubric its score.

import { CATALOGUE } from '../../../documents/design/catalogue.ts';
import type { DesignFinding, Severity } from '../../../documents/design/finding.ts';
import { type DesignItems, readItems } from '../../../documents/design/items.ts';
import { PARTS, type PartName, parsePart } from '../../../documents/design/part.ts';
import type { ReviewFeedback, ReviewIssue } from '../../../documents/design/state.ts';
import { type Criterion, shippedRubric, type Weights, weightsIn } from '../read-rubric.ts';

export interface ReviewInput {
  /** `MISSING` where there is none. */
  readonly hld: string;
  readonly lld: string;
  readonly database: string;
  readonly findings: readonly DesignFinding[];
  /** How it is judged; the one that ships when left out. */
  readonly rubric?: string;
}

const COSTS: Readonly<Record<Severity, number>> = { CRITICAL: 0.5, HIGH: 0.25, MEDIUM: 0.1, LOW: 0.04, INFO: 0 };
const SCORE_ENOUGH = 0.7;
const DESCRIPTION_CHARACTERS_MIN = 10;

export function reviewByRules(input: ReviewInput): ReviewFeedback {
  const issues = [...missingParts(input), ...input.findings.map(issueOf), ...missingSections(input)];
  const weights = weightsIn(input.rubric ?? '') ?? weightsIn(shippedRubric());
  const overall_score = scoreOf(issues, weights ?? ({} as Weights));
  const isGrave = issues.some(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH');
  return {
    overall_score,
    passes_validation: !issues.some(({ severity }) => severity === 'CRITICAL'),
    issues,
    strengths: strengthsOf(input),
    needs_revision: isGrave || overall_score < SCORE_ENOUGH,
  };
}

const isMissing = (text: string): boolean => text.trim() === '' || text.trim() === 'MISSING';

function missingParts(input: ReviewInput): readonly ReviewIssue[] {
  return PARTS.filter((part) => isMissing(input[part])).map((part) => ({
    ...{ category: 'completeness', severity: 'CRITICAL', location: part },
    description: `The part ${part} is missing as a whole.`,
    suggestion: `Draft ${part} before the review.`,
  }));
}

function issueOf({ rule, severity, part, section, line, message, suggestion }: DesignFinding): ReviewIssue {
  const description = message.length < DESCRIPTION_CHARACTERS_MIN ? `${message} (${rule}, line ${line})` : message;
  return { category: categoryOf(rule), severity, description, suggestion, location: `${part}/${section}:${line}` };
}

/** By what a rule's name says it looks at. */
function categoryOf(rule: string): Criterion {
  if (/standard|must-line/.test(rule)) return 'standards';
  if (/without|missing|lacks|no-|empty|unmapped/.test(rule)) return 'completeness';
  if (/link|reference|term|vague|filler|unclear|name/.test(rule)) return 'clarity';
  return 'quality';
}

/** Sections of the catalogue that nobody wrote and no finding names. */
function missingSections(input: ReviewInput): readonly ReviewIssue[] {
  return PARTS.filter((part) => !isMissing(input[part])).flatMap((part) => {
    const ids = new Set(parsePart(part, input[part]).sections.map(({ id }) => id));
    const told = new Set(input.findings.filter((each) => each.part === part).map(({ section }) => section));
    return CATALOGUE[part]
      .filter(({ id }) => !ids.has(id) && !told.has(id))
      .map(({ id, names }) => ({
        ...{ category: 'completeness', severity: 'MEDIUM' as const, location: `${part}/${id}` },
        description: `The section "${names[0]}" is missing from ${part}.`,
        suggestion: `Add "## ${names[0]}", or say in it what is open and who decides.`,
      }));
  });
}

function scoreOf(issues: readonly ReviewIssue[], weights: Weights): number {
  const criteria = Object.entries(weights) as readonly (readonly [Criterion, number])[];
  const score = criteria.reduce((sum, [criterion, weight]) => {
    const lost = issues
      .filter(({ category }) => category === criterion)
      .reduce((total, { severity }) => total + COSTS[severity], 0);
    return sum + weight * Math.max(0, 1 - lost);
  }, 0);
  return Math.round(score * 1000) / 1000;
}

/** Only what holds for all of a kind, and for at least one. */
function strengthsOf(input: ReviewInput): readonly string[] {
  const text = (part: PartName): string => (isMissing(input[part]) ? '' : input[part]);
  const items = readItems({ hld: text('hld'), lld: text('lld'), database: text('database') });
  return [
    mapStrength(items),
    endpointStrength(items),
    modelStrength(items),
    decisionStrength(items),
    traceStrength(items),
  ].filter((strength) => strength !== '');
}

function mapStrength({ useCases, apiLinks }: DesignItems): string {
  const mapped = new Set(apiLinks.filter(({ endpoints }) => endpoints.length > 0).map(({ useCase }) => useCase));
  const isWhole = useCases.length > 0 && useCases.every(({ id }) => mapped.has(id));
  return isWhole ? `All ${useCases.length} use cases have endpoints in the map.` : '';
}

function endpointStrength({ endpoints }: DesignItems): string {
  const isWhole =
    endpoints.length > 0 &&
    endpoints.every(({ request, response, errors }) => [request, response, errors].every((each) => each !== ''));
  return isWhole ? `All ${endpoints.length} endpoints name request, response and errors.` : '';
}

function modelStrength({ models, tables }: DesignItems): string {
  const ids = new Set(tables.flatMap(({ id, name }) => [id, name]));
  const isWhole = models.length > 0 && models.every(({ table }) => ids.has(table)) && models.length === tables.length;
  return isWhole ? `Each of the ${models.length} models has its table, and each table its model.` : '';
}

function decisionStrength({ decisions }: DesignItems): string {
  const isWhole =
    decisions.length > 0 &&
    decisions.every(({ options, chosen, because }) => [options, chosen, because].every((each) => each !== ''));
  return isWhole ? `${decisions.length} decisions say what else was possible and why it was not taken.` : '';
}

function traceStrength({ useCases }: DesignItems): string {
  const linked = useCases.filter(({ requirements }) => requirements.length > 0);
  return linked.length > 0 && linked.length === useCases.length
    ? 'Every use case names the requirements it comes from.'
    : '';
}
