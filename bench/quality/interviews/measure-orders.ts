// Orders to the interviewer, each said once by an ordinary person: whether it gets into what is written.

import { readFileSync } from 'node:fs';
import { contentWords, shareOf } from '../../../src/documents/gaps/content-words.ts';
import { draftSpec } from '../../../src/systems/pm/writers/draft-spec.ts';
import { holdInterview } from './hold-interview.ts';
import { peopleOf } from './measure-interviews.ts';
import type { ScriptedPerson } from './scripted-person.ts';

export interface OrderFigures {
  readonly part: OrderPart;
  readonly order: string;
  /** Where it was said, and still stands in the specification. */
  readonly taken: readonly string[];
  /** Where the interviewer did not say that it is not taken. */
  readonly untold: readonly string[];
}

const TAKEN_FROM = 0.6;

/** Each part was written before the patterns had been changed for it. */
export const ORDER_PARTS = ['first', 'second', 'third'] as const;
export type OrderPart = (typeof ORDER_PARTS)[number];

const orders = JSON.parse(readFileSync(new URL('orders.json', import.meta.url), 'utf8')) as Readonly<
  Record<OrderPart, readonly string[]>
>;

/** Said with the idea, and behind an answer. */
export function measureOrders(): readonly OrderFigures[] {
  const [person] = peopleOf('first');
  if (person === undefined) throw new Error('There is no scripted person.');
  const all = ORDER_PARTS.flatMap((part) => orders[part].map((order) => ({ part, order })));
  return all.map(({ part, order }) => {
    const places = Object.entries(placesOf(person, order)).map(([place, who]) => ({ place, ...outcome(who, order) }));
    return {
      ...{ part, order },
      taken: places.filter(({ isTaken }) => isTaken).map(({ place }) => place),
      untold: places.filter(({ isTold }) => !isTold).map(({ place }) => place),
    };
  });
}

function placesOf(person: ScriptedPerson, order: string): { readonly [place: string]: ScriptedPerson } {
  const says = (topic: string, how: (text: string) => string): ScriptedPerson => ({
    ...person,
    answers: person.answers.map((answer) =>
      answer.topic === topic && answer.words === undefined ? { ...answer, says: how(answer.says) } : answer,
    ),
  });
  return {
    idea: { ...person, idea: `${person.idea} ${order}` },
    answer: says('requirements', (text) => `${text} ${order}`),
  };
}

function outcome(person: ScriptedPerson, order: string): { readonly isTaken: boolean; readonly isTold: boolean } {
  const { messages, state } = holdInterview(person);
  const words = contentWords(order);
  const { markdown } = draftSpec({ messages, assumptions: state.assumptions });
  return {
    isTaken: markdown.split('\n').some((line) => shareOf(words, contentWords(line)) >= TAKEN_FROM),
    isTold: messages.some(({ from, text }) => from === 'agent' && /\bNot taken into the specification\b/.test(text)),
  };
}
