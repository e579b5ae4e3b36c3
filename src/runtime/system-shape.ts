// Whether what a module exports is a system: its parts are there and of their kind. What they name is checked with the
// drawing (check-system.ts).

import type { System } from '../ports/system.ts';
import { operationProblem } from './operation-shape.ts';

type Part = { readonly [name: string]: unknown };

const partOf = (given: unknown): Part => (typeof given === 'object' && given !== null ? (given as Part) : {});
const isPart = (given: unknown): boolean => typeof given === 'object' && given !== null;
const isFunction = (given: unknown): boolean => typeof given === 'function';
const isText = (given: unknown): boolean => typeof given === 'string' && given !== '';

type Check = (given: unknown) => boolean;
/** What stands in a part, and what it must be. */
type Shape = { readonly [name: string]: readonly [Check, string] };

const FUNCTION = [isFunction, 'function'] as const;
const TEXT = [isText, 'text'] as const;
const GATE: Shape = { noun: TEXT, title: TEXT, waits: TEXT, review: FUNCTION, answer: FUNCTION };
const START: Shape = { subject: [isPart, 'object'], input: FUNCTION, about: FUNCTION };
const SUBJECT: Shape = { name: TEXT, help: TEXT, question: TEXT, placeholder: TEXT };
const KIND: Shape = { name: TEXT, resource: TEXT, file: TEXT };
const DOCUMENTS: Shape = {
  ...{ folder: TEXT, noun: TEXT, name: [(given) => given instanceof RegExp, 'regular expression'] },
  ...{ kinds: [Array.isArray, 'list'], summarise: FUNCTION },
};

/** null: it is one. Else what is wrong, for a sentence that begins with "but". */
export function shapeProblem(given: Partial<System>): string | null {
  if (!(given.diagram instanceof URL)) return 'its "diagram" is no URL';
  if (given.diagram.protocol !== 'file:') return `its "diagram" is no file but ${given.diagram.href}`;
  const { gates, start, documents } = partOf(given);
  const parts: (readonly [string, unknown, Shape])[] = [
    ...Object.entries(partOf(gates)).map(([step, gate]) => [`gates.${step}`, gate, GATE] as const),
    ...(start === undefined
      ? []
      : [['start', start, START] as const, ['start.subject', partOf(start).subject, SUBJECT] as const]),
    ...(documents === undefined ? [] : [['documents', documents, DOCUMENTS] as const, ...kindsOf(documents)]),
  ];
  for (const [name, part, shape] of parts) {
    const wrong = Object.entries(shape).find(([field, [isIt]]) => !isIt(partOf(part)[field]));
    if (wrong !== undefined) return `its "${name}.${wrong[0]}" is no ${wrong[1][1]}`;
  }
  const wrong = (['loadCode', 'loadWriters', 'loadWire', 'summarise'] as const).find(
    (name) => given[name] !== undefined && !isFunction(given[name]),
  );
  return wrong === undefined ? operationProblem(given.operations) : `its "${wrong}" is no function`;
}

function kindsOf(documents: unknown): (readonly [string, unknown, Shape])[] {
  const { kinds } = partOf(documents);
  return (Array.isArray(kinds) ? kinds : []).map((kind, at) => [`documents.kinds[${at}]`, kind, KIND] as const);
}
