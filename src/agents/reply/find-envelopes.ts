// JSON envelopes inside a text: in a fence, in prose, anywhere. One pass: after an attempt that fails, the search goes
// on where it failed, so that the inside of a broken object is never taken for a reply.

import { isJsonObject, type JsonObject } from '../../json.ts';
import { readLenientJson } from './lenient-json.ts';
import { isEnvelopeLike, isFieldName, spellingProblems } from './reply-fields.ts';
import { closes } from './single-fence.ts';
import { storableProblem } from './storable.ts';

export interface FoundEnvelope {
  readonly object: JsonObject;
  readonly start: number;
  readonly end: number;
  /** Keys found more than once with different values. */
  readonly repeated: readonly string[];
  /** It needed the lenient reader. */
  readonly isLoose: boolean;
}

export interface FoundEnvelopes {
  readonly envelopes: readonly FoundEnvelope[];
  /** The first object that breaks off or breaks, if it looks as if it mattered. */
  readonly broken: { readonly start: number; readonly problem: string } | null;
}

/** What can begin an object or a list; long rows of braces are not tried one by one. */
const OPENINGS = /\{(?=[\s\ufeff\u200b]*["'“„”‘’\p{L}_$/}])|\[(?=[\s\ufeff\u200b]*[[{\]"'“„”‘’\d\-tfnTFN/])/gu;
const FENCE = /(?:^|\n)[ \t>]*(`{3,}|~{3,})([^\n]*)/g;

export function findEnvelopes(text: string): FoundEnvelopes {
  const envelopes: FoundEnvelope[] = [];
  let broken: FoundEnvelopes['broken'] = null;
  for (let at = nextOpening(text, 0); at >= 0; ) {
    const read = readLenientJson(text, at);
    if (read.ok) {
      if (isJsonObject(read.value) && isEnvelopeLike(read.value)) {
        const strict = strictObject(text.slice(at, read.end));
        const repeated = read.repeated.map(({ key }) => key).filter(isFieldName);
        const object = strict ?? read.value;
        envelopes.push({ object, start: at, end: read.end, repeated, isLoose: strict === null });
      }
      at = nextOpening(text, read.end);
      continue;
    }
    const matters = read.hasText || read.keys.some(isFieldName);
    if (matters) broken ??= { start: at, problem: brokenProblem(text, read) };
    at = nextOpening(text, Math.max(at + 1, read.at));
  }
  return { envelopes, broken };
}

function nextOpening(text: string, from: number): number {
  OPENINGS.lastIndex = from;
  return OPENINGS.exec(text)?.index ?? -1;
}

/** What is wrong with it as JSON; its fields are judged by others. */
export function envelopeProblems(text: string, { object, start, end, repeated }: FoundEnvelope): string[] {
  const unstorable = storableProblem(object);
  return [
    ...repeated.map((key) => `Expected the key "${key}" once, found it more than once with different values.`),
    ...(unstorable === null ? spellingProblems(object) : [unstorable]),
    ...(isFenceOpen(text, start, end) ? ['The reply is cut off: its fence is never closed. Answer again whole.'] : []),
  ];
}

function strictObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** Whether a fence opened before `start` is not closed after `end`. */
function isFenceOpen(text: string, start: number, end: number): boolean {
  let open: string | null = null;
  for (const [, mark = '', rest = ''] of text.slice(0, start).matchAll(FENCE)) {
    if (open === null) open = mark[0] === '`' && rest.includes('`') ? null : mark;
    else if (closes(open, mark) && rest.trim() === '') open = null;
  }
  if (open === null) return false;
  for (const [, mark = ''] of text.slice(end).matchAll(FENCE)) if (closes(open, mark)) return false;
  // Some close the fence on the object's own line.
  return !text.slice(end).includes(open);
}

export function brokenProblem(text: string, read: { at: number; expected: string; isCutOff: boolean }): string {
  if (read.isCutOff)
    return `The reply is cut off: its JSON ends where ${read.expected} was expected. Answer again whole.`;
  const line = text.slice(0, read.at).split('\n').length;
  const found = text.slice(read.at, read.at + 20).replace(/\s+/g, ' ');
  return `The JSON cannot be read: expected ${read.expected} in line ${line}, found ${JSON.stringify(found)}.`;
}
