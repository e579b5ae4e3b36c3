// The reviewer without a model: what the design does not carry of the input and the findings of the rules are its
// issues; the rubric and the share that is carried, its score.

import { CATALOGUE } from '../../../documents/design/catalogue.ts';
import type { DesignFinding, Severity } from '../../../documents/design/finding.ts';
import { type DesignItems, readItems } from '../../../documents/design/items.ts';
import { withoutOpenPoints } from '../../../documents/design/open-points.ts';
import { type DesignTexts, PARTS, type PartName, parsePart } from '../../../documents/design/part.ts';
import type { GivenTexts } from '../../../documents/design/read-sources.ts';
import type { ReviewFeedback, ReviewIssue } from '../../../documents/design/state.ts';
import { type Criterion, shippedRubric, type Weights, weightsIn } from '../read-rubric.ts';
import { type CoverageReview, reviewCoverage } from './review-coverage.ts';

export interface ReviewInput {
  /** `MISSING` where there is none. */
  readonly hld: string;
  readonly lld: string;
  readonly database: string;
  readonly findings: readonly DesignFinding[];
  /** How it is judged; the one that ships when left out. */
  readonly rubric?: string;
  /** What the design answers to, and the whole design where a portion of it is reviewed. */
  readonly given?: GivenTexts & { readonly whole: DesignTexts; readonly isFirst: boolean };
}

const COSTS: Readonly<Record<Severity, number>> = { CRITICAL: 0.5, HIGH: 0.25, MEDIUM: 0.1, LOW: 0.04, INFO: 0 };
const SCORE_ENOUGH = 0.7;
const DESCRIPTION_CHARACTERS_MIN = 10;

export function reviewByRules(input: ReviewInput): ReviewFeedback {
  const coverage = coverageIn(input);
  const issues = [
    ...[...missingParts(input), ...coverage.issues, ...emptySections(input)],
    ...[...input.findings.map(issueOf), ...missingSections(input)],
  ];
  const weights = weightsIn(input.rubric ?? '') ?? weightsIn(shippedRubric());
  const overall_score = scoreOf(issues, weights ?? ({} as Weights), coverage.share);
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

const itemsOf = (input: ReviewInput): DesignItems => readItems(textsIn(input));

function textsIn(input: ReviewInput): DesignTexts {
  const text = (part: PartName): string => (isMissing(input[part]) ? '' : input[part]);
  return { hld: text('hld'), lld: text('lld'), database: text('database') };
}

/** Every portion's score falls with what the whole lacks; the first one tells of it. */
function coverageIn({ given }: ReviewInput): CoverageReview {
  if (given === undefined || PARTS.every((part) => isMissing(given.whole[part]))) return { issues: [], share: 1 };
  const { issues, share } = reviewCoverage(given, given.whole, readItems(given.whole));
  return { issues: given.isFirst ? issues : [], share };
}

/** A heading over nothing, or over no more than that nothing was found. */
function emptySections(input: ReviewInput): readonly ReviewIssue[] {
  return PARTS.filter((part) => !isMissing(input[part])).flatMap((part) => {
    const empty = parsePart(part, input[part]).sections.filter(({ text, id }) => id !== part && isEmpty(text));
    const [first, ...others] = empty;
    if (first === undefined) return [];
    const names = empty.map(({ title }) => `"${title}"`).join(', ');
    return [
      {
        ...{ category: 'completeness', severity: 'HIGH' as const, location: `${part}/${first.id}` },
        description:
          others.length === 0
            ? `The section ${names} of ${part} holds nothing about this product.`
            : `${empty.length} sections of ${part} hold nothing about this product: ${names}.`,
        suggestion: 'Say what is done here, or why nothing has to be.',
      },
    ];
  });
}

const isEmpty = (text: string): boolean => {
  const body = withoutOpenPoints(text.replace(/^.*(?:\n|$)/, '')).trim();
  return body === '' || /^Open: rules found nothing in the input for this section; its author decides\.$/.test(body);
};

function scoreOf(issues: readonly ReviewIssue[], weights: Weights, share: number): number {
  const criteria = Object.entries(weights) as readonly (readonly [Criterion, number])[];
  const score = criteria.reduce((sum, [criterion, weight]) => {
    const lost = issues
      .filter(({ category }) => category === criterion)
      .reduce((total, { severity }) => total + COSTS[severity], 0);
    return sum + weight * Math.max(0, 1 - lost);
  }, 0);
  return Math.round(score * share * 1000) / 1000;
}

/** Only what holds for all of a kind, and for at least one. */
function strengthsOf(input: ReviewInput): readonly string[] {
  const items = itemsOf(input);
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
  return isWhole
    ? useCases.length === 1
      ? 'The use case has endpoints in the map.'
      : `All ${useCases.length} use cases have endpoints in the map.`
    : '';
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
