// Whether something rose or fell, where the source only gives two figures: `112, down from 139 a year earlier`.

import type { Alignment } from './align-words.ts';
import { compareQuantities } from './compare-quantities.ts';
import type { Objection } from './objection.ts';
import { pattern } from './pattern.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { areOpposite } from './word-meaning.ts';

const BEFORE_EARLIER = pattern(
  'i',
  String.raw`\b(?:(?:up|down) from|compared (?:with|to)|against|versus|after|instead of|from|rather than)`,
  '(?: (?:about|some|almost|nearly|around|roughly|just|only|the))* $',
);
const THEN = pattern(
  'i',
  String.raw`^[^.;]{0,30}?\b(?:(?:a|the|one) (?:year|month|week|season|decade|day) (?:before|earlier|ago)|`,
  String.raw`(?:the )?(?:previous|last|preceding|prior) (?:year|month|week|season|decade|quarter)|in \d{4})\b`,
);
const FROM = /\b(?:up|down) from $/i;
const LEAD = 40;

/** The two figures of the sentence that is compared, the later one first; null where it does not give two. */
function changeOf(source: Statement, sentence: number): readonly [Quantity, Quantity] | null {
  const here = source.quantities.filter(
    ({ start }) => source.words.find(({ end }) => end > start)?.sentence === sentence,
  );
  for (const [at, earlier] of here.entries()) {
    const lead = source.text.slice(Math.max(0, earlier.start - LEAD), earlier.start);
    const later = here.slice(0, at).findLast(({ dimension }) => dimension === earlier.dimension);
    if (later === undefined || !BEFORE_EARLIER.test(lead) || earlier.role === 'to') continue;
    if (FROM.test(lead) || THEN.test(source.text.slice(earlier.end, earlier.end + LEAD * 2))) return [later, earlier];
  }
  return null;
}

const UPWARD = 'increase';
const DOWNWARD = 'decrease';

/** The only word of the claim that says which way it went. */
function directionOf(items: readonly StatementWord[]): { readonly word: StatementWord; readonly sign: 1 | -1 } | null {
  const found = items.flatMap((word) => {
    const isMove = word.kind === 'verb' || word.kind === 'adjective' || word.kind === 'noun';
    const isUp = isMove && (areOpposite(word.base, DOWNWARD) || areOpposite(word.lower, DOWNWARD));
    const isDown = isMove && (areOpposite(word.base, UPWARD) || areOpposite(word.lower, UPWARD));
    const isLess = /^(?:smaller|fewer|less|lower)$/.test(word.lower);
    const isMore = /^(?:larger|bigger|greater|more|higher)$/.test(word.lower);
    if (isUp === isDown && isLess === isMore) return [];
    return [{ word, sign: isDown || isLess ? (-1 as const) : (1 as const) }];
  });
  const [only] = found;
  return found.length === 1 && only !== undefined && !only.word.isNegated ? only : null;
}

/** Of a claim without figures of its own. */
export function checkChange(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  { sentence }: Alignment,
): readonly Objection[] {
  const change = changeOf(source, sentence);
  const direction = change === null ? null : directionOf(items);
  if (change === null || direction === null) return [];
  const [later, earlier] = change;
  // `rose 4.2 %, down from 5.1 %`: it did rise.
  const { base } = direction.word;
  if (source.words.some((word) => word.sentence === sentence && word.base === base)) return [];
  if (claim.quantities.some((own) => !change.some((other) => compareQuantities(own, other) === 'same'))) return [];
  if (later.low === earlier.low || later.low > earlier.low === (direction.sign === 1)) return [];
  const reason = `The source gives ${later.text} after ${earlier.text}, the claim says "${direction.word.text}".`;
  return [{ kind: 'conflict', reason }];
}
