// The shape of the notes of a turn: what is wrong with it, all at once, and the notes in their order of keys.

import { isJsonObject } from '../../json.ts';
import { isTopic, type Question, TOPICS, type TurnNotes } from './checklist.ts';
import { plainSpace } from './find-quote.ts';

type Loose = Readonly<Record<string, unknown>>;

const KEYS = ['questions', 'answers', 'unknown', 'assumptions', 'settled', 'mends'];
const TEXT_MAX = 2000;
/** Of one turn: nobody reads or decides more at once. */
const COUNTS_MAX: { readonly [key: string]: number } = {
  ...{ answers: 50, unknown: 50, assumptions: 10, settled: 50, mends: 50 },
};
const CHOICES_MAX = 10;

export function notesProblems(notes: Loose): readonly string[] {
  const foreign = Object.keys(notes).filter((key) => !KEYS.includes(key));
  const wrong = KEYS.filter((key) => notes[key] !== undefined && !Array.isArray(notes[key]));
  if (foreign.length + wrong.length > 0)
    return [
      ...foreign.map((key) => `Expected the keys ${KEYS.join(', ')}, found "${key}".`),
      ...wrong.map((key) => `${key}: expected a list, found another value.`),
    ];
  const many = Object.entries(COUNTS_MAX).filter(([key, most]) => listOf(notes, key).length > most);
  if (many.length > 0)
    return many.map(([key, most]) => `${key}: expected at most ${most} in a turn, found ${listOf(notes, key).length}.`);
  return [
    ...listOf(notes, 'questions').flatMap((each, at) => questionProblems(each, `questions[${at}]`)),
    ...['answers', 'unknown'].flatMap((key) =>
      listOf(notes, key).flatMap((each, at) => [
        ...topicProblem(each, `${key}[${at}]`),
        ...quoteProblems(each, `${key}[${at}]`),
      ]),
    ),
    ...listOf(notes, 'assumptions').flatMap((each, at) => textProblem(each, `assumptions[${at}]`)),
    ...listOf(notes, 'settled').flatMap((each, at) => settledProblems(each, `settled[${at}]`)),
    ...listOf(notes, 'mends').flatMap((each, at) => [
      ...textProblem(looseOf(each).fault, `mends[${at}].fault`),
      ...quoteProblems(each, `mends[${at}]`),
    ]),
  ];
}

/** Only notes without problems. */
export function orderNotes(notes: Loose): TurnNotes {
  const { questions = [], answers = [], ...more } = notes as unknown as Partial<TurnNotes>;
  const { unknown, assumptions, settled, mends } = more;
  return {
    questions: questions.map(orderQuestion),
    answers,
    ...(unknown !== undefined && { unknown }),
    ...(assumptions !== undefined && { assumptions: assumptions.map(plainSpace) }),
    ...(settled !== undefined && { settled }),
    ...(mends !== undefined && { mends }),
  };
}

/** An empty list of choices is a question without choices. */
function orderQuestion({ topic, text, choices = [], recommended }: Question): Question {
  return {
    topic,
    text: plainSpace(text),
    ...(choices.length > 0 && { choices: choices.map(plainSpace) }),
    ...(choices.length > 0 && typeof recommended === 'string' && { recommended: plainSpace(recommended) }),
  };
}

const listOf = (notes: Loose, key: string): readonly unknown[] => (notes[key] ?? []) as readonly unknown[];
const looseOf = (value: unknown): Loose => (isJsonObject(value) ? value : {});

function questionProblems(question: unknown, at: string): readonly string[] {
  const { text, choices, recommended } = looseOf(question);
  const offered = choices ?? [];
  if (!Array.isArray(offered)) return [`${at}.choices: expected a list of texts, found another value.`];
  if (offered.length > CHOICES_MAX) return [`${at}.choices: expected at most ${CHOICES_MAX}, found ${offered.length}.`];
  const wanted = `${at}.recommended: expected one of the choices word for word`;
  const isMissing = recommended === undefined || recommended === null;
  return [
    ...topicProblem(question, at),
    ...textProblem(text, `${at}.text`),
    ...offered.flatMap((each, number) => textProblem(each, `${at}.choices[${number}]`)),
    ...(offered.length === 1 ? [`${at}.choices: expected at least two, found one.`] : []),
    ...(isMissing || offered.includes(recommended) ? [] : [`${wanted}, found ${JSON.stringify(recommended)}.`]),
  ];
}

function topicProblem(value: unknown, at: string): readonly string[] {
  const { topic } = looseOf(value);
  if (isTopic(topic)) return [];
  return [`${at}.topic: expected one of ${TOPICS.join(', ')}, found ${shown(topic)}.`];
}

function quoteProblems(value: unknown, at: string): readonly string[] {
  const { turn, quote } = looseOf(value);
  const isTurn = Number.isInteger(turn) && Number(turn) > 0;
  return [
    ...(isTurn ? [] : [`${at}.turn: expected the number of the person's message, found ${shown(turn)}.`]),
    ...textProblem(quote, `${at}.quote`, Number.MAX_SAFE_INTEGER),
  ];
}

function settledProblems(value: unknown, at: string): readonly string[] {
  const { assumption, status } = looseOf(value);
  const isStatus = status === 'confirmed' || status === 'refused';
  return [
    ...textProblem(assumption, `${at}.assumption`),
    ...(isStatus ? [] : [`${at}.status: expected confirmed or refused, found ${shown(status)}.`]),
    ...quoteProblems(value, at),
  ];
}

function textProblem(value: unknown, at: string, max = TEXT_MAX): readonly string[] {
  if (typeof value !== 'string' || value.trim() === '') return [`${at}: expected a text, found ${shown(value)}.`];
  return value.length > max ? [`${at}: expected at most ${max} characters, found ${value.length}.`] : [];
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));
