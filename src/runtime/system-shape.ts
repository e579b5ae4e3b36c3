// Whether what a module exports is a system: its parts are there and of their kind. What they name is checked with the
// drawing (check-system.ts).

import { fileURLToPath } from 'node:url';
import { SIGNED_KINDS } from '../documents/signing/signed-kinds.ts';
import type { OfflineWriter } from '../ports/provider.ts';
import type { SignedForm, System } from '../ports/system.ts';
import { operationProblem } from './operation-shape.ts';

type Part = { readonly [name: string]: unknown };

const isPart = (given: unknown): given is Part =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Promise);
const partOf = (given: unknown): Part => (isPart(given) ? given : {});
const isFunction = (given: unknown): boolean => typeof given === 'function';
const isText = (given: unknown): boolean => typeof given === 'string' && given !== '';

type Check = (given: unknown) => boolean;
/** What something must be, and its noun. */
type Kind = readonly [Check, string];
/** What stands in a part, and what it must be. */
type Shape = { readonly [name: string]: Kind };

const LIMIT_MS_MAX = 3_600_000;
const isLimit = (given: unknown): boolean => typeof given === 'number' && given >= 1 && given <= LIMIT_MS_MAX;

const FUNCTION: Kind = [isFunction, 'function'];
const TEXT: Kind = [isText, 'text'];
const PART: Kind = [isPart, 'object'];
const LIST: Kind = [Array.isArray, 'list'];
const TEXTS: Kind = [(given) => Array.isArray(given) && given.every(isText), 'list of texts'];
const LIMIT: Kind = [isLimit, `number of milliseconds from 1 to ${LIMIT_MS_MAX.toLocaleString('en')}`];
const orNone = ([isIt, noun]: Kind): Kind => [(given) => given === undefined || isIt(given), noun];

const SYSTEM: Shape = {
  ...{ title: orNone(TEXT), summary: orNone(TEXT), description: orNone(TEXT), internal: orNone(TEXTS) },
  ...{ gates: orNone(PART), start: orNone(PART), documents: orNone(PART), code: orNone(PART) },
  ...{ loadCode: orNone(FUNCTION), loadWriters: orNone(FUNCTION), loadWire: orNone(FUNCTION) },
  loadTools: orNone(FUNCTION),
  ...{ summarise: orNone(FUNCTION), signals: orNone(PART), rest: orNone(FUNCTION), status: orNone(FUNCTION) },
};
const SIGNAL: Shape = {
  ...{ summary: TEXT, signal: TEXT, said: TEXT },
  value: [(given) => given !== undefined, 'value'],
};
const GATE: Shape = {
  ...{ noun: TEXT, title: TEXT, waits: TEXT, review: FUNCTION, answer: FUNCTION, limitMs: orNone(LIMIT) },
  ...{ recheck: orNone(FUNCTION), written: orNone(FUNCTION), decided: orNone(FUNCTION) },
};
const START: Shape = {
  ...{ subject: PART, input: FUNCTION, about: FUNCTION, options: orNone(LIST), stops: orNone(PART) },
  ...{ brought: orNone(PART), clarify: orNone(FUNCTION), further: orNone(FUNCTION) },
};
const SUBJECT: Shape = { name: TEXT, help: TEXT, question: TEXT, placeholder: TEXT };
const OPTION: Shape = {
  ...{ name: TEXT, kind: [(given) => ['text', 'file', 'flag'].includes(String(given)), '"text", "file" or "flag"'] },
  ...{ placeholder: TEXT, help: TEXT, read: orNone(FUNCTION) },
};
const STOP: Shape = { before: TEXT, reached: TEXT, next: TEXT };
const BROUGHT: Shape = { step: TEXT, answer: FUNCTION };
const KIND: Shape = { name: TEXT, resource: TEXT, file: TEXT, signed: orNone(PART) };
const SIGNED_FORMS: readonly SignedForm[] = SIGNED_KINDS;
const SIGNED: Shape = {
  step: TEXT,
  form: [(given) => SIGNED_FORMS.some((form) => form === given), SIGNED_FORMS.join(' or ')],
};
const DOCUMENTS: Shape = {
  ...{ folder: TEXT, noun: TEXT, name: [(given) => given instanceof RegExp, 'regular expression'] },
  ...{ kinds: LIST, main: orNone(TEXT), items: orNone(TEXT), summarise: FUNCTION },
  ...{ lint: orNone(FUNCTION), supersede: orNone(FUNCTION) },
  ...{ layouts: orNone(TEXTS), exportAs: orNone(FUNCTION), changedSince: orNone(FUNCTION) },
};
const CODE: Shape = {
  ...{ actions: orNone(TEXTS), prepares: orNone(TEXTS), accepts: orNone(TEXTS), acceptTurns: orNone(TEXTS) },
  ...{ acceptRuns: orNone(TEXTS) },
};
const WRITER: Shape = {
  workflow: [(given) => given === null || isText(given), 'text or null'],
  ...{ step: TEXT, write: FUNCTION },
};

type NamedPart = readonly [name: string, part: unknown, shape: Shape];

/** null: it is one. Else what is wrong, for a sentence that begins with "but". */
export function shapeProblem(given: Partial<System>): string | null {
  try {
    return diagramProblem(given.diagram) ?? partsProblem(partOf(given)) ?? operationProblem(given.operations);
  } catch (thrown) {
    return `it cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

function diagramProblem(diagram: unknown): string | null {
  if (!(diagram instanceof URL)) return 'its "diagram" is no URL';
  if (diagram.protocol !== 'file:') return `its "diagram" is no file but ${diagram.href}`;
  try {
    fileURLToPath(diagram);
    return null;
  } catch {
    return `its "diagram" is no file of this machine but ${diagram.href}`;
  }
}

function partsProblem(system: Part): string | null {
  const { gates, start, documents, code, signals } = system;
  const { subject, options, stops, brought } = partOf(start);
  const parts: NamedPart[] = [
    ['', system, SYSTEM],
    ...each('gates', gates, GATE),
    ...each('signals', signals, SIGNAL),
    ...one('start', start, START),
    ...(start === undefined ? [] : one('start.subject', subject, SUBJECT)),
    ...each('start.options', options, OPTION),
    ...each('start.stops', stops, STOP),
    ...one('start.brought', brought, BROUGHT),
    ...one('documents', documents, DOCUMENTS),
    ...each('documents.kinds', partOf(documents).kinds, KIND),
    ...each('documents.kinds.signed', signedIn(partOf(documents).kinds), SIGNED),
    ...one('code', code, CODE),
  ];
  for (const named of parts) {
    const wrong = wrongIn(named);
    if (wrong !== null) return `its ${wrong}`;
  }
  return null;
}

const signedIn = (kinds: unknown): readonly unknown[] =>
  (Array.isArray(kinds) ? kinds : []).flatMap((kind) => partOf(kind).signed ?? []);

const one = (name: string, part: unknown, shape: Shape): readonly NamedPart[] =>
  part === undefined ? [] : [[name, part, shape]];

function each(name: string, parts: unknown, shape: Shape): readonly NamedPart[] {
  if (Array.isArray(parts)) return parts.map((part, at) => [`${name}[${at}]`, part, shape] as const);
  return Object.entries(partOf(parts)).map(([key, part]) => [`${name}.${key}`, part, shape] as const);
}

function wrongIn([name, part, shape]: NamedPart): string | null {
  if (!isPart(part)) return `"${name}" is no object`;
  const wrong = Object.entries(shape).find(([field, [isIt]]) => !isIt(part[field]));
  return wrong === undefined ? null : `"${name === '' ? '' : `${name}.`}${wrong[0]}" is no ${wrong[1][1]}`;
}

/** What loadCode() gave; null: it is code under its names. */
export function codeProblem(given: unknown): string | null {
  if (!isPart(given)) return 'it gave no object';
  for (const kind of Object.keys(CODE)) {
    if (given[kind] === undefined) continue;
    const shape = Object.fromEntries(Object.keys(partOf(given[kind])).map((name) => [name, FUNCTION]));
    const wrong = wrongIn([kind, given[kind], shape]);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** What loadWriters() gave; a text says why it is not a list of writers. */
export function writersIn(given: unknown): readonly OfflineWriter[] | string {
  if (!Array.isArray(given)) return 'it gave no list';
  for (const named of each('writers', given, WRITER)) {
    const wrong = wrongIn(named);
    if (wrong !== null) return wrong;
  }
  return given as readonly OfflineWriter[];
}
