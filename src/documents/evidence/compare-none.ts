// Whether one passage says that there was not a single one of what another counts.

import { byWord } from '../words/by-word.ts';
import { aboutFigure } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf } from './align-passages.ts';
import { matchClosely } from './align-words.ts';
import { clauseAt } from './compare-figures.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { countedIn, isMeasure } from './figure-role.ts';
import { pattern } from './pattern.ts';
import { perPassage } from './per-passage.ts';
import type { Quantity } from './read-quantities.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

interface None {
  readonly text: string;
  readonly noun: StatementWord;
  readonly isMore: boolean;
}

const LIKE_FROM = 0.62;
/** Both speak of what came in addition. */
const MORE_LIKE_FROM = 0.42;
const TELLING_FROM = 1.2;

/** The first one says that there was none. */
export function noneConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  const nones = nonesIn(one);
  if (nones.length === 0 || !canBeSameTime(one, other)) return null;
  for (const none of nones) {
    for (const figure of other.figures) {
      if (!isCountOf(figure, none, other)) continue;
      const scope = { mine: none.noun.clause, theirs: clauseAt(figure, other) };
      const likeness = likenessOf(aligned, { ...scope, without: new Set([none.noun]) });
      if (likeness.value < (none.isMore ? MORE_LIKE_FROM : LIKE_FROM) || !isTelling(likeness, TELLING_FROM)) continue;
      if (areToldApart(aligned, { ...scope, isOneEvent: none.isMore })) continue;
      const about = aboutFigure(other.statement, figure, likeness.shared);
      return { kind: 'figure', about, one: `"${none.text}"`, other: figure.text, likeness: likeness.value };
    }
  }
  return null;
}

const MORE = /\b(?:additional|extra|further|new|more)\b/i;
const NONE = pattern(
  'gi',
  String.raw`\b(?:without|not|no)(?: (?:a single|any|one|a))?(?: (?:additional|extra|further|new|more))?`,
  '(?= [a-z]{3,})',
);

const nonesIn = perPassage(({ statement: { text, words } }: ComparedPassage): readonly None[] =>
  [...text.matchAll(NONE)].flatMap((found): None[] => {
    const end = found.index + found[0].length;
    const noun = words.find(({ start }) => start === end + 1);
    const isSaid = /^no\b|single|any|one|more|extra|additional|further/i.test(found[0]);
    if (!isSaid || noun === undefined || noun.kind !== 'noun') return [];
    return [{ text: `${found[0]} ${noun.text}`, noun, isMore: MORE.test(found[0]) }];
  }),
);

function isCountOf(figure: Quantity, { noun, isMore }: None, passage: ComparedPassage): boolean {
  if (figure.dimension !== 'count' || figure.role !== '' || figure.low < 1 || !isMeasure(figure, passage)) return false;
  const counted = countedIn(figure, passage);
  const head = counted.findLast(({ kind }) => kind === 'noun');
  if (head === undefined || head.isNegated || head.doubt !== '') return false;
  const near = passage.statement.text.slice(Math.max(0, figure.start - 10), head.end);
  if (MORE.test(near) !== isMore) return false;
  return matchClosely(noun, head)?.worth === 1 || isKindOf(noun, head) || isKindOf(head, noun);
}

/** General words and what they may stand for. */
const KINDS: Readonly<Record<string, ReadonlySet<string>>> = byWord({
  vehicle: new Set('bus car lorry truck van coach tram train ambulance taxi bicycle'.split(' ')),
  ship: new Set('ferry tanker boat vessel freighter liner'.split(' ')),
  person: new Set('worker nurse teacher doctor driver employee guard clerk'.split(' ')),
  building: new Set('house school hall hospital tower barn shed'.split(' ')),
  animal: new Set('dog cow sheep horse goat wolf cat pig'.split(' ')),
  machine: new Set('pump tractor crane digger robot mower'.split(' ')),
  tree: new Set('oak lime maple beech pine spruce birch'.split(' ')),
});

const isKindOf = (general: StatementWord, word: StatementWord): boolean => KINDS[general.base]?.has(word.base) === true;
