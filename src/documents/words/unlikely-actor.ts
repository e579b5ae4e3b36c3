// Finds a sentence in which something acts that cannot: "the triangle drinks", "as a puddle I want".

import {
  BODILY_VERBS,
  COLOURS,
  cannotAct,
  DATA_VERBS,
  DELIBERATE_VERBS,
  isArtefact,
  isIntangible,
  isNoData,
  isPerson,
  kindOfThing,
  LIVING_STATES,
  LIVING_VERBS,
  MOODS,
} from './noun-kinds.ts';
import type { Word } from './read-words.ts';
import { baseOfThird } from './verbs.ts';

/** The noun that cannot do what is said of it; null: every one may, as far as rules know. `words`: of one sentence. */
export function unlikelyActor(words: readonly Word[]): string | null {
  const plain = words.filter(({ text }) => /[\p{L}\p{N}]|[,;:]/u.test(text));
  for (const at of plain.keys()) {
    const noun = actorAt(plain, at);
    if (noun !== null) return noun;
  }
  return moodyThing(plain) ?? noData(plain) ?? strangeMix(plain);
}

/** "an angry sandwich". */
function moodyThing(words: readonly Word[]): string | null {
  const at = words.findIndex(({ text }, place) => MOODS.has(text.toLowerCase()) && isMoodOf(words, place));
  return at < 0 ? null : lowerAt(words, at + 1);
}

function isMoodOf(words: readonly Word[], at: number): boolean {
  const noun = lowerAt(words, at + 1);
  const isLast = !/^(?:noun|name)$/.test(words[at + 2]?.kind ?? '') || isThird(words, at + 2);
  return isLast && cannotAct(noun) && !/^(?:hour|year|birthday|anniversary|month|day)s?$/.test(noun);
}

/** "download the smell of the sea": no file holds it. */
function noData(words: readonly Word[]): string | null {
  const at = words.findIndex(({ text }) => DATA_VERBS.has(text.toLowerCase()));
  if (at < 0) return null;
  let object = at + 1;
  while (/^(?:determiner|adjective|pronoun)$/.test(words[object]?.kind ?? '')) object += 1;
  const isLast = !/^(?:noun|name)$/.test(words[object + 1]?.kind ?? '');
  return isLast && isNoData(lowerAt(words, object)) ? lowerAt(words, object) : null;
}

const MIX_KINDS_MIN = 3;

/** Things that have nothing to do with each other, of three kinds and more, and hardly any others. */
function strangeMix(words: readonly Word[]): string | null {
  const nouns = words.filter(({ kind }) => kind === 'noun' || kind === 'name').map(({ text }) => text.toLowerCase());
  const odd = nouns.filter((noun) => kindOfThing(noun) !== null);
  const kinds = new Set(odd.map(kindOfThing));
  return kinds.size >= MIX_KINDS_MIN && odd.length * 4 >= nouns.length * 3 ? (odd[0] ?? null) : null;
}

const SKIPPED = /^(?:also|then|always|never|often|still|only|just|even|not|\p{L}+ly)$/iu;
const MODAL = /^(?:can|could|may|must|should|shall|will|would|might)$/i;
const BE = /^(?:is|are|was|were|be|been|gets?|got)$/i;
const LEAD = /^(?:let|lets|allow|allows|enable|enables|help|helps|want|need|like|for)$/i;

function actorAt(words: readonly Word[], at: number): string | null {
  const noun = lowerAt(words, at);
  if (!isNounAt(words, at) || words[at + 1]?.text === "'s") return null;
  if (isRole(words, at) && cannotAct(noun)) return noun;
  const isLet = LEAD.test(beforePhrase(words, at));
  if (!isLet && PREPOSITION.test(beforePhrase(words, at))) return null;
  const { verb, place } = verbAfter(words, at, noun, isLet);
  if (verb === null) return null;
  if (COLOURS.has(noun)) return isActor(words, at, place) && isAct(verb) ? noun : null;
  if (cannotAct(noun)) return isAct(verb) ? noun : null;
  if (isArtefact(noun)) return BODILY_VERBS.has(verb) ? noun : null;
  return LIVING_VERBS.has(verb) && !isPerson(noun) && hasNoSense(words, at, place) ? noun : null;
}

const isAct = (verb: string): boolean =>
  LIVING_VERBS.has(verb) || DELIBERATE_VERBS.has(verb) || LIVING_STATES.has(verb);
const PREPOSITION =
  /^(?:on|in|at|by|to|of|from|with|into|per|via|under|over|before|after|during|every|each|until|about|as|and|or|no)$/i;

const lowerAt = (words: readonly Word[], at: number): string => words[at]?.text.toLowerCase() ?? '';

/** Not in the middle of a name ("Blue Apple"), nor before a noun that it only describes. */
function isNounAt(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !/^\p{L}+$/u.test(word.text)) return false;
  if (at > 0 && /^\p{Lu}/u.test(word.text) && !isIntangible(word.text.toLowerCase())) return false;
  return (
    word.kind === 'noun' || word.kind === 'name' || COLOURS.has(word.text.toLowerCase()) || isIntangible(word.base)
  );
}

/** "As a puddle I want". */
function isRole(words: readonly Word[], at: number): boolean {
  const [one, two] = [lowerAt(words, at + 1), lowerAt(words, at + 2)];
  const isWished = one === 'i' || one === 'we' || (one === ',' && (two === 'i' || two === 'we'));
  return isWished && /^as$/i.test(beforePhrase(words, at));
}

/** What stands before the article and adjectives of a noun. */
function beforePhrase(words: readonly Word[], at: number): string {
  let from = at - 1;
  while (
    from >= 0 &&
    /^(?:determiner|adjective|noun|name|number)$/.test(words[from]?.kind ?? '') &&
    isPart(words, from)
  )
    from -= 1;
  return words[from]?.text ?? '';
}

const isPart = (words: readonly Word[], at: number): boolean => !/^(?:every|each|no)$/i.test(words[at]?.text ?? '');

/** In a form that goes with the noun: "triangles drink", "a triangle drinks", "a triangle can drink". */
function verbAfter(words: readonly Word[], at: number, noun: string, isLet: boolean) {
  let place = afterPhrase(words, at);
  while (SKIPPED.test(words[place]?.text ?? '')) place += 1;
  const none = { verb: null, place };
  const next = lowerAt(words, place);
  if (BE.test(next))
    return LIVING_STATES.has(lowerAt(words, place + 1)) ? { verb: lowerAt(words, place + 1), place } : none;
  const isWish = /^(?:wants?|wishe?s?|needs?)$/.test(next) && lowerAt(words, place + 1) === 'to';
  if (isWish) return { verb: 'want', place };
  if (MODAL.test(next) || (isLet && next === 'to')) {
    place += 1;
    while (SKIPPED.test(words[place]?.text ?? '')) place += 1;
    if (lowerAt(words, place) === 'be' && lowerAt(words, place + 1) === 'able') place += 3;
    return { verb: lowerAt(words, place), place };
  }
  if (isLet) return { verb: next, place };
  const isMany = /[^su]s$|^(?:teeth|leaves)$/.test(noun);
  if (isMany) return { verb: next, place };
  return isThird(words, place) ? { verb: baseOfThird(next), place } : none;
}

/** "onion orders the wine", but not "fruit orders are shown". */
function isThird(words: readonly Word[], place: number): boolean {
  const [verb, next] = [words[place], words[place + 1]];
  if (next?.kind === 'auxiliary' || next?.kind === 'verb') return false;
  return verb?.kind === 'verb' || /^(?:determiner|pronoun|number)$/.test(next?.kind ?? '');
}

/** After "the smell of an old roof" too. */
function afterPhrase(words: readonly Word[], at: number): number {
  if (lowerAt(words, at + 1) !== 'of') return at + 1;
  let place = at + 2;
  while (/^(?:determiner|adjective|pronoun)$/.test(words[place]?.kind ?? '')) place += 1;
  return place + 1;
}

/** "while purple subtracts", but not "red flags" or "green orders of last week". */
function isActor(words: readonly Word[], at: number, place: number): boolean {
  const before = words[at - 1];
  const after = words[place + 1];
  const begins =
    before === undefined || before.kind === 'adjective' || before.kind === 'subordinator' || before.text === ',';
  if (MODAL.test(words[at + 1]?.text ?? '')) return begins;
  const isObject = after?.kind === 'determiner' || after?.kind === 'pronoun';
  return begins && (isObject || (after === undefined && before?.kind === 'subordinator'));
}

/** Of a noun that rules do not know: what it does is done to a time, an idea or a shape. */
function hasNoSense(words: readonly Word[], at: number, place: number): boolean {
  if (words[at]?.isKnown !== true) return false;
  let object = place + 1;
  while (/^(?:determiner|adjective|pronoun)$/.test(words[object]?.kind ?? '')) object += 1;
  return object > place + 1 && isIntangible(lowerAt(words, object)) && !isFelt(lowerAt(words, place));
}

/** "dream a dream", "love the taste": ideas are what it is done to. */
const isFelt = (verb: string): boolean =>
  /^(?:love|hate|want|wish|feel|dream|think|hope|wonder|celebrate|imagine|promise|invent|regret|teach)s?$/.test(verb);
