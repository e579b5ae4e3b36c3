// Cuts `store the address and show a confirmation` into its deeds, and leaves `store name and address` in one piece.

import { oneOf } from './one-of.ts';
import { blankQuotes } from './statement.ts';
import { baseOfParticiple, baseOfThird, isPlainVerb, isVerb } from './verbs.ts';

/** How the verbs stand: after a modal, in the third person, after `be`. */
export type Mode = 'base' | 'third' | 'participle';

const JOINT = /(?:,?\s+(?:and(?:\s+(?:then|also))?(?:\s+to)?|as well as(?:\s+to)?|then|plus)|,(?:\s+then)?)\s+/gi;
const ADVERB = /^(?:\w+ly|not|also|then)$/i;
const BE = /^(?:is|are|be|been)$/i;
const OBJECT = new RegExp(
  `^(?:${oneOf(`the, an?, its, it, them, their, his, her, him, each, every, all, any, one, two, this, these, that, what,
    who, how, to`)}|\\d[\\d.,]*|¤.*|<.*)$`,
  'i',
);
const AFTER_PARTICIPLE =
  /^(?:to|in|into|with|by|after|before|from|on|at|for|as|within|every|when|if|until|via|the|an?|and|or|once|again|)$/i;
const IDIOMS = new RegExp(
  `\\b${oneOf(`drag and drop, copy and paste, cut and paste, find and replace, search and replace, track and trace,
    click and collect, trial and error, look and feel`)}\\b`,
  'gi',
);
/** Who does what follows `to` is the person asked, so it is one deed of the system. */
const ASKING = /^(?:ask|prompt|remind|invite|tell|require|warn|force|help|instruct|advise)\b.*\sto\s/i;
const CLAUSE = /\b(?:when(?:ever)?|if|while|unless|until|before|after|because|that|which|who|whose|how|whether)\b/gi;
const LET = /^let\s(?:(?:the|an?)\s+)?[\w-]+\s+/i;
const GRANT = /^(?:allow|enable|permit)\b.*?\sto\s+/i;

/** The deeds of a response, each from its verb on; one only if it is a single requirement. */
export function joinedDeeds(response: string, mode: Mode): readonly string[] {
  const plain = blankQuotes(response).replace(IDIOMS, (idiom) => '¤'.repeat(idiom.length));
  const joints = [...plain.matchAll(JOINT)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    isComma: !/[a-z]/i.test(match[0]),
  }));
  const verbs = joints.filter((joint) => isDeed(plain, joint.from, joint.to, mode));
  if (!verbs.some((joint) => !joint.isComma)) return [response];
  const starts = [0, ...verbs.map((joint) => joint.to)];
  const pieces = starts.map((from, index) => response.slice(from, verbs[index]?.from ?? response.length).trim());
  return complete(pieces, mode);
}

/** A deed without what it was given to stand alone. */
export const ownWords = (deed: string): string =>
  deed
    .replace(GRANT, '')
    .replace(LET, '')
    .replace(/^be\s+/i, '');

function isDeed(plain: string, from: number, to: number, mode: Mode): boolean {
  const before = plain.slice(0, from);
  const words = plain.slice(to).split(/[\s,;:]+/);
  const at = words.findIndex((word) => !ADVERB.test(word) && !(mode === 'participle' && BE.test(word)));
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (mode === 'participle')
    return baseOfParticiple(word) !== null && (AFTER_PARTICIPLE.test(next) || ADVERB.test(next));
  if (ASKING.test(before)) return false;
  if (mode === 'third') return baseOfThird(word) !== null && OBJECT.test(next) && !isInClause(before, mode);
  if (!isVerb(word) || isInClause(before, mode)) return false;
  if (isSeries(before, plain.slice(to))) return true;
  return !endsInNoun(before) && (isPlainVerb(word) ? next !== '' || /^\S+$/.test(before) : OBJECT.test(next));
}

/** `create, edit and delete cases`: nothing but verbs from the beginning (or from `to`) on. */
function isSeries(before: string, after: string): boolean {
  const from = GRANT.exec(before)?.[0].length ?? LET.exec(before)?.[0].length ?? 0;
  const words = before.slice(from).split(/,\s+|,?\s+and\s+/);
  const first = after.split(/\s+/)[0] ?? '';
  return words.every((word) => isVerb(word)) && isVerb(first.replace(/,$/, ''));
}

/** `read and write access`: the word before is a verb too, yet not the first of the deed. */
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

/** Gives a bare verb the object of the next one that has one, and each deed the `allow citizens to` of the first. */
function complete(pieces: readonly string[], mode: Mode): readonly string[] {
  if (mode === 'participle')
    return pieces.map((piece, index) => (index === 0 || BE.test(firstWord(piece)) ? piece : `be ${piece}`));
  const grant = GRANT.exec(pieces[0] ?? '')?.[0] ?? LET.exec(pieces[0] ?? '')?.[0] ?? '';
  const deeds = pieces.map((piece, index) => (index === 0 ? piece.slice(grant.length) : piece));
  return deeds.map((deed, index) => {
    const full = deeds.slice(index).find((each) => /\s/.test(each)) ?? '';
    const object = full.slice(firstWord(full).length);
    return `${grant}${/\s/.test(deed) ? deed : `${deed}${object}`}`;
  });
}

const firstWord = (text: string): string => text.split(/\s/)[0] ?? '';
