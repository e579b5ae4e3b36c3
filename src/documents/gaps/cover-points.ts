// Which points of a brief (goals, scope, success criteria) the kept requirements cover, by the words they share.

import type { Brief } from '../prd/brief.ts';
import { isOnlyQuoted } from '../requirements/only-quoted.ts';
import type { DecidedRequirement, PreviousText } from '../requirements/requirement.ts';
import { anyOf } from './any-of.ts';
import { contentWords, shareOf } from './content-words.ts';
import { isAssumed, type PointKind } from './ears-requirement.ts';
import { COVERED_FROM, judgePoints } from './judge-points.ts';
import { matterWords } from './kindred.ts';
import {
  coreOf,
  isBroughtAbout,
  type PointRoles,
  pointRoles,
  type RequirementRoles,
  requirementRoles,
} from './point-roles.ts';

export interface Point {
  readonly kind: PointKind;
  readonly text: string;
  /** 0..1. */
  readonly covered: number;
  /** Of the requirement that comes nearest; null: none shares a word. */
  readonly nearest: string | null;
  /** Neither covered nor open: a requirement may mean it in other words, or all of them together bring it about. */
  readonly isJudged: boolean;
  /** Not judged, and no mere outcome: only a reader can tell. */
  readonly isInDoubt: boolean;
  /** Words of it that no requirement has, nor another word for the same: why it is open. */
  readonly strange: readonly string[];
  /** A goal speaks of what is missing. */
  readonly isOfGoal: boolean;
  /** Of who may see or do what. */
  readonly isPermission: boolean;
  /** Only a requirement that quotes it speaks of it: nobody has said yet what is to be built. */
  readonly isOnlyQuoted: boolean;
  /** Ids of rejected or out-of-scope requirements that would have covered it. */
  readonly refused: readonly string[];
}

export { COVERED_FROM };
/** From this share on a requirement speaks of it, though not of all of it. */
export const PARTLY_FROM = 0.36;
/** So much more of it does a quote share than what is worded: then only the quote speaks of it. */
const NEARER_BY = 0.1;
const REFUSED_FROM = 0.8;
/** Who it is for is said in the requirement by another word as often as not. */
const ACTOR_WEIGHT = 0.4;
const TITLE_WEIGHT = 0.6;
const POINTS_MAX = 200;

export function coverPoints(
  brief: Brief,
  items: readonly DecidedRequirement[],
  previous: readonly PreviousText[] = [],
): readonly Point[] {
  const points = pointsOf(brief);
  const title = contentWords(brief.title);
  const weigh = weights(
    points.map(({ words }) => words),
    title,
  );
  const texts = items.map((item) => {
    const before = previous.filter(({ id }) => id === item.id).map(({ description = '' }) => description);
    return { item, ...requirementRoles(item.title, [item.description, ...before].join('\n')) };
  });
  const kept = texts.filter(({ item }) => isKept(item));
  const refused = texts.filter(({ item }) => item.standing === 'rejected' || item.standing === 'out-of-scope');
  const found = points.map((point) => {
    const { kind, text, words, actor, roles } = point;
    const weight = (word: string) => weigh(word) * (word === actor ? ACTOR_WEIGHT : 1);
    const shares = kept.map((one) => ({ one, share: shareOf(words, one.words, weight) }));
    const best = shares.reduce<Nearest>((a, b) => (b.share > a.share ? b : a), { one: null, share: 0 });
    const covered = byWords(point, shares, best, weight);
    const telling = new Set([...words].filter((word) => !title.has(word)));
    const means = kept.find((one) =>
      kind === 'criterion' ? isMeasured(words, one) : isBroughtAbout(roles, telling, one),
    );
    const against = refused
      .filter((one) => roles.action === '' || one.words.has(roles.action))
      .map((one) => ({ id: one.item.id, share: shareOf(words, one.words, weight) }))
      .filter(({ share }) => share >= COVERED_FROM);
    // A requirement that was made for this very point, and refused: what is left of it in another does not cover it.
    const isRefused = against.some(({ share }) => share >= REFUSED_FROM && share > best.share + 0.1);
    const isMet = words.size === 0 || means !== undefined;
    const worded = shares.filter(({ one }) => !isOnlyQuoted(one.item.description)).map(({ share }) => share);
    return {
      ...{ kind, text, roles, isPermission: roles.isPermission },
      covered: isRefused ? 0 : isMet ? 1 : roles.isPermission ? 0 : covered,
      nearest: best.one === null ? null : best.one.item.id,
      isOnlyQuoted: best.share > Math.max(0, ...worded) + NEARER_BY,
      refused: against.map(({ id }) => id),
    };
  });
  return measured(judgePoints(found, matterWords(kept.map(({ text }) => text).join('\n')), brief.title), kept);
}

type Text = RequirementRoles & { readonly item: DecidedRequirement };
type Nearest = { readonly one: Text | null; readonly share: number };
type Found = Point & { readonly roles: PointRoles };

/** By the words they share: with the nearest requirement, or with several that speak of it. */
function byWords(
  { words, roles, isPart }: ReturnType<typeof pointOf>,
  shares: readonly { readonly one: Text; readonly share: number }[],
  best: Nearest,
  weight: (word: string) => number,
): number {
  const together = new Set(shares.filter(({ share }) => share >= 0.3).flatMap(({ one }) => [...one.words]));
  const joint = shareOf(words, together, weight);
  const covered = Math.max(best.share, joint >= 0.65 ? joint : 0);
  // A requirement that does something else to the same thing covers no part of it.
  if (covered < COVERED_FROM && isElsewhere(words, roles, best.one)) return Math.min(covered, PARTLY_FROM - 0.01);
  const isOther = roles.name.size > 0 && !sharesAny(isPart ? new Set([roles.action]) : roles.name, best.one?.words);
  return isOther && (isPart || covered < COVERED_FROM) ? Math.min(covered, PARTLY_FROM - 0.01) : covered;
}

/** Neither what is done nor what it is done to; or the same is done, to nothing that the point names. */
function isElsewhere(
  words: ReadonlySet<string>,
  { action, head, actors, name }: PointRoles,
  one: Text | null,
): boolean {
  if (one === null) return false;
  const isDone = action !== '' && one.words.has(action);
  if (name.size === 0) return (action !== '' || head !== '') && !isDone && !one.words.has(head);
  const things = [...words].filter((word) => word !== action && !actors.has(word));
  return isDone && things.length > 0 && !things.some((word) => one.words.has(word));
}

const sharesAny = (words: ReadonlySet<string>, other: ReadonlySet<string> = new Set()): boolean =>
  [...words].some((word) => other.has(word));

/** Something is counted or timed, and it is the same thing. */
const isMeasured = (words: ReadonlySet<string>, one: Text): boolean => measuredWords(words, one) > 0;

/** How many words of a criterion a requirement that counts or times something shares. */
const measuredWords = (words: ReadonlySet<string>, { text, words: own }: Text): number =>
  MEASURING.test(text) ? [...words].filter((word) => own.has(word) && !/^\d/.test(word)).length : 0;

/** Where nothing is measured at all, nobody will know; where something is, it may be the criterion in other words. */
function measured(points: readonly Found[], kept: readonly Text[]): readonly Found[] {
  const isAny = kept.some(({ text }) => MEASURING.test(text));
  return points.map((point) => {
    const isOpen = point.kind === 'criterion' && point.covered < COVERED_FROM && point.refused.length === 0;
    return isOpen && isAny ? { ...point, isJudged: false, isInDoubt: true } : point;
  });
}

const MEASURING = anyOf(
  /\b(?:measures?|counts?|figures|statistics|average|median|share (?:of|per)|percentage|how many|totals?|sums?)\b/i,
  /\bshall (?:\w+ )?report\b|\breports? (?:on|per|each|how|the (?:number|share|time))\b/i,
  /\bnumber (?:of|per)\b|\btheir number\b|\b(?:minutes|hours|days|weeks|months) (?:between|from|until|since)\b/i,
  /\brecords? the (?:time|age|number|day|date)/i,
);

export function isKept(item: DecidedRequirement): boolean {
  return (item.standing === 'approved' || item.standing === 'modified') && item.supersededBy === undefined;
}

function pointsOf(brief: Brief) {
  const lists: readonly (readonly [PointKind, readonly string[]])[] = [
    ['goal', brief.goals],
    ['scope', brief.inScope],
    ['criterion', brief.successCriteria],
  ];
  return lists
    .flatMap(([kind, texts]) => texts.filter((text) => !isAssumed(text)).flatMap((text) => parts(kind, text)))
    .map(([kind, text, isPart]) => pointOf(kind, text, isPart))
    .slice(0, POINTS_MAX);
}

/** "Creating and withdrawing keys" are two: one may be there without the other. */
function parts(kind: PointKind, text: string): readonly (readonly [PointKind, string, boolean])[] {
  const [, one = '', other = '', rest = ''] = /^(\w+ing) (?:and|or) (\w+ing) (.+)$/i.exec(text) ?? [];
  if (kind !== 'scope' || rest === '') return [[kind, text, false]];
  return [
    [kind, `${one} ${rest}`, true],
    [kind, `${other.charAt(0).toUpperCase()}${other.slice(1)} ${rest}`, true],
  ];
}

function pointOf(kind: PointKind, text: string, isPart: boolean) {
  const words = contentWords(kind === 'goal' ? coreOf(text) : text);
  const [actor] = kind === 'goal' && words.size > 2 ? words : [];
  return { kind, text, words, actor, roles: pointRoles(text, kind), isPart };
}

/** A word that stands in many points, or in the title, tells less about any one of them. */
function weights(all: readonly ReadonlySet<string>[], title: ReadonlySet<string>): (word: string) => number {
  const counts = new Map<string, number>();
  for (const words of all) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => (title.has(word) ? TITLE_WEIGHT : 1) / Math.sqrt(counts.get(word) ?? 1);
}
