// Which points that no requirement meets are gaps: those of which something says that they are missing.

import { once } from '../words/once.ts';
import { contentWords } from './content-words.ts';
import { isPhrase, isSpoken, isSpokenOf, matterWords } from './kindred.ts';
import { coreOf, type PointRoles } from './point-roles.ts';

/** From this share on a point counts as covered. */
export const COVERED_FROM = 0.45;

interface Unjudged {
  readonly kind: 'goal' | 'scope' | 'criterion';
  readonly text: string;
  readonly covered: number;
  readonly roles: PointRoles;
  readonly refused: readonly string[];
}

interface Judged {
  readonly isJudged: boolean;
  readonly isInDoubt: boolean;
  readonly strange: readonly string[];
  readonly isOfGoal: boolean;
}

/**
 * What is missing and what is there in other words look alike. Two things tell them apart: a goal and the scope speak
 * of it, and no requirement has that word nor another for the same matter; or it names a part of the scope by a noun of
 * which that is true. Where there is no scope, a goal that says it once is enough. All else is left to a reader.
 */
export function judgePoints<T extends Unjudged>(
  points: readonly T[],
  spoken: ReadonlySet<string>,
  title: string,
): readonly (T & Judged)[] {
  const named = matterWords(title);
  const asked = points.map(({ kind, text }) => (kind === 'criterion' ? new Set<string>() : wordsOf(kind, text)));
  const hasScope = points.some(({ kind }) => kind === 'scope');
  return points.map((point, at) => {
    const { kind, covered, roles, refused } = point;
    const judged = { ...point, isJudged: true, isInDoubt: false, strange: [], isOfGoal: kind === 'goal' };
    const isOpen = covered < COVERED_FROM && refused.length === 0;
    if (kind === 'criterion' || !isOpen || roles.isPermission) return judged;
    const strange = [...(asked[at] ?? [])].filter((word) => !isSpokenOf(word, spoken));
    const others = (word: string) =>
      points.filter((other, index) => other.kind !== kind && !named.has(word) && isSpoken(word, asked[index] ?? NONE));
    const twice = strange.filter((word) => others(word).length > 0);
    const head = kind === 'scope' ? headOf(point) : '';
    const isNamed = strange.includes(head) && !IN_WHICH_FORM().has(head) && !QUALITY.test(head);
    const isOnce = !hasScope && strange.length > 0 && !roles.isOutcome;
    if (twice.length === 0 && !isNamed && !isOnce && spoken.size > 0)
      return { ...judged, isJudged: false, isInDoubt: !roles.isOutcome, isOfGoal: false };
    const isOfGoal = kind === 'goal' || isServing(point, points);
    return { ...judged, strange: asSaid(point.text, twice.length > 0 ? twice : strange), isOfGoal };
  });
}

const NONE: ReadonlySet<string> = new Set();

/** What is done, of "Swapping shifts"; else the last noun of the name: `record` of "Training record of a pilot". */
function headOf({ text, roles }: Unjudged): string {
  const [name = ''] = text.split(NAME_ENDS);
  const isAction = /^\w+ing\b/i.test(name) && !/^\w+ing \w+[^s\W]$/i.test(name);
  return isAction ? roles.action : ([...wordsOf('scope', name)].at(-1) ?? '');
}

const NAME_ENDS = / (?:of|for|by|with|from|to|in|on|at|as|after|before|within|per|that|which|between) /i;

/** Stems of nouns for a quality: "availability" has as many names as there are things. */
const QUALITY = /(?:bilit|ness|ship|hood)$/;

/** A goal that nothing meets either speaks of it. */
function isServing({ text }: Unjudged, points: readonly Unjudged[]): boolean {
  const words = wordsOf('scope', text);
  return points.some(
    (goal) =>
      goal.kind === 'goal' &&
      goal.covered < COVERED_FROM &&
      [...wordsOf('goal', goal.text)].some((word) => isSpoken(word, words)),
  );
}

/** Nouns that say only in which form something comes, or that something is done about it. */
const IN_WHICH_FORM = once(() =>
  contentWords(
    `form page view list screen overview figures calendar catalogue table sheet card board chart data information
    entries record check tracking handling management support option choice`,
  ),
);

/** Words that name nothing. */
const SMALL = once(() =>
  contentWords(
    `between during against among around along under above below until since even still already really soon back
    up down know person people everyone everybody nobody somebody someone anything something everything nothing`,
  ),
);

function wordsOf(kind: Unjudged['kind'], text: string): ReadonlySet<string> {
  const words = matterWords(kind === 'goal' ? coreOf(text) : text);
  // Of "short-supply" the parts count: either may be said alone.
  return new Set(
    [...words].filter(
      (word) => !/^\d/.test(word) && (!/\p{L}-\p{L}/u.test(word) || isPhrase(word)) && !SMALL().has(word),
    ),
  );
}

/** The words of a text that have these stems. */
function asSaid(text: string, stems: readonly string[]): readonly string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  return words.filter((word) => [...matterWords(word)].some((stem) => stems.includes(stem)));
}
