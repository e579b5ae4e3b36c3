// Which goals that no requirement meets by its words are gaps, and which are only said in other words.

import { once } from '../words/once.ts';
import { readWords, type WordKind } from '../words/read-words.ts';
import { contentWords, stemOf } from './content-words.ts';
import type { PointKind } from './ears-requirement.ts';
import { coreOf, type PointRoles } from './point-roles.ts';

export interface GoalEvidence {
  readonly kind: PointKind;
  readonly text: string;
  readonly covered: number;
  readonly isMet: boolean;
  readonly isJudged: boolean;
  readonly telling: ReadonlySet<string>;
  readonly roles: PointRoles;
  readonly refused: readonly string[];
}

/** Of all requirements that are kept. */
export interface Requirements {
  /** Their words. */
  readonly spoken: ReadonlySet<string>;
  /** Words for those whom they tell or show something. */
  readonly informed: ReadonlySet<string>;
  /** Some of them belong to no point that is met. */
  readonly isAnyLeft: boolean;
  /** From this share on a point counts as covered. */
  readonly coveredFrom: number;
}

/**
 * A thing that no requirement names is missing. Where only the verb is strange, the scope decides: it is missing if an
 * item of the scope is open too that no other goal speaks of, else it is the same in other words.
 */
export function judgeGoals<T extends GoalEvidence>(
  points: readonly T[],
  { spoken, informed, isAnyLeft, coveredFrom }: Requirements,
): readonly T[] {
  const goals = points.filter(({ kind }) => kind === 'goal');
  const open = points.filter(
    ({ kind, covered, refused, isJudged }) =>
      kind === 'scope' && covered < coveredFrom && refused.length === 0 && isJudged,
  );
  const hasScope = points.some(({ kind }) => kind === 'scope');
  const isAllMet = hasScope && open.length === 0 && isAnyLeft;
  const isFree = (goal: T): boolean =>
    open.some((item) => !goals.some((other) => other !== goal && sharesStem(item.telling, other.telling)));
  return points.map((point) => {
    const { kind, roles, isMet, covered } = point;
    if (kind !== 'goal' || isMet || roles.isOutcome || roles.isPermission || !point.isJudged) return point;
    if (covered >= coveredFrom)
      return isStrange(roles.deed, spoken) && !TELLS.test(roles.deed) && isFree(point)
        ? { ...point, covered: 0 }
        : point;
    const isInformed = [...roles.actors].some((actor) => informed.has(actor) || spoken.has(actor));
    if (isAllMet && (!(roles.told !== null || roles.isSeen) || isInformed)) return { ...point, isJudged: false };
    if (roles.told !== null && [...roles.actors].some((actor) => informed.has(actor)))
      return { ...point, isJudged: false };
    if (roles.told !== null || (isSeen(point) && isStrange(roles.head, spoken))) return point;
    if (!hasScope || namesStrange(point, spoken) || isFree(point)) return point;
    return { ...point, isJudged: false };
  });
}

/** Stems: telling people is said in many words. */
const TELLS = /^(?:alarm|warn|remind|notif|tel|inform|find|call)/;
const SEES = /\b(?:sees?|knows?|learns?|follows?|compares?)\b/i;

/** Somebody is to see something that has a name of its own. */
const isSeen = ({ text, telling, roles }: GoalEvidence): boolean =>
  SEES.test(text) && [...telling].some((word) => !roles.actors.has(word) && !ABSTRACT().has(word));

/** Whether a word, or one of its family, is in `spoken`. */
export function isSpoken(word: string, spoken: ReadonlySet<string>): boolean {
  if (spoken.has(word)) return true;
  return word.length >= FAMILY_LETTERS && [...spoken].some((other) => other.startsWith(word.slice(0, FAMILY_LETTERS)));
}

const FAMILY_LETTERS = 5;
const isStrange = (word: string, spoken: ReadonlySet<string>): boolean => word !== '' && !isSpoken(word, spoken);
const sharesStem = (some: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...some].some((word) => isSpoken(word, other));

/** Where and when something happens names no thing of its own. */
const PLACING = /^(?:at|on|in|into|from|under|before|after|by|within|until|during|over|near|to)$/i;
const CONDITION = /\b(?:when|if|unless|as soon as)\b(.+)$/i;
const NOUNS = new Set<WordKind>(['noun', 'name', 'number']);

function namesStrange({ text, telling, roles }: GoalEvidence, spoken: ReadonlySet<string>): boolean {
  const core = coreOf(text);
  const words = readWords(core);
  const things = words.filter(({ kind, text: word }, at) => {
    // "waiting time": what stands before a noun belongs to it.
    if (/ing$/.test(word) && NOUNS.has(words[at + 1]?.kind ?? 'mark')) return true;
    const before = words.slice(0, at).findLast((word) => word.kind === 'preposition' || word.kind === 'verb');
    return NOUNS.has(kind) && !(before?.kind === 'preposition' && PLACING.test(before.text));
  });
  const stems = things.flatMap(({ text: word }) => [...contentWords(word)]);
  const isThing = (stem: string): boolean =>
    telling.has(stem) && !roles.actors.has(stem) && stem !== roles.deed && !ABSTRACT().has(stem);
  if (stems.some((stem) => isThing(stem) && isStrange(stem, spoken))) return true;
  const [, condition = ''] = CONDITION.exec(core) ?? [];
  const verbs = readWords(condition).filter(({ kind }) => kind === 'verb');
  return verbs.some(({ base }) => isStrange(stemOf(base), spoken));
}

/** Made when first asked for: stems need the tagger, which loads late. */
const ABSTRACT = once(
  () =>
    new Set(
      `way home plan minute minutes hour day week night morning evening time person people thing things everybody
      everyone hand hands eye eyes surprise end beginning place work job trouble effort stress overview clarity order
      hurry doubt guess risk mistake knowledge peace mind life world`
        .split(/\s+/)
        .map(stemOf),
    ),
);
