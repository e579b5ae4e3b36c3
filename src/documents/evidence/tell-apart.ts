// Whether two passages speak of different things of one kind: another place, group, season or object.

import type { AlignedPassages, WordMatch } from './align-passages.ts';
import { compareQuantities } from './compare-quantities.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { DATE_NAMES, OPPOSITE_PLACES } from './cue-words.ts';
import { isSize } from './figure-role.ts';
import { type NounChunk, nounChunks } from './noun-chunks.ts';
import { pattern } from './pattern.ts';
import type { StatementWord } from './read-statement.ts';
import { areOpposite } from './word-meaning.ts';

export interface Scope {
  readonly mine?: number | undefined;
  readonly theirs?: number | undefined;
  readonly without?: ReadonlySet<StatementWord>;
  /** Where the figures stand that are compared. */
  readonly mineAt?: number;
  readonly theirsAt?: number;
  /** Time and place are the same: writers may name other subjects of it. */
  readonly isOneEvent?: boolean;
}

export function areToldApart(aligned: AlignedPassages, scope: Scope): boolean {
  const { one, other, foundOf } = aligned;
  const isOwn = (word: StatementWord): boolean => foundOf(word) === 0 && scope.without?.has(word) !== true;
  const [mine, theirs] = [inClause(one, scope.mine), inClause(other, scope.theirs)];
  const [ownHere, ownThere] = [one.words.filter(isOwn), other.words.filter(isOwn)];
  if (mine.some((word) => word.isName && isOwn(word)) && theirs.some((word) => word.isName && isOwn(word))) return true;
  if (ownHere.some((word) => ownThere.some((each) => areOtherGroups(word, each))) || haveOtherSorts(one, other, scope))
    return true;
  if (ADDED.test(one.statement.text) !== ADDED.test(other.statement.text)) return true;
  if (haveOtherOrdinals(one, other) || haveOtherMonths(one, other) || haveOtherNumbers(one, other)) return true;
  if (
    haveOtherModifiers(aligned, (word) => !aligned.isInOther(word) && scope.without?.has(word) !== true) ||
    haveOtherSizes(one, other)
  )
    return true;
  const isGroupOf = (passage: ComparedPassage) => (word: StatementWord) => isGroup(word) && !isRelation(word, passage);
  if (ownHere.some(isGroupOf(one)) !== ownThere.some(isGroupOf(other))) return true;
  const isStrange = (word: StatementWord): boolean => !aligned.isInOther(word) && scope.without?.has(word) !== true;
  if (scope.isOneEvent === true) return false;
  const [here, there] = [subjectOf(one, scope.mine), subjectOf(other, scope.theirs)];
  return isOther(here, isStrange) && isOther(there, isStrange);
}

const inClause = ({ words }: ComparedPassage, clause: number | undefined): readonly StatementWord[] =>
  clause === undefined ? words : words.filter((word) => word.clause === clause);

const GROUPS = ['girl woman mother female daughter wife', 'boy man father male son husband'].map(
  (side) => new Set(side.split(' ')),
);
const SORTS = [
  'summer winter spring autumn',
  'morning afternoon evening night noon midday',
  'monday tuesday wednesday thursday friday saturday sunday weekday weekend',
  'child adult teenager infant pensioner',
  'north south east west northern southern eastern western centre',
  'import export',
  'city town countryside village',
  'public private',
  'primary secondary',
  'urban rural',
].map((sort) => new Set(sort.split(' ')));

/** Said of a part of the people alone. */
const isGroup = ({ base }: StatementWord): boolean =>
  GROUPS.some((side) => side.has(base)) || /^(?:child|pensioner|teenager|infant|junior|veteran|beginner)$/.test(base);

/** `with my father`: one person, no part of the people. */
const isRelation = ({ start }: StatementWord, { statement: { text } }: ComparedPassage): boolean =>
  /\b(?:my|his|her|our|your|their|whose) (?:[a-z]+ )?$/i.test(text.slice(Math.max(0, start - 24), start));

const isNominal = ({ kind, isName }: StatementWord): boolean =>
  isName || kind === 'noun' || kind === 'adjective' || kind === 'name';

/** One speaks of the summer alone, the other of the winter. */
function haveOtherSorts(one: ComparedPassage, other: ComparedPassage, { mineAt, theirsAt }: Scope): boolean {
  // `primary schools begin at 8:00, secondary schools later`: a figure is of the one that was named last.
  const sortsOf = ({ statement }: ComparedPassage, sort: ReadonlySet<string>, at: number | undefined) => {
    const all = statement.words.filter(({ base }) => sort.has(base));
    const last = at === undefined ? undefined : all.findLast(({ end }) => end <= at);
    return (last === undefined ? all : [last]).map(({ base }) => base);
  };
  return SORTS.some((sort) => {
    const [here, there] = [sortsOf(one, sort, mineAt), sortsOf(other, sort, theirsAt)];
    return here.length > 0 && there.length > 0 && !here.some((word) => there.includes(word));
  });
}

/** `girls` and `boys`, `summer` and `winter`, `older` and `younger`. */
function areOtherGroups(mine: StatementWord, theirs: StatementWord): boolean {
  if (!isNominal(mine) || !isNominal(theirs)) return false;
  const [men, women] = GROUPS;
  if (men?.has(mine.base) === true && women?.has(theirs.base) === true) return true;
  if (women?.has(mine.base) === true && men?.has(theirs.base) === true) return true;
  return (
    mine.kind === 'adjective' &&
    theirs.kind === 'adjective' &&
    !isComparative(mine) &&
    areOpposite(mine.base, theirs.base)
  );
}

const isComparative = ({ lower, base }: StatementWord): boolean => /(?:er|est)$/.test(lower) && lower !== base;

const BEHIND = /^(?:in|of|from|at|under|among|for|with|by)$/;

/** `air-source pumps` and `ground-source pumps`: the same noun, told apart by what stands before it. */
function haveOtherModifiers({ one, other, pairs }: AlignedPassages, isOwn: (word: StatementWord) => boolean): boolean {
  const [mine, theirs] = [nounChunks(one.statement.words), nounChunks(other.statement.words)];
  const isNewOnce = ![one, other].every(({ statement }) => /\bnew\b/i.test(statement.text));
  const isTold = ({ modifiers }: NounChunk): boolean =>
    modifiers.some((word) => (word.weight >= 0.3 || (word.lower === 'new' && isNewOnce)) && isOwn(word));
  const isBehind = (chunks: readonly NounChunk[], chunk: NounChunk): boolean => {
    const next = chunks[chunks.indexOf(chunk) + 1];
    return (
      next !== undefined &&
      BEHIND.test(next.preposition) &&
      next.start - chunk.end <= 3 &&
      next.head.weight >= 0.3 &&
      [next.head, ...next.modifiers].every((word) => word.weight < 0.3 || isOwn(word))
    );
  };
  const lights = mine.flatMap(({ head }) =>
    theirs.flatMap((each): WordMatch[] => {
      const isLight = head.weight < 0.3 && head.base === each.head.base && head.kind === 'noun';
      return isLight ? [{ mine: head, theirs: each.head, worth: 1, isOpposite: false }] : [];
    }),
  );
  const nouns = [
    ...lights,
    ...pairs.filter(
      ({ mine: word, theirs: each, isOpposite }) => !isOpposite && word.kind === 'noun' && each.kind === 'noun',
    ),
  ];
  const isContrast = ({ mine: word, theirs: each }: WordMatch): boolean => {
    const [here, there] = [mine.find(({ head }) => head === word), theirs.find(({ head }) => head === each)];
    if (here === undefined || there === undefined) return false;
    if (OPPOSITE_PLACES.get(here.preposition) === there.preposition && here.preposition !== '') return true;
    return (isTold(here) || isBehind(mine, here)) && (isTold(there) || isBehind(theirs, there));
  };
  // A noun that stands twice is told apart only where each of the two is.
  return nouns.some((pair) =>
    nouns.every((each) => (each.mine !== pair.mine && each.theirs !== pair.theirs) || isContrast(each)),
  );
}

/** Speaks of one more of them, not of the first. */
const ADDED = pattern(
  'i',
  String.raw`\b(?:a|the) (?:second|third|further)(?! (?:study|survey|report|source|reason|way|time|year|month|`,
  String.raw`week|day|hour|of))\b`,
);

const NUMBERED = /\b(\p{Lu}[\p{L}-]{2,20}) (\d{1,4}(?:\.\d{1,3}){0,2})(?![\d%])/gu;

/** `Python 2.0` and `Python 3.13`, `Line 7` and `Line 9`. */
function haveOtherNumbers(one: ComparedPassage, other: ComparedPassage): boolean {
  const [here, there] = [one, other].map(({ statement }) => {
    const numbers = new Map<string, Set<string>>();
    for (const { 1: name = '', 2: number = '', index } of statement.text.matchAll(NUMBERED)) {
      const isAmount = statement.quantities.some(
        ({ start, dimension, following }) =>
          start === index + name.length + 1 &&
          (dimension !== 'count' || /^(?!was$|has$|is$|as$)[a-z]+s$/.test(following[0] ?? '')),
      );
      // `costs the North Clinic 7 cents`: an amount is no part of the name.
      if (!isAmount && !DATE_NAMES.test(name.toLowerCase()))
        numbers.set(name, (numbers.get(name) ?? new Set()).add(number));
    }
    return numbers;
  });
  return [...(here ?? [])].some(([name, numbers]) => {
    const others = there?.get(name);
    return others !== undefined && ![...numbers].some((number) => others.has(number));
  });
}

/** `the fifth class` and `the tenth class`. */
function haveOtherOrdinals(one: ComparedPassage, other: ComparedPassage): boolean {
  const ordinals = ({ figures }: ComparedPassage) =>
    figures.filter(({ dimension, following }) => dimension === 'ordinal' && following.length > 0);
  return ordinals(one).some((mine) =>
    ordinals(other).some((theirs) => mine.following[0] === theirs.following[0] && mine.low !== theirs.low),
  );
}

const MONTH = pattern(
  'g',
  String.raw`\b(?:[Ii]n|of|by|since|until|during|last|early|late|mid) (January|February|March|April|May|June|`,
  String.raw`July|August|September|October|November|December)\b(?! \d{4})`,
);

/** Of a month without a year: `in May` and `in September`. */
function haveOtherMonths(one: ComparedPassage, other: ComparedPassage): boolean {
  const [here, there] = [one, other].map(({ statement }) =>
    [...statement.text.matchAll(MONTH)].map((found) => found[1]),
  );
  return (
    here !== undefined &&
    there !== undefined &&
    here.length > 0 &&
    there.length > 0 &&
    !here.some((month) => there.includes(month))
  );
}

/** `a nap of 60 minutes` and `a nap of 15 minutes` are two kinds of nap. */
function haveOtherSizes(one: ComparedPassage, other: ComparedPassage): boolean {
  const [here, there] = [
    one.figures.filter((figure) => isSize(figure, one)),
    other.figures.filter((figure) => isSize(figure, other)),
  ];
  return here.some((mine) =>
    there.some((theirs) => mine.dimension === theirs.dimension && compareQuantities(mine, theirs) === 'different'),
  );
}

/** The first noun of the clause that stands under no preposition. */
const COUNTING = pattern(
  '',
  '^(?:count|record|report|register|speak|find|observe|estimate|list|survey|note|show|measure|put|',
  'see|give|name|cite|calculate|document|know|say)$',
);

export function subjectOf(
  { statement, words: telling }: ComparedPassage,
  clause: number | undefined,
): NounChunk | null {
  const words = clause === undefined ? statement.words : statement.words.filter((word) => word.clause === clause);
  const verb = words.findIndex(
    ({ kind, lower }) => (kind === 'verb' && !lower.endsWith('ing')) || kind === 'auxiliary',
  );
  // Who counted is not what was counted.
  if (
    COUNTING.test(words.slice(Math.max(0, verb)).find(({ kind }) => kind === 'verb')?.base ?? '') &&
    words[verb]?.kind === 'verb'
  )
    return null;
  const chunks = nounChunks(words).filter(
    ({ start, head }) => (verb < 0 || start < verb) && telling.some((word) => word.start === head.start),
  );
  return (
    chunks.find(({ preposition }) => preposition === '') ??
    chunks.find(({ preposition }) => /^(?:among|of|for)$/.test(preposition)) ??
    null
  );
}

const isOther = (chunk: NounChunk | null, isOwn: (word: StatementWord) => boolean): boolean =>
  chunk !== null &&
  chunk.head.weight >= 0.3 &&
  isOwn(chunk.head) &&
  chunk.modifiers.every((word) => word.weight < 0.3 || isOwn(word));
