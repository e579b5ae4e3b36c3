// Reads a person's message against the questions it answers: what was said of which topic, word for word.

import { contentWords } from '../gaps/content-words.ts';
import { tagWords } from '../words/tag-words.ts';
import type { InterviewMessage, Question, Topic } from './checklist.ts';
import { isOrder } from './is-order.ts';
import { type OwnTopic, ownTopic, TAKES_BACK, withoutLead } from './own-topic.ts';
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
  const all: Statement[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.from !== 'person') continue;
    const asked = messages.slice(0, at).findLast(({ from }) => from === 'agent');
    const said = readReply(message, at + 1, asked === undefined ? [] : shownQuestions(asked.text));
    // What is taken back is on what was said last.
    const before = all.findLast(({ kind }) => kind === 'said')?.topics;
    all.push(...said.map((each) => (isTakenBack(each) && before !== undefined ? { ...each, topics: before } : each)));
  }
  return all;
}

const isTakenBack = ({ quote, kind }: Statement): boolean => kind === 'said' && TAKES_BACK.test(quote);

export function readReply(
  message: InterviewMessage,
  turn: number,
  questions: readonly Question[],
): readonly Statement[] {
  const pieces = replyPieces(message.text);
  const answered: Question[] = [];
  const isInOrder = questions.length > 1 && new Set(pieces.map(({ line }) => line)).size === questions.length;
  return pieces.map((piece, at): Statement => {
    const placed = questionFor(piece, pieces, questions, answered);
    const kind = kindOf(piece.quote, placed);
    const own = kind === 'said' ? ownTopic(piece.quote) : null;
    const isApart = own !== null && placed !== null && isAbout(placed.text) && !isDetail(own, piece.quote, placed);
    const isByNumber = own === null || (piece.number !== null && !isCertain(own) && !isApart);
    const question = isByNumber ? placed : questionOn(own, piece.quote, placed, questions, isInOrder);
    const isFirst = question !== null && !answered.includes(question);
    if (question !== null && kind !== 'order') answered.push(question);
    const isStart = questions.length === 0 && (at === 0 || (own === null && !hasVerb(piece.quote)));
    const topics = topicsOf({ quote: piece.quote, kind, own, question, isFirst, isStart });
    return statementOf(piece.quote, turn, kind, question, topics);
  });
}

/** What a number beside it does not outweigh. */
const isCertain = (own: OwnTopic): boolean => ['scope_out', 'priorities', 'dependencies', 'users'].includes(own);

function kindOf(quote: string, question: Question | null): StatementKind {
  const isBare = (isYes(quote) && quote.split(/\s+/).length <= 3) || isNo(quote) || isNothing(quote);
  if (isOrder(quote)) return 'order';
  if (isUnknown(quote)) return 'unknown';
  if (choiceOf(quote, question?.choices ?? [], question?.recommended) !== null) return 'choice';
  return isBare ? 'agreed' : 'said';
}

function statementOf(
  quote: string,
  turn: number,
  kind: StatementKind,
  question: Question | null,
  topics: readonly Topic[],
): Statement {
  const chosen = kind === 'choice' ? choiceOf(quote, question?.choices ?? [], question?.recommended) : null;
  return {
    ...{ turn, quote, kind, means: chosen ?? withoutLead(quote), topics },
    question: question?.text ?? '',
    about: question === null ? [] : quotedIn(question.text),
    isForeign: kind === 'said' && isForeign(quote),
  };
}

/** Where the words say what they are about, another question than theirs is not answered by them. */
function questionOn(
  own: OwnTopic,
  quote: string,
  placed: Question | null,
  questions: readonly Question[],
  isInOrder: boolean,
): Question | null {
  const topic = own === 'case' ? 'requirements' : own;
  const same = questions.find((each) => each.topic === topic && !isAbout(each.text));
  if (placed !== null && isAbout(placed.text) && isDetail(own, quote, placed)) return placed;
  if (same !== undefined) return same;
  if (placed === null || isAbout(placed.text)) return null;
  // What is done and seen may tell how something is checked, and what it is for.
  const isDone = own === 'requirements' || own === 'case';
  const isCheck = placed.topic === 'acceptance' && isDone && (isInOrder || own === 'case' || MEASURED.test(quote));
  const isOther = placed.topic === 'vision' || placed.topic === 'scope_in';
  return isCheck || (isOther && isDone) ? placed : null;
}

const MEASURED = /\d|\b(?:less|fewer|longer|faster|never|nobody|always)\b/i;

/** An answer on the words that the question quotes. */
function isDetail(own: OwnTopic, quote: string, { text }: Question): boolean {
  if (own === 'case') return true;
  if (/both cannot hold/.test(text)) return true;
  const about = contentWords(quotedIn(text).join(' '));
  const shared = [...contentWords(quote)].filter((word) => about.has(word)).length;
  if (own === 'constraints' || own === 'acceptance') return shared > 0 || !/^(?:it|we|the system)\b/i.test(quote);
  // "Staff can close a wall" is no detail of booking one, though both are of walls.
  if (own === 'requirements') return shared > 1 || !opensAction(quote);
  return false;
}

/** With words that open something new. */
const opensAction = (quote: string): boolean =>
  /^(?:by the way|another thing|besides)\b|\balso\b/i.test(quote) || /\b(?:can|may|should be able to)\b/i.test(quote);

interface Piece {
  readonly quote: string;
  readonly kind: StatementKind;
  readonly own: OwnTopic | null;
  readonly question: Question | null;
  readonly isFirst: boolean;
  readonly isStart: boolean;
}

/** By what it says; where that could be several things, by the question it answers. */
function topicsOf({ quote, kind, own, question, isFirst, isStart }: Piece): readonly Topic[] {
  const asked = question === null ? [] : [question.topic];
  if (kind !== 'said') return asked;
  const cues = topicCues(withoutLead(quote));
  const topic = own === 'case' ? 'requirements' : own;
  if (question === null) {
    const found = topic !== null ? [topic] : cues.length > 0 ? cues : (['requirements'] as const);
    return isStart ? unique(['vision', ...(topic !== null ? found : cues)]) : found;
  }
  if (isAbout(question.text)) return asked;
  if (question.topic === 'scope_in' && topic === 'requirements') return ['scope_in', 'requirements'];
  if (topic !== null && topic === question.topic) return [topic];
  // What happens in a case is told in the same words as how something is checked: the question decides.
  const isFigure = /\d/.test(quote) && (question.topic === 'acceptance' || question.topic === 'constraints');
  const other = cues.filter((each) =>
    each === 'acceptance' ? question.topic !== 'requirements' : each !== 'scope_out' || !isFigure,
  );
  return isFirst ? unique([...asked, ...other]) : other.length > 0 ? other : asked;
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
