// What one round of drafting changed: sections, issues, score; which was the best, and whether it goes in circles.

import type { DesignFinding } from './finding.ts';
import { type DesignTexts, PARTS, type PartName, parsePart } from './part.ts';
import { bySeverity, isSameIssue } from './review.ts';
import type { ReviewFeedback, ReviewIssue } from './state.ts';

/** A round as it was drafted and reviewed. */
export interface DraftedRound {
  readonly round: number;
  readonly texts: DesignTexts;
  readonly review: ReviewFeedback;
  /** What rules found in these texts. */
  readonly findings: readonly DesignFinding[];
  /** How often a person had asked for a revision before it. */
  readonly human_revisions: number;
}

export interface SectionDifference {
  readonly part: PartName;
  readonly section: string;
  readonly change: 'added' | 'removed' | 'changed';
}

export type RoundComparison = {
  readonly round: number;
  /** How often a person had asked for a revision before it: rounds of the same number answer the same request. */
  readonly human_revisions: number;
  /** Of the whole text of each section, to see a version come back. */
  readonly sections: { readonly [section: string]: string };
  readonly changed: readonly SectionDifference[];
  readonly opened: readonly ReviewIssue[];
  readonly closed: readonly ReviewIssue[];
  readonly still_open: readonly ReviewIssue[];
  readonly score_before: number | null;
  readonly score_after: number | null;
  /** What an earlier round had closed, or had said before, is here again. */
  readonly returned: readonly string[];
  readonly is_oscillating: boolean;
  readonly is_without_progress: boolean;
};

export interface RoundsSoFar {
  /** Earlier comparisons, oldest first; those of other requests do not count. */
  readonly earlier: readonly RoundComparison[];
  /** The round before this one; null in the first. */
  readonly before: DraftedRound | null;
}

/** `digest`: of a text, short. */
export function compareRounds(
  now: DraftedRound,
  { earlier: all, before }: RoundsSoFar,
  digest: (text: string) => string,
): RoundComparison {
  const earlier = all.filter(({ human_revisions = 0 }) => human_revisions === now.human_revisions);
  const [old, issues] = [before?.review.issues ?? [], now.review.issues];
  const within = (issue: ReviewIssue, all: readonly ReviewIssue[]): boolean =>
    all.some((other) => isSameIssue(other, issue));
  const opened = issues.filter((issue) => !within(issue, old));
  const closedBefore = earlier.flatMap(({ closed }) => closed);
  const changed = before === null ? [] : differences(before.texts, now.texts);
  const sections = digests(now.texts, digest);
  const returned = [
    ...opened.filter((issue) => within(issue, closedBefore)).map(({ description }) => description),
    ...changed.flatMap(({ part, section }) => {
      const key = `${part}: ${section}`;
      const past = earlier.slice(0, -1).some((each) => each.sections[key] === sections[key]);
      return past && sections[key] !== undefined ? [`${key} is as it was in an earlier round`] : [];
    }),
  ];
  const closed = old.filter((issue) => !within(issue, issues));
  const [scoreBefore, scoreAfter] = [before?.review.overall_score ?? null, now.review.overall_score ?? null];
  // A round that was not scored is compared by its issues alone.
  const isHigher = scoreBefore !== null && scoreAfter !== null && scoreAfter > scoreBefore;
  return {
    ...{ round: now.round, human_revisions: now.human_revisions, sections, changed, opened, closed, returned },
    still_open: issues.filter((issue) => within(issue, old)),
    ...{ score_before: scoreBefore, score_after: scoreAfter, is_oscillating: returned.length > 0 },
    is_without_progress:
      before?.human_revisions === now.human_revisions &&
      (changed.length === 0 || (closed.length === 0 && issues.length > 0 && !isHigher)),
  };
}

export function differences(before: DesignTexts, now: DesignTexts): readonly SectionDifference[] {
  return PARTS.flatMap((part) => {
    const [old, own] = [sectionsOf(part, before[part]), sectionsOf(part, now[part])];
    const found = [...own].flatMap(([section, text]): SectionDifference[] => {
      if (!old.has(section)) return [{ part, section, change: 'added' }];
      return old.get(section) === text ? [] : [{ part, section, change: 'changed' }];
    });
    const gone = [...old.keys()].filter((section) => !own.has(section));
    return [...found, ...gone.map((section) => ({ part, section, change: 'removed' as const }))];
  });
}

function sectionsOf(part: PartName, text: string): ReadonlyMap<string, string> {
  if (text.trim() === '') return new Map();
  return new Map(parsePart(part, text).sections.map((section) => [section.id, section.text.trim()]));
}

function digests(texts: DesignTexts, digest: (text: string) => string): { readonly [section: string]: string } {
  const all = PARTS.flatMap((part) => [...sectionsOf(part, texts[part])].map(([id, text]) => [`${part}: ${id}`, text]));
  return Object.fromEntries(all.map(([key = '', text = '']) => [key, digest(text)]));
}

/** Negative: `a` is better. What passes comes first, then the score where both have one, then the issues. */
export function compareQuality(a: ReviewFeedback, b: ReviewFeedback): number {
  const isScored = a.overall_score !== undefined && b.overall_score !== undefined;
  return (
    Number(a.needs_revision) - Number(b.needs_revision) ||
    (isScored ? b.overall_score - a.overall_score : 0) ||
    weightOf(a.issues) - weightOf(b.issues)
  );
}

const WEIGHTS = { CRITICAL: 1000, HIGH: 100, MEDIUM: 10, LOW: 3, INFO: 1 } as const;

const weightOf = (issues: readonly ReviewIssue[]): number =>
  issues.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0);

/** One sentence each, for the person who reviews; none for a first round. */
export function roundNotices(all: readonly RoundComparison[], bestRound: number): readonly string[] {
  const last = all.at(-1);
  if (last === undefined || all.length < 2) return [];
  // Rounds before a person's request answered another one: none of them can be better.
  const rounds = all.filter(({ human_revisions = 0 }) => human_revisions === (last.human_revisions ?? 0));
  const best = rounds.find(({ round }) => round === bestRound);
  const named = (issues: readonly ReviewIssue[]): string =>
    bySeverity(issues)
      .slice(0, 3)
      .map(({ description }) => description.replace(/\.$/, ''))
      .join('; ');
  const [closed, opened, still] = [last.closed.length, last.opened.length, last.still_open.length];
  const counts = `${counted(closed, 'issue')} closed, ${opened} opened, ${still} still open`;
  const scores = `score ${best?.score_after ?? 'none'}, this one ${last.score_after ?? 'none'}`;
  return [
    `Round ${last.round} changed ${counted(last.changed.length, 'section')}: ${counts}.`,
    ...(last.is_oscillating ? [`It goes in circles: ${last.returned.slice(0, 3).join('; ')}.`] : []),
    ...(last.is_without_progress ? [`The last round made no progress: ${named(last.still_open)}.`] : []),
    ...(best !== undefined && best.round !== last.round ? [`Round ${best.round} was better (${scores}).`] : []),
  ];
}

/** `1 issue`, `2 issues`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
