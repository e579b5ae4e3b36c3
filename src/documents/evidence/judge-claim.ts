// The verdict on a claim: whether passages of sources support it, speak against it, or do not say enough.

import { unaccounted, withParaphrases } from './account-words.ts';
import { type Alignment, alignWords } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { checkAgent, checkCauses, checkPlaces } from './check-agent.ts';
import { checkAmountDirection } from './check-amount-direction.ts';
import { checkAmounts } from './check-amounts.ts';
import { checkChange } from './check-change.ts';
import { checkComparison } from './check-comparison.ts';
import { checkExchanged } from './check-exchanged.ts';
import { checkSubject } from './check-frames.ts';
import { checkFrequency } from './check-frequency.ts';
import { checkKinds } from './check-kinds.ts';
import { checkMaker } from './check-maker.ts';
import { checkModality } from './check-modality.ts';
import { checkMoreOrLess } from './check-more-or-less.ts';
import { checkNearly } from './check-nearly.ts';
import { checkOrder } from './check-order.ts';
import { checkOwner } from './check-owner.ts';
import { checkPolarity } from './check-polarity.ts';
import { checkReach } from './check-reach.ts';
import { checkReplaced } from './check-replaced.ts';
import { checkScope } from './check-scope.ts';
import { checkDisplaced, checkSlots } from './check-slots.ts';
import { checkTurned } from './check-turned.ts';
import { checkValues } from './check-values.ts';
import { compareQuantities } from './compare-quantities.ts';
import type { ClaimVerdict, Verdict } from './ledger.ts';
import type { Objection } from './objection.ts';
import { CHARACTERS_MAX, readStatement, type Statement, type StatementWord } from './read-statement.ts';
import { isInitialsOf } from './same-name.ts';
import { saysTheSame } from './says-the-same.ts';

export interface JudgedClaim extends ClaimVerdict {
  /** Which of the passages it rests on, or which speaks against it; null: none is about it. */
  readonly best: number | null;
  /** Those that were needed together, the best among them. */
  readonly used: readonly number[];
  /** How much of the claim's words that passage has, from 0 to 1. */
  readonly coverage: number;
}

/** So much to be about the same, so that a difference is a contradiction. */
const ABOUT_MIN = 0.45;

/** Who did it is read off a verb and what it was done to. */
const AGENT_MIN = 0.35;

/** A comparison is read off amounts, whose words are few. */
const COMPARED_MIN = 0.2;

/** Its end would be read by nobody. */
const TOO_LONG: JudgedClaim = {
  verdict: 'insufficient',
  reasons: [`The sentence is longer than ${CHARACTERS_MAX} characters, which is more than is read of one.`],
  ...{ best: null, used: [], coverage: 0 },
};

export function judgeClaim(claim: string, passages: readonly string[]): JudgedClaim {
  if (claim.length > CHARACTERS_MAX) return TOO_LONG;
  const same = passages.findIndex((passage) => saysTheSame(claim, passage));
  if (same >= 0)
    return { verdict: 'supported', reasons: ['The source says it.'], best: same, used: [same], coverage: 1 };
  const statement = readStatement(claim);
  const pieces = piecesOf(statement);
  const judged = passages.map((passage) => {
    const source = readStatement(passage);
    return pieces.map((piece) => judgePiece(piece, statement, source));
  });
  const wholes = judged.map(joined);
  const supporting = bestAt(wholes, 'supported');
  if (supporting !== null) return { ...pick(wholes, supporting), best: supporting, used: [supporting] };
  const against = bestAt(wholes, 'contradicted');
  if (against !== null) return { ...pick(wholes, against), best: against, used: [against] };
  const together = supportTogether(pieces, judged);
  if (together !== null) return together;
  const nearest = bestAt(wholes, 'insufficient');
  if (nearest === null) {
    return {
      verdict: 'insufficient',
      reasons: ['There is no source to compare it with.'],
      best: null,
      used: [],
      coverage: 0,
    };
  }
  const { reasons, coverage } = pick(wholes, nearest);
  const best = coverage > 0 ? nearest : null;
  return { verdict: 'insufficient', reasons, best, used: best === null ? [] : [best], coverage };
}

interface JudgedPiece {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  readonly coverage: number;
  readonly weight: number;
}

const pick = (wholes: readonly JudgedPiece[], at: number): Omit<JudgedClaim, 'best' | 'used'> => {
  const { verdict, reasons, coverage } = wholes[at] ?? { verdict: 'insufficient', reasons: [], coverage: 0 };
  return { verdict, reasons, coverage };
};

function bestAt(wholes: readonly JudgedPiece[], verdict: Verdict): number | null {
  let best: number | null = null;
  for (const [at, whole] of wholes.entries()) {
    if (whole.verdict === verdict && (best === null || whole.coverage > (wholes[best]?.coverage ?? 0))) best = at;
  }
  return best;
}

/** What one passage says of all pieces: against one of them is against the claim. */
function joined(pieces: readonly JudgedPiece[]): JudgedPiece {
  const weight = pieces.reduce((sum, piece) => sum + piece.weight, 0);
  const coverage = weight === 0 ? 0 : pieces.reduce((sum, piece) => sum + piece.coverage * piece.weight, 0) / weight;
  const conflict = pieces.find(({ verdict }) => verdict === 'contradicted');
  if (conflict !== undefined && coverage >= ABOUT_MIN) return { ...conflict, coverage, weight };
  const open = pieces.filter(({ verdict }) => verdict !== 'supported');
  const reasons = (open.length === 0 ? pieces : open).flatMap((piece) => piece.reasons);
  return {
    verdict: open.length === 0 ? 'supported' : 'insufficient',
    reasons: [...new Set(reasons)],
    coverage,
    weight,
  };
}

/** Each piece by a passage of its own. */
function supportTogether(pieces: readonly Piece[], judged: readonly (readonly JudgedPiece[])[]): JudgedClaim | null {
  if (pieces.length < 2 || judged.length < 2) return null;
  const by = pieces.map((_, piece) => judged.findIndex((each) => each[piece]?.verdict === 'supported'));
  if (by.some((at) => at < 0)) return null;
  const reasons = ['No single passage says all of it; together they do.'];
  return { verdict: 'supported', reasons, best: by[0] ?? null, used: [...new Set(by)], coverage: 1 };
}

interface Piece {
  readonly items: readonly StatementWord[];
  readonly start: number;
  readonly end: number;
}

/** The clauses of a claim; what says too little alone goes with the one before it. */
function piecesOf(statement: Statement): readonly Piece[] {
  const pieces: { items: StatementWord[]; start: number; end: number }[] = [];
  const at = new Map<number, number>();
  for (const word of statement.words) {
    const known = at.get(word.clause);
    const piece = known === undefined ? undefined : pieces[known];
    if (piece !== undefined) {
      piece.items.push(word);
      piece.end = Math.max(piece.end, word.end);
      continue;
    }
    at.set(word.clause, pieces.length);
    pieces.push({ items: [word], start: word.start, end: word.end });
  }
  const merged: { items: StatementWord[]; start: number; end: number }[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const isSmall = weightOf(piece.items) < 0.9;
    if (last !== undefined && (isSmall || weightOf(last.items) < 0.9)) {
      last.items.push(...piece.items);
      last.end = Math.max(last.end, piece.end);
    } else merged.push({ ...piece });
  }
  return merged.map(({ items, start, end }) => ({ items: items.filter(({ weight }) => weight > 0), start, end }));
}

const weightOf = (words: readonly StatementWord[]): number =>
  words.reduce((sum, { weight }) => sum + (weight >= 0.3 ? weight : 0), 0);

function judgePiece(piece: Piece, claim: Statement, source: Statement): JudgedPiece {
  const { items } = piece;
  const aligned = alignWords(items, source, clausesWithFigures(piece, claim, source));
  const alignment = withParaphrases(withInitials(aligned, claim, source), claim, source);
  const weight = weightOf(items);
  const { coverage } = alignment;
  const compared = coverage < COMPARED_MIN ? null : checkComparison(items, claim, source);
  const [turned] =
    compared?.verdict === 'insufficient'
      ? [...checkAmountDirection(items, claim, source), ...checkChange(items, claim, source, alignment)]
      : [];
  if (turned !== undefined) return { verdict: 'contradicted', reasons: [turned.reason], coverage, weight };
  if (compared !== null && (compared.verdict !== 'supported' || !hasMore(alignment, claim, source)))
    return { verdict: compared.verdict, reasons: [compared.reason], coverage, weight };
  const replaced = coverage < AGENT_MIN ? [] : changedPlaces(claim, source);
  const agent =
    coverage < AGENT_MIN
      ? undefined
      : (otherAgent(items, claim, source, alignment) ?? replaced.find(({ kind }) => kind === 'conflict'));
  // What it was done to and the verb are there: the source is about it.
  if (agent !== undefined)
    return { verdict: 'contradicted', reasons: [agent.reason], coverage: Math.max(coverage, ABOUT_MIN), weight };
  if (coverage < ABOUT_MIN) {
    return { verdict: 'insufficient', reasons: [lacking(alignment.missing)], coverage, weight };
  }
  const order = checkOrder(items, claim, source);
  const objections = [
    ...(order === null || order === 'supported' ? [] : [order]),
    ...checkAmounts({ items, claim, start: piece.start, end: piece.end }, source, alignment.clause),
    ...checkAmountDirection(items, claim, source),
    ...checkChange(items, claim, source, alignment),
    ...checkMoreOrLess(items, claim, source),
    ...checkOwner(claim, source, piece),
    ...checkPolarity(items, claim, source, alignment),
    ...(order === 'supported' ? [] : checkPlaces(items, claim, source, alignment)),
    ...checkScope(items, claim, source, alignment),
    ...checkModality(claim, source, alignment),
    ...checkNames(alignment),
    ...checkFrequency(claim, source),
    ...checkKinds(items, claim, source),
    ...checkSubject(claim, source, alignment),
    ...checkMaker(claim, source, alignment),
    ...checkNearly(claim, source, alignment),
    ...checkReach(claim, source),
    ...replaced,
    ...takenBack(claim, source),
  ];
  const conflict = isOtherEvent(claim, source, alignment)
    ? undefined
    : objections.find(({ kind }) => kind === 'conflict');
  const open = unaccounted(alignment, claim, source);
  // Of a claim that says much more than the source, the source does not speak.
  const isOfMore = open.filter(({ weight }) => weight >= 0.8).length > 1;
  if (conflict !== undefined && !isOfMore && !alignment.missing.some(({ isName }) => isName)) {
    return { verdict: 'contradicted', reasons: [conflict.reason], coverage, weight };
  }
  if (objections.length > 0)
    return { verdict: 'insufficient', reasons: objections.map(({ reason }) => reason), coverage, weight };
  if (open.length > 0) return { verdict: 'insufficient', reasons: [lacking(open)], coverage, weight };
  return { verdict: 'supported', reasons: ['The source says it.'], coverage, weight };
}

/** `across the country, ...`: a name, a place or a thing that the source does not speak of. */
const hasMore = (alignment: Alignment, claim: Statement, source: Statement): boolean =>
  unaccounted(alignment, claim, source).some(
    ({ kind, isName, weight }) => weight >= 0.8 && (isName || kind === 'noun' || kind === 'name'),
  );

/** Where the source has a figure or a date of the piece, there it speaks of it. */
function clausesWithFigures({ start, end }: Piece, claim: Statement, source: Statement): readonly number[] {
  const clauseAt = (place: number): number => source.words.find((word) => word.end > place)?.clause ?? -1;
  const isIn = (mention: { readonly start: number }): boolean => mention.start >= start && mention.start < end;
  return [
    ...claim.quantities.filter(isIn).flatMap((quantity) => {
      const same = source.quantities.filter((other) => compareQuantities(quantity, other) === 'same');
      return [...new Set(same.map((other) => clauseAt(other.start)))];
    }),
    ...claim.dates.filter(isIn).flatMap((date) => {
      const same = source.dates.filter(({ from, to }) => date.from === from && date.to === to);
      return [...new Set(same.map((other) => clauseAt(other.start)))];
    }),
  ];
}

const kept = new WeakMap<Statement, { readonly source: Statement; readonly found: readonly Objection[] }>();

/** Of claim and source alone: found once for all pieces of the claim. */
function changedPlaces(claim: Statement, source: Statement): readonly Objection[] {
  const before = kept.get(claim);
  if (before?.source === source) return before.found;
  const found = [...checkReplaced(claim, source), ...checkExchanged(claim, source)];
  kept.set(claim, { source, found });
  return found;
}

const otherAgent = (
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  alignment: Alignment,
): Objection | undefined =>
  checkAgent(claim, source, alignment)[0] ??
  checkCauses(claim, source, alignment)[0] ??
  checkSlots(items, claim, source, alignment)[0] ??
  checkValues(claim, source, alignment)[0] ??
  checkDisplaced(source, alignment)[0] ??
  checkTurned(claim, source)[0];

const EVENTS = anyOf(`
  open close shut begin start end stop finish launch arrive leave depart enter buy sell build demolish establish
  abolish appoint dismiss resign hire sack
`);

/** A school that opened in 1926 may have closed in 1965: the opposite of an event at another time is another event. */
function isOtherEvent(claim: Statement, source: Statement, { pairs }: Alignment): boolean {
  const isThen = (word: StatementWord): boolean =>
    source.dates.some(
      ({ from, to, start }) =>
        source.words.find(({ end }) => end > start)?.clause === word.clause &&
        claim.dates.some((date) => date.from === from && date.to === to),
    );
  return pairs.some(
    ({ isOpposite, claim: { base }, source: word }) =>
      isOpposite && claim.dates.length > 0 && EVENTS.test(base) && EVENTS.test(word.base) && !isThen(word),
  );
}

const BEHIND = /(?:\(not\)|[,–—-] ?not)[\s.!]*$/i;

/** `saved 12 percent (not)`. */
const takenBack = ({ text }: Statement, source: Statement): readonly Objection[] =>
  BEHIND.test(text) && !BEHIND.test(source.text)
    ? [{ kind: 'missing', reason: 'The claim takes back at its end what it says.' }]
    : [];

function checkNames({ missing }: Alignment): readonly Objection[] {
  const names = missing.filter(({ isName }) => isName).map(({ text }) => text);
  return names.length === 0 ? [] : [{ kind: 'missing', reason: `The source does not name ${names.join(', ')}.` }];
}

function lacking(missing: readonly StatementWord[]): string {
  const words = missing.filter(({ weight }) => weight >= 0.3).map(({ text }) => `"${text}"`);
  return words.length === 0
    ? 'The source says too little of it.'
    : `The source says nothing of ${words.slice(0, 6).join(', ')}.`;
}

/** `WHO` is there where `World Health Organization` is, in either of the two texts. */
function withInitials(alignment: Alignment, claim: Statement, source: Statement): Alignment {
  const isShort = (word: string): boolean => /^\p{Lu}{2,6}s?$/u.test(word);
  const sourceWords = source.words.map(({ text }) => text);
  const claimWords = claim.words.map(({ text }) => text);
  const initials = [...new Set(sourceWords.filter(isShort))].filter((word) => isInitialsOf(word, claimWords));
  const written = new Set([...new Set(claimWords.filter(isShort))].filter((word) => isInitialsOf(word, sourceWords)));
  const isThere = ({ text, isName }: StatementWord): boolean => {
    if (written.has(text)) return true;
    return isName && initials.some((word) => word.toLowerCase().includes((text[0] ?? ' ').toLowerCase()));
  };
  const missing = alignment.missing.filter((word) => !isThere(word));
  if (missing.length === alignment.missing.length) return alignment;
  const all = [...alignment.pairs.map((pair) => pair.claim), ...alignment.missing].reduce(
    (sum, word) => sum + word.weight,
    0,
  );
  const found = alignment.missing.filter(isThere).reduce((sum, word) => sum + word.weight, 0);
  return { ...alignment, missing, coverage: Math.min(1, alignment.coverage + found / all) };
}
