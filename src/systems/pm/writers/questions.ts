// The fixed list of questions that an interview without a model asks, and which words are a command.

import { TOPICS, type Topic } from '../../../documents/interview/checklist.ts';
import { oneLine } from '../../../documents/markdown/headings-of.ts';
import { isNoAnswer } from '../../../language/is-no-answer.ts';

/** Those of the document, in its words; acceptance is asked for each requirement. */
export const QUESTIONS: { readonly [topic in Exclude<Topic, 'acceptance'>]: string } = {
  requirements: 'What is it to do?',
  vision: 'What is it for?',
  users: 'Who uses it?',
  scope_in: 'What belongs to the first version?',
  scope_out: 'What is left out of the first version?',
  constraints: 'Which limits hold?',
  priorities: 'What comes first, and what can wait?',
  dependencies: 'What must be there before it?',
};
export const MORE = 'What else is it to do? Type skip where that is all.';
const END = 'What else is it to do? Type done where that is all.';
/** Of a turn that offers the end. */
export const ALL_ASKED = 'Every question of the list was asked';
export const acceptanceOf = (id: string): string => `How will one see that ${id} is done?`;

export interface FixedQuestion {
  readonly topic: Topic;
  readonly text: string;
}

export const topicQuestion = (topic: keyof typeof QUESTIONS): FixedQuestion => ({ topic, text: QUESTIONS[topic] });
export const moreQuestion: FixedQuestion = { topic: 'requirements', text: MORE };
/** Where nothing else is left to ask. */
export const endQuestion: FixedQuestion = { topic: 'requirements', text: END };

export const acceptanceQuestion = (id: string, title: string): FixedQuestion => ({
  ...{ topic: 'acceptance', text: `${acceptanceOf(id)} (${quotable(title)})` },
});

/** `point`: what a review asks for, or as much of it as fits into a line. */
export const reviewQuestion = (point: string): FixedQuestion => ({
  ...{ topic: 'requirements', text: `What is to be added for "${quotable(point)}"?` },
});

const ACCEPTANCE = /^How will one see that (R-\d{3}) is done\? \((.+)\)$/u;
const REVIEW = /^What is to be added for "(.+)"\?$/u;

/** null: it asks for something else. */
export function acceptanceIn(text: string): { readonly id: string; readonly title: string } | null {
  const [, id, title] = ACCEPTANCE.exec(text) ?? [];
  return id === undefined || title === undefined ? null : { id, title };
}

export const isReview = (text: string): boolean => REVIEW.test(text);

export const quotable = (text: string): string => oneLine(text).replace(/["“”]/g, "'");

/** The questions of the list that a turn asked, by its numbered lines; [] where it asked none of them. */
export function askedIn(turn: string): readonly FixedQuestion[] {
  if (turn.includes(ALL_ASKED)) return [endQuestion];
  return turn.split('\n').flatMap((line) => {
    const text = /^[1-3]\. (.+)$/u.exec(line)?.[1];
    if (text === undefined) return [];
    if (text === MORE || text === END || isReview(text)) return [{ topic: 'requirements' as const, text }];
    if (acceptanceIn(text) !== null) return [{ topic: 'acceptance' as const, text }];
    const topic = TOPICS.find((each) => each !== 'acceptance' && QUESTIONS[each] === text);
    return topic === undefined ? [] : [{ topic, text }];
  });
}

/** With which such an interview begins. */
export const OPENING =
  'No model is connected: these questions are a fixed list, and each answer is filed word for word. ' +
  'skip leaves a question open, /back asks the last one again, /edit TOPIC changes an answer, done ends the interview.';

export type InterviewCommand =
  | { readonly kind: 'skip' | 'back' }
  /** `place`: a topic or the id of a requirement; null: neither. */
  | { readonly kind: 'edit'; readonly place: string | null };

/** null: it is an answer, whatever its words. */
export function commandIn(text: string): InterviewCommand | null {
  const said = oneLine(text).replaceAll('’', "'").toLowerCase();
  if (isNoAnswer(text)) return { kind: 'skip' };
  if (said === '/back') return { kind: 'back' };
  const [, place] = /^\/edit(?: (.{0,40}))?$/u.exec(said) ?? [];
  if (!said.startsWith('/edit') || (place === undefined && said !== '/edit')) return null;
  return { kind: 'edit', place: placeNamed(place ?? '') };
}

export const TOPIC_NAMES: { readonly [topic in Topic]: string } = {
  vision: 'vision',
  users: 'users',
  scope_in: 'in scope',
  scope_out: 'out of scope',
  requirements: 'requirements',
  acceptance: 'acceptance',
  constraints: 'constraints',
  priorities: 'priorities',
  dependencies: 'dependencies',
};

function placeNamed(name: string): string | null {
  if (/^r-\d{3}$/.test(name)) return name.toUpperCase();
  return TOPICS.find((topic) => name === topic || name === TOPIC_NAMES[topic]) ?? null;
}
