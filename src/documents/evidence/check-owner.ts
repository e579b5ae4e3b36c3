// Whose figure it is: 23 % for the city and 31 % for the country is not 23 % for the country.

import { matchWords } from './align-words.ts';
import { compareQuantities } from './compare-quantities.ts';
import { twoFigures } from './figure-order.ts';
import type { Objection } from './objection.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';

/** For amounts of the claim that stand between two places of it. */
export function checkOwner(
  claim: Statement,
  source: Statement,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Objection[] {
  for (const quantity of claim.quantities) {
    if (quantity.end <= start || quantity.start >= end) continue;
    const alike = source.quantities.filter(({ dimension }) => dimension === quantity.dimension);
    const same = alike.filter((other) => compareQuantities(quantity, other) === 'same');
    const [said] = same;
    if (isExchanged(quantity, claim, source)) {
      return [{ kind: 'conflict', reason: `The source gives "${quantity.text}" for the other of the two.` }];
    }
    if (!OWNED.test(quantity.dimension)) continue;
    // One figure of the claim, and one of the source that is it: others are somebody else's.
    if (same.length !== 1 || said === undefined || alike.length < 2) continue;
    if (claim.quantities.filter(({ dimension }) => dimension === quantity.dimension).length > 1) continue;
    const own = partOf(said, source, alike);
    const named = claim.words.filter((word) => tellsWho(word, quantity));
    for (const other of alike) {
      if (other === said || !isApart(said, other, source)) continue;
      const theirs = partOf(other, source, alike);
      const who = named.find((word) => isOnlyIn(word, theirs, source));
      const instead = own.find(
        (word) => tellsWho(word, said) && !claim.words.some((each) => matchWords(each, word)?.isOpposite === false),
      );
      if (who === undefined || instead === undefined) continue;
      const reason = `The source says ${said.text} of "${instead.text}", and ${other.text} of "${who.text}".`;
      return [{ kind: 'conflict', reason }];
    }
  }
  return [];
}

/** `steel 4 and timber 7` where the source has `timber 4 and steel 7`. */
function isExchanged(quantity: Quantity, claim: Statement, source: Statement): boolean {
  const two = twoFigures(quantity.dimension, claim, source);
  if (two === null) return false;
  const { mine, theirs, places } = two;
  const words = mine.map((each) => partOf(each, claim, mine).filter((word) => tellsWho(word, each)));
  const parts = places.map((each) => partOf(each, source, theirs));
  const isOf = (at: number): boolean => (words[at] ?? []).some((word) => isOnlyIn(word, parts[1 - at] ?? [], source));
  const isOwn = (at: number): boolean =>
    (words[at] ?? []).some((word) => word.kind !== 'adjective' && isOnlyIn(word, parts[at] ?? [], source));
  const isTurned = isOf(0) && isOf(1) && !(isOwn(0) && isOwn(1));
  return isTurned || isAtOtherTime(mine, claim, places, source);
}

/** `4.2 % in August and 5.1 % in September` where the source has them the other way round. */
function isAtOtherTime(
  mine: readonly Quantity[],
  claim: Statement,
  theirs: readonly Quantity[],
  source: Statement,
): boolean {
  const timeOf = (amount: Quantity, all: readonly Quantity[], statement: Statement) => {
    const inPlace = all.toSorted((one, other) => one.start - other.start);
    const part = partOf(amount, statement, inPlace);
    const [from, to] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0];
    const within = statement.dates.filter(({ start, end }) => start >= from && end <= to);
    return within.length === 1 ? within[0] : undefined;
  };
  const [one, other] = mine.map((amount) => timeOf(amount, mine, claim));
  const [first, second] = theirs.map((amount) => timeOf(amount, theirs, source));
  if (one === undefined || other === undefined || first === undefined || second === undefined) return false;
  return one.from === second.from && other.from === first.from && one.from !== other.from;
}

/** `from 6.1 to 5.4 percent` is one statement; a comma, a joint or a full stop begins another. */
function isApart(one: Quantity, other: Quantity, { text }: Statement): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  return /[,;:.]|\b(?:and|but|while|whereas)\b/.test(text.slice(first.end, second.start));
}

/** Numbers of things are compared by what is counted. */
const OWNED = /^(?:share|points|money|mass|length|time|temperature|volume|energy|speed|area)/;

/** Of whom or of what a figure is told: not what is measured in it. */
const tellsWho = ({ kind, isName, weight, start, end }: StatementWord, { start: from, end: to }: Quantity): boolean =>
  weight >= 0.8 &&
  (isName || kind === 'noun' || kind === 'adjective' || kind === 'name') &&
  (end <= from || start >= to);

const isOnlyIn = (word: StatementWord, part: readonly StatementWord[], { words }: Statement): boolean => {
  const places = words.filter((other) => matchWords(word, other)?.isOpposite === false);
  return places.length > 0 && places.every((place) => part.includes(place));
};

/** The words around an amount, up to the next amount of its kind on either side, within its sentence. */
function partOf(amount: Quantity, { words }: Statement, alike: readonly Quantity[]): readonly StatementWord[] {
  const place = words.find(({ end }) => end > amount.start);
  const before = alike.filter((other) => other.end <= amount.start).at(-1);
  const behind = alike.find((other) => other.start >= amount.end);
  const here = words.filter(({ sentence }) => sentence === place?.sentence);
  const isCut = ({ text, lower }: StatementWord): boolean =>
    /^[,;:]$/.test(text) || /^(?:and|but|while|whereas)$/.test(lower);
  // Between two amounts of a sentence the last joint tells whose the words are.
  const joint = here.findLast((word) => isCut(word) && word.start >= (before?.end ?? 0) && word.end <= amount.start);
  const next = here.findLast((word) => isCut(word) && word.start >= amount.end && word.end <= (behind?.start ?? 0));
  const isBefore = before !== undefined && here.some(({ end }) => end > before.start && end <= before.end);
  const isBehind = behind !== undefined && here.some(({ start }) => start >= behind.start && start < behind.end);
  const from = isBefore ? (joint?.start ?? before.end) : 0;
  const to = isBehind ? (next?.start ?? behind.start) : Number.POSITIVE_INFINITY;
  return here.filter(({ start, end }) => start >= from && end <= to);
}
