// The same amount, turned round: `six days later` where the source has `six days earlier`.

import { matchWords } from './align-words.ts';
import { compareQuantities } from './compare-quantities.ts';
import type { Objection } from './objection.ts';
import { pattern } from './pattern.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';

interface Direction {
  readonly axis: 'size' | 'time';
  readonly sign: 1 | -1;
  readonly text: string;
}

const MORE = pattern(
  'i',
  '^(?: points?)? (?:more|higher|larger|bigger|longer|faster|greater|better|heavier|hotter|warmer|wider|taller|',
  String.raw`stronger|above|up)\b`,
);
const LESS = pattern(
  'i',
  '^(?: points?)? (?:less|fewer|lower|smaller|shorter|slower|worse|cheaper|lighter|cooler|colder|weaker|below|under|',
  String.raw`down|short of)\b`,
);
const SOONER = /^ (?:earlier|sooner|before|ahead of|early|prior to)\b/i;
const LATER = /^ (?:later|after|late|behind|overdue)\b/i;
const ABOUT = '(?: by)?(?: (?:about|some|almost|nearly|around|roughly|over))? $';
const RISEN = pattern(
  'i',
  String.raw`\b(?:up|rose|risen|grew|grown|increased|climbed|gained|rise of|increase of|growth of|gain of)`,
  ABOUT,
);
const FALLEN = pattern(
  'i',
  String.raw`\b(?:down|fell|fallen|dropped|decreased|declined|shrank|lost|fall of|drop of|decrease of|`,
  'decline of|loss of)',
  ABOUT,
);
const LEAD = 40;

export function checkAmountDirection(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
): readonly Objection[] {
  for (const mine of claim.quantities) {
    const own = directionOf(mine, claim);
    if (own === null) continue;
    for (const theirs of source.quantities) {
      if (compareQuantities(mine, theirs) !== 'same') continue;
      const other = directionOf(theirs, source);
      if (other === null || other.axis !== own.axis || other.sign === own.sign) continue;
      if (!isSameWayRound(items, mine, theirs, source)) continue;
      return [{ kind: 'conflict', reason: `The source says "${other.text}", the claim says "${own.text}".` }];
    }
  }
  return [];
}

function directionOf({ start, end }: Quantity, { text }: Statement): Direction | null {
  const [lead, rest] = [text.slice(Math.max(0, start - LEAD), start), text.slice(end, end + LEAD)];
  const amount = text.slice(start, end);
  const [sooner, later] = [SOONER.exec(rest), LATER.exec(rest)];
  const [more, less] = [MORE.exec(rest), LESS.exec(rest)];
  const make = (axis: Direction['axis'], sign: Direction['sign'], word: string): Direction => ({
    ...{ axis, sign, text: word.trim() },
  });
  if (more !== null) return make('size', 1, amount + more[0]);
  if (less !== null) return make('size', -1, amount + less[0]);
  if (sooner !== null) return make('time', -1, amount + sooner[0]);
  if (later !== null) return make('time', 1, amount + later[0]);
  const [risen, fallen] = [RISEN.exec(lead), FALLEN.exec(lead)];
  if (risen !== null) return make('size', 1, risen[0] + amount);
  return fallen === null ? null : make('size', -1, fallen[0] + amount);
}

const isTwice = (item: StatementWord, other: StatementWord): boolean => other !== item && other.base === item.base;

/** `A opened two years before B` is `B opened two years after A`. */
function isSameWayRound(items: readonly StatementWord[], mine: Quantity, theirs: Quantity, source: Statement): boolean {
  const place = source.words.find(({ end }) => end > theirs.start);
  let kept = 0;
  for (const item of items) {
    if (item.weight === 0 || item.kind === 'verb' || items.some((other) => isTwice(item, other))) continue;
    const [found, again] = source.words.filter(
      (word) => word.sentence === place?.sentence && matchWords(item, word)?.isOpposite === false,
    );
    if (found !== undefined && again === undefined)
      kept += found.start < theirs.start === item.start < mine.start ? 1 : -1;
  }
  return kept > 0;
}
