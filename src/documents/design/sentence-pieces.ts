// A sentence in pieces: phrases of nouns, verbs, and every other word alone.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfParticiple, baseOfThird, gerund, isVerb } from '../words/verbs.ts';
import { headOf, isPerson, isPlural, singularOf } from './nouns.ts';
import { isOperationVerb } from './verb-kinds.ts';

export interface Phrase {
  /** In the singular, small letters, without article: `expense claim`. */
  readonly noun: string;
  readonly isMany: boolean;
  /** `of` and the rest: the word before it; '' for what a verb takes directly. */
  readonly before: string;
  /** `of the receipt`, `its`, `the owner's`: whose it is. */
  readonly of: string;
  /** Adjectives and participles before the noun. */
  readonly how: readonly string[];
}

export type Piece =
  | { readonly kind: 'noun'; readonly phrase: Phrase; readonly at: number }
  | { readonly kind: 'verb'; readonly verb: string; readonly form: 'plain' | 'passive' | 'gerund'; readonly at: number }
  | { readonly kind: 'word'; readonly lower: string; readonly at: number };

/** The tagger's words, with the verbs and nouns that it takes for one another in such sentences put right. */
export function wordsOf(sentence: string): readonly TaggedWord[] {
  const words = [...tagWords(sentence)];
  for (const [at, word] of words.entries()) {
    if (word.kind === 'auxiliary' && /^ha(?:s|ve)$/.test(word.lower) && isOwning(words, at))
      words[at] = { ...word, kind: 'verb' };
    else if (isPerson(singularOf(word.lower)) && /^(?:verb|adjective|name)$/.test(word.kind) && !isVerbHere(words, at))
      words[at] = { ...word, kind: 'noun' };
    else if (word.kind !== 'verb' && word.kind !== 'auxiliary' && isVerbHere(words, at))
      words[at] = { ...word, kind: 'verb' };
    else if (
      word.kind === 'verb' &&
      isPlural(word.lower) &&
      /ing$/.test(words[at - 2]?.lower ?? '') &&
      words[at - 1]?.kind === 'noun'
    )
      words[at] = { ...word, kind: 'noun' };
    else if (word.kind === 'adjective' && NEWS.test(word.lower) && words[at + 1]?.kind !== 'noun')
      words[at] = { ...word, kind: 'noun' };
    else if (at === 0 && isOperationVerb(word.lower) && words[1]?.kind === 'determiner')
      words[at] = { ...word, kind: 'verb' };
    else if (isGerundHere(words, at)) words[at] = { ...word, kind: 'verb' };
    else if (word.lower === 'address' && /^(?:noun|adjective|name)$/.test(words[at - 1]?.kind ?? ''))
      words[at] = { ...word, kind: 'noun' };
  }
  return words;
}

const NEWS = /^(?:alert|warning|notice|reminder)$/;

/** `an app for tracking plants`. */
function isGerundHere(words: readonly TaggedWord[], at: number): boolean {
  const { lower = '' } = words[at] ?? {};
  const base = lower.endsWith('ing') ? gerund(lower) : null;
  const isAfter = /^(?:for|of|by)$/.test(words[at - 1]?.lower ?? '');
  return base !== null && isAfter && isOperationVerb(base) && words[at + 1] !== undefined;
}

/** `has a name` and `have at most 3 loans`, not `has reserved`. */
function isOwning(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || next.lower === 'to' || next.lower === 'been') return false;
  return /^(?:determiner|number|noun|adjective|preposition)$/.test(next.kind);
}

/** `Members of a club book courts`, `let the manager approve or`, `register pets and book a visit`. */
function isVerbHere(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  const prior = words[at - 1];
  if (word === undefined || next === undefined || prior === undefined) return false;
  const base = isOperationVerb(word.lower) ? word.lower : baseOfThird(word.lower);
  if (base === null || !isOperationVerb(base)) return false;
  const begins = next.kind === 'determiner' || OWN.test(next.lower) || /^(?:it|them)$/.test(next.lower);
  const isObject = begins || ((next.kind === 'noun' || next.kind === 'adjective') && isPlural(next.lower));
  const isDescribed = /(?:ed|en)$/.test(next.lower) && words[at + 2]?.kind === 'noun';
  if (isDescribed && isPlural(prior.lower) && isPerson(singularOf(prior.lower))) return true;
  if (/^(?:and|or|,|then)$/.test(prior.lower) && isObject) return hasActor(words, at, () => true);
  if (base !== word.lower) return isThirdHere(words, at);
  if (isSubject(words, at - 1) && !/^(?:of|is|are|and|or|,)$/.test(next.lower)) return true;
  if (isPerson(singularOf(prior.lower)) && prior.kind !== 'verb' && isGranted(words, at)) return true;
  return isObject && hasActor(words, at, isPlural);
}

/** `A volunteer checks in each donation`. */
function isThirdHere(words: readonly TaggedWord[], at: number): boolean {
  const [article, person, , next, after] = words.slice(Math.max(0, at - 2), at + 3);
  if (at !== 2 || article?.kind !== 'determiner' || !isPerson(person?.lower ?? '')) return false;
  const isParticle = /^(?:in|out|up|off)$/.test(next?.lower ?? '');
  return next?.kind === 'determiner' || (isParticle && after?.kind === 'determiner');
}

/** `Members book meeting rooms`: several people who begin a statement act in it. */
function isSubject(words: readonly TaggedWord[], at: number): boolean {
  const { lower = '', kind = 'mark' } = words[at] ?? {};
  const isActing = isPerson(singularOf(lower)) || /^(?:sensor|device|meter)s$/.test(lower);
  if (kind === 'verb' || !isActing || (!isPlural(lower) && lower !== 'staff')) return false;
  const prior = words[at - 1];
  return prior === undefined || /^(?:where|,|;|:)$/.test(prior.lower);
}

/** After `let` or `allow` and before any other verb. */
function isGranted(words: readonly TaggedWord[], to: number): boolean {
  const verb = words.slice(0, to).findLast(({ kind }) => kind === 'verb');
  return verb !== undefined && GRANTS.test(verb.lower);
}

function hasActor(words: readonly TaggedWord[], to: number, fits: (word: string) => boolean): boolean {
  const isJoined = /^(?:and|or|,|then)$/.test(words[to - 1]?.lower ?? '');
  for (let at = to - 1; at >= 0; at--) {
    const { kind, lower } = words[at] ?? { kind: 'mark', lower: '' };
    if (!isJoined && (kind === 'verb' || kind === 'auxiliary' || kind === 'mark')) return false;
    if (isPerson(singularOf(lower)) && fits(lower)) return true;
  }
  return false;
}

/** `a discount code ... of the code`: the longer name, where the same sentence has it. */
export function longNames(pieces: readonly Piece[]): readonly Piece[] {
  const longer = new Map<string, string>();
  for (const piece of pieces)
    if (piece.kind === 'noun' && piece.phrase.noun !== headOf(piece.phrase.noun))
      longer.set(headOf(piece.phrase.noun), piece.phrase.noun);
  const named = (noun: string): string => longer.get(noun) ?? noun;
  return pieces.map((piece) => {
    if (piece.kind !== 'noun') return piece;
    const { phrase } = piece;
    return { ...piece, phrase: { ...phrase, noun: named(phrase.noun), of: named(phrase.of) } };
  });
}

const OWN = /^(?:its|their|his|her|my|our|your)$/;

export const JOINING = /^(?:and|or|,|\/|as well as)$/;

export const STOPS =
  /^(?:when|whenever|if|while|once|until|unless|that|which|who|because|whether|where|;|:|\.|otherwise|so)$/;

/** Phrases of nouns and verbs; every other word alone. */
export function piecesOf(words: readonly TaggedWord[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < words.length) {
    const noun = nounAt(words, at, pieces);
    if (noun !== null) {
      pieces.push({ kind: 'noun', phrase: noun.phrase, at });
      at = noun.end;
      continue;
    }
    const word = words[at];
    if (word === undefined) break;
    const verb = verbAt(words, at);
    pieces.push(verb === null ? { kind: 'word', lower: word.lower, at } : { kind: 'verb', ...verb, at });
    at += 1;
  }
  return attached(pieces);
}

function nounAt(
  words: readonly TaggedWord[],
  from: number,
  before: readonly Piece[],
): { readonly phrase: Phrase; readonly end: number } | null {
  let at = from;
  let of = '';
  const how: string[] = [];
  const nouns: TaggedWord[] = [];
  for (; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const { kind, lower } = word;
    if (nouns.length > 0) {
      if (lower === "'s" || lower === "'" || lower === '’') {
        of = singularOf(nouns.map((each) => each.lower).join(' '));
        nouns.length = 0;
        continue;
      }
      if (kind === 'noun' || (kind === 'name' && /^[a-z]/.test(word.text))) nouns.push(word);
      else if (kind === 'name' && nouns.every((each) => each.kind === 'name')) nouns.push(word);
      else break;
      continue;
    }
    if (kind === 'determiner' || kind === 'number' || OWN.test(lower) || /^(?:up|most|least|at|to)$/.test(lower)) {
      if (/^(?:up|at|to|most|least)$/.test(lower) && !leadsToNumber(words, at)) break;
      if (/^(?:that|which)$/.test(lower)) break;
      if (OWN.test(lower)) of = 'own';
    } else if (kind === 'adjective' || (kind === 'verb' && isDescribing(words, at))) how.push(lower);
    else if (kind === 'noun' || kind === 'name') nouns.push(word);
    else break;
  }
  const last = nouns.at(-1) ?? sharedNoun(words, at, how);
  if (last === undefined) return null;
  if (nouns.length === 0) nouns.push(last);
  // `the quality manager` is another person than the manager.
  const role = words[words.indexOf(nouns[0] ?? last) - 1];
  if (role !== undefined && how.includes(role.lower) && ROLE.test(role.lower) && isPerson(singularOf(last.lower))) {
    nouns.unshift(role);
    how.splice(how.indexOf(role.lower), 1);
  }
  const noun = singularOf(nouns.map(({ lower }) => lower).join(' '));
  const isMany = isPlural(last.lower) || words[from]?.kind === 'number';
  const prior = before.at(-1);
  const preposition = prior?.kind === 'word' ? prior.lower : '';
  return { phrase: { noun, isMany, before: preposition, of, how }, end: at };
}

const ROLE = /^(?:quality|safety|finance|medical|technical|regional|legal|head|chief|senior|night)$/;

/** `a lowest and a highest temperature`: the noun of the second is the first one's too. */
function sharedNoun(words: readonly TaggedWord[], at: number, how: readonly string[]): TaggedWord | undefined {
  if (how.length === 0 || !/^(?:and|or)$/.test(words[at]?.lower ?? '')) return undefined;
  const [first, second, third] = words.slice(at + 1, at + 4);
  if (first?.kind === 'determiner') return second?.kind === 'adjective' && third?.kind === 'noun' ? third : undefined;
  return first?.kind === 'adjective' && second?.kind === 'noun' ? second : undefined;
}

/** `up to 8`, `at most 50`. */
function leadsToNumber(words: readonly TaggedWord[], at: number): boolean {
  return words.slice(at + 1, at + 3).some(({ kind }) => kind === 'number');
}

/** `approved claims`, `the waiting list`: a form of a verb before a noun. */
function isDescribing(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  const prior = words[at - 1];
  if (word === undefined || next === undefined || (next.kind !== 'noun' && next.kind !== 'adjective')) return false;
  if (prior?.kind === 'auxiliary' || prior?.lower === 'to') return false;
  if (/(?:ed|en|wn|ght|pt)$/.test(word.lower)) return prior?.kind !== 'noun' || !isPerson(singularOf(prior.lower));
  return /ing$/.test(word.lower) && (prior?.kind === 'determiner' || OWN.test(prior?.lower ?? ''));
}

function verbAt(words: readonly TaggedWord[], at: number): Pick<Piece & { kind: 'verb' }, 'verb' | 'form'> | null {
  const word = words[at];
  if (word === undefined) return null;
  const { lower, kind } = word;
  const isGerund = /ing$/.test(lower) && /^(?:for|of|by|about)$/.test(words[at - 1]?.lower ?? '');
  if (isGerund) {
    const base = gerund(lower);
    return base === null || words[at + 1] === undefined ? null : { verb: base, form: 'gerund' };
  }
  if (kind !== 'verb') return null;
  if (isPassive(words, at)) {
    const base = baseOfParticiple(lower);
    return base === null ? null : { verb: base, form: 'passive' };
  }
  if (/(?:ing|ed)$/.test(lower) && !isOperationVerb(lower) && baseOfThird(lower) === null && !isVerb(lower))
    return null;
  if (/ing$/.test(lower) && !isOperationVerb(lower)) return null;
  const base = lower === 'has' ? 'have' : isOperationVerb(lower) ? lower : (baseOfThird(lower) ?? lower);
  return { verb: base, form: 'plain' };
}

export function isPassive(words: readonly TaggedWord[], at: number): boolean {
  if (!/(?:ed|en|wn|nt|pt|ld|de|id|ght|ne|ut|et|ad|ft|st|un|ck)$/.test(words[at]?.lower ?? '')) return false;
  for (let prior = at - 1; prior >= Math.max(0, at - 3); prior--) {
    const { lower, kind } = words[prior] ?? { lower: '', kind: 'mark' };
    if (/^(?:is|are|be|been|was|were|being|get|gets)$/.test(lower)) return true;
    if (kind !== 'adverb' && lower !== 'not') return false;
  }
  return false;
}

/** `date of birth` is one noun; `the status of the claim` says whose status it is. */
function attached(pieces: readonly Piece[]): readonly Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    const of = kept.at(-1);
    const owner = kept.at(-2);
    if (piece.kind !== 'noun' || of?.kind !== 'word' || of.lower !== 'of' || owner?.kind !== 'noun') {
      kept.push(piece);
      continue;
    }
    kept.splice(-2);
    const { phrase } = owner;
    if (/^date$/.test(phrase.noun) && /^(?:birth)$/.test(piece.phrase.noun))
      kept.push({ ...owner, phrase: { ...phrase, noun: 'date of birth' } });
    else if (/^number$/.test(phrase.noun) && piece.phrase.isMany)
      kept.push({ ...owner, phrase: { ...phrase, noun: `number of ${piece.phrase.noun}`, isMany: false } });
    else if (/^(?:list|set|kind|type|copy|group|pair|lot|part|row|all|sort)$/.test(phrase.noun))
      kept.push({ ...piece, phrase: { ...piece.phrase, before: phrase.before, isMany: true } });
    else {
      kept.push({ ...owner, phrase: { ...phrase, of: piece.phrase.noun } });
      // What it belongs to stands in the sentence too.
      kept.push({ kind: 'word', lower: 'of', at: piece.at }, { ...piece, phrase: { ...piece.phrase, before: 'of' } });
    }
  }
  return kept;
}

export const GRANTS = /^(?:let|allow|enable|permit)$/;
