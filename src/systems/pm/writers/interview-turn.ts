// The next turn of an interview by rules: notes what the person just said, word for word, and asks what is open.

import { applyTurn } from '../../../documents/interview/apply-turn.ts';
import {
  type Assumption,
  type ChecklistEntry,
  entryOf,
  type InterviewMessage,
  TOPICS,
  type Topic,
  type TurnNotes,
} from '../../../documents/interview/checklist.ts';
import { findConflicts, spoken } from '../../../documents/interview/find-conflicts.ts';
import { type Statement, statementsOf } from '../../../documents/interview/read-reply.ts';
import { isAbout, shownQuestions } from '../../../documents/interview/shown-questions.ts';
import { actorsOf, wantedActions } from '../../../documents/interview/wanted-actions.ts';
import { writeTurn } from '../../../documents/interview/write-turn.ts';
import type { Expertise } from './ask-about-action.ts';
import { chooseQuestions, TIMES_MAX } from './choose-questions.ts';
import { materialAnswers } from './material-answers.ts';
import { offerAssumption } from './offer-assumption.ts';
import type { PrdMaterial } from './prd-material.ts';

export interface InterviewInput {
  readonly expertise: Expertise;
  /** All of both sides, as people saw them. */
  readonly messages: readonly InterviewMessage[];
  readonly checklist: readonly ChecklistEntry[];
  readonly assumptions: readonly Assumption[];
  readonly turnsMax: number;
  readonly points?: readonly string[];
  /** What a PRD has settled. */
  readonly material?: PrdMaterial;
  /** There is a specification that came from nowhere but the person: an upload. */
  readonly hasDraft?: boolean;
}

export interface InterviewTurn {
  readonly words: string;
  readonly notes: TurnNotes;
  readonly result?: { readonly complete: true; readonly summary: string };
}

export function interviewTurn(input: InterviewInput): InterviewTurn {
  const { messages, checklist, assumptions, expertise, turnsMax, points = [], material } = input;
  const spoken = statementsOf(messages);
  const statements = [...(material?.statements ?? []), ...spoken];
  const since = messages.findLastIndex(({ from }) => from === 'agent') + 1;
  const fresh = spoken.filter(({ turn }) => turn > since);
  const settled = (material?.answers ?? []).filter(({ turn }) => turn > since);
  const isLast = messages.filter(({ from }) => from === 'agent').length + 1 >= turnsMax;
  const read = materialAnswers(messages).filter(({ topic }) => entryOf(checklist, topic).status === 'open');
  const told = notesOf(fresh, messages, assumptions);
  const own = { ...told, answers: [...settled, ...told.answers, ...read] };
  const isTalking = fresh.some(({ kind }) => kind === 'said');
  const shown = withShown(own, input, statements);
  const said = withUnanswered(shown, input, fresh, isLast ? 0 : isTalking ? TIMES_MAX + 1 : TIMES_MAX);
  const applied = applyTurn({ checklist, assumptions }, { questions: [], ...said }, messages);
  const known = applied.ok ? applied.state : { checklist, assumptions };
  const conflicts = findConflicts(statements, wantedActions(statements));
  const wanted = wantedActions(statements.filter((each) => !conflicts.some(({ dropped }) => dropped === each)));
  const hasMaterial = (material?.statements.length ?? 0) > 0 || materialAnswers(messages).length > 0;
  const facts = { expertise, messages, checklist: known.checklist, statements, points };
  const sofar = { ...facts, wanted, conflicts, isTalking, hasMaterial };
  const questions = isLast ? [] : chooseQuestions(sofar);
  const words = [
    ...[...openingWords(messages), ...draftWords(input), ...settledWords([...settled, ...read])],
    ...[...remarksOn(fresh), ...notedWords(fresh)],
  ];
  const notes: TurnNotes = { questions, ...said };
  if (questions.length > 0) return { words: words.join('\n\n'), notes };
  const summary = summaryOf(
    wanted.map(({ clause }) => clause),
    known.checklist,
    known.assumptions,
  );
  const end = 'I have no more questions. Say what is missing, or end the interview to get the specification.';
  return { words: [...words, summary, end].join('\n\n'), notes, result: { complete: true, summary } };
}

/** As an agent's turn is read. */
export function interviewText(input: InterviewInput): string {
  const { words, notes, result } = interviewTurn(input);
  return writeTurn(words, notes, result);
}

type SaidNotes = Omit<TurnNotes, 'questions'>;

/** What was asked so often and got no answer counts as not known, by the words that came instead of one. */
function withUnanswered(
  said: SaidNotes,
  { messages, checklist }: InterviewInput,
  fresh: readonly Statement[],
  times: number,
): SaidNotes {
  const last = fresh.at(-1);
  if (last === undefined) return said;
  const asked = messages.filter(({ from }) => from === 'agent').flatMap(({ text }) => shownQuestions(text));
  const unanswered = TOPICS.filter((topic) => {
    const isNoted = [...said.answers, ...(said.unknown ?? [])].some((each) => each.topic === topic);
    const count = asked.filter((each) => each.topic === topic && !isAbout(each.text)).length;
    return entryOf(checklist, topic).status === 'open' && !isNoted && count >= times;
  });
  if (unanswered.length === 0) return said;
  const { turn, quote } = last;
  return { ...said, unknown: [...(said.unknown ?? []), ...unanswered.map((topic) => ({ topic, turn, quote }))] };
}

const SHOWN_BY = 3;

/** Asked once, and told by other answers: who does something uses it, and what was asked for belongs to it. */
function withShown(
  said: SaidNotes,
  { messages, checklist }: InterviewInput,
  statements: readonly Statement[],
): SaidNotes {
  const asked = messages.filter(({ from }) => from === 'agent').flatMap(({ text }) => shownQuestions(text));
  const wanted = wantedActions(statements);
  const isNeeded = (topic: Topic): boolean =>
    entryOf(checklist, topic).status === 'open' &&
    asked.some((each) => each.topic === topic && !isAbout(each.text)) &&
    ![...said.answers, ...(said.unknown ?? [])].some((each) => each.topic === topic);
  const quotesOf = (topic: Topic, from: readonly Statement[]): SaidNotes['answers'] =>
    !isNeeded(topic) ? [] : from.slice(0, SHOWN_BY).map(({ turn, quote }) => ({ topic, turn, quote }));
  const people = wanted.filter((each) => actorsOf([each]).length > 0).map(({ from }) => from);
  const shown = [
    ...quotesOf('users', [...new Set(people)]),
    ...quotesOf('scope_in', [...new Set(wanted.map(({ from }) => from))]),
  ];
  return shown.length === 0 ? said : { ...said, answers: [...said.answers, ...shown] };
}

function notesOf(
  fresh: readonly Statement[],
  messages: readonly InterviewMessage[],
  assumptions: readonly Assumption[],
): SaidNotes {
  const answers = fresh
    // "No" to a detail adds nothing to its topic.
    .filter(({ kind, about }) => kind === 'said' || kind === 'choice' || (kind === 'agreed' && about.length === 0))
    .flatMap(({ topics, turn, quote }) => topics.map((topic) => ({ topic, turn, quote })));
  const unsaid = fresh.filter(({ kind }) => kind === 'unknown');
  // Not to know a detail is not to know nothing of the topic.
  const unknown = unsaid
    .filter(({ about, topics: [topic] }) => about.length === 0 || topic === 'priorities' || topic === 'scope_in')
    .flatMap(({ topics: [topic], turn, quote }) => (topic === undefined ? [] : [{ topic, turn, quote }]));
  const asked = shownQuestions(messages.findLast(({ from }) => from === 'agent')?.text ?? '');
  const offered = unsaid
    .flatMap((statement) => offerAssumption(statement, asked) ?? [])
    .filter((text, at, all) => all.indexOf(text) === at && !assumptions.some((each) => each.text === text));
  const settled = fresh.flatMap(settledIn).filter(({ assumption }) => assumptions.some(({ id }) => id === assumption));
  return {
    answers,
    ...(unknown.length > 0 && { unknown }),
    ...(offered.length > 0 && { assumptions: offered }),
    ...(settled.length > 0 && { settled }),
  };
}

const GOOD = 'fine|ok|okay|yes|right|correct|good|true|agreed';
const BAD = 'no|wrong|not (?:right|true|correct|ok|fine)|false';
const SETTLES = new RegExp(`\\b(A-\\d{3})[ :,]{1,3}(?:is |are |sounds |seems )?(?:(${BAD})|(${GOOD}))\\b`, 'i');

/** "A-001 is fine", beside the lines that code takes itself. */
function settledIn({ quote, turn }: Statement): NonNullable<TurnNotes['settled']> {
  const [, id, bad] = SETTLES.exec(quote) ?? [];
  if (id === undefined) return [];
  return [{ assumption: id.toUpperCase(), status: bad === undefined ? 'confirmed' : 'refused', turn, quote }];
}

function openingWords(messages: readonly InterviewMessage[]): readonly string[] {
  if (messages.some(({ from }) => from === 'agent')) return [];
  return [
    'I ask what is to be built, a few questions at a time, and write down your answers word for word. ' +
      'Rules ask these questions, without a model. You can end the interview at any time.',
  ];
}

/** Whoever hands in a whole specification wants it back as it was. */
function draftWords({ hasDraft = false, messages }: InterviewInput): readonly string[] {
  if (!hasDraft || messages.some(({ from }) => from === 'agent')) return [];
  return ['Your specification stays as it is: only what you answer is changed in it. End the interview when you like.'];
}

function remarksOn(fresh: readonly Statement[]): readonly string[] {
  const orders = fresh.filter(({ kind }) => kind === 'order').map((each) => `"${spoken(each)}"`);
  return [
    ...(orders.length > 0
      ? [
          'I only take down what is to be built: I show no files, decide nothing and skip nothing. ' +
            `Not taken into the specification: ${orders.join(' ')}`,
        ]
      : []),
    ...(fresh.some(({ isForeign }) => isForeign)
      ? [
          'I can only ask and read in English. Your words are kept as you wrote them, and the specification quotes ' +
            'them; an answer in English can be worded as a requirement.',
        ]
      : []),
  ];
}

const NAMES: Readonly<Record<Topic, string>> = {
  vision: 'what it is for',
  users: 'who uses it',
  scope_in: 'what belongs to it',
  scope_out: 'what is left out',
  requirements: 'what it does',
  acceptance: 'how it is checked',
  constraints: 'limits',
  priorities: 'priorities',
  dependencies: 'what it depends on',
};

/** What the attached papers say already. */
function settledWords(settled: TurnNotes['answers']): readonly string[] {
  const topics = TOPICS.filter((topic) => settled.some((each) => each.topic === topic));
  return topics.length === 0 ? [] : [`Read in what is attached: ${topics.map((topic) => NAMES[topic]).join(', ')}.`];
}

/** Under which topics the answers were put, so that a wrong one is seen. */
function notedWords(fresh: readonly Statement[]): readonly string[] {
  const said = fresh.filter(({ kind }) => kind === 'said' || kind === 'choice');
  const topics = TOPICS.filter((topic) => said.some(({ topics: all }) => all.includes(topic)));
  return topics.length === 0 ? [] : [`Noted: ${topics.map((topic) => NAMES[topic]).join(', ')}.`];
}

const SHOWN_MAX = 12;

function summaryOf(
  clauses: readonly string[],
  checklist: readonly ChecklistEntry[],
  assumptions: readonly Assumption[],
): string {
  const unclear = TOPICS.filter((topic) => entryOf(checklist, topic).status !== 'covered');
  const undecided = assumptions.filter(({ status }) => status === 'open').map(({ id }) => id);
  const out = entryOf(checklist, 'scope_out').quotes.map(({ quote }) => `"${quote}"`);
  return [
    'What I have:',
    ...clauses.slice(0, SHOWN_MAX).map((clause) => `- ${clause}`),
    ...(clauses.length > SHOWN_MAX ? [`- and ${clauses.length - SHOWN_MAX} more`] : []),
    ...(entryOf(checklist, 'scope_out').status === 'covered' ? [`- left out: ${out.join(' ')}`] : []),
    ...(unclear.length > 0 ? [`- not known: ${unclear.map((topic) => NAMES[topic]).join(', ')}`] : []),
    ...(undecided.length > 0 ? [`- assumptions that you have not decided: ${undecided.join(', ')}`] : []),
  ].join('\n');
}
