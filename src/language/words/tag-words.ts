// The words of a sentence with their places and kinds. The tagger's usual mistakes in requirements are put right here.

import { remembered } from '../../documents/lookup/remembered.ts';
import { bounded, canBeVerb, isKnownWord, tagsOf, type WordKind } from './tagger.ts';
import { isVerb } from './verbs.ts';

export interface TaggedWord {
  readonly text: string;
  readonly lower: string;
  /** Where it begins in the text that was given. */
  readonly at: number;
  readonly kind: WordKind;
  readonly isKnown: boolean;
}

/** `text` may hold blanked quotes (`¤`) and places to fill in (`<...>`): they count as names. */
export const tagWords = remembered((text: string): readonly TaggedWord[] => repaired(placed(text)));

function placed(text: string): TaggedWord[] {
  const plain = bounded(text)
    .replace(/¤+(?:\s+¤+)*|<[^<>]*>/g, (name) => 'Q'.repeat(name.length))
    .replace(/(?<=[a-z\d_])\.(?=[a-z])/gi, 'x')
    .replace(/[’]/g, "'");
  let from = 0;
  return tagsOf(plain).flatMap(({ text: word, kind, isKnown }) => {
    const at = plain.indexOf(word, from);
    if (at < 0 || word.trim() === '') return [];
    from = at + word.length;
    const own = text.slice(at, from);
    return [{ text: own, lower: own.toLowerCase().replace('’', "'"), at, kind, isKnown }];
  });
}

export const MODAL_WORD = /^(?:shall|must|should|will|wo|can|ca|may|might|could|would|sha)$/;
const BETWEEN = new Set<WordKind>(['adverb', 'particle', 'mark']);
const NOUNS = new Set<WordKind>(['noun', 'name']);
const BEFORE_NOUN = new Set<WordKind>(['determiner', 'adjective', 'preposition', 'number']);
const BEGINS_OBJECT = new Set<WordKind>(['determiner', 'pronoun', 'number']);
const POSSESSIVE = /^(?:my|your|his|her|its|our|their)$/;
const SUBORDINATE =
  /^(?:that|which|who|whose|whom|when|whenever|if|while|once|until|unless|because|where|before|after)$/;

type Draft = { -readonly [Key in keyof TaggedWord]: TaggedWord[Key] };

function repaired(words: readonly TaggedWord[]): readonly TaggedWord[] {
  const drafts: Draft[] = words.map((word) => ({ ...word }));
  for (const [at, word] of drafts.entries()) {
    if (at > 0 && /^[A-Z][a-z]/.test(word.text) && drafts[at - 1]?.kind !== 'mark') word.kind = 'name';
    if (word.kind === 'verb' || word.kind === 'mark') {
      if (isNounAfter(drafts, at)) word.kind = 'noun';
    } else if (followsModal(drafts, at)) word.kind = 'verb';
    else if (isThirdPerson(drafts, at)) word.kind = 'verb';
  }
  return drafts;
}

/** `shall alert`, `shall, if feasible, show`, `to share`: whatever a word is elsewhere, here it is a verb. */
function followsModal(words: readonly Draft[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !/^[a-z-]+$/.test(word.lower) || word.kind === 'auxiliary') return false;
  if (word.kind === 'preposition' || word.kind === 'determiner' || word.kind === 'pronoun') return false;
  if (word.kind === 'adverb' && word.lower.endsWith('ly')) return false;
  let before = at - 1;
  while (before >= 0 && isBetween(words[before])) before--;
  const modal = words[before];
  if (modal === undefined || !(MODAL_WORD.test(modal.lower) && modal.kind === 'auxiliary')) return false;
  return isVerb(word.lower) || (!word.isKnown && before === at - 1);
}

const isBetween = (word: Draft | undefined): boolean =>
  word !== undefined && (word.lower === 'not' || word.lower === "n't" || BETWEEN.has(word.kind)) && word.lower !== 'to';

/** `the desk issues a badge`, `a booking that overlaps an existing one`. */
function isThirdPerson(words: readonly Draft[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !/[a-z]s$/.test(word.lower) || /ss$/.test(word.lower)) return false;
  if (!NOUNS.has(word.kind) && word.kind !== 'adverb' && word.kind !== 'adjective') return false;
  const before = words[at - 1];
  const next = words[at + 1];
  if (before === undefined || !canBeVerbIn(word.lower, word.isKnown)) return false;
  if (/^(?:that|which|who|it|he|she|nobody|everyone|everybody)$/.test(before.lower)) return next !== undefined;
  const isSubject = NOUNS.has(before.kind) || (before.kind === 'adjective' && words[at - 2]?.kind === 'determiner');
  if (!isSubject || /[^su]s$/.test(before.lower) || hasVerbBefore(words, at)) return false;
  const isObject = next !== undefined && (BEGINS_OBJECT.has(next.kind) || POSSESSIVE.test(next.lower));
  if (isObject || next?.text.startsWith('Q')) return true;
  // `and the display turns red`
  const isState = (next?.kind === 'adjective' || next?.kind === 'adverb') && words[at + 2]?.kind !== 'noun';
  if (isState && isBegunAfterJoint(words, at)) return true;
  return isBegunBySubject(words, at) && !hasVerbAfter(words, at) && next?.lower !== 'of';
}

/** `The ledger balances to zero`: an article at the beginning, and no other verb in the clause. */
function isBegunBySubject(words: readonly Draft[], at: number): boolean {
  let from = at - 1;
  while (from > 0 && !isClauseStart(words[from - 1])) from--;
  const first = words[from];
  return first !== undefined && at - from <= 6 && (first.kind === 'determiner' || POSSESSIVE.test(first.lower));
}

function isBegunAfterJoint(words: readonly Draft[], at: number): boolean {
  const joint = words.slice(0, at).findLastIndex(({ kind }) => kind === 'conjunction');
  return joint >= 0 && at - joint <= 4 && words[joint + 1]?.kind === 'determiner';
}

const isClauseStart = (word: Draft | undefined): boolean =>
  word === undefined || word.kind === 'mark' || SUBORDINATE.test(word.lower);

function hasVerbBefore(words: readonly Draft[], at: number): boolean {
  for (let place = at - 1; place >= 0 && !isClauseStart(words[place]); place--) {
    const word = words[place];
    if (word?.kind === 'auxiliary') return true;
    if (word?.kind === 'conjunction') return false;
    if (word?.kind === 'verb' && !/(?:ing|ed)$/.test(word.lower)) return true;
  }
  return false;
}

function hasVerbAfter(words: readonly Draft[], at: number): boolean {
  for (let place = at + 1; place < words.length && !isClauseStart(words[place]); place++) {
    const word = words[place];
    if (word?.kind === 'auxiliary' || (word?.kind === 'verb' && /[^s]s$/.test(word.lower))) return true;
  }
  return false;
}

/** After what stands before nouns only: `on leave`, `the address of`, `a lock file`. */
function isNounAfter(words: readonly Draft[], at: number): boolean {
  const word = words[at];
  const before = words[at - 1];
  if (word === undefined || word.kind !== 'verb' || /(?:ing|ed|en)$/.test(word.lower) || before === undefined)
    return false;
  if (before.lower === 'to' || before.kind === 'adverb') return false;
  const isBeforeNoun = BEFORE_NOUN.has(before.kind) || (before.kind === 'pronoun' && POSSESSIVE.test(before.lower));
  if (isBeforeNoun && !SUBORDINATE.test(before.lower)) return !isParticiple(word.lower);
  if (before.lower === "'s" && before.kind === 'particle') return !isParticiple(word.lower);
  const next = words[at + 1];
  const isLast =
    next === undefined || next.kind === 'mark' || next.kind === 'preposition' || next.kind === 'conjunction';
  return NOUNS.has(before.kind) && isLast && hasVerbBefore(words, at);
}

const isParticiple = (word: string): boolean => /(?:ght|wn|pt|nt|ld|ost|id|ne|de|und)$/.test(word) && !canBeVerb(word);

function canBeVerbIn(third: string, isKnown: boolean): boolean {
  return basesOf(third).some((base) => isVerb(base) || (!isKnown && !isKnownWord(base) && base.length > 3));
}

function basesOf(third: string): readonly string[] {
  if (third.endsWith('ies')) return [`${third.slice(0, -3)}y`];
  if (/(?:ch|sh|ss|x|z|o)es$/.test(third)) return [third.slice(0, -2), third.slice(0, -1)];
  return [third.slice(0, -1)];
}
