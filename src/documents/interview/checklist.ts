// What an interview must find out, what is known of it so far, and what an agent's turn adds to that.

export const TOPICS = [
  'vision',
  'users',
  'scope_in',
  'scope_out',
  'requirements',
  'acceptance',
  'constraints',
  'priorities',
  'dependencies',
] as const;

export type Topic = (typeof TOPICS)[number];

/** Turns count the messages of both sides from 1. */
export interface Quote {
  readonly turn: number;
  readonly quote: string;
}

export interface ChecklistEntry {
  readonly topic: Topic;
  /** `unknown`: the person was asked and does not know. */
  readonly status: 'open' | 'covered' | 'unknown';
  readonly quotes: readonly Quote[];
}

export interface Assumption {
  /** */
  readonly id: string;
  readonly text: string;
  /** Of the message that offered it. */
  readonly turn: number;
  readonly status: 'open' | 'confirmed' | 'refused';
  /** The person's words that decided it, and their turn. */
  readonly quote?: string;
  readonly decided_turn?: number;
}

export interface Question {
  readonly topic: Topic;
  readonly text: string;
  readonly choices?: readonly string[];
  /** One of the choices. */
  readonly recommended?: string;
}

export interface TopicQuote extends Quote {
  readonly topic: Topic;
}

export interface Settlement extends Quote {
  readonly assumption: string;
  readonly status: 'confirmed' | 'refused';
}

/** What the person said to one fault of a specification that was not valid. */
export interface FaultAnswer extends Quote {
  /** F-2 */
  readonly fault: string;
}

export interface TurnNotes {
  /** One to three, or none beside an offered result. */
  readonly questions: readonly Question[];
  /** Each quote is word for word from the person's message of that turn, or from its attachment. */
  readonly answers: readonly TopicQuote[];
  /** Topics the person cannot say anything about, with the words that say so. */
  readonly unknown?: readonly TopicQuote[];
  readonly assumptions?: readonly string[];
  readonly settled?: readonly Settlement[];
  readonly mends?: readonly FaultAnswer[];
}

export interface InterviewState {
  readonly checklist: readonly ChecklistEntry[];
  readonly assumptions: readonly Assumption[];
}

export interface InterviewMessage {
  readonly from: 'agent' | 'person';
  readonly text: string;
  readonly attachments?: readonly { readonly name: string; readonly text: string }[];
}

export const QUESTIONS_MAX = 3;

export const isTopic = (value: unknown): value is Topic => TOPICS.some((topic) => topic === value);

export function emptyChecklist(): readonly ChecklistEntry[] {
  return TOPICS.map((topic) => ({ topic, status: 'open', quotes: [] }));
}

/** Nothing is left to ask: each topic has an answer, or the person does not know. */
export function isComplete(checklist: readonly ChecklistEntry[]): boolean {
  return TOPICS.every((topic) => checklist.some((entry) => entry.topic === topic && entry.status !== 'open'));
}

export function entryOf(checklist: readonly ChecklistEntry[], topic: Topic): ChecklistEntry {
  return checklist.find((entry) => entry.topic === topic) ?? { topic, status: 'open', quotes: [] };
}
