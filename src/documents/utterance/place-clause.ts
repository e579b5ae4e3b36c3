// Where a clause belongs: what is wanted, or the result by which success is seen.

import { readGoalClause } from '../gaps/read-goal-clause.ts';
import { quoted } from '../gaps/word-goal-clause.ts';
import { DEADLINE, OUTCOME, SPEED, WITH_RESULT } from './utterance-forms.ts';

interface Found {
  readonly wanted: string[];
  readonly measures: string[];
}

/** A behaviour with a number ("a reminder 24 hours before") is wanted; a result to reach or a speed is a measure. */
export function placeClause(given: string, found: Found): void {
  const clause = given.replace(SUCCESS, '');
  if (clause !== given && isSaid(clause)) {
    found.measures.push(clause);
    return;
  }
  const [action] = readGoalClause(clause) ?? [];
  // "cannot book more than 2 visits": the number is of what is refused.
  if (action?.kind === 'never' && action.actor !== '') {
    found.wanted.push(isRule(clause) ? clause : quoted(clause));
    return;
  }
  const [, what, result] = WITH_RESULT.exec(clause) ?? [];
  if (what !== undefined && result !== undefined && isSaid(what)) {
    found.wanted.push(what);
    found.measures.push(result);
    return;
  }
  const isOfSystem = action === undefined || action.kind !== 'person' || action.actor === '';
  if (DEADLINE.test(clause)) found.measures.push(clause.replace(/^be /i, ''));
  else if (OUTCOME.test(clause.replace(CONDITION, '')) && isShort(clause))
    found.measures.push(clause.replace(/ should be /i, ' are '));
  else if (SPEED.test(clause) && isOfSystem && action?.kind !== 'name') found.measures.push(clause);
  else found.wanted.push(clause);
}

/** What follows is named as the result. */
const SUCCESS = /^(?:success(?: criteri(?:on|a))?|measures?|goal of success)\s*(?::|is(?: that)?|means)\s+/i;

/** "Customers cannot find their invoices" may tell what goes wrong today: only a bound in it makes it a rule. */
const isRule = (clause: string): boolean => !/ can(?:not| not|['’]t) /i.test(clause) || BOUND.test(clause);
const BOUND =
  /\d|\b(?:more|less|fewer|others?|another|own|without|unless|until|twice|again|before|after|once|than|who|that)\b/i;

/** A number in a condition is no result to reach. */
const CONDITION = /,?\s(?:when|whenever|if|once|as soon as|unless)\s[\s\S]*$/i;
const MEASURE_WORDS_MAX = 16;
/** One statement: of talk with a number in it nobody says what is measured. */
const isShort = (clause: string): boolean =>
  clause.split(' ').length <= MEASURE_WORDS_MAX && !/[.?!] |, (?:like|maybe|i think)\b/i.test(clause);

/** At least two words, or one long one: "ok" is no goal clause. */
export function isSaid(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= 2 || (words[0] ?? '').length >= 4 || /^\p{Lu}{2,}$/u.test(words[0] ?? '');
}
