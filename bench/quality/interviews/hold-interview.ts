// An interview of a scripted person by the rules, through the same functions as in a run.

import { applyTurn } from '../../../src/documents/interview/apply-turn.ts';
import {
  emptyChecklist,
  type InterviewMessage,
  type InterviewState,
  type Question,
} from '../../../src/documents/interview/checklist.ts';
import { readTurn } from '../../../src/documents/interview/read-turn.ts';
import { shownTurn } from '../../../src/documents/interview/shown-turn.ts';
import { interviewText } from '../../../src/systems/pm/writers/interview-turn.ts';
import { Answering, type ScriptedPerson } from './scripted-person.ts';

export interface HeldInterview {
  readonly person: ScriptedPerson;
  readonly messages: readonly InterviewMessage[];
  readonly state: InterviewState;
  readonly questions: readonly Question[];
  /** Of the interviewer. */
  readonly turns: number;
  /** Whether the interviewer offered the end, and not the limit of turns. */
  readonly isOffered: boolean;
  /** Turns that code refused. */
  readonly refused: readonly string[];
}

export const TURNS_MAX = 20;

export function holdInterview(person: ScriptedPerson): HeldInterview {
  const answering = new Answering(person);
  const messages: InterviewMessage[] = [{ from: 'person', text: person.idea }];
  const questions: Question[] = [];
  const refused: string[] = [];
  let state: InterviewState = { checklist: emptyChecklist(), assumptions: [] };
  for (let turns = 1; ; turns++) {
    const text = interviewText({ expertise: person.expertise, messages, ...state, turnsMax: TURNS_MAX });
    const read = readTurn(text);
    const applied = read.ok ? applyTurn(state, read.notes, messages) : read;
    if (!read.ok || !applied.ok) {
      refused.push(...(applied.ok ? [] : applied.problems));
      return { person, messages, state, questions, turns, isOffered: false, refused };
    }
    state = applied.state;
    messages.push({ from: 'agent', text: shownTurn(read.words, read.notes, applied.added) });
    questions.push(...read.notes.questions);
    const isLast = turns >= TURNS_MAX;
    if (read.result !== null || isLast)
      return { person, messages, state, questions, turns, isOffered: !isLast, refused };
    messages.push({ from: 'person', text: answering.reply(messages.at(-1)?.text ?? '') });
  }
}
