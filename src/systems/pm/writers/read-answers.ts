// What people answered in an interview, by the question that was asked: read from the conversation alone, so that it is
// the same in every process.

import { type InterviewMessage, QUESTIONS_MAX } from '../../../documents/interview/checklist.ts';
import { withoutControls } from '../../../documents/markdown/without-controls.ts';
import { withoutOpening } from '../opening-words.ts';
import { asksFault } from './ask-faults.ts';
import {
  acceptanceIn,
  askedIn,
  commandIn,
  type FixedQuestion,
  isReview,
  QUESTIONS,
  topicQuestion,
} from './questions.ts';

export interface Answer {
  readonly question: FixedQuestion;
  /** Of the message, both sides counted from 1. */
  readonly turn: number;
  /** '' where it was left open. */
  readonly text: string;
  /** Answers of one message. */
  readonly ask: number;
}

export interface Answers {
  /** What was said before anything was asked. */
  readonly idea: readonly Answer[];
  readonly all: readonly Answer[];
  /** What was wanted otherwise at a preview. */
  readonly feedback: readonly string[];
  /** Said to what is on no list, such as a model's question. */
  readonly besides: readonly Answer[];
  /** What the person wants to be asked again; [] where the list goes on. */
  readonly again: readonly FixedQuestion[];
  /** The last message was "/edit" without a topic that there is. */
  readonly isUnclear: boolean;
}

/** `isFeedback`: of a preview; `isIdea`: what a further interview begins with. Both answer no question before them. */
export type PmSaid = InterviewMessage & { readonly isFeedback?: boolean; readonly isIdea?: boolean };

export function readAnswers(messages: readonly PmSaid[]): Answers {
  const reader = new AnswerReader();
  for (const [at, message] of messages.entries()) reader.read(message, at + 1);
  return reader.answers();
}

class AnswerReader {
  #asked: readonly FixedQuestion[] = [];
  #isFault = false;
  #hasSpoken = false;
  /** Questions whose next answer takes the place of the ones before. */
  #replaced: ReadonlySet<string> = new Set();
  #found: Answers = { idea: [], all: [], besides: [], feedback: [], again: [], isUnclear: false };

  answers(): Answers {
    return this.#found;
  }

  read(message: PmSaid, turn: number): void {
    if (message.from === 'person') this.#readPerson(message, turn);
    else {
      this.#hasSpoken = true;
      this.#isFault = asksFault(message.text);
      this.#asked = askedIn(message.text);
    }
  }

  #readPerson(message: PmSaid, turn: number): void {
    const text = spokenIn(message);
    const { idea, besides, feedback } = this.#found;
    this.#found = { ...this.#found, again: [], isUnclear: false };
    if (text === '') return;
    const said = { question: topicQuestion('requirements'), turn, text, ask: turn };
    const command = (message.attachments ?? []).length === 0 ? commandIn(text) : null;
    if (message.isFeedback === true) this.#set({ feedback: [...feedback, text] });
    else if (!this.#hasSpoken || message.isIdea === true) this.#set({ idea: [...idea, said] });
    else if (command?.kind === 'back') this.#goBack();
    else if (command?.kind === 'edit') this.#edit(command.place);
    else if (this.#isFault) return;
    else if (this.#asked.length > 0) this.#keep(command === null ? split(text, this.#asked.length) : [], turn);
    else if (command === null) this.#set({ besides: [...besides, said] });
  }

  #set(found: Partial<Answers>): void {
    this.#found = { ...this.#found, ...found };
  }

  #keep(texts: readonly string[], turn: number): void {
    const { all, idea } = this.#found;
    const own = this.#asked.flatMap((question, at): readonly Answer[] => {
      const text = texts[at] ?? '';
      return texts.length === 0 || text !== '' ? [{ question, turn, text, ask: turn }] : [];
    });
    this.#set({
      all: [...all.filter(({ question }) => !this.#replaced.has(question.text)), ...own],
      idea: this.#replaced.has(QUESTIONS.requirements) ? [] : idea,
    });
    this.#replaced = new Set();
  }

  #goBack(): void {
    const { all } = this.#found;
    const last = all.at(-1)?.ask;
    const taken = all.filter(({ ask }) => ask === last).map(({ question }) => question);
    this.#set({ all: all.filter(({ ask }) => ask !== last), again: taken.length === 0 ? this.#asked : taken });
  }

  #edit(place: string | null): void {
    const known = this.#found.all
      .map(({ question }) => question)
      .filter(({ topic, text }) => (topic === place && !isReview(text)) || acceptanceIn(text)?.id === place);
    const isTopic = place !== null && place in QUESTIONS;
    const again = isTopic ? [topicQuestion(place as keyof typeof QUESTIONS)] : known.slice(-QUESTIONS_MAX);
    this.#set({ again: again.length === 0 ? this.#asked : again, isUnclear: again.length === 0 });
    this.#replaced = new Set([...again, ...(isTopic ? known : [])].map(({ text }) => text));
  }
}

/** With what is attached; the papers that an interview begins with are read by themselves. */
function spokenIn({ text, attachments = [] }: PmSaid): string {
  const own = withoutOpening(text);
  const files = own === text ? attachments : attachments.filter(({ name }) => !/^(?:PRD|design)\.md$/.test(name));
  return withoutControls([own, ...files.map((each) => each.text)].join('\n\n')).trim();
}

const NUMBERED = /^(\d{1,3})[.):](?:[ \t]+|$)/;

/** To several questions: by their numbers, or a line for each; else all of it answers the first. */
function split(text: string, count: number): readonly string[] {
  if (count === 1) return [text];
  const lines = text.split(/\r\n|[\r\n]/);
  const numbers = lines.map((line) => Number(NUMBERED.exec(line)?.[1] ?? 0));
  const given = numbers.filter((number) => number > 0);
  if (given.length === 0) {
    const said = lines.map((line) => line.trim()).filter((line) => line !== '');
    return said.length === count ? said : [text];
  }
  if (numbers[0] === 0 || !areOfQuestions(given, count)) return [text];
  const parts = Array.from({ length: count }, (): string[] => []);
  let at = 0;
  for (const [place, line] of lines.entries()) {
    at = numbers[place] || at;
    parts[at - 1]?.push(line.replace(NUMBERED, ''));
  }
  return parts.map((part) => part.join('\n').trim());
}

/** A list of one's own begins with 1 too: what ends before the last question may be one, and is not divided. */
function areOfQuestions(numbers: readonly number[], count: number): boolean {
  const isRising = numbers.every((number, at) => number > (numbers[at - 1] ?? 0) && number <= count);
  const mayBeList = numbers.length > 1 && numbers.length < count && numbers.at(-1) === numbers.length;
  return isRising && !mayBeList;
}
