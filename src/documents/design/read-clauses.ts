// Who does what to what in each sentence of a brief or a requirement, with what stands around it.

import { PRODUCT } from '../lint/ears.ts';
import type { TaggedWord } from '../words/tag-words.ts';
import { isOrganisation, isPerson, isProduct, pluralOf } from './nouns.ts';
import { GRANTS, JOINING, longNames, type Phrase, type Piece, piecesOf, STOPS, wordsOf } from './sentence-pieces.ts';
import { isOperationVerb } from './verb-kinds.ts';

export interface Clause {
  /** Index of the source it was read from. */
  readonly source: number;
  readonly sentence: string;
  /** '': the product does it. */
  readonly actor: string;
  readonly verb: string;
  readonly objects: readonly Phrase[];
  readonly around: readonly Phrase[];
  /** It is said as the condition of something else. */
  readonly isCondition: boolean;
  readonly isNegated: boolean;
  /** `mark it as used` */
  readonly state: string;
  /** `see who plays on which court`: what is asked, and the nouns of the question. */
  readonly asks: string;
  /** The words of this clause alone, where the sentence has several. */
  readonly text: string;
  /** Nouns before the verb that do not act: `After a visit the vet records`. */
  readonly prior: readonly Phrase[];
}

export interface SentenceRead {
  readonly clauses: readonly Clause[];
  /** All of them, whatever their place. */
  readonly phrases: readonly Phrase[];
}

export function readSentence(sentence: string, source: number): SentenceRead {
  const words = wordsOf(sentence);
  const pieces = longNames(piecesOf(words));
  const phrases = pieces.flatMap((piece) => (piece.kind === 'noun' ? [piece.phrase] : []));
  return { clauses: clausesOf(pieces, sentence, source, words), phrases };
}

function clausesOf(
  pieces: readonly Piece[],
  sentence: string,
  source: number,
  words: readonly TaggedWord[],
): readonly Clause[] {
  const clauses: Clause[] = [];
  let actor: string | null = null;
  let isCondition = false;
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'word') isCondition = conditionAfter(pieces, at, isCondition);
    if (piece.kind !== 'verb') continue;
    const subject = subjectOf(pieces, at);
    if (subject !== null) actor = subject;
    if (GRANTS.test(piece.verb) || isOfPronoun(pieces, at) || isOfNoun(pieces, at)) continue;
    const isPassive = piece.form === 'passive';
    const taken = takenBy(pieces, at);
    const by = taken.around.find(({ before, noun }) => before === 'by' && isActor(noun))?.noun;
    clauses.push({
      ...{ source, sentence, verb: verbWith(pieces, at, piece.verb), ...taken },
      actor: /^(?:have|contain|include|need)$/.test(piece.verb)
        ? (actor ?? '')
        : actorName(isPassive ? (by ?? '') : (actor ?? ''), sentence),
      objects: isPassive ? passiveOf(pieces, at, actor ?? '') : objectsOf(pieces, at, taken.objects, clauses.at(-1)),
      text: textAt(pieces, at, sentence, words, actor ?? ''),
      prior: priorOf(pieces, at, actor ?? ''),
      isCondition,
      isNegated: isNegatedAt(pieces, at),
    });
    if (isPassive) actor = null;
  }
  return withSharedObjects(clauses, pieces);
}

function conditionAfter(pieces: readonly Piece[], at: number, isCondition: boolean): boolean {
  const piece = pieces[at];
  if (piece?.kind !== 'word') return isCondition;
  if (STOPS.test(piece.lower)) {
    // `a shop where customers order` is no condition; `Where an order has a code` is one.
    if (piece.lower === 'where') return at === 0;
    return /^(?:when|whenever|if|while|once|unless|until)$/.test(piece.lower);
  }
  return piece.lower === ',' && isCondition && beginsMain(pieces, at) ? false : isCondition;
}

const WHOLE = /^(?:when|if|while|where|once|after|before|until)\b|\b(?:unless|otherwise|then|each)\b|, which\b/i;

const SHORT_WORDS = 3;

/** From the joint before the verb to the joint before the next one. */
function textAt(
  pieces: readonly Piece[],
  verb: number,
  sentence: string,
  words: readonly TaggedWord[],
  actor: string,
): string {
  if (WHOLE.test(sentence)) return sentence;
  const isMain = (piece: Piece, at: number): boolean =>
    piece.kind === 'verb' && !GRANTS.test(piece.verb) && !isOfPronoun(pieces, at);
  const last = pieces.slice(0, verb).findLastIndex(isMain);
  const next = pieces.findIndex((piece, at) => at > verb && isMain(piece, at));
  const joint = (from: number, to: number): number =>
    pieces.slice(from, to).findLastIndex((piece) => piece.kind === 'word' && JOINING.test(piece.lower)) + from;
  const start = last < 0 ? -1 : joint(last + 1, verb);
  const end = next < 0 ? -1 : joint(verb + 1, next);
  if ((last >= 0 && start <= last) || (next >= 0 && end <= verb)) return sentence;
  const at = (piece: number): number => words[pieces[piece]?.at ?? 0]?.at ?? 0;
  const from = start < 0 ? 0 : at(start + 1);
  const own = withoutJoint(sentence.slice(from, end < 0 ? undefined : at(end)));
  if (own.split(' ').length < SHORT_WORDS) return sentence;
  const isBare = start >= 0 && start + 1 === verb && actor !== '';
  const isThird = isBare && words[pieces[verb]?.at ?? 0]?.lower !== (pieces[verb] as { verb?: string }).verb;
  const whole = isBare ? `${isThird ? `the ${actor}` : pluralOf(actor)} ${own}` : own;
  return `${whole.slice(0, 1).toUpperCase()}${whole.slice(1)}.`;
}

function priorOf(pieces: readonly Piece[], verb: number, actor: string): readonly Phrase[] {
  return pieces
    .slice(0, verb)
    .flatMap((piece) => (piece.kind === 'noun' && piece.phrase.noun !== actor ? [piece.phrase] : []));
}

/** `before it starts` says when, not what somebody does. */
function isOfPronoun(pieces: readonly Piece[], at: number): boolean {
  const prior = pieces[at - 1];
  return prior?.kind === 'word' && /^(?:it|they|who|whom|what)$/.test(prior.lower);
}

/** `the mean time to resolve` names a figure. */
function isOfNoun(pieces: readonly Piece[], at: number): boolean {
  const [noun, to] = [pieces[at - 2], pieces[at - 1]];
  if (to?.kind !== 'word' || to.lower !== 'to' || noun?.kind !== 'noun') return false;
  return /(?:^| )(?:time|way|right|ability|chance|cost)$/.test(noun.phrase.noun);
}

/** `Customers subscribe and are emailed`: whoever acted before. */
function sharedSubject(pieces: readonly Piece[], at: number, actor: string): readonly Phrase[] {
  const [joint, auxiliary] = [pieces[at - 2], pieces[at - 1]];
  const isShared =
    joint?.kind === 'word' && /^(?:and|,)$/.test(joint.lower) && auxiliary?.kind === 'word' && isActor(actor);
  return isShared ? [{ noun: actor, isMany: true, before: '', of: '', how: [] }] : [];
}

/** `closes it`: what was spoken of last. */
function objectsOf(
  pieces: readonly Piece[],
  at: number,
  own: readonly Phrase[],
  last: Clause | undefined,
): readonly Phrase[] {
  const next = pieces[at + 1];
  const isPronoun = next?.kind === 'word' && /^(?:it|them)$/.test(next.lower);
  return own.length === 0 && isPronoun && last !== undefined ? last.objects : own;
}

/** `approve or reject a claim`: both take what the last of them takes. */
function withSharedObjects(clauses: readonly Clause[], pieces: readonly Piece[]): readonly Clause[] {
  const verbs = pieces.flatMap((piece, at) => (piece.kind === 'verb' && !GRANTS.test(piece.verb) ? [at] : []));
  const isJoined = (verb: string): boolean => {
    const at = verbs.find((each) => {
      const piece = pieces[each];
      return piece?.kind === 'verb' && piece.verb === verb;
    });
    const next = pieces[(at ?? -2) + 1];
    return next?.kind === 'word' && JOINING.test(next.lower) && nextIsVerb(pieces, (at ?? 0) + 1);
  };
  const shared: Clause[] = [];
  for (const clause of [...clauses].reverse()) {
    const after = shared[0];
    const takes =
      clause.objects.length === 0 && after !== undefined && after.objects.length > 0 && isJoined(clause.verb);
    // Of `approve or reject a claim` neither half says it all.
    if (takes) shared[0] = { ...after, text: after.sentence };
    shared.unshift(takes ? { ...clause, objects: after.objects, around: after.around, text: clause.sentence } : clause);
  }
  return shared;
}

function nextIsVerb(pieces: readonly Piece[], at: number): boolean {
  const next = pieces[at + 1];
  if (next?.kind === 'verb') return true;
  return next?.kind === 'word' && JOINING.test(next.lower) && pieces[at + 2]?.kind === 'verb';
}

/** After a condition's comma the main clause begins with who acts in it. */
function beginsMain(pieces: readonly Piece[], at: number): boolean {
  const next = pieces[at + 1];
  const after = pieces[at + 2];
  if (next?.kind === 'word' && next.lower === 'then') return true;
  return next?.kind === 'noun' && (after?.kind === 'verb' || (after?.kind === 'word' && isAuxiliary(after.lower)));
}

const isAuxiliary = (lower: string): boolean =>
  /^(?:shall|must|should|will|can|may|could|would|has|have|is|are|do|does|not|also|only|then|always|to|be|able)$/.test(
    lower,
  );
const isActor = (noun: string): boolean => isPerson(noun) || isOrganisation(noun);

/** `Clinics can look up`: of several, each one's people use the product; of one alone, who may do something. */
const actorName = (noun: string, sentence: string): string =>
  isOrganisation(noun) && isUser(noun, sentence.toLowerCase()) ? `${noun} staff` : actorOf(noun);

const isUser = (noun: string, sentence: string): boolean =>
  [pluralOf(noun), `${noun} can `, `${noun} may `].some((form) => sentence.includes(form));

const actorOf = (noun: string): string =>
  noun === '' || isProduct(noun) || PRODUCT.test(noun) || !isActor(noun) ? (isThingThatActs(noun) ? noun : '') : noun;
/** A sensor that sends readings is who calls the interface. */
const isThingThatActs = (noun: string): boolean =>
  /(?:^| )(?:sensor|device|meter|scanner|gateway|robot|machine)$/.test(noun);

/** null: nobody new is named, whoever acted before goes on. */
function subjectOf(pieces: readonly Piece[], verb: number): string | null {
  let at = verb - 1;
  while (at >= 0) {
    const piece = pieces[at];
    if (piece?.kind === 'word' && (isAuxiliary(piece.lower) || /ly$|^(?:who|that|which|online)$/.test(piece.lower)))
      at--;
    else break;
  }
  const piece = pieces[at];
  if (piece?.kind !== 'noun') return null;
  // `members of a club book`: the first noun acts, not the one that it is of.
  let first = at;
  while (isInside(pieces[first - 1]) && pieces[first - 2]?.kind === 'noun') first -= 2;
  const found = pieces[first];
  const phrase = found?.kind === 'noun' ? found.phrase : piece.phrase;
  if (isActor(phrase.noun) || isProduct(phrase.noun) || isThingThatActs(phrase.noun)) return phrase.noun;
  const isObject = pieces[first - 1]?.kind === 'verb' || phrase.before !== '';
  return isObject && !JOINING.test(phrase.before) && !STOPS.test(phrase.before) ? null : phrase.noun;
}

const isInside = (piece: Piece | undefined): boolean =>
  piece?.kind === 'word' && /^(?:of|with|at|in|from)$/.test(piece.lower);

function takenBy(pieces: readonly Piece[], verb: number): Pick<Clause, 'objects' | 'around' | 'state' | 'asks'> {
  const objects: Phrase[] = [];
  const around: Phrase[] = [];
  let before = '';
  let state = '';
  for (let at = verb + 1; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined || piece.kind === 'verb') break;
    if (piece.kind === 'noun') {
      if (beginsClause(pieces, at)) break;
      if (before === '') objects.push({ ...piece.phrase, before: '' });
      else around.push({ ...piece.phrase, before });
    } else if (
      at === verb + 1 + (isUp(pieces[verb + 1]) ? 1 : 0) &&
      /^(?:who|whom|whether|which|what|how|where|if)$/.test(piece.lower)
    ) {
      const asked = pieces.slice(at).flatMap((each) => (each.kind === 'noun' ? [each.phrase] : []));
      return { objects: [], around: asked, state, asks: piece.lower };
    } else if (STOPS.test(piece.lower)) break;
    else if (piece.lower === 'as') {
      const next = pieces[at + 1];
      state = next?.kind === 'word' ? next.lower : next?.kind === 'verb' ? pastOf(next.verb) : '';
      before = 'as';
    } else if (!JOINING.test(piece.lower) && !NO_PREPOSITION.test(piece.lower)) before = piece.lower;
  }
  return { objects, around, state, asks: '' };
}

/** `look up which of them`. */
const isUp = (piece: Piece | undefined): boolean => piece?.kind === 'word' && piece.lower === 'up';

const NO_PREPOSITION =
  /^(?:also|too|online|it|them|only|once|again|back|out|up|each|then|shall|must|can|may|will|be|not|always|.*ly)$/;
const pastOf = (verb: string): string => (/ed$/.test(verb) ? verb : verb.endsWith('e') ? `${verb}d` : `${verb}ed`);

/** A noun after a comma or `and` that a verb or `shall` follows begins the next clause. */
function beginsClause(pieces: readonly Piece[], at: number): boolean {
  const prior = pieces[at - 1];
  const next = pieces[at + 1];
  if (prior?.kind !== 'word' || !JOINING.test(prior.lower)) return false;
  return next?.kind === 'verb' || (next?.kind === 'word' && isAuxiliary(next.lower));
}

function passiveOf(pieces: readonly Piece[], verb: number, actor: string): readonly Phrase[] {
  const shared = sharedSubject(pieces, verb, actor);
  return shared.length > 0 ? shared : passiveObjects(pieces, verb);
}

function passiveObjects(pieces: readonly Piece[], verb: number): readonly Phrase[] {
  const found: Phrase[] = [];
  for (let at = verb - 1; at >= 0; at--) {
    const piece = pieces[at];
    if (piece?.kind === 'verb' || (piece?.kind === 'word' && (STOPS.test(piece.lower) || piece.lower === ','))) break;
    if (piece?.kind === 'noun') found.unshift(piece.phrase);
  }
  const first = found[0];
  return first === undefined ? [] : [first];
}

/** `sign up`, `check in`. */
function verbWith(pieces: readonly Piece[], at: number, verb: string): string {
  const next = pieces[at + 1];
  const joined = next?.kind === 'word' ? `${verb}-${next.lower}` : verb;
  const isBack = pieces.slice(at + 1, at + 4).some((piece) => piece.kind === 'word' && piece.lower === 'back');
  if (verb === 'bring' && isBack) return 'return';
  const isOff = pieces.slice(at + 1, at + 4).some((piece) => piece.kind === 'word' && piece.lower === 'off');
  if (verb === 'drop' && isOff) return 'drop-off';
  if (joined === 'hand-out' || joined === 'hand-over') return 'hand-out';
  return isOperationVerb(joined) ? joined : verb;
}

function isNegatedAt(pieces: readonly Piece[], verb: number): boolean {
  const prior = pieces.slice(Math.max(0, verb - 2), verb);
  return prior.some((piece) => piece.kind === 'word' && /^(?:not|never|cannot|n't)$/.test(piece.lower));
}

/** Without the punctuation and the "and" that lead on to what is cut off. */
function withoutJoint(text: string): string {
  const short = withoutMarks(text);
  return /[\s,;](?:and|or)$/.test(short) ? withoutMarks(short.slice(0, short.endsWith('and') ? -3 : -2)) : short;
}

function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,.;]/.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
