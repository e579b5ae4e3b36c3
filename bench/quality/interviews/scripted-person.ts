// A person who answers by what a question is about, never by its place: by topic, and by words in it.

import type { Question } from '../../../src/documents/interview/checklist.ts';
import { isAbout, shownQuestions } from '../../../src/documents/interview/shown-questions.ts';
import type { Expertise } from '../../../src/systems/pm/writers/ask-about-action.ts';

export interface ScriptedPerson {
  readonly name: string;
  readonly expertise: Expertise;
  /** How answers to several questions are put together. */
  readonly style: 'lines' | 'numbered' | 'paragraph';
  readonly idea: string;
  readonly answers: readonly {
    readonly topic: string;
    /** For a question about words of the person: all of these stand in it. */
    readonly words?: readonly string[];
    readonly says: string;
  }[];
  /** What they say message by message, whatever is asked; then `otherwise`. In place of `answers`. */
  readonly turns?: readonly string[];
  /** Under which topic of the checklist the sentence with these words belongs. */
  readonly expected?: readonly { readonly topic: string; readonly words: string }[];
  /** What they do with assumptions; absent: nothing. */
  readonly assumptions?: 'confirm first, refuse second' | 'confirm all' | 'refuse all';
  readonly otherwise: string;
  /** Words of theirs that no specification may hold: orders to the interviewer. */
  readonly never?: readonly string[];
}

/** Each answer is given once; the questions are those of the text as people see it. */
export class Answering {
  readonly #person: ScriptedPerson;
  readonly #given = new Set<number>();
  #decided = 0;
  #said = 0;

  constructor(person: ScriptedPerson) {
    this.#person = person;
  }

  /** `asked`: what a model noted of its questions, in words of its own. */
  reply(shown: string, asked?: readonly Question[]): string {
    const { style, turns, otherwise } = this.#person;
    this.#said += 1;
    if (turns !== undefined) return turns[this.#said - 1] ?? otherwise;
    const says =
      asked?.map((question) => this.#answerModel(question)) ?? shownQuestions(shown).map((one) => this.#answer(one));
    const parts = style === 'numbered' ? says.map((each, at) => `${at + 1}. ${each}`) : says;
    const decisions = [...shown.matchAll(/^- (A-\d{3}): /gm)].flatMap(([, id = '']) => this.#decide(id));
    return [parts.join(style === 'paragraph' ? ' ' : '\n'), ...decisions].join('\n');
  }

  #answer({ topic, text }: Question): string {
    const question = text.toLowerCase();
    const isDetail = isAbout(text);
    const best = this.#person.answers
      .map((answer, at) => ({ ...answer, at }))
      .filter(({ at, words }) => !this.#given.has(at) && (words ?? []).every((word) => question.includes(word)))
      // Whoever is asked about words of their own says something on those.
      .find((answer) => (isDetail ? answer.words !== undefined : !answer.words && answer.topic === topic));
    return this.#give(best);
  }

  /** By the words in the question first, then by its topic: whoever asks does not quote as the rules do. */
  #answerModel({ topic, text }: Question): string {
    const question = text.toLowerCase();
    const free = this.#person.answers
      .map((answer, at) => ({ ...answer, at }))
      .filter(({ at, topic: own }) => !this.#given.has(at) && own === topic);
    const byWords = free.find(({ words }) => words?.every((word) => question.includes(word)));
    return this.#give(byWords ?? free.find(({ words }) => words === undefined));
  }

  #give(best: { readonly at: number; readonly says: string } | undefined): string {
    if (best === undefined) return this.#person.otherwise;
    this.#given.add(best.at);
    return best.says;
  }

  #decide(id: string): readonly string[] {
    const how = this.#person.assumptions;
    this.#decided += 1;
    if (how === undefined) return [];
    const isRefused = how === 'refuse all' || (how === 'confirm first, refuse second' && this.#decided === 2);
    return [isRefused ? `refuse ${id}: that is not so` : `confirm ${id}`];
  }
}
