// Relations with one value: who holds an office, where something has its seat, what alone is eaten, at which season.

import { type Alignment, matchWords, type WordPair } from './align-words.ts';
import { inLines } from './any-of.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { sameName } from './same-name.ts';
import { areOpposite } from './word-meaning.ts';

export function checkValues(claim: Statement, source: Statement, alignment: Alignment): readonly Objection[] {
  return [
    ...otherSeat(claim, source, alignment),
    ...otherHolder(claim, source, alignment),
    ...nothingElse(claim, source, alignment),
    ...ofTheOpposite(claim, source, alignment),
    ...otherEra(claim, source),
    ...excepted(claim, source, alignment),
  ];
}

const BEFORE_CHRIST = /\b(\d{1,5}) ?(?:BCE?\b|B\.C\.)/g;
const AFTER_CHRIST = /\b(\d{1,4}) ?(?:(?:AD|CE)\b|A\.D\.)|\bAD ?(\d{1,4})\b/g;

/** `1380 BC` and `1380 AD`. */
function otherEra({ text }: Statement, source: Statement): readonly Objection[] {
  const yearsOf = (pattern: RegExp, given: string): readonly string[] =>
    [...given.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '');
  const of = (era: RegExp): string => (era === BEFORE_CHRIST ? 'BC' : 'AD');
  for (const [mine, theirs] of [
    [BEFORE_CHRIST, AFTER_CHRIST],
    [AFTER_CHRIST, BEFORE_CHRIST],
  ] as const) {
    const own = yearsOf(mine, text);
    const year = yearsOf(theirs, source.text).find((each) => own.includes(each));
    if (year !== undefined && !yearsOf(mine, source.text).includes(year))
      return [
        { kind: 'conflict', reason: `The source says ${year} ${of(theirs)}, the claim says ${year} ${of(mine)}.` },
      ];
  }
  return [];
}

const EXCEPT = /\b(?:except(?: for)?|with the exception of|apart from|excluding|other than|but not)\b([^.;]{2,80})/i;

/** `goods are free of duty, except tobacco`: then tobacco is not. */
function excepted(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  const found = EXCEPT.exec(source.text);
  if (found === null || EXCEPT.test(claim.text) || claim.words.some(({ isNegated }) => isNegated)) return [];
  const [from, to] = [found.index, found.index + found[0].length];
  const comma = source.words.find(({ start, text }) => start > from && text === ',');
  const end = Math.min(to, comma?.start ?? to);
  const verb = claim.words.find(({ kind }) => kind === 'verb' || kind === 'auxiliary');
  const word = pairs.find(
    ({ claim: own, source: there }) =>
      own.kind === 'noun' &&
      own.weight >= 0.8 &&
      own.start < (verb?.start ?? 0) &&
      there.start > from &&
      there.end <= end,
  );
  const isOther = pairs.some(
    ({ claim: { kind, weight }, source: there }) => weight >= 0.8 && kind === 'verb' && there.end <= from,
  );
  if (word === undefined || !isOther) return [];
  return [{ kind: 'conflict', reason: `The source names an exception: "${found[0].trim()}".` }];
}

/** Has one value for whatever it is said of. */
const ONE_VALUE = inLines(
  `
      ^(?:headquarters?|office|seat|capital|birthplace|source|mouth|director|head|president|chair|chairman|
      mayor|king|queen|owner|founder|author|inventor|winner|champion|coach|captain|father|mother|wife|husband|
      architect|composer|successor|predecessor|editor|governor|minister|leader|conductor)$
    `,
);

const PLACE = /^(?:in|at|of|to)$/;

/** `its headquarters in Leeds` against `its head office in Dublin`. */
function otherSeat(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: noun, source: other, isOpposite } of pairs) {
    if (isOpposite || noun.kind !== 'noun' || other.kind !== 'noun' || !ONE_VALUE.test(noun.base)) continue;
    const [mine, theirs] = [nameBehind(noun, claim), nameBehind(other, source)];
    if (mine === null || theirs === null || isNamed(mine, source)) continue;
    return [otherValue(theirs, mine)];
  }
  return [];
}

function nameBehind(noun: StatementWord, { words }: Statement): StatementWord | null {
  const at = words.indexOf(noun);
  const [preposition, ...behind] = words.slice(at + 1, at + 4);
  if (preposition === undefined || !PLACE.test(preposition.lower)) return null;
  return behind.find(({ isName }) => isName) ?? null;
}

const isNamed = (name: StatementWord, { words }: Statement): boolean =>
  words.some((word) => sameName(word.lower, name.lower));

const otherValue = (said: StatementWord, claimed: StatementWord): Objection => ({
  kind: 'conflict',
  reason: `The source says ${said.text}, the claim says ${claimed.text}.`,
});

/**
 * `Velmo is the capital of the island` where the claim says it of another town, which the source does not name
 * there.
 */
function otherHolder(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: noun, source: other, isOpposite } of pairs) {
    if (isOpposite || !ONE_VALUE.test(noun.base) || other.base !== noun.base || other.isNegated || noun.isNegated)
      continue;
    const [mine, theirs] = [holderOf(noun, claim), holderOf(other, source)];
    if (mine.length === 0 || theirs.length === 0) continue;
    if (
      mine.some((name) => source.words.some((word) => word.clause === other.clause && sameName(word.lower, name.lower)))
    )
      continue;
    const isSameOffice = behindOf(noun, claim).every((word) =>
      source.words.some((each) => matchWords(word, each) !== null),
    );
    const [said, claimed] = [theirs.at(-1), mine.at(-1)];
    if (!isSameOffice || said === undefined || claimed === undefined) continue;
    return [otherValue(said, claimed)];
  }
  return [];
}

/** The names before `is the capital`. */
function holderOf(noun: StatementWord, { words }: Statement): readonly StatementWord[] {
  const at = words.indexOf(noun);
  const lead = words.slice(Math.max(0, at - 4), at);
  const be = lead.findLastIndex(({ base }) => base === 'be' || base === 'become');
  if (be < 0 || !lead.slice(be).some(({ lower }) => lower === 'the')) return [];
  return words.slice(0, at - lead.length + be).filter(({ isName, clause }) => isName && clause === noun.clause);
}

const behindOf = (noun: StatementWord, { words }: Statement): readonly StatementWord[] =>
  words.slice(words.indexOf(noun) + 1).filter(({ clause, weight }) => clause === noun.clause && weight >= 0.8);

const ALONE = /^(?:only|exclusively|solely|entirely|nothing)$/;

/** `feeds exclusively on insects`: then not on seeds. */
function nothingElse(claim: Statement, source: Statement, { pairs, missing }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: other, isOpposite } of pairs) {
    if (isOpposite || verb.kind !== 'verb' || other.kind !== 'verb' || verb.isNegated) continue;
    const open = thingBehind(verb, claim);
    const said = thingBehind(other, source);
    const place = source.words.indexOf(other);
    const isAlone = source.words.slice(place + 1, place + 4).some(({ lower }) => ALONE.test(lower));
    const isSaidBeside =
      open !== null &&
      source.words.some(
        (word) =>
          word.clause === other.clause && word.start > other.start && matchWords(open, word)?.isOpposite === false,
      );
    if (open === null || said === null || !isAlone || (!missing.includes(open) && isSaidBeside)) continue;
    if (claim.words.some((word) => matchWords(word, said) !== null)) continue;
    return [otherValue(said, open)];
  }
  return [];
}

function thingBehind(verb: StatementWord, { words }: Statement): StatementWord | null {
  const at = words.indexOf(verb);
  return (
    words
      .slice(at + 1, at + 6)
      .find(
        ({ kind, weight, clause, isName }) => (kind === 'noun' || isName) && weight >= 0.8 && clause === verb.clause,
      ) ?? null
  );
}

/** `closed in winter and open in summer`: what stands behind `open` is not said of `closed`. */
function ofTheOpposite(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  const isSaid = ({ claim: word, isOpposite }: WordPair): boolean => !isOpposite && word.weight >= 0.8;
  // `young people` says which people; `is open in summer` says something of them.
  const isPredicate = ({ kind, start }: StatementWord): boolean =>
    kind === 'verb' || (kind === 'adjective' && claim.words.find((word) => word.start > start)?.kind !== 'noun');
  const predicates = pairs.filter((pair) => isSaid(pair) && isPredicate(pair.claim));
  const things = pairs.filter((pair) => isSaid(pair) && pair.claim.kind === 'noun');
  for (const { claim: own, source: predicate } of predicates) {
    for (const { claim: word, source: thing } of things) {
      if (word.start < own.start || thing.sentence !== predicate.sentence || thing.start < predicate.start) continue;
      const between = source.words.slice(source.words.indexOf(predicate) + 1, source.words.indexOf(thing));
      const turn = between.find(
        ({ base, kind, lower }, at) =>
          kind !== 'noun' && areOpposite(own.base, base) && !(lower === 'up' && between[at + 1]?.lower === 'to'),
      );
      if (turn === undefined || turn.isNegated || own.isNegated || between.some(({ text }) => text === ';')) continue;
      return [
        {
          kind: 'conflict',
          reason: `The source says "${turn.text}" of "${thing.text}", the claim says "${own.text}".`,
        },
      ];
    }
  }
  return [];
}
