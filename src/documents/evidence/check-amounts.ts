// The amounts and dates of a claim against those of a source: which of the source's is about the same, and what it
// says.

import { isPerson, matchWords } from './align-words.ts';
import { derivedObjection } from './check-derived.ts';
import { frequenciesOf } from './check-frequency.ts';
import { type Comparison, compareDates, compareQuantities } from './compare-quantities.ts';
import type { Objection } from './objection.ts';
import type { DateMention } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';

interface Piece {
  readonly items: readonly StatementWord[];
  readonly claim: Statement;
  /** From and to which place of the claim. */
  readonly start: number;
  readonly end: number;
}

const within = (each: { readonly start: number; readonly end: number }, { start, end }: Piece): boolean =>
  each.end > start && each.start < end;

export function checkAmounts(piece: Piece, source: Statement, clause: number): readonly Objection[] {
  const { claim } = piece;
  const objections: Objection[] = [];
  const about = aboutSentences(piece, source);
  for (const quantity of claim.quantities) {
    if (!within(quantity, piece) || isPresupposed(quantity, claim) || isFrequency(quantity, claim, source)) continue;
    const compare = (other: Quantity): Comparison => compareQuantities(quantity, asAllowed(other, source));
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
    objections.push(isOfAnother(quantity, claim, source) ? { ...objection, kind: 'missing' } : objection);
  }
  for (const date of claim.dates) {
    if (!within(date, piece)) continue;
    const compare = (other: DateMention): Comparison => compareDates(date, other);
    const found = bestOf({ wanted: date, mentions: source.dates, compare, piece, source, clause, about });
    const ended = date.relation === 'since' ? source.dates.find((other) => hasEndedBy(other, date)) : undefined;
    if (ended !== undefined) {
      objections.push({
        kind: 'conflict',
        reason: `The source says until ${ended.text}, the claim says since ${date.text}.`,
      });
      continue;
    }
    if (found.comparison === 'same' || isWithinStay(date, found.mention)) continue;
    const objection = dateObjection(date, found);
    objections.push(isMeasuredThen(piece) ? { ...objection, kind: 'missing' } : objection);
  }
  return objections;
}

/**
 * `62 percent had tried it, 9 percent used it`: two amounts of a kind, both in the source, each beside its own words
 * or beside those of the other; null where it is neither.
 */
function orderOf(quantity: Quantity, claim: Statement, source: Statement): 'kept' | 'exchanged' | null {
  const mine = claim.quantities.filter(({ dimension }) => dimension === quantity.dimension);
  const theirs = source.quantities.filter(({ dimension }) => dimension === quantity.dimension);
  if (mine.length !== 2 || theirs.length !== 2) return null;
  const places = mine.map((each) => theirs.filter((other) => compareQuantities(each, other) === 'same'));
  if (places.some(({ length }) => length !== 1) || places[0]?.[0] === places[1]?.[0]) return null;
  const score = (turn: number): number =>
    mine.reduce((sum, each, at) => {
      const mention = places[(at + turn) % 2]?.[0];
      if (mention === undefined) return sum;
      return sum + neighbourScore(neighboursOf(each, claim), neighboursOf(mention, source));
    }, 0);
  const [right, turned] = [score(0), score(1)];
  if (isSameFrame(mine, claim, theirs, source) && places[0]?.[0] === theirs[1]) return 'exchanged';
  if (right > turned) return 'kept';
  return turned > right + EXCHANGED_MIN ? 'exchanged' : null;
}

const FRAME_WORDS = 6;

/** `78 minutes with triage and 41 minutes without it`: the words between and behind the two are those of the source. */
function isSameFrame(
  mine: readonly Quantity[],
  claim: Statement,
  theirs: readonly Quantity[],
  source: Statement,
): boolean {
  const frameOf = ([one, other]: readonly Quantity[], { words }: Statement): readonly string[] => {
    const [from, to] = [one?.end ?? 0, other?.start ?? 0];
    const between = words.filter(({ start, end }) => start >= from && end <= to);
    const behind = words.filter(({ start }) => start >= (other?.end ?? 0)).slice(0, FRAME_WORDS);
    const text = [...between, ...behind].filter(({ lower }) => /\p{L}/u.test(lower)).map(({ lower }) => lower);
    return between.length > FRAME_WORDS ? [] : text;
  };
  const [own, other] = [frameOf(mine, claim), frameOf(theirs, source)];
  return own.length >= 3 && own.every((word, at) => other[at] === word);
}

/** So much nearer to the words of the other. */
const EXCHANGED_MIN = 0.6;

/** `lived there from 1891 to 1899`: in 1895, too. */
const isWithinStay = (date: DateMention, mention: DateMention | null): boolean =>
  mention !== null && mention.relation === 'from' && mention.from <= date.from && mention.to >= date.to;

/** `from 2006 to 2014`, `until 2014`: then not since 2014. */
const hasEndedBy = ({ relation, from, to }: DateMention, date: DateMention): boolean =>
  Math.floor(to / 10_000) === Math.floor(date.to / 10_000) &&
  (relation === 'until' || (relation === 'from' && to - from > 10_000));

const MEASURES_VERB = /^(?:be|stand|have|amount|total|reach|average|number|count)$/;

/** `was 5.1 % in 2016`: another year has its own figure. */
const isMeasuredThen = ({ items, claim, ...place }: Piece): boolean => {
  const amounts = claim.quantities.filter(
    ({ dimension, start }) => MEASURED.test(dimension) && start >= place.start && start < place.end,
  );
  const verbs = items.filter(({ kind }) => kind === 'verb');
  return amounts.length > 0 && verbs.every(({ base }) => MEASURES_VERB.test(base));
};

/** `every two years`, where the source says how often, too. */
const isFrequency = ({ start }: Quantity, claim: Statement, source: Statement): boolean =>
  frequenciesOf(claim.text).some((each) => each.start <= start && each.end > start) &&
  frequenciesOf(source.text).length > 0;

/** `the two companies`, `both firms`: how many there are is not what is claimed. */
const isPresupposed = ({ text, start }: Quantity, claim: Statement): boolean =>
  /^(?:two|three|four)$/i.test(text) && /\b(?:the|these|those|its|their) $/i.test(claim.text.slice(0, start));

const MEASURED = /^(?:count|share|points|money|mass|volume|energy)/;

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
function aboutSentences({ items }: Piece, source: Statement): ReadonlySet<number> {
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

interface Best<Mention> {
  readonly comparison: Comparison | 'none';
  readonly mention: Mention | null;
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
  const both = `The source says ${mention.text}, the claim says ${date.text}.`;
  if (comparison === 'near') return { kind: 'missing', reason: `${both} The source is less exact.` };
  return { kind: 'conflict', reason: both };
}

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly following?: readonly string[];
  readonly role?: string;
  readonly dimension?: string;
  readonly low?: number;
  readonly bound?: string;
}

interface Search<Kind extends Mention> {
  readonly wanted: Kind;
  readonly mentions: readonly Kind[];
  readonly compare: (other: Kind) => Comparison;
  readonly piece: Piece;
  readonly source: Statement;
  readonly clause: number;
  /** Sentences in which another amount is a contradiction. */
  readonly about: ReadonlySet<number>;
}

/**
 * Of those that can be compared the one whose neighbours are most alike; the same amount where neighbours do not
 * decide.
 */
function bestOf<Kind extends Mention>({
  wanted,
  mentions,
  compare,
  piece,
  source,
  clause,
  about,
}: Search<Kind>): Best<Kind> {
  const own = neighboursOf(wanted, piece.claim);
  const isSure = piece.items.every(({ doubt }) => doubt === '');
  let best: { readonly comparison: Comparison; readonly mention: Kind; readonly score: number } | null = null;
  for (const mention of mentions) {
    const compared = compare(mention);
    if (compared === 'other') continue;
    const theirs = neighboursOf(mention, source);
    const place = source.words.find(({ end }) => end > mention.start);
    // What was planned is not what was.
    const isDoubted = isSure && place !== undefined && (place.doubt === 'planned' || place.doubt === 'possible');
    if (isDoubted && wanted.dimension === undefined && isOverruled(place, mentions, source)) continue;
    const isLessExact = mention.bound === 'about' && /\bexactly $/i.test(piece.claim.text.slice(0, wanted.start));
    const comparison = compared === 'same' && (isDoubted || isLessExact) ? 'near' : compared;
    const isAnnounced = place?.doubt === 'planned' && wanted.dimension === undefined;
    if (comparison === 'different' && ((isDoubted && !isAnnounced) || !about.has(place?.sentence ?? -1))) continue;
    if (comparison === 'same' && isOfOthers(wanted, mention, piece.claim, source)) continue;
    if (comparison !== 'same' && !isComparable(wanted, mention, piece.claim, source)) continue;
    if (isOtherMeasure(wanted, piece.claim, mention, source)) continue;
    if (comparison === 'different' && isWholeOf(wanted, mention, source)) continue;
    const bonus = { same: 0.75, near: 0.3, different: isDoubted ? 0 : 0.1, other: 0 }[comparison];
    const counted = isSameCounted(wanted, mention, piece.claim, source) ? 1 : 0;
    const score = scoreOf(wanted, mention, own, theirs, source, clause) + (isDoubted ? -0.75 : bonus) + counted;
    if (best === null || score > best.score) best = { comparison, mention, score };
  }
  return best === null ? { comparison: 'none', mention: null } : best;
}

/** `three of the ten` says nothing against `some of the ten`. */
const isWholeOf = (wanted: Mention, mention: Mention, { text }: Statement): boolean =>
  wanted.following?.[0] === 'of' &&
  /\bof (?:the |its |their )?$/i.test(text.slice(Math.max(0, mention.start - 10), mention.start));

/** `planned for June but took place in September`: another date of the sentence is no plan. */
const isOverruled = (place: StatementWord, mentions: readonly Mention[], source: Statement): boolean =>
  mentions.some((mention) => {
    const other = source.words.find(({ end }) => end > mention.start);
    return other?.sentence === place.sentence && other.doubt === '' && other.start > place.start;
  });

const MEASURES: readonly (readonly [string, RegExp])[] = [
  ['length', /\b(?:long|length)\b/],
  ['width', /\b(?:wide|width|broad)\b/],
  ['height', /\b(?:high|height|tall|elevation)\b/],
  ['depth', /\b(?:deep|depth|below|beneath|underground)\b/],
  ['thickness', /\b(?:thick|thickness)\b/],
  ['distance', /\b(?:away|distance|apart)\b/],
  ['diameter', /\b(?:diameter|across)\b/],
];

/** `40 metres below the river` says nothing of how long something is. */
function isOtherMeasure(wanted: Mention, claim: Statement, mention: Mention, source: Statement): boolean {
  if (wanted.dimension !== 'length') return false;
  const measureOf = ({ start, end, following }: Mention, { text }: Statement): string | null => {
    const behind = following?.slice(0, 2).join(' ') ?? text.slice(end, end + 12);
    const found =
      MEASURES.find(([, words]) => words.test(behind)) ??
      MEASURES.find(([, words]) => words.test(text.slice(Math.max(0, start - 20), start)));
    return found?.[0] ?? null;
  };
  const [own, theirs] = [measureOf(wanted, claim), measureOf(mention, source)];
  return own !== null && theirs !== null && own !== theirs;
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

/** How far neighbours reach, in words. */
const NEIGHBOURS = 6;

interface Neighbour {
  readonly word: StatementWord;
  readonly distance: number;
}

function neighboursOf(mention: Mention, statement: Statement): readonly Neighbour[] {
  const { words } = statement;
  const first = words.findIndex(({ end }) => end > mention.start);
  if (first < 0) return [];
  let last = first;
  while (last + 1 < words.length && (words[last + 1]?.start ?? 0) < mention.end) last++;
  const clause = words[first]?.clause;
  return words.slice(Math.max(0, first - NEIGHBOURS), last + NEIGHBOURS + 1).flatMap((word, at) => {
    const place = Math.max(0, first - NEIGHBOURS) + at;
    if ((place >= first && place <= last) || word.weight < 0.3 || word.clause !== clause) return [];
    return [{ word, distance: place < first ? first - place : place - last }];
  });
}

const isAlike = (first: StatementWord, second: StatementWord): boolean =>
  first.lower === second.lower || first.keys.some((key) => second.keys.includes(key));

const neighbourScore = (own: readonly Neighbour[], theirs: readonly Neighbour[]): number =>
  own.reduce((score, { word, distance }) => {
    const other = theirs.find((each) => isAlike(word, each.word));
    return other === undefined ? score : score + 1 / (1 + 0.15 * (distance + other.distance));
  }, 0);

function scoreOf(
  wanted: Mention,
  mention: Mention,
  own: readonly Neighbour[],
  theirs: readonly Neighbour[],
  source: Statement,
  clause: number,
): number {
  let score = neighbourScore(own, theirs);
  const place = source.words.find(({ end }) => end > mention.start);
  if (place?.clause === clause) score += 0.4;
  if (wanted.role !== undefined && wanted.role !== '' && mention.role !== '' && wanted.role !== mention.role)
    score -= 2;
  return score;
}

/** Numbers of things can differ only where the same things are counted. */
function isComparable(wanted: Mention, mention: Mention, claim: Statement, source: Statement): boolean {
  if (wanted.dimension !== 'count' && wanted.dimension !== 'ordinal') return true;
  const [mine, other] = [countedAfter(wanted, claim), countedAfter(mention, source)];
  // `two of the hearts` are not all of them.
  if (mention.following?.[0] === 'of' && wanted.following?.[0] !== 'of') return false;
  if (mine.length > 0 && other.length === 0 && isFarFrom(wanted, mention)) return false;
  if (mine.length === 0 || other.length === 0) return true;
  const isPeople = (word: StatementWord): boolean => COUNTED_PEOPLE.test(word.lower);
  if (other.some(isPeople) && mine.some((word) => isPeople(word) || isPerson(word))) return true;
  return mine.some((word) => other.some((each) => isAlike(word, each)));
}

/** `300 stars` are not 300 planets where the source speaks of planets, too. */
function isOfOthers(wanted: Mention, mention: Mention, claim: Statement, source: Statement): boolean {
  if (wanted.dimension !== 'count' || isComparable(wanted, mention, claim, source)) return false;
  const [counted] = countedAfter(wanted, claim);
  return counted !== undefined && source.words.some((word) => matchWords(counted, word)?.worth === 1);
}

const isSameCounted = (wanted: Mention, mention: Mention, claim: Statement, source: Statement): boolean =>
  wanted.dimension === 'count' &&
  countedAfter(wanted, claim).some((word) => countedAfter(mention, source).some((each) => isAlike(word, each)));

/** Ten times as much, and nothing says that the same is counted. */
const isFarFrom = ({ low: one = 0 }: Mention, { low: other = 0 }: Mention): boolean =>
  Math.max(one, other) > 10 * Math.min(one, other);

const COUNTED_PEOPLE = /^(?:people|persons?|individuals?|inhabitants?|residents?)$/;

/** The nouns right behind a figure, up to the first word that is none. */
function countedAfter({ end, following }: Mention, { words }: Statement): readonly StatementWord[] {
  const from = words.findIndex(({ start }) => start >= end);
  if (from < 0 || following === undefined || following.length === 0) return [];
  const counted: StatementWord[] = [];
  for (const word of words.slice(from, from + 4)) {
    if (word.kind === 'noun' || word.kind === 'name') counted.push(word);
    else if (counted.length > 0 || word.kind !== 'adjective') break;
  }
  return counted;
}
