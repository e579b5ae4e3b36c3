// What stands in the same place of a sentence as a word of the claim, but is another: `signed in Bruges`, `not to
// the king`.

import type { Alignment } from './align-words.ts';
import { matchWords, verbPairs } from './align-words.ts';
import { anyOf } from './any-of.ts';
import { DATE_NAMES, DONE_ONCE } from './cue-words.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { sameName } from './same-name.ts';

/** Given even where a name of the claim is missing: the other name is what the source has instead. */
export function checkSlots(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  alignment: Alignment,
): readonly Objection[] {
  return [
    ...otherPlace(claim, source, alignment),
    ...contrasted(items, source, alignment),
    ...otherMaterial(claim, source, alignment),
    ...notAlone(claim, source),
    ...otherWay(claim, source),
  ];
}

const STANDS_FOR = /^(?:he|she|it|they|him|her|them|his|its|their|who|which|whose|this|that|these)$/;

/**
 * `awarded to Weil; Carvalho received a mention`: the name stands in one clause, what is claimed of it in
 * another with its own name.
 */
export function checkDisplaced(source: Statement, { pairs }: Alignment): readonly Objection[] {
  const names = pairs.filter(({ claim }) => claim.isName);
  const others = pairs.filter(({ claim, source: there }) => !claim.isName && !there.isName && claim.weight >= 0.8);
  const [first] = names;
  const said = others.filter(({ source: there }) => there.sentence === first?.source.sentence);
  if (first === undefined || said.length === 0 || said.length < others.length) return [];
  const homes = new Set(names.map(({ source: there }) => there.clause));
  if (said.some(({ source: there }) => homes.has(there.clause))) return [];
  const clause = said[0]?.source.clause;
  const there = source.words.filter((word) => word.clause === clause);
  const own = there.filter(({ isName, lower }) => isName && !DATE_NAMES.test(lower));
  if (own.length === 0 || there.some(({ lower }) => STANDS_FOR.test(lower))) return [];
  const home = source.words.filter((word) => homes.has(word.clause));
  if (!home.some(({ kind }) => kind === 'verb') || home.some(({ lower }) => STANDS_FOR.test(lower))) return [];
  const who = own.map(({ text }) => text).join(' ');
  const other = names.map(({ claim }) => claim.text).join(' ');
  const reason = `The source says it of ${who}, and something else of ${other}.`;
  return [{ kind: 'conflict', reason }];
}

const HAPPENS_ONCE = anyOf(`
  bear born die bury hold crash sink execute crown marry go award dedicate elect appoint move sell give belong lie
  stand hang locate situate base empty flow drain premiere open settle happen occur name derive come succeed
  replace defeat beat lose measure record register house lift launch land depart
`);
const SLOT = /^(?:in|at|to|near|from|by|into|after|on|of|against)$/;
/** Parts of names that many have. */
const GENERIC = anyOf(`
  lake river mount mountain port island isle street road avenue square university college school academy museum
  gallery hall park bridge station hospital church cathedral castle palace theatre dr mr mrs ms sir lord lady
  minister president king queen general colonel captain prince princess duke saint st professor judge new north
  south east west city county bank bay cape fort company group institute the
`);

/** The same verb with the same preposition, but another name behind it. */
function otherPlace(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  // `highest in Mirabel and lowest in Stroud Bay`: of each there is one.
  const superlatives = pairs.filter(({ claim: { lower } }) => /^[a-z]{2,}est$/.test(lower));
  for (const { claim: verb, source: other, isInClause, isOpposite } of [
    ...verbPairs({ pairs }, source),
    ...superlatives,
  ]) {
    if ((!isInClause && verb.base !== other.base) || isOpposite) continue;
    if (verb.kind === 'verb' && !DONE_ONCE.has(verb.base) && !HAPPENS_ONCE.test(verb.base)) continue;
    for (const [slot, mine] of namesBehind(verb, claim)) {
      const theirs = namesBehind(other, source).get(slot);
      const own = mine.filter(({ lower }) => !GENERIC.test(lower));
      if (
        theirs === undefined ||
        own.length === 0 ||
        own.some((name) => theirs.some((each) => sameName(name.lower, each.lower)))
      )
        continue;
      // `born in Vienna, moved to Paris`: behind the next verb stands what is said of that one.
      const isElsewhere =
        verb.kind === 'verb' &&
        own.some((name) => ofVerb(other, source).some((word) => sameName(name.lower, word.lower)));
      if (isElsewhere) continue;
      const [said, claimed] = [theirs, mine].map((names) => names.map(({ text }) => text).join(' '));
      return [{ kind: 'conflict', reason: `The source says "${slot} ${said}", the claim says "${slot} ${claimed}".` }];
    }
  }
  return [];
}

/** The words of a verb's clause up to the next verb. */
function ofVerb(verb: StatementWord, { words }: Statement): readonly StatementWord[] {
  const here = words.filter(({ clause }) => clause === verb.clause);
  const next = here.find(({ kind, start }) => kind === 'verb' && start > verb.start);
  return here.filter(({ start }) => start < (next?.start ?? Number.POSITIVE_INFINITY));
}

function namesBehind(verb: StatementWord, { words }: Statement): ReadonlyMap<string, readonly StatementWord[]> {
  const found = new Map<string, StatementWord[]>();
  const behind = words.slice(words.indexOf(verb) + 1).filter(({ clause }) => clause === verb.clause);
  for (const [at, word] of behind.entries()) {
    if (!SLOT.test(word.lower) || found.has(word.lower)) continue;
    const names: StatementWord[] = [];
    const first = /^(?:the|a|an|its|their)$/.test(behind[at + 1]?.lower ?? '') ? at + 2 : at + 1;
    for (const each of behind.slice(first)) {
      if (!each.isName) break;
      names.push(each);
    }
    if (names.length > 0) found.set(word.lower, names);
  }
  return found;
}

/** `from Lindeth to Quessimar` against `from Quessimar to Lindeth`. */
function otherWay(claim: Statement, source: Statement): readonly Objection[] {
  const [mine, theirs] = [wayOf(claim), wayOf(source)];
  if (mine === null || theirs === null) return [];
  const isSame = (one: readonly StatementWord[], other: readonly StatementWord[]): boolean =>
    one.some((name) => other.some((each) => !GENERIC.test(name.lower) && sameName(name.lower, each.lower)));
  if (!isSame(mine.from, theirs.to) || !isSame(mine.to, theirs.from)) return [];
  const said = theirs.from.map(({ text }) => text).join(' ');
  const claimed = mine.from.map(({ text }) => text).join(' ');
  return [{ kind: 'conflict', reason: `The source says "from ${said}", the claim says "from ${claimed}".` }];
}

interface Way {
  readonly from: readonly StatementWord[];
  readonly to: readonly StatementWord[];
}

/** The names of the first `from ... to ...` of a text. */
function wayOf({ words }: Statement): Way | null {
  for (const [at, word] of words.entries()) {
    const from = word.lower === 'from' ? namesFrom(words, at + 1) : [];
    const next = at + 1 + from.length;
    const to = from.length > 0 && words[next]?.lower === 'to' ? namesFrom(words, next + 1) : [];
    if (to.length > 0) return { from, to };
  }
  return null;
}

function namesFrom(words: readonly StatementWord[], from: number): readonly StatementWord[] {
  const end = words.findIndex(({ isName, kind }, at) => at >= from && !isName && kind !== 'name');
  return words.slice(from, end < 0 ? words.length : end);
}

/** `to his teacher, not to the king`: what stands behind `not` is denied for the sentence before it. */
function contrasted(
  items: readonly StatementWord[],
  source: Statement,
  { pairs, sentence }: Alignment,
): readonly Objection[] {
  if (items.some(({ isNegated }) => isNegated)) return [];
  const { words } = source;
  for (const [at, word] of words.entries()) {
    if (word.lower !== 'not' || word.sentence !== sentence || words[at - 1]?.text !== ',') continue;
    const denied = words.slice(at + 1).filter(({ clause }) => clause === word.clause);
    if (denied.length > 6 || denied.some(({ kind }) => kind === 'verb' || kind === 'auxiliary')) continue;
    const head = denied.findLast(({ kind, isName }) => isName || kind === 'noun' || kind === 'name');
    const claimed = items.find((item) => head !== undefined && matchWords(item, head)?.isOpposite === false);
    const isSaid = pairs.some(({ claim, source: there }) => claim.kind === 'verb' && there.start < word.start);
    if (claimed === undefined || head === undefined || !isSaid) continue;
    return [{ kind: 'conflict', reason: `The source says "not ${head.text}".` }];
  }
  return [];
}

const MADE = /^(?:make|build|construct|carve|weave|cast|consist|produce|compose)$/;

/** `made of brick` against `built of granite`. */
function otherMaterial(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  for (const { claim: verb, source: other, isOpposite } of pairs) {
    if (isOpposite || !MADE.test(verb.base) || !MADE.test(other.base)) continue;
    const [mine, theirs] = [materialsOf(verb, claim), materialsOf(other, source)];
    if (mine.length === 0 || theirs.length === 0) continue;
    if (mine.some((word) => source.words.some((each) => matchWords(word, each) !== null))) continue;
    const [said, claimed] = [theirs, mine].map((words) => words.map(({ text }) => text).join(' '));
    return [{ kind: 'conflict', reason: `The source says "of ${said}", the claim says "of ${claimed}".` }];
  }
  return [];
}

function materialsOf(verb: StatementWord, { words }: Statement): readonly StatementWord[] {
  const behind = words.slice(words.indexOf(verb) + 1, words.indexOf(verb) + 8);
  const of = behind.findIndex(({ lower }) => lower === 'of' || lower === 'from');
  if (of < 0 || of > 3) return [];
  const end = behind.findIndex(
    ({ kind }, at) => at > of && !/^(?:noun|adjective|determiner|conjunction|adverb)$/.test(kind),
  );
  return behind
    .slice(of + 1, end < 0 ? behind.length : end)
    .filter(({ kind, weight }) => kind === 'noun' && weight >= 0.8);
}

/** `only in Chile` against `in Chile, Peru and Bolivia`. */
function notAlone({ words }: Statement, source: Statement): readonly Objection[] {
  const at = words.findIndex(({ lower }) => lower === 'only');
  const name = at < 0 ? undefined : words.slice(at + 1, at + 4).find(({ isName }) => isName);
  if (name === undefined) return [];
  const place = source.words.findIndex((word) => word.isName && sameName(word.lower, name.lower));
  if (place < 0) return [];
  const near = source.words.slice(Math.max(0, place - 6), place + 7);
  const isList = (word: StatementWord | undefined): boolean => word?.text === ',' || word?.lower === 'and';
  const other = near.find(
    (word, there) =>
      word.isName &&
      !sameName(word.lower, name.lower) &&
      (isList(near[there - 1]) || isList(near[there + 1])) &&
      word.clause === source.words[place]?.clause,
  );
  const isListed = isList(source.words[place - 1]) || isList(source.words[place + 1]);
  if (other === undefined || !isListed) return [];
  return [{ kind: 'conflict', reason: `The source names ${other.text} as well, the claim says "only".` }];
}
