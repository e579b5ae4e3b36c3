// Reads a person's message against the questions it answers: what was said of which topic, word for word.

import { contentWords } from '../gaps/content-words.ts';
import { tagWords } from '../words/tag-words.ts';
import type { InterviewMessage, Question, Topic } from './checklist.ts';
import { isOrder } from './is-order.ts';
import { choiceOf, isForeign, isNo, isNothing, isUnknown, isYes } from './reply-kinds.ts';
import { type ReplyPiece, replyPieces } from './reply-pieces.ts';
import { isAbout, quotedIn, shownQuestions } from './shown-questions.ts';
import { topicCues } from './topic-cues.ts';

/**
 * - said: words of content.
 * - choice: a choice that was offered; `means` is its text.
 * - agreed: "yes", "no", "that is all": the question is answered and nothing is added.
 * - unknown: "I don't know".
 * - order: told to the interviewer; no content.
 */
export type StatementKind = 'said' | 'choice' | 'agreed' | 'unknown' | 'order';

export interface Statement {
  readonly turn: number;
  readonly quote: string;
  readonly kind: StatementKind;
  /** What it comes to; the quote itself unless it is a choice. */
  readonly means: string;
  /** The first is the one it mainly answers. */
  readonly topics: readonly Topic[];
  /** Text of the question it answers; '' if nobody asked. */
  readonly question: string;
  /** Words of the person that the question quotes. */
  readonly about: readonly string[];
  readonly isForeign: boolean;
}

export function statementsOf(messages: readonly InterviewMessage[]): readonly Statement[] {
  return messages.flatMap((message, at) => {
    if (message.from !== 'person') return [];
    const asked = messages.slice(0, at).findLast(({ from }) => from === 'agent');
    return readReply(message, at + 1, asked === undefined ? [] : shownQuestions(asked.text));
  });
}

export function readReply(
  message: InterviewMessage,
  turn: number,
  questions: readonly Question[],
): readonly Statement[] {
  const pieces = replyPieces(message.text);
  const answered: Question[] = [];
  return pieces.map((piece, at): Statement => {
    const question = questionFor(piece, pieces, questions, answered);
    const isFirst = question !== null && !answered.includes(question);
    if (question !== null && !isOrder(piece.quote)) answered.push(question);
    return statementOf(piece, turn, question, isFirst, at === 0);
  });
}

function statementOf(
  { quote }: ReplyPiece,
  turn: number,
  question: Question | null,
  isFirst: boolean,
  isStart: boolean,
): Statement {
  const choices = question?.choices ?? [];
  const chosen = choiceOf(quote, choices, question?.recommended);
  const isBare = (isYes(quote) && quote.split(/\s+/).length <= 3) || isNo(quote) || isNothing(quote);
  const kind: StatementKind = isOrder(quote)
    ? 'order'
    : isUnknown(quote)
      ? 'unknown'
      : chosen !== null
        ? 'choice'
        : isBare
          ? 'agreed'
          : 'said';
  return {
    ...{ turn, quote, kind, means: chosen ?? quote },
    topics: topicsOf(quote, kind, question, isFirst, isStart),
    question: question?.text ?? '',
    about: question === null ? [] : quotedIn(question.text),
    isForeign: kind === 'said' && isForeign(quote),
  };
}

/** The first words after a question answer it; later ones may speak of something else. */
function topicsOf(
  quote: string,
  kind: StatementKind,
  question: Question | null,
  isFirst: boolean,
  isStart: boolean,
): readonly Topic[] {
  const own = question === null ? [] : [question.topic];
  if (kind !== 'said') return own;
  const cues = topicCues(quote);
  if (question === null) return isStart ? unique(['vision', ...cues]) : cues.length > 0 ? cues : ['requirements'];
  // What happens in a case is told in the same words as how something is checked: the question decides.
  const other = cues.filter((topic) => topic !== 'acceptance' || question.topic !== 'requirements');
  return isFirst ? unique([...own, ...other]) : other.length > 0 ? other : own;
}

const unique = (topics: readonly Topic[]): readonly Topic[] => [...new Set(topics)];

/** By its number, or by its line where each question has one; else by what it speaks of and by order. */
function questionFor(
  piece: ReplyPiece,
  pieces: readonly ReplyPiece[],
  questions: readonly Question[],
  answered: readonly Question[],
): Question | null {
  if (questions.length <= 1) return questions[0] ?? null;
  if (piece.number !== null && questions[piece.number - 1] !== undefined) return questions[piece.number - 1] ?? null;
  const lines = new Set(pieces.map(({ line }) => line)).size;
  if (lines === questions.length) return questions[piece.line] ?? null;
  const scores = questions.map((question) => scoreOf(piece.quote, question, questions, answered));
  return questions[scores.indexOf(Math.max(...scores))] ?? null;
}

const hasVerb = (text: string): boolean =>
  tagWords(text).some(({ kind }, at) => at > 0 && (kind === 'verb' || kind === 'auxiliary'));

const CUE = 3;
const NEXT = 1.5;
/** Whoever lists things to do goes on with it. */
const LISTING = 3.6;
const SAME = 1;

function scoreOf(
  quote: string,
  question: Question,
  questions: readonly Question[],
  answered: readonly Question[],
): number {
  const last = answered.at(-1);
  const next = questions.find((each) => !answered.includes(each));
  const isListing = last?.topic === 'requirements' && !isAbout(last.text) && !isUnknown(quote) && hasVerb(quote);
  const words = isAbout(question.text) ? contentWords(quote) : new Set<string>();
  return (
    (!isAbout(question.text) && topicCues(quote).includes(question.topic) ? CUE : 0) +
    [...contentWords(question.text)].filter((word) => words.has(word)).length +
    (question === next ? NEXT : 0) +
    (question === last ? (isListing ? LISTING : SAME) : 0)
  );
}
