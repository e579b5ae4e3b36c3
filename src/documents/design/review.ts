// What a review of a design comes to: what it left out, several made one, whether it asks for a revision, and in words.

import { isJsonObject, type Json } from '../../json.ts';
import { type DesignFinding, SEVERITIES } from './finding.ts';
import type { ReviewFeedback, ReviewIssue } from './state.ts';

export const SCORE_MIN = 0.7;
const GRAVE: ReadonlySet<string> = new Set(['CRITICAL', 'HIGH']);
const FEW_WORDS = 4;

export interface RevisionSettings {
  readonly when: 'strict' | 'reviewer';
  readonly rules: 'advise' | 'block';
}

/** Nothing of a review is required. A schema has checked what is there. */
export function readReview(given: Json): ReviewFeedback {
  const { overall_score, passes_validation, issues, strengths, needs_revision } = isJsonObject(given) ? given : {};
  return {
    ...(typeof overall_score === 'number' && { overall_score }),
    passes_validation: passes_validation !== false,
    issues: Array.isArray(issues) ? (issues as unknown as readonly ReviewIssue[]) : [],
    strengths: Array.isArray(strengths) ? strengths.map(String) : [],
    needs_revision: needs_revision === true,
  };
}

/** `weight`: how much of the document each one saw. */
export function mergeReviews(
  reviews: readonly { readonly review: ReviewFeedback; readonly weight: number }[],
): ReviewFeedback {
  const [only] = reviews;
  if (only !== undefined && reviews.length === 1) return only.review;
  const scored = reviews.flatMap(({ review, weight }) =>
    review.overall_score === undefined ? [] : [{ score: review.overall_score, weight: Math.max(1, weight) }],
  );
  const weights = scored.reduce((sum, { weight }) => sum + weight, 0);
  const score = scored.reduce((sum, each) => sum + each.score * (each.weight / weights), 0);
  const all = reviews.map(({ review }) => review);
  const issues: ReviewIssue[] = [];
  for (const issue of all.flatMap((review) => review.issues))
    if (!issues.some((other) => isSameIssue(other, issue))) issues.push(issue);
  return {
    ...(scored.length > 0 && { overall_score: Math.round(score * 1000) / 1000 }),
    passes_validation: all.every(({ passes_validation }) => passes_validation),
    issues,
    strengths: [...new Set(all.flatMap(({ strengths }) => strengths))],
    needs_revision: all.some(({ needs_revision }) => needs_revision),
  };
}

export function needsRevision(
  review: ReviewFeedback,
  findings: readonly DesignFinding[],
  { when, rules }: RevisionSettings,
): boolean {
  if (review.needs_revision) return true;
  if (rules === 'block' && findings.some(({ severity }) => GRAVE.has(severity))) return true;
  if (when === 'reviewer') return false;
  const { overall_score = 1, passes_validation, issues } = review;
  return !passes_validation || overall_score < SCORE_MIN || issues.some(({ severity }) => GRAVE.has(severity));
}

/** What a document that was forced on leaves open: never nothing, or nobody would know why it was. */
export function openIssues(
  review: ReviewFeedback | null,
  blocking: readonly DesignFinding[] = [],
): readonly ReviewIssue[] {
  const found = [...(review?.issues ?? []), ...blocking.map(issueOf)];
  if (found.length > 0) return found;
  const score = review?.overall_score;
  const description =
    score !== undefined && score < SCORE_MIN
      ? `The reviewer's score is ${score}, below ${SCORE_MIN}, and the review names no issue.`
      : 'The reviewer asks for a revision and names no issue.';
  return [{ category: 'review', severity: 'HIGH', description }];
}

export function issueOf({ rule, severity, message, suggestion, part, section }: DesignFinding): ReviewIssue {
  return { category: `rule ${rule}`, severity, description: message, suggestion, location: `${part}: ${section}` };
}

/** What a person said when they asked for a revision. It holds for every round that answers it. */
export interface HumanFeedback {
  readonly feedback: string;
  readonly comments: readonly ReviewIssue[];
}

/** For the next round's drafters: what the person said, the review, and what rules block it for. */
export function feedbackText(
  review: ReviewFeedback | null,
  { feedback, comments }: HumanFeedback,
  blocking: readonly ReviewIssue[] = [],
): string {
  const issues = review?.issues ?? [];
  const score = review?.overall_score === undefined ? [] : [`Score of the last review: ${review.overall_score}.`];
  return [
    ...(feedback.trim() === '' ? [] : ['The person who reviewed the document said:', feedback.trim(), '']),
    ...(comments.length === 0 ? [] : ['Their comments on sections:', ...comments.map(issueLine), '']),
    ...score,
    ...(issues.length === 0 ? [] : ['Issues of the last review:', ...bySeverity(issues).map(issueLine)]),
    ...(blocking.length === 0 ? [] : ['Found by rules, and to be settled:', ...bySeverity(blocking).map(issueLine)]),
  ]
    .join('\n')
    .trim();
}

export function issueLine({ severity, category, description, suggestion, location }: ReviewIssue): string {
  const where = location === undefined || location === '' ? '' : ` (${location})`;
  const advice = suggestion === undefined || suggestion === '' ? '' : ` Suggestion: ${suggestion}`;
  const lines = `- ${severity} ${category}${where}: ${description}${advice}`.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function bySeverity<T extends Pick<ReviewIssue, 'severity'>>(issues: readonly T[]): readonly T[] {
  const rank = ({ severity }: T): number => SEVERITIES.indexOf(severity);
  return [...issues].sort((a, b) => rank(a) - rank(b));
}

/** The same point in other words counts as the same: most of the words are. */
export function isSameIssue(a: ReviewIssue, b: ReviewIssue): boolean {
  const [one, two] = [wordsOf(a), wordsOf(b)];
  const shared = [...one].filter((word) => two.has(word)).length;
  const most = Math.max(one.size, two.size);
  return shared === most || (most > FEW_WORDS && shared / (one.size + two.size - shared) >= 0.6);
}

const wordsOf = ({ description }: ReviewIssue): ReadonlySet<string> =>
  new Set(description.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []);
