// The amounts and dates of a claim against those of a source: which of the source's is about the same, and what it
// says.

import { matchWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { type AmountPiece, type Best, bestOf } from './best-mention.ts';
import { derivedObjection } from './check-derived.ts';
import { frequenciesOf } from './check-frequency.ts';
import { type Comparison, compareDates, compareQuantities } from './compare-quantities.ts';
import { orderOf } from './figure-order.ts';
import { impliedDates } from './implied-dates.ts';
import type { Objection } from './objection.ts';
import type { DateMention } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { isBegin, isEnd, isFirstOf, isLastOf } from './span-ends.ts';
import { unitNamed } from './units-of-measure.ts';

const within = (each: { readonly start: number; readonly end: number }, { start, end }: AmountPiece): boolean =>
  each.end > start && each.start < end;

export function checkAmounts(piece: AmountPiece, source: Statement, clause: number): readonly Objection[] {
  const { claim } = piece;
  const objections: Objection[] = [];
  const about = aboutSentences(piece, source);
  for (const quantity of claim.quantities) {
    if (!within(quantity, piece) || isPresupposed(quantity, claim) || isFrequency(quantity, claim, source)) continue;
    const compare = (other: Quantity): Comparison =>
      isOtherMinimum(quantity, other, claim, source)
        ? 'different'
        : isCapacity(quantity, other, claim)
          ? 'same'
          : compareAges(quantity, claim, asAllowed(other, source), source);
    const found = bestOf({ wanted: quantity, mentions: source.quantities, compare, piece, source, clause, about });
    const order = orderOf(quantity, claim, source);
    if (order === 'exchanged') {
      const reason = `The source gives "${quantity.text}" for the other of the two.`;
      objections.push({ kind: 'conflict', reason });
      continue;
    }
    if (found.comparison === 'same' || order === 'kept') continue;
    const derived = derivedObjection(quantity, claim, source);
    if (derived === 'same') continue;
    const objection = derived ?? amountObjection(quantity, found);
    const isOther =
      isOfAnother(quantity, claim, source) || isAnotherOne(quantity, claim) || isWhichOne(quantity, claim);
    objections.push(isOther ? { ...objection, kind: 'missing' } : objection);
  }
  const dates = [...source.dates, ...impliedDates(source.text, source.dates, source.quantities)];
  for (const date of claim.dates) {
    if (!within(date, piece)) continue;
    const compare = (other: DateMention): Comparison => compareDates(date, other);
    const found = bestOf({ wanted: date, mentions: dates, compare, piece, source, clause, about });
    const ended = date.relation === 'since' ? source.dates.find((other) => hasEndedBy(other, date)) : undefined;
    if (ended !== undefined) {
      objections.push({
        kind: 'conflict',
        reason: `The source says until ${ended.text}, the claim says since ${date.text}.`,
      });
      continue;
    }
    if (isSpanToo(date, claim, source)) continue;
    const own = datesOfVerb(date, claim, source, dates);
    if (found.comparison === 'same' && own.length > 0 && own.every((other) => compare(other) === 'different')) {
      objections.push({ kind: 'conflict', reason: `The source says ${own[0]?.text}, the claim says ${date.text}.` });
      continue;
    }
    if (found.comparison === 'same') continue;
    if (isWithinStay(date, found.mention) && !isOtherEnd(piece, date, found.mention)) continue;
    const objection = dateObjection(date, found);
    const isOfOther = isMeasuredThen(piece) || isState(piece);
    objections.push(isOfOther ? { ...objection, kind: 'missing' } : objection);
  }
  return objections;
}

/** `can carry 400` where the source says `up to 400`. */
const isCapacity = ({ bound, start, low, dimension }: Quantity, other: Quantity, { text }: Statement): boolean =>
  bound === 'exact' &&
  other.bound === 'under' &&
  low === other.low &&
  dimension === other.dimension &&
  /\b(?:can|could|capacity|room for|space for|maximum)\b[^.;,]{0,40}$/i.test(
    text.slice(Math.max(0, start - 60), start),
  );

const YEAR_SECONDS = unitNamed('years')?.factor ?? 1;

function compareAges(quantity: Quantity, claim: Statement, other: Quantity, source: Statement): Comparison {
  const isOne = (quantity.dimension === 'time') !== (other.dimension === 'time');
  return isOne
    ? compareQuantities(asYears(quantity, claim), asYears(other, source))
    : compareQuantities(quantity, other);
}

/** `the mean age was 54`: 54 years. */
function asYears(amount: Quantity, { text }: Statement): Quantity {
  const { dimension, low, high, step, start, following } = amount;
  if (dimension !== 'count' || high > 130 || following.length > 1) return amount;
  if (!/\bage[ds]?\b[^.;,]{0,40}$/i.test(text.slice(Math.max(0, start - 50), start))) return amount;
  const [least, most] = [low * YEAR_SECONDS, high * YEAR_SECONDS];
  return { ...amount, dimension: 'time', low: least, high: most, step: step * YEAR_SECONDS };
}

/** `2025 to 2029` of both. */
const isSpanToo = (date: DateMention, { text, dates }: Statement, source: Statement): boolean =>
  dates.some((other) => {
    const [first, second] = other.start < date.start ? [other, date] : [date, other];
    const isSpan = /^(?: to | and | until |[–-])$/.test(text.slice(first.end, second.start));
    return other !== date && isSpan && source.text.includes(text.slice(first.start, second.end));
  });

/** `dug coal in 2020 and closed the following year`: those in the clause of the verb that the claim dates. */
function datesOfVerb(
  { start: place }: DateMention,
  claim: Statement,
  source: Statement,
  dates: readonly DateMention[],
): readonly DateMention[] {
  const clauseAt = ({ words }: Statement, at: number): number | undefined => words.find(({ end }) => end > at)?.clause;
  const own = clauseAt(claim, place);
  const verb = claim.words.findLast(
    ({ kind, clause, start, weight }) => kind === 'verb' && clause === own && start < place && weight >= 0.8,
  );
  if (verb === undefined) return [];
  const said = source.words.filter((word) => word.kind === 'verb' && matchWords(verb, word)?.isOpposite === false);
  return said.length === 1 ? dates.filter(({ start }) => clauseAt(source, start) === said[0]?.clause) : [];
}

/** `lived there from 1891 to 1899`: in 1895, too. */
const isWithinStay = (date: DateMention, mention: DateMention | null): boolean =>
  mention !== null && mention.relation === 'from' && mention.from <= date.from && mention.to >= date.to;

/** `lasted from 2013 to 2019`: it did not begin in 2016. */
const isOtherEnd = ({ items }: AmountPiece, date: DateMention, mention: DateMention | null): boolean =>
  mention !== null &&
  items.some(({ base, kind }) => kind === 'verb' && (isBegin(base) || isEnd(base))) &&
  !items.every(({ base }) => (isBegin(base) ? isFirstOf(date, mention) : !isEnd(base) || isLastOf(date, mention)));

/** `from 2006 to 2014`, `until 2014`: then not since 2014. */
const hasEndedBy = ({ relation, from, to }: DateMention, date: DateMention): boolean =>
  Math.floor(to / 10_000) === Math.floor(date.to / 10_000) &&
  (relation === 'until' || (relation === 'from' && to - from > 10_000));

const WHICH_ONE = anyOf(`
  line route road ward room flight section article chapter version model type class grade gate platform figure table
  bus tram train motorway highway unit block building hall channel phase stage volume level
`);

/** `Trams on line 9` are others than those on line 6. */
const isWhichOne = ({ dimension, start }: Quantity, { words }: Statement): boolean => {
  const before = words.findLast(({ end }) => end <= start);
  return dimension === 'count' && before !== undefined && WHICH_ONE.test(before.base) && before.lower === before.base;
};

const MEASURES_VERB = /^(?:be|stand|have|amount|total|reach|average|number|count)$/;

/** `was 5.1 % in 2016`: another year has its own figure. */
const isMeasuredThen = ({ items, claim, ...place }: AmountPiece): boolean => {
  const amounts = claim.quantities.filter(
    ({ dimension, start }) => MEASURED.test(dimension) && start >= place.start && start < place.end,
  );
  const verbs = items.filter(({ kind }) => kind === 'verb');
  return amounts.length > 0 && verbs.every(({ base }) => MEASURES_VERB.test(base));
};

const DUTY = /\b(?:must|ha(?:s|ve) to|need(?:s|ed)? to|required?|requires|minimum)\b/;

/** `must be at least twelve` is another rule than `must be at least eight`. */
const isOtherMinimum = (one: Quantity, other: Quantity, claim: Statement, source: Statement): boolean =>
  one.bound === other.bound &&
  (one.bound === 'over' || one.bound === 'under') &&
  one.dimension === other.dimension &&
  one.low !== other.low &&
  DUTY.test(claim.text) &&
  DUTY.test(source.text);

/** `made a profit in 2019`: what was so in another year says nothing of this one. */
const isState = ({ items }: AmountPiece): boolean => {
  const verbs = items.filter(({ kind }) => kind === 'verb');
  return verbs.length > 0 && verbs.every(({ base }) => /^(?:make|have|be|remain|keep|stand)$/.test(base));
};

/** `every two years`, where the source says how often, too. */
const isFrequency = ({ start }: Quantity, claim: Statement, source: Statement): boolean =>
  frequenciesOf(claim.text).some((each) => each.start <= start && each.end > start) &&
  frequenciesOf(source.text).length > 0;

/** `the two companies`, `both firms`: how many there are is not what is claimed. */
const isPresupposed = ({ text, start }: Quantity, claim: Statement): boolean =>
  /^(?:two|three|four)$/i.test(text) && /\b(?:the|these|those|its|their) $/i.test(claim.text.slice(0, start));

const MEASURED = /^(?:count|share|points|money|mass|volume|energy)/;

/** `her second album sold ...` is another than her third. */
const isAnotherOne = ({ dimension, start, end }: Quantity, { words }: Statement): boolean =>
  dimension === 'ordinal' &&
  words.find((word) => word.start >= end)?.kind === 'noun' &&
  !words.some((word) => word.kind === 'verb' && word.start < start);

/** `10 percent less fertiliser` where the source says nothing of fertiliser. */
function isOfAnother(quantity: Quantity, claim: Statement, source: Statement): boolean {
  if (!MEASURED.test(quantity.dimension)) return false;
  const of = claim.words.filter(({ start }) => start >= quantity.end).slice(0, 3);
  const skipped = of.findIndex(
    ({ lower, kind }) => !/^(?:less|more|fewer|of|the)$/.test(lower) && kind !== 'adjective',
  );
  const word = of[skipped];
  if (word === undefined || word.kind !== 'noun' || word.weight < 0.8) return false;
  return !source.words.some((other) => matchWords(word, other)?.isOpposite === false);
}

/**
 * The sentences that speak of what the claim speaks of; one that goes on with `it` or `the figure` after such a
 * one.
 */
function aboutSentences({ items }: AmountPiece, source: Statement): ReadonlySet<number> {
  const things = items.filter(
    ({ kind, isName, weight }) => weight >= 0.8 && (isName || kind === 'noun' || kind === 'name'),
  );
  const found = new Map<number, Set<StatementWord>>();
  for (const word of source.words) {
    for (const thing of things) {
      if (matchWords(thing, word)?.isOpposite !== false) continue;
      found.set(word.sentence, (found.get(word.sentence) ?? new Set()).add(thing));
    }
  }
  const all = new Set([...found.values()].flatMap((words) => [...words])).size;
  const about = new Set<number>();
  for (const word of source.words) {
    const own = found.get(word.sentence)?.size ?? 0;
    const goesOn = about.has(word.sentence - 1) && isGoingOn(source.words, word);
    if (own * 2 >= all || goesOn) about.add(word.sentence);
  }
  return about;
}

const GOES_ON =
  /^(?:it|its|they|their|this|these|that|figure|number|rate|share|total|average|he|she|both|bill|sum|price|cost)$/;

/** Among the first words of its sentence, and nothing says of what: `the number rose`, not `the number of votes`. */
function isGoingOn(words: readonly StatementWord[], word: StatementWord): boolean {
  const at = words.indexOf(word);
  const isPronoun = word.kind === 'pronoun' || word.kind === 'determiner';
  return GOES_ON.test(word.lower) && (isPronoun || words[at + 1]?.lower !== 'of');
}

function amountObjection(quantity: Quantity, { comparison, mention }: Best<Quantity>): Objection {
  if (mention === null || comparison === 'none') {
    return { kind: 'missing', reason: `The source does not say "${quantity.text}".` };
  }
  const both = `The source says ${mention.text}, the claim says ${quantity.text}.`;
  if (comparison === 'near') return { kind: 'missing', reason: `${both} The source is less exact.` };
  return { kind: 'conflict', reason: both };
}

function dateObjection(date: DateMention, { comparison, mention }: Best<DateMention>): Objection {
  if (mention === null || comparison === 'none') {
    return { kind: 'missing', reason: `The source does not say when: the claim says ${date.text}.` };
  }
  const told = ({ relation, text }: DateMention): string => (relation === '' ? text : `${relation} ${text}`);
  const both = `The source says ${told(mention)}, the claim says ${told(date)}.`;
  if (comparison === 'near') return { kind: 'missing', reason: `${both} The source is less exact.` };
  return { kind: 'conflict', reason: both };
}

const REFUSED = /^(?:refuse|reject|exclude|forbid|prohibit|ban|bar)$/;

/** `shorter than 12 are refused`: at least 12 are let in. */
function asAllowed(quantity: Quantity, source: Statement): Quantity {
  if (quantity.bound !== 'over' && quantity.bound !== 'under') return quantity;
  const place = source.words.find(({ end }) => end > quantity.start);
  const isRefused = source.words.some(
    ({ base, clause, isNegated }) => clause === place?.clause && REFUSED.test(base) && !isNegated,
  );
  return isRefused ? { ...quantity, bound: quantity.bound === 'over' ? 'under' : 'over' } : quantity;
}
