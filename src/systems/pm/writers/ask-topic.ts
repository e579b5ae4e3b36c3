// A question on a topic of the checklist that is open still, in words of the person where there are some.

import type { Question, Topic } from '../../../documents/interview/checklist.ts';
import { type Expertise, quotable } from './ask-about-action.ts';

export interface KnownWords {
  /** What is to be done, as the person said it; the newest last. */
  readonly clauses: readonly string[];
  /** Who does something in them. */
  readonly actors: readonly string[];
}

type Wordings = Readonly<Record<Expertise, string>>;

/** `SOME`: up to three things the person named. */
const WORDINGS: Readonly<Record<Topic, Wordings>> = {
  vision: {
    NON_TECHNICAL: 'What is it for: what changes for people when it is there?',
    BASIC: 'What is it for: which problem does it solve?',
    EXPERT: 'What is it for: which problem does it solve, and what is the goal in figures?',
  },
  users: {
    NON_TECHNICAL: 'Who will use it?',
    BASIC: 'Who will use it, and may all of them do the same?',
    EXPERT: 'Who will use it, people and other programs, and with which rights?',
  },
  requirements: {
    NON_TECHNICAL: 'What should people be able to do with it, one thing after the other?',
    BASIC: 'What should each of them be able to do, step by step?',
    EXPERT: 'Which functions and interfaces are needed: who does what, with which data?',
  },
  scope_in: {
    NON_TECHNICAL: 'I have SOME. Is that all for the first version, or is anything missing?',
    BASIC: 'I have SOME. Is that all for the first version, or is anything missing?',
    EXPERT: 'I have SOME. Is that all that is in scope, administration and reports among it?',
  },
  scope_out: {
    NON_TECHNICAL: 'What should we leave out on purpose, at least for now?',
    BASIC: 'What should be left out of the first version?',
    EXPERT: 'What is out of scope, so that nobody builds it?',
  },
  acceptance: {
    NON_TECHNICAL: 'How will you see that it works well?',
    BASIC: 'How will you check that it works: what do you do, and what do you see?',
    EXPERT: 'How will you check that it is accepted: cases, figures, failure behaviour?',
  },
  constraints: {
    NON_TECHNICAL: 'Where must it work, and how many people will there be?',
    BASIC: 'Which limits are there: devices, how many people, dates, law?',
    EXPERT: 'Which constraints hold: volumes, response times, hosting, technology, retention, law?',
  },
  priorities: {
    NON_TECHNICAL: 'Of SOME, which is the most important, and which can wait?',
    BASIC: 'Of SOME, which must be there, which is the most important, and which can wait?',
    EXPERT: 'Of SOME: priorities as must, should or could?',
  },
  dependencies: {
    NON_TECHNICAL: 'Is there something that already exists and that it has to use, such as a list or a program?',
    BASIC: 'What already exists that it depends on, and does one of these things need another first?',
    EXPERT: 'Which other systems and data does it depend on, and which of these functions need another first?',
  },
};

const CHOICES: Readonly<Partial<Record<Topic, readonly string[]>>> = {
  acceptance: ['Somebody tries each of these things once', 'We try it with a few people for a week'],
  constraints: ['On phones and computers, in a browser', 'On phones only', 'On computers only'],
  priorities: ['All of them are a must', 'The first is a must, the others can wait'],
};

const SHOWN_MAX = 3;

export function askTopic(topic: Topic, expertise: Expertise, { clauses, actors }: KnownWords): Question | null {
  const wording = WORDINGS[topic][expertise];
  if (topic === 'users' && actors.length > 0) {
    const named = listed(actors.slice(0, SHOWN_MAX).map((actor) => `"${quotable(actor)}"`));
    const rights = expertise === 'NON_TECHNICAL' ? '' : ', and may all of them do the same';
    return { topic, text: `You named ${named}. Will anybody else use it${rights}?` };
  }
  if (wording.includes('SOME') && clauses.length === 0) return null;
  const some = listed(clauses.slice(0, SHOWN_MAX).map((clause) => `"${quotable(clause)}"`));
  const more = clauses.length > SHOWN_MAX ? ` and ${clauses.length - SHOWN_MAX} more` : '';
  const text = wording.replace('SOME', `${some}${more}`);
  const choices = expertise === 'EXPERT' ? [] : (CHOICES[topic] ?? []);
  if (topic === 'requirements' && clauses.length > 0)
    return { topic, text: `Beside ${some}${more}: ${wording.slice(0, 1).toLowerCase()}${wording.slice(1)}` };
  const isAlone = topic === 'priorities' && clauses.length < 2;
  if (isAlone) return { topic, text: `How important is ${some}: a must have, or can it wait?` };
  const [recommended] = choices;
  return { topic, text, ...(recommended !== undefined && { choices, recommended }) };
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
