// What to ask next: contradictions first, then what the review left open, what was just said, and topics nobody
// spoke of.

import type { ChecklistEntry, InterviewMessage, Question, Topic } from '../../../documents/interview/checklist.ts';
import { entryOf } from '../../../documents/interview/checklist.ts';
import { type Conflict, spoken } from '../../../documents/interview/find-conflicts.ts';
import type { Statement } from '../../../documents/interview/read-reply.ts';
import { isAbout, quotedIn, shownQuestions, topicOfQuestion } from '../../../documents/interview/shown-questions.ts';
import { actorsOf, type WantedAction } from '../../../documents/interview/wanted-actions.ts';
import { vagueWordsIn } from '../../../documents/lint/vague-words.ts';
import { askAboutAction, type Expertise, quotable } from './ask-about-action.ts';
import { askTopic } from './ask-topic.ts';

export interface InterviewSoFar {
  readonly expertise: Expertise;
  readonly messages: readonly InterviewMessage[];
  /** With what the last message adds. */
  readonly checklist: readonly ChecklistEntry[];
  readonly statements: readonly Statement[];
  readonly wanted: readonly WantedAction[];
  readonly conflicts: readonly Conflict[];
  /** What a review or a check of the specification left open. */
  readonly points: readonly string[];
  /** Their last message said something, though on another question. */
  readonly isTalking: boolean;
  /** A PRD or a design is attached: it said the first things, and nobody is asked for more of them. */
  readonly hasMaterial: boolean;
}

const IN_A_TURN: Readonly<Record<Expertise, number>> = { NON_TECHNICAL: 2, BASIC: 3, EXPERT: 3 };
const ACTIONS_MAX: Readonly<Record<Expertise, number>> = { NON_TECHNICAL: 5, BASIC: 5, EXPERT: 7 };
const ACTIONS_IN_A_TURN = 2;
const VAGUE_MAX = 2;
const ORDER: readonly Topic[] = [
  ...(['vision', 'users', 'requirements', 'scope_in', 'scope_out'] as const),
  ...(['acceptance', 'constraints', 'priorities', 'dependencies'] as const),
];
export const TIMES_MAX = 2;
const ENOUGH = 4;

export function chooseQuestions(sofar: InterviewSoFar): readonly Question[] {
  const asked = sofar.messages.filter(({ from }) => from === 'agent').flatMap(({ text }) => shownQuestions(text));
  const isNew = ({ text }: Question): boolean => !asked.some((each) => each.text === text);
  const actions = aboutActions(sofar, asked);
  const topics = onTopics(sofar, asked);
  const first = [...aboutConflicts(sofar.conflicts), ...onPoints(sofar.points)].filter(isNew);
  // Who and what come before details of what.
  const basics = topics.filter(
    ({ topic, text }) => (topic === 'vision' || topic === 'users' || topic === 'requirements') && !isRepeat(text),
  );
  const rest = topics.filter((question) => !basics.includes(question));
  const details = [...aboutVague(sofar, asked), ...actions].filter(isNew).filter(isOther).slice(0, ACTIONS_IN_A_TURN);
  const all = [...first, ...basics, ...details, ...rest].filter(isNew).slice(0, IN_A_TURN[sofar.expertise]);
  const isNewTo = (question: Question): boolean => !isRepeat(question.text);
  // One of these at a time: whoever is asked all of it again stops answering.
  return [...all.filter(isNewTo), ...all.filter((each) => !isNewTo(each)).slice(0, 1)];
}

const AGAIN = ['This is still open. ', 'Before we end, as nobody has said it yet: '];
const isRepeat = (text: string): boolean => AGAIN.some((words) => text.startsWith(words));

/** The same detail of two things is not asked in one turn. */
function isOther({ text }: Question, at: number, all: readonly Question[]): boolean {
  const detail = (question: string): string => question.slice(question.indexOf('": ') + 2);
  return all.findIndex((each) => detail(each.text) === detail(text)) === at;
}

function aboutConflicts(conflicts: readonly Conflict[]): readonly Question[] {
  return conflicts
    .filter(({ dropped }) => dropped === null)
    .map(({ kind, one, other }) => {
      const [a, b] = [spoken(one), spoken(other)];
      const why = kind === 'scope' ? 'One asks for what the other rules out' : 'The figures differ';
      const text = `You said "${a}" and "${b}". ${why}, both cannot hold: which of them?`;
      return { topic: kind === 'scope' ? ('scope_out' as const) : ('requirements' as const), text, choices: [a, b] };
    });
}

function onPoints(points: readonly string[]): readonly Question[] {
  return points.map((point) => {
    const text = `The review says "${quotable(point)}": what should hold there?`;
    const topic = topicOfQuestion(point);
    return { topic: topic === 'acceptance' ? topic : 'requirements', text };
  });
}

/** Each action once, the newest last, and not all of a long list. */
function aboutActions(
  { wanted, expertise, conflicts }: InterviewSoFar,
  asked: readonly Question[],
): readonly Question[] {
  const about = asked.filter(({ text }) => text.startsWith('You said "')).flatMap(({ text }) => quotedIn(text));
  const left = ACTIONS_MAX[expertise] - new Set(about).size;
  return wanted
    .filter(({ clause, from }) => !about.includes(quotable(clause)) && !conflicts.some(({ one }) => one === from))
    .flatMap((each) => askAboutAction(each, expertise) ?? [])
    .slice(0, Math.max(0, left));
}

const LACKS: Readonly<Record<string, string>> = {
  time: 'how long may it take at most?',
  amount: 'how many is that?',
  quality: 'how would somebody else see that it is so?',
  list: 'what else belongs to it?',
  condition: 'when exactly is that?',
};

/** "About 400" is a figure. */
const ABOUT = /^(?:about|around|approximately|roughly|some|nearly|almost)\b/i;

/** Words that every reader takes differently. */
function aboutVague({ statements }: InterviewSoFar, asked: readonly Question[]): readonly Question[] {
  const before = asked.filter(({ text }) => Object.values(LACKS).some((lack) => text.endsWith(lack)));
  return statements
    .filter(({ kind, about, isForeign }) => kind === 'said' && !isForeign && about.length < 2)
    .filter(({ topics }) => topics[0] !== 'scope_out' && topics[0] !== 'vision')
    .flatMap((statement): readonly Question[] => {
      const word = vagueWordsIn(statement.quote.replace(/\bbecause\b.*$/is, '')).find((each) => !ABOUT.test(each.word));
      const lack = word === undefined ? undefined : LACKS[word.lack];
      const text = `You said "${spoken(statement)}", and "${word?.word}" can be read in several ways: ${lack}`;
      return lack === undefined ? [] : [{ topic: topicOfQuestion(lack), text }];
    })
    .slice(0, Math.max(0, VAGUE_MAX - before.length));
}

const VISION_WORDS_MIN = 5;
const wordsIn = ({ quotes }: ChecklistEntry): number => quotes.flatMap(({ quote }) => quote.split(/\s+/)).length;

/** Once, and once more in other words if the answer was no answer. */
function onTopics(
  { checklist, expertise, wanted, isTalking, hasMaterial }: InterviewSoFar,
  asked: readonly Question[],
): readonly Question[] {
  const clauses = wanted.map(({ clause }) => clause);
  const isOpen = (topic: Topic): boolean => entryOf(checklist, topic).status === 'open';
  const timesOf = (topic: Topic): number => asked.filter((each) => each.topic === topic && !isAbout(each.text)).length;
  // A first sentence hardly ever names everything.
  const isShort = !hasMaterial && timesOf('requirements') === 0 && wanted.length < ENOUGH;
  const isBare = !hasMaterial && timesOf('vision') === 0 && wordsIn(entryOf(checklist, 'vision')) < VISION_WORDS_MIN;
  // Details of single things do not say how the whole is judged.
  const isUnjudged = !hasMaterial && timesOf('acceptance') === 0;
  const topics = ORDER.filter(
    (topic) =>
      isOpen(topic) ||
      (topic === 'requirements' && isShort) ||
      (topic === 'acceptance' && isUnjudged) ||
      (topic === 'vision' && isBare),
  );
  // What nobody was asked yet comes first: whoever speaks of something else may come to the rest by themselves.
  const inTurn = topics.toSorted((one, other) => timesOf(one) - timesOf(other));
  return inTurn.flatMap((topic): readonly Question[] => {
    if (topic === 'scope_in' && timesOf('requirements') === 0 && isShort) return [];
    const question = askTopic(topic, expertise, { clauses, actors: actorsOf(wanted) });
    const times = timesOf(topic);
    if (question === null || times >= (isTalking ? TIMES_MAX + 1 : TIMES_MAX)) return [];
    return [times === 0 ? question : { ...question, text: `${AGAIN[times - 1] ?? ''}${question.text}` }];
  });
}
