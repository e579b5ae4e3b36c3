// What must be asked before an utterance can be taken for a request: who does what, instead of what, to which end.

import { isJsonObject, type Json } from '../../json.ts';
import { sentencesOf } from '../markdown/bullets-of.ts';
import { type UnclearKind, unclearKind } from '../words/unclear-kind.ts';

export interface ClarifyingQuestion {
  /** The same for the same matter, whatever the wording. */
  readonly id: QuestionId;
  readonly question: string;
  /** What of the utterance is the reason to ask. */
  readonly why: string;
}

export type QuestionId = 'who' | 'what' | 'today' | 'instead' | 'result';

/** As it is kept with what was asked for (`userInput.clarifications`). */
export interface Clarification {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** Of a run's `userInput`; what has not their form is left out. */
export function clarificationsOf(userInput: Json | undefined): readonly Clarification[] {
  const given = isJsonObject(userInput) ? userInput.clarifications : undefined;
  if (!Array.isArray(given)) return [];
  return given.flatMap((each) => {
    const { id, question, answer } = isJsonObject(each) ? each : {};
    if (typeof id !== 'string' || typeof answer !== 'string') return [];
    return [{ id, question: typeof question === 'string' ? question : '', answer }];
  });
}

/** [] for a request that can be read, and for one whose questions have answers that can. */
export function clarifyingQuestions(
  utterance: string,
  clarifications: readonly Clarification[] = [],
): readonly ClarifyingQuestion[] {
  const unclear = unclearKind(utterance);
  if (unclear === null) return [];
  return QUESTIONS[unclear.kind]
    .filter(([id]) => !clarifications.some((given) => isAnswer(given) && (given.id === id || settles(given, id))))
    .map(([id, question]) => ({ id, question, why: unclear.why }));
}

/** "Readers should save articles" says who it is for as well. */
const settles = ({ id, answer }: Clarification, question: QuestionId): boolean =>
  id === 'what' && question === 'who' && unclearKind(answer) === null;

/** What the rules read instead of, or beside, an utterance that was unclear. */
export interface ClarifiedRequest {
  /** Requests, one for each sentence or line. */
  readonly goalClauses: string;
  readonly problem: string;
  readonly users: string;
  readonly result: string;
}

/** The utterance as far as it can be read, with the answers in their places. */
export function clarified(utterance: string, clarifications: readonly Clarification[]): ClarifiedRequest {
  const unclear = unclearKind(utterance);
  const answer = (id: QuestionId): string =>
    clarifications
      .filter((given) => given.id === id && isAnswer(given))
      .map((given) => given.answer.trim())
      .join('. ');
  const users = answer('who');
  const goalClauses = [unclear === null ? utterance : '', withSubject(answer('what'), users), answer('instead')];
  return {
    goalClauses: goalClauses.filter((text) => text !== '').join('\n'),
    problem: [unclear?.kind === 'defect' ? utterance : '', answer('today')]
      .map((text) => text.replace(/(?<![.\s])[.\s]+$/, ''))
      .filter((text) => text !== '')
      .join('. '),
    users,
    result: answer('result'),
  };
}

/** Said and readable: a question is not settled by letters. */
function isAnswer({ answer }: Clarification): boolean {
  if (answer.trim() === '') return false;
  const kind = unclearKind(answer)?.kind;
  return kind !== 'nonsense' && kind !== 'other-language';
}

/** "download invoices", of whom it was asked: "customers can download invoices". */
function withSubject(what: string, who: string): string {
  const names = who.replace(/(?<![.\s])[.\s]+$/, '');
  if (what === '' || names === '' || names.split(/\s+/).length > WHO_WORDS_MAX) return what;
  return sentencesOf(what)
    .map((said) => (HAS_SUBJECT.test(said) ? said : `${names} can ${lowerFirst(said.replace(TO, ''))}`))
    .join(' ');
}

const WHO_WORDS_MAX = 5;
const HAS_SUBJECT = /\b(?:can|could|should|must|shall|may|will|wants?|needs?|let|lets)\b|^(?:they|users|people)\b/i;
const TO = /^(?:to|be able to|they (?:can|should|must))\s+/i;
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const WHO_QUESTION = 'Who is it for? Name the people or the system that use it.';
export const ABLE_QUESTION = 'What should they be able to do that they cannot do today?';
const WHO = ['who', WHO_QUESTION] as const;
const ABLE = ['what', ABLE_QUESTION] as const;
const RESULT = ['result', 'By which result would you see that it worked? A number, if there is one.'] as const;
const TODAY = ['today', 'What happens today, and what did somebody do just before?'] as const;
const INSTEAD = ['instead', 'What should happen instead, and for whom?'] as const;

const QUESTIONS: Readonly<Record<UnclearKind, readonly (readonly [QuestionId, string])[]>> = {
  nonsense: [WHO, ABLE],
  'other-language': [
    ['who', 'In English: who is it for?'],
    ['what', 'In English: what should they be able to do?'],
  ],
  code: [TODAY, INSTEAD],
  'few-words': [WHO, ABLE],
  question: [['what', 'Is there something to build? If so: who should be able to do what?']],
  chat: [['what', 'What should be built: who should be able to do what?']],
  defect: [TODAY, INSTEAD],
  vague: [WHO, ABLE, RESULT],
};
