// Cuts `store the address and show a confirmation` into its actions, and leaves `store name and address` in one piece.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfParticiple, baseOfThird, isPlainVerb, isVerb } from '../words/verbs.ts';
import { oneOf } from './one-of.ts';
import { blankQuotes } from './statement.ts';

/** How the verbs stand: after a modal, in the third person, after `be`. */
export type Mode = 'base' | 'third' | 'participle';

const JOINT = new RegExp(
  String.raw`(?:(?:,|(?<!\s))\s+(?:and(?:\s+(?:then|also))?(?:\s+to)?|as well as(?:\s+to)?|but also|but|or|then|plus)` +
    String.raw`|,(?:\s+then)?)\s+`,
  'gi',
);
const ADVERB = /^(?:\w+ly|not|also|then)$/i;
const BE = /^(?:is|are|be|been)$/i;
/** So that the tagger sees what stands before the response. */
const BEFORE: Readonly<Record<Mode, string>> = { base: 'It shall ', third: 'It ', participle: 'It is ' };
const AFTER_PARTICIPLE =
  /^(?:to|in|into|with|by|after|before|from|on|at|for|as|within|every|when|if|until|via|the|an?|and|or|once|again|)$/i;
/** One decision with two outcomes: the two cannot be approved apart. */
const EITHER_WAY = oneOf(`approve, reject, accept, decline, refuse, confirm, deny, allow, forbid, permit, grant, revoke,
  enable, disable, activate, deactivate, lock, unlock, show, hide, open, close, start, stop, mute, unmute, block,
  unblock, expand, collapse, switch, keep, discard`);
const DECISION = new RegExp(`^${EITHER_WAY}s?$`, 'i');
const IDIOMS = new RegExp(
  `\\b${oneOf(`drag and drop, copy and paste, cut and paste, find and replace, search and replace, track and trace,
    click and collect, trial and error, look and feel`)}\\b`,
  'gi',
);
/** Who does what follows `to` is the person asked, so it is one action of the system. */
const ASKING = /^(?:ask|prompt|remind|invite|tell|require|warn|force|help|instruct|advise)\b.*\sto\s/i;
const CLAUSE = /\b(?:when(?:ever)?|if|while|unless|until|before|after|because|that|which|who|whose|how|whether)\b/gi;
const LET = /^let\s(?:(?:the|an?)\s+)?[\w-]+\s+/i;
const GRANT = /^(?:allow|enable|permit)\b.*?\sto\s+/i;

interface Joint {
  readonly from: number;
  readonly to: number;
  /** Without letters: a comma, `and`, `or`. */
  readonly word: string;
}

/** The actions of a response, each from its verb on; one only if it is a single requirement. */
export function joinedActions(response: string, mode: Mode): readonly string[] {
  const plain = blankQuotes(response).replace(IDIOMS, (idiom) => '¤'.repeat(idiom.length));
  const joints = [...plain.matchAll(JOINT)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    word: match[0]
      .replace(/[\s,]+/g, ' ')
      .trim()
      .toLowerCase(),
  }));
  if (joints.length === 0) return [response];
  const tagged = tagWords(BEFORE[mode] + plain);
  const verbs: Joint[] = [];
  for (const joint of joints) {
    if (isAction({ plain, tagged, mode, isListed: verbs.length > 0 }, joint)) verbs.push(joint);
  }
  if (!verbs.some((joint) => joint.word !== '')) return [response];
  const starts = [0, ...verbs.map((joint) => joint.to)];
  const pieces = starts.map((from, index) => response.slice(from, verbs[index]?.from ?? response.length).trim());
  return complete(pieces, mode);
}

/** An action without what it was given to stand alone. */
export const ownWords = (action: string): string =>
  action
    .replace(GRANT, '')
    .replace(LET, '')
    .replace(/^be\s+/i, '');

interface Place {
  readonly plain: string;
  readonly tagged: readonly TaggedWord[];
  readonly mode: Mode;
  /** An action was found before, so a list of actions is likely. */
  readonly isListed: boolean;
}

function isAction({ plain, tagged, mode, isListed }: Place, { from, to, word: joint }: Joint): boolean {
  const before = plain.slice(0, from);
  const shift = BEFORE[mode].length;
  let at = tagged.findIndex((word) => word.at >= to + shift);
  while (at >= 0 && at < tagged.length && isSkipped(tagged[at], mode)) at++;
  const word = tagged[at];
  const next = tagged[at + 1];
  if (word === undefined || word.kind === 'mark') return false;
  if (joint === 'or' && isOneDecision(before, word.lower)) return false;
  if (mode === 'participle') {
    if (joint === 'or') return false;
    return baseOfParticiple(word.lower) !== null && (AFTER_PARTICIPLE.test(next?.lower ?? '') || isAdverb(next));
  }
  if (ASKING.test(before) || isInClause(before, mode)) return false;
  if (mode === 'third') return isThirdAction(word, next, joint);
  if (!isVerb(word.lower) && !(word.kind === 'verb' && !word.isKnown)) return false;
  if (/(?:ed|ing)$/.test(word.lower) && !isPlainVerb(word.lower)) return false;
  if (isSeries(before, plain.slice(word.at - shift))) return true;
  if (endsInNoun(before)) return false;
  if (isPlainVerb(word.lower)) return next !== undefined || /^\S+$/.test(before);
  if (beginsObject(next)) return true;
  const isTagged = word.kind === 'verb' && next !== undefined && next.kind !== 'mark' && next.kind !== 'conjunction';
  return joint !== '' && (isTagged || (isListed && isNoun(next) && /[^su]s$/.test(next?.lower ?? '')));
}

const isAdverb = (word: TaggedWord | undefined): boolean => word !== undefined && ADVERB.test(word.lower);
const isNoun = (word: TaggedWord | undefined): boolean => word?.kind === 'noun' || word?.kind === 'name';
const isSkipped = (word: TaggedWord | undefined, mode: Mode): boolean =>
  word !== undefined && (ADVERB.test(word.lower) || (mode === 'participle' && BE.test(word.lower)));

function isThirdAction(word: TaggedWord, next: TaggedWord | undefined, joint: string): boolean {
  if (!/[^s]s$/.test(word.lower) || next === undefined || next.lower === 'of') return false;
  const isVerbForm = baseOfThird(word.lower) !== null;
  if (isVerbForm && beginsObject(next)) return true;
  if (joint === '') return false;
  if (isVerbForm && /^(?:off|up|down|out|back|away)$/.test(next.lower)) return true;
  if (word.kind === 'verb' && isVerbForm) return next.kind !== 'mark' && next.kind !== 'conjunction';
  return !word.isKnown && (next.kind === 'preposition' || beginsObject(next));
}

function beginsObject(word: TaggedWord | undefined): boolean {
  if (word === undefined) return false;
  return /^(?:determiner|pronoun|number)$/.test(word.kind) || /^(?:what|who|how|to|¤.*|<.*)$/.test(word.lower);
}

/** `approve or reject a request`. */
function isOneDecision(before: string, second: string): boolean {
  const first = /(?<![a-z])([a-z]+)$/i.exec(before)?.[1] ?? '';
  return DECISION.test(first) && DECISION.test(second);
}

/** `create, edit and delete cases`: nothing but verbs from the beginning (or from `to`) on. */
function isSeries(before: string, after: string): boolean {
  const from = GRANT.exec(before)?.[0].length ?? LET.exec(before)?.[0].length ?? 0;
  const words = before.slice(from).split(/,\s+|(?<!\s)\s+(?:and|or)\s+/);
  const first = after.split(/\s+/)[0] ?? '';
  return words.every((word) => isVerb(word)) && isVerb(first.replace(/,$/, ''));
}

/** `read and write access`: the word before is a verb too, yet not the first of the action. */
function endsInNoun(before: string): boolean {
  const [previous = '', last = ''] = before.split(/\s+/).slice(-2);
  return isVerb(last) && (isVerb(previous) || baseOfThird(previous) !== null);
}

/** A base form cannot go on a clause about one thing (`when the match ends and return`), so only others count. */
function isInClause(before: string, mode: Mode): boolean {
  const last = [...before.matchAll(CLAUSE)].at(-1);
  if (last === undefined) return false;
  if (mode === 'third') return true;
  const words = before.slice(last.index).split(/\s+/).slice(1);
  return !words.some((word) => /^(?:is|was|has|does)$/i.test(word) || baseOfThird(word) !== null);
}

/** Gives a bare verb the object of the next one that has one, and each action the `allow citizens to` of the first. */
function complete(pieces: readonly string[], mode: Mode): readonly string[] {
  if (mode === 'participle')
    return pieces.map((piece, index) => (index === 0 || BE.test(firstWord(piece)) ? piece : `be ${piece}`));
  const grant = GRANT.exec(pieces[0] ?? '')?.[0] ?? LET.exec(pieces[0] ?? '')?.[0] ?? '';
  const actions = pieces.map((piece, index) => (index === 0 ? piece.slice(grant.length) : piece));
  return actions.map((action, index) => {
    const full = actions.slice(index).find((each) => /\s/.test(each)) ?? '';
    const object = full.slice(firstWord(full).length);
    return `${grant}${/\s/.test(action) ? action : `${action}${object}`}`;
  });
}

const firstWord = (text: string): string => text.split(/\s/)[0] ?? '';
