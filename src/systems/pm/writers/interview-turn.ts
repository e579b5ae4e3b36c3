// The next turn of an interview without a model: what was answered is noted under the question that was asked, and the
// next open question of the fixed list comes.

import { applyTurn } from '../../../documents/interview/apply-turn.ts';
import {
  type InterviewState,
  isComplete,
  QUESTIONS_MAX,
  TOPICS,
  type TopicQuote,
  type TurnNotes,
} from '../../../documents/interview/checklist.ts';
import { isQuoteOf } from '../../../documents/interview/find-quote.ts';
import { writeTurn } from '../../../documents/interview/write-turn.ts';
import { openPoints } from '../../../documents/spec/open-points.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import { statementsIn } from '../../features/statements-in.ts';
import {
  ALL_ASKED,
  acceptanceOf,
  acceptanceQuestion,
  endQuestion,
  type FixedQuestion,
  moreQuestion,
  OPENING,
  QUESTIONS,
  reviewQuestion,
  TOPIC_NAMES,
  topicQuestion,
} from './questions.ts';
import type { Answer, Answers, PmSaid } from './read-answers.ts';
import { nameOf, openReviews } from './review-points.ts';
import type { DraftFacts, DraftSoFar } from './write-draft.ts';

export interface TurnFacts extends DraftFacts {
  readonly state: InterviewState;
  readonly mends: TurnNotes['mends'] | undefined;
  /** The last of its turns ends the interview. */
  readonly isLast: boolean;
}

export function interviewTurn(facts: TurnFacts, sofar: DraftSoFar): string {
  const { messages, state, mends, isLast } = facts;
  const said = saidSince(facts, sofar);
  const notes = { ...said, ...(mends !== undefined && mends.length > 0 && { mends }) };
  const words = [
    ...(messages.some(({ from }) => from === 'agent') ? [] : [OPENING]),
    ...(sofar.answers.isUnclear ? [`Expected a topic behind /edit: ${TOPICS.map(nameIn).join(', ')}.`] : []),
    ...notedWords(said),
  ];
  const applied = applyTurn(state, { questions: [], ...said }, messages);
  const questions = isLast ? [] : nextQuestions(facts, sofar);
  const isDone = applied.ok && isComplete(applied.state.checklist);
  const open = openPoints(sofar.markdown).length;
  const end = `${ALL_ASKED}; ${open} stand open. Say what is missing, or end the interview.`;
  if (questions.length === 0 && (isDone || isLast))
    return writeTurn([...words, end].join('\n\n'), { questions: [], ...notes }, { complete: true });
  const asked = questions.length > 0 ? questions : [endQuestion];
  if (asked.length > 1) words.push('Answer each by its number, such as "1. TEXT", or with a line for each.');
  return writeTurn(words.join('\n\n') || 'Noted.', { questions: asked, ...notes });
}

const nameIn = (topic: (typeof TOPICS)[number]): string => TOPIC_NAMES[topic];

/** By their first sentence: the whole stands in the conversation. */
function saidSince({ messages, state }: TurnFacts, { answers, material }: DraftSoFar): Omit<TurnNotes, 'questions'> {
  const since = messages.findLastIndex(({ from }) => from === 'agent') + 1;
  const fresh = [...answers.idea, ...answers.all].filter(({ turn }) => turn > since);
  const quotes = (own: readonly Answer[]): readonly TopicQuote[] =>
    own.flatMap((each) => quoteOf(each, messages[each.turn - 1]));
  const unknown = quotes(fresh.filter(({ text }) => text === ''));
  const isNew = ({ topic }: TopicQuote): boolean =>
    state.checklist.find((each) => each.topic === topic)?.status === 'open';
  const read = since === 0 ? (material?.quotes ?? []).filter(isNew) : [];
  return {
    answers: [...read, ...quotes(fresh.filter(({ text }) => text !== ''))],
    ...(unknown.length > 0 && { unknown }),
  };
}

function quoteOf({ question, turn, text }: Answer, message: PmSaid | undefined): readonly TopicQuote[] {
  if (message === undefined) return [];
  const [first = ''] = statementsIn(text);
  const quote = [first, text, message.text.trim()].find((each) => isQuoteOf(each, message));
  return quote === undefined ? [] : [{ topic: question.topic, turn, quote }];
}

function notedWords({ answers, unknown = [] }: Omit<TurnNotes, 'questions'>): readonly string[] {
  const named = (quotes: readonly TopicQuote[]): string =>
    TOPICS.filter((topic) => quotes.some((each) => each.topic === topic))
      .map(nameIn)
      .join(', ');
  return [
    ...(answers.length > 0 ? [`Filed under: ${named(answers)}.`] : []),
    ...(unknown.length > 0 ? [`Left open: ${named(unknown)}.`] : []),
  ];
}

const ORDER = ['requirements', 'vision', 'users', 'scope_in', 'scope_out'] as const;
const LATER = ['constraints', 'priorities', 'dependencies'] as const;

/** What stands open in the specification, but for what was left open on purpose. */
function nextQuestions(facts: TurnFacts, { markdown, answers, material }: DraftSoFar): readonly FixedQuestion[] {
  if (answers.again.length > 0) return answers.again.slice(0, QUESTIONS_MAX);
  const [review] = openReviews({ ...facts, answers })
    .map((feedback) => reviewQuestion(nameOf(feedback)))
    .filter((question) => !isAsked(answers, question));
  if (review !== undefined) return [review];
  const open = new Set(openPoints(markdown).map(({ text }) => text));
  const isOpen = (topic: keyof typeof QUESTIONS): boolean =>
    open.has(QUESTIONS[topic]) && !isAsked(answers, topicQuestion(topic));
  const first = ORDER.find(isOpen);
  if (first !== undefined) return [topicQuestion(first)];
  const hasMore = material !== null || answers.idea.length === 0 || isAsked(answers, moreQuestion);
  if (!hasMore) return [moreQuestion];
  const acceptance = readSpec(markdown)
    .requirements.filter(({ id }) => open.has(acceptanceOf(id)))
    .map(({ id, title }) => acceptanceQuestion(id, title))
    .filter((question) => !isAsked(answers, question));
  if (acceptance.length > 0) return acceptance.slice(0, QUESTIONS_MAX);
  const later = LATER.find(isOpen);
  return later === undefined ? [] : [topicQuestion(later)];
}

const isAsked = ({ all }: Answers, { text }: FixedQuestion): boolean =>
  all.some(({ question }) => question.text === text);
