// Whether a label says yes or no, and what it negates: words of several languages, and nothing that has to be guessed.

export type Sense = 'passing' | 'refusing';

/** A label as the words that are left without its negation. */
export interface LabelWords {
  readonly rest: string;
  readonly isNegated: boolean;
  /** The negation answers a question by itself, as "no" does: before a refusal it may repeat it or deny it. */
  readonly isAnswer: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(', '));

const PASSING = words(
  'yes, y, yep, yeah, ok, okay, good, fine, great, lgtm, go, done, true, pass, passes, passed, accept, accepts, ' +
    'accepted, acceptable, acceptance, approve, approves, approved, approval, agree, agrees, agreed, confirm, ' +
    'confirms, confirmed, sign, signed, looks good, look good, ship, ships, shipped, valid, correct, ✅, ✔, ✓, 👍, ' +
    'ja, oui, si, sí, sì, sim, da, да, tak, jes, はい, 是, genehmigt, freigegeben, angenommen, akzeptiert, ' +
    'zugestimmt, approuvé, approuvée, accepté, acceptée, validé, validée, aprobado, aprobada, aceptado, aceptada, ' +
    'aprovado, aprovada, aceito, approvato, approvata, accettato, goedgekeurd, akkoord, godkänd, godkendt, ' +
    'godkjent, одобрено, принято',
);
const REFUSING = words(
  'n, bad, wrong, stop, false, fail, fails, failed, failure, veto, vetoed, deny, denies, denied, denial, ' +
    'reject, rejects, rejected, rejection, decline, declines, declined, refuse, refuses, refused, refusal, ' +
    'disapprove, disapproves, disapproved, disapproval, disagree, disagrees, disagreed, back, redo, rework, ' +
    'revise, changes, needs changes, needs work, needs rework, request changes, changes requested, nok, ❌, ✗, ✘, ' +
    '✖, 👎, abgelehnt, verworfen, zurückgewiesen, refusé, refusée, rejeté, rejetée, rechazado, rechazada, ' +
    'denegado, rejeitado, rejeitada, recusado, recusada, rifiutato, rifiutata, respinto, respinta, afgekeurd, ' +
    'afgewezen, avvisad, avslått, afvist, отклонено, отказано',
);
/** These are a refusal when they stand alone. */
const ANSWERS = words('no, nope, nay, nah, nein, non, não, nao, nee, nej, nei, nie, ne, нет, いいえ, 否');
const NEGATIONS = words(
  'not, never, unless, without, cannot, un, dis, nicht, kein, keine, ohne, pas, sans, sin, sem, senza, niet, ' +
    'geen, zonder, inte, ikke, не, без',
);
const FILLERS = words('is, are, was, were, be, been, it, the, if, when, has, have, had, does, do, did, a, an');
const PREFIX = /^(?:un|non|not|no|dis|in)(?=\p{L}{2})/u;

/** Lower case, words apart by one space. */
export function plainWords(text: string): string {
  const apart = text.normalize('NFC').replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
  return apart
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

/** null where it is not certain what is negated: more than one negation. */
export function readLabelWords(text: string): LabelWords | null {
  let said = plainWords(text.replaceAll('’', "'"));
  let negations = 0;
  let isAnswer = false;
  const operator = /^(?:!=*|<>|≠|¬|=+)/.exec(said)?.[0] ?? '';
  if (operator !== '') {
    said = said.slice(operator.length).trim();
    if (!operator.startsWith('=')) negations += 1;
  }
  const rest: string[] = [];
  for (const word of said.replace(/(?<![.!\s])[.!\s]+$/, '').split(' ')) {
    if (ANSWERS.has(word)) isAnswer = true;
    if (ANSWERS.has(word) || NEGATIONS.has(word) || /n't$/.test(word)) negations += 1;
    else if (!FILLERS.has(word)) rest.push(word);
  }
  if (negations > 1) return null;
  return { rest: rest.join(' '), isNegated: negations === 1, isAnswer };
}

/** The word without a syllable that negates it, as "approved" of "unapproved"; null when it has none. */
export function withoutPrefix(word: string): string | null {
  const bare = word.replace(PREFIX, '');
  return bare === word ? null : bare;
}

/** What a word or a phrase without negation says; null when nobody can say. */
export function senseOfWords(said: string): Sense | null {
  if (PASSING.has(said)) return 'passing';
  return REFUSING.has(said) ? 'refusing' : null;
}

export const oppositeOf = (sense: Sense): Sense => (sense === 'passing' ? 'refusing' : 'passing');
