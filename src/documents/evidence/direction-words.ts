// Words that say where something goes: up, down or nowhere, in amount or in quality.

import type { ComparedPassage } from './compared-passage.ts';
import { perPassage } from './per-passage.ts';
import type { StatementWord } from './read-statement.ts';

export interface DirectionMark {
  readonly word: StatementWord;
  readonly family: 'amount' | 'quality' | 'any';
  /** 1 up, -1 down, 0 no change. */
  readonly sign: number;
  readonly isNegated: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const UP = set(
  'rise risen grow grown rose grew increase climb surge soar jump swell multiply expand raise ' +
    'boost lengthen double triple more higher larger bigger ' +
    'longer greater growth upward widen gain heavier warmer hotter commoner',
);
const DOWN = set(
  'fall fallen fell drop decline decrease shrink shrank shrunk reduce diminish dwindle vanish ' +
    'disappear shorten lower lessen halve less fewer smaller ' +
    'shorter reduction plunge slump cut downward narrow shrinkage lighter cooler colder curb rarer scarcer',
);
const BETTER = set('improve better recover enhance improvement benefit help recovery strengthen');
const WORSE = set('worsen worse deteriorate degrade harm damage suffer weaken impair deterioration spoil');
const SAME = set('same unchanged constant stable identical unaffected alike equal equally similar stagnate');
/** Say that there is a change; denied, that there is none. */
const DIFFER = set('differ change difference vary affect influence effect impact alter');

/** The marks of one passage; what may be or is planned says nothing. */
export const directionMarks = perPassage(readDirectionMarks);

function readDirectionMarks({ statement: { words, quantities } }: ComparedPassage): readonly DirectionMark[] {
  return words.flatMap((word, at): DirectionMark[] => {
    if (word.doubt === 'planned' || word.doubt === 'conditional' || word.doubt === 'possible') return [];
    // `more than 40`: a bound of a number, no direction.
    if (
      quantities.some(({ start, end, dimension }) => dimension !== 'factor' && word.start >= start && word.start < end)
    )
      return [];
    if (word.kind === 'verb' && (isOnlyPossible(words, at) || isOfPlace(words, at))) return [];
    const found = readMark(words, at);
    return found === null ? [] : [{ ...found, word, isNegated: word.isNegated }];
  });
}

/** `can be lowered`, `to lower it`, `must not fall`: nothing has moved. */
const isOnlyPossible = (words: readonly StatementWord[], at: number): boolean =>
  words[at - 1]?.lower === 'to' ||
  words
    .slice(Math.max(0, at - 4), at)
    .some(
      ({ lower, clause }) =>
        clause === words[at]?.clause && /^(?:can|could|may|might|would|should|must|shall|ought)$/.test(lower),
    );

/** `comes down to look`: nothing falls. */
const isOfPlace = (words: readonly StatementWord[], at: number): boolean =>
  /^(?:come|go)/.test(words[at]?.lower ?? '') && words[at + 2]?.lower === 'to' && words[at + 3]?.kind === 'verb';

function readMark(words: readonly StatementWord[], at: number): Pick<DirectionMark, 'family' | 'sign'> | null {
  const word = words[at];
  if (word === undefined || word.isName) return null;
  const has = (list: ReadonlySet<string>): boolean =>
    list.has(word.lower) || (word.kind !== 'adverb' && list.has(word.base));
  if (/^(?:more|less)$/.test(word.lower)) return degreeMark(words, at);
  if (has(UP)) return { family: 'amount', sign: 1 };
  if (has(DOWN)) return { family: 'amount', sign: -1 };
  if (has(BETTER)) return { family: 'quality', sign: 1 };
  if (has(WORSE)) return { family: 'quality', sign: -1 };
  if (word.lower === 'as' && isAsBefore(words, at)) return { family: 'any', sign: 0 };
  // `at the same time`, `the same firm`: only what stays the same.
  if (SAME.has(word.lower)) return isPredicate(words, at) ? { family: 'any', sign: 0 } : null;
  return DIFFER.has(word.base) && word.isNegated ? { family: 'any', sign: 0 } : null;
}

const OFTEN = /^(?:often|frequent|frequently|common|commonly|likely|numerous|many|much|severe)$/;

/** `more often` goes up; `more expensive` says something else; `no more` denies. */
function degreeMark(words: readonly StatementWord[], at: number): Pick<DirectionMark, 'family' | 'sign'> | null {
  const [word, next, before] = [words[at], words[at + 1], words[at - 1]];
  if (before?.lower === 'no' || next?.lower === 'or') return null;
  // `pay less than that`: what they pay, not how it changes.
  if (next?.lower === 'than' && /^(?:that|this|those)$/.test(words[at + 2]?.lower ?? '')) return null;
  const isOther =
    (next?.kind === 'adjective' || next?.kind === 'adverb') &&
    !OFTEN.test(next.lower) &&
    words[at + 2]?.kind !== 'noun';
  return isOther ? null : { family: 'amount', sign: word?.lower === 'more' ? 1 : -1 };
}

/** `as large as it was`, `as often as before`. */
const isAsBefore = (words: readonly StatementWord[], at: number): boolean =>
  words[at + 2]?.lower === 'as' &&
  /^(?:it|they|he|she|before|ever|in|always|previously)$/.test(words[at + 3]?.lower ?? '');

/** `was the same`, `stayed about the same`, `remained stable`. */
function isPredicate(words: readonly StatementWord[], at: number): boolean {
  for (let place = at - 1; place >= Math.max(0, at - 4); place--) {
    const word = words[place];
    if (/^(?:be|stay|remain|keep|hold)$/.test(word?.base ?? '')) return words[at + 1]?.kind !== 'noun';
    if (word?.kind === 'noun' || word?.kind === 'mark') return false;
  }
  return false;
}
