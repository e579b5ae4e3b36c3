// What a sentence compares: `A grew faster than B`, `higher in 2023 than in 2022`, `A outsold B`.

import { matchWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import type { DateMention } from './read-dates.ts';
import type { Statement, StatementWord } from './read-statement.ts';

export interface Comparison {
  readonly word: StatementWord;
  /** 1: the first is more, -1: less. */
  readonly direction: 1 | -1;
  /** Earlier or later, older or younger: dates decide. -1: the first is earlier. */
  readonly timeDirection: 1 | -1 | 0;
  readonly left: Side;
  readonly right: Side;
}

export interface Side {
  readonly words: readonly StatementWord[];
  readonly dates: readonly DateMention[];
}

export const LESS = anyOf(`
  less fewer lower smaller shorter slower weaker worse colder cooler poorer lighter narrower cheaper thinner rarer
  quieter younger milder drier
`);
const SOONER = /^(?:earlier|older|sooner)$/;
const LATER = /^(?:later|newer|younger)$/;
export const BACK = 10;

export function comparisonOf(items: readonly StatementWord[], claim: Statement): Comparison | null {
  const clauses = new Set(items.map(({ clause }) => clause));
  const { words } = claim;
  const than = words.findIndex(
    (word, at) => word.lower === 'than' && clauses.has(word.clause) && !isBeforeAmount(words, at),
  );
  if (than < 0) return comparingVerb(words, clauses);
  // `deeper than any other`: the deepest.
  if (/^(?:any|all|every)$/.test(words[than + 1]?.lower ?? '')) return null;
  const place = words.slice(Math.max(0, than - BACK), than).findLastIndex(isComparative);
  const at = Math.max(0, than - BACK) + place;
  const word = words[at];
  if (place < 0 || word === undefined) return null;
  const isIn = (each: StatementWord): boolean => clauses.has(each.clause) && each.weight >= 0.3;
  const before = comparedBefore(words, at, than).filter(isIn);
  const after = comparedBehind(words, than).filter(isIn);
  // `faster than those in the north`, `in 2023 than in 2022`: what both sides have does not tell them apart.
  const isShared = (one: StatementWord, others: readonly StatementWord[]): boolean =>
    others.some((other) => other.base === one.base || other.lower === one.lower);
  const isThing = ({ kind, isName }: StatementWord): boolean =>
    isName || kind === 'noun' || kind === 'adjective' || kind === 'name';
  // `organic fields ... than conventional ones`: `ones` are fields, too.
  const standsFor = after.some(({ lower }) => /^(?:ones?|those|that)$/.test(lower))
    ? before.findLast(({ kind }) => kind === 'noun')
    : undefined;
  const apart = before.filter((one) => isThing(one) && !isShared(one, after));
  const left = apart.length > 1 ? apart.filter((one) => one !== standsFor) : apart;
  const right = after.filter(
    (one) => isThing(one) && !isShared(one, before) && !(after.length > 1 && /^ones?$/.test(one.lower)),
  );
  const from = words[than]?.start ?? 0;
  const end = Math.max(...words.filter(({ clause }) => clauses.has(clause)).map((each) => each.end));
  const dates = claim.dates.filter((date) => date.start < end);
  const [early, late] = [dates.filter((date) => date.end <= from), dates.filter((date) => date.start > from)];
  const isByDate = late.length > 0 && early.length > 0;
  const direction = LESS.test(word.lower) ? -1 : 1;
  const timeDirection = SOONER.test(word.lower) ? -1 : LATER.test(word.lower) ? 1 : 0;
  if (isByDate && right.length === 0) {
    return { word, direction, timeDirection: 0, left: { words: [], dates: early }, right: { words: [], dates: late } };
  }
  if (left.length === 0 || right.length === 0) return null;
  return { word, direction, timeDirection, left: { words: left, dates: [] }, right: { words: right, dates: [] } };
}

const BEFORE_SIDE = /^(?:after|with|without|under|among|during|for|by|in|on|at|from|of|to)$/;

/**
 * Of `patients recovered faster after surgery than with drugs` the surgery, of `more of each euro on rent than on
 * food` the rent, and never the study of `in the study, ...`.
 */
function comparedBefore(words: readonly StatementWord[], at: number, than: number): readonly StatementWord[] {
  const between = words.slice(at + 1, than);
  const preposition = words[than + 1]?.lower ?? '';
  if (BEFORE_SIDE.test(preposition)) {
    const same = between.findLastIndex(({ lower }) => lower === preposition);
    if (same >= 0) return between.slice(same + 1);
    if (BEFORE_SIDE.test(between[0]?.lower ?? '')) return between;
  }
  const before = words.slice(0, at);
  const comma = before.findIndex(({ text }) => text === ',');
  const isLead = before[0]?.kind === 'preposition' && before.slice(comma + 1).some(({ kind }) => kind === 'noun');
  return isLead ? before.slice(comma + 1) : before;
}

/** `than large firms in the second half of the year`: compared are the firms. */
function comparedBehind(words: readonly StatementWord[], than: number): readonly StatementWord[] {
  const behind = words.slice(than + 1);
  const end = behind.findIndex(({ lower }) => /^(?:in|on|at|during|over)$/.test(lower));
  const first = behind.slice(0, Math.max(0, end));
  const isNamed = first.some((word) => {
    const isThing = word.isName || (word.kind === 'adjective' && word.weight >= 0.3) || word.kind === 'noun';
    return isThing && !words.slice(0, than).some(({ base }) => base === word.base);
  });
  return isNamed ? first : behind;
}

export const COMPARING = /^(?:outsell|exceed|outnumber|surpass|outperform|overtake|outweigh|outstrip|outpace)$/;

/** `electric cars outsold diesel cars`. */
function comparingVerb(words: readonly StatementWord[], clauses: ReadonlySet<number>): Comparison | null {
  const at = words.findIndex(
    ({ base, lower, clause }) => (COMPARING.test(base) || lower === 'outsold') && clauses.has(clause),
  );
  const word = words[at];
  if (word === undefined) return null;
  const things = (given: readonly StatementWord[]): readonly StatementWord[] =>
    given.filter(
      ({ weight, kind, clause }) => weight >= 0.3 && kind !== 'verb' && kind !== 'adverb' && clauses.has(clause),
    );
  const [before, after] = [things(words.slice(0, at)), things(words.slice(at + 1))];
  const apart = (one: readonly StatementWord[], other: readonly StatementWord[]): readonly StatementWord[] =>
    one.filter((each) => !other.some((given) => matchWords(each, given)?.isOpposite === false));
  const [left, right] = [apart(before, after), apart(after, before)];
  if (left.length === 0 || right.length === 0) return null;
  return { word, direction: 1, timeDirection: 0, left: { words: left, dates: [] }, right: { words: right, dates: [] } };
}

export const isBeforeAmount = (words: readonly StatementWord[], at: number): boolean =>
  /^(?:number|other)$/.test(words[at + 1]?.kind ?? '') ||
  (/^(?:half|a|an|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(words[at + 1]?.lower ?? '') &&
    /^(?:more|less|fewer)$/.test(words[at - 1]?.lower ?? ''));

export const isComparative = ({ lower, kind }: StatementWord): boolean =>
  /^(?:more|less|fewer|better|worse|earlier|later|further|farther|lower|higher|slower|faster)$/.test(lower) ||
  (/^[a-z]{2,}er$/.test(lower) && (kind === 'adjective' || kind === 'adverb'));
