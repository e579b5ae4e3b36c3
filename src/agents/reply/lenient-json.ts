// Reads JSON as models write it: comments, trailing commas, single or typographic quotes, bare keys, Python's words.
// One pass, never backwards, and never past what is there: a value that breaks off is reported, not completed.

import type { Json } from '../../json.ts';

/** As deep as the engine stores values. */
export const REPLY_DEPTH_MAX = 200;

export type LenientJson =
  | { readonly ok: true; readonly value: Json; readonly end: number; readonly repeated: readonly RepeatedKey[] }
  | {
      readonly ok: false;
      readonly at: number;
      readonly expected: string;
      /** The text ended inside the value. */
      readonly isCutOff: boolean;
      /** Keys of the outermost object that were followed by a colon. */
      readonly keys: readonly string[];
      /** A string or comment was read, and may have been the space between two: what follows may stand inside one. */
      readonly hasText: boolean;
    };

/** A key the outermost object has more than once, with different values. */
export interface RepeatedKey {
  readonly key: string;
  readonly values: readonly Json[];
}

interface Reader {
  readonly text: string;
  at: number;
  depth: number;
  keys: string[];
  hasText: boolean;
  repeated: RepeatedKey[];
  expected: string | null;
}

const ODD_SPACE = /[\s\ufeff\u200b]/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const CONSTANTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '„': '“”',
  '”': '”',
  '‘': '’',
  '’': '’',
};
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '\n': '', '\r': '' };
const DOUBLE = /["\\]/g;
const SINGLE = /['\\]/g;
const CURLY = /[“”’\\]/g;
const FAILED = Symbol('failed');

/** Reads the one value at `from`; what follows it is the caller's business. */
export function readLenientJson(text: string, from = 0): LenientJson {
  const reader: Reader = { text, at: from, depth: 0, keys: [], hasText: false, repeated: [], expected: null };
  const value = readValue(reader);
  if (value !== FAILED) return { ok: true, value, end: reader.at, repeated: reader.repeated };
  const { at, expected, keys, hasText } = reader;
  return { ok: false, at, expected: expected ?? 'a value', isCutOff: at >= text.length, keys, hasText };
}

/** The whole text as one value, or why not. */
export function readWholeLenientJson(text: string): LenientJson {
  const read = readLenientJson(text);
  if (!read.ok) return read;
  const end = skipSpace(text, read.end);
  if (end === text.length) return read;
  return { ok: false, at: end, expected: 'nothing more', isCutOff: false, keys: [], hasText: false };
}

function fail(reader: Reader, expected: string): typeof FAILED {
  reader.expected ??= expected;
  return FAILED;
}

function readValue(reader: Reader): Json | typeof FAILED {
  if (!skip(reader)) return FAILED;
  const { text, at } = reader;
  const first = text[at];
  if (first === undefined) return fail(reader, 'a value');
  if (first === '{' || first === '[') {
    if (reader.depth >= REPLY_DEPTH_MAX) return fail(reader, `at most ${REPLY_DEPTH_MAX} levels`);
    reader.depth++;
    reader.at++;
    const value = first === '{' ? readObject(reader) : readArray(reader);
    reader.depth--;
    return value;
  }
  if (CLOSING[first] !== undefined) return readString(reader);
  const number = match(NUMBER, text, at);
  if (number !== null) {
    reader.at += number.length;
    return Number(number);
  }
  const name = match(NAME, text, at);
  const constant = name === null ? undefined : CONSTANTS.get(name);
  if (name === null || constant === undefined) return fail(reader, 'a value');
  reader.at += name.length;
  return constant;
}

function readObject(reader: Reader): Json | typeof FAILED {
  const isOutermost = reader.depth === 1;
  const members = new Map<string, Json>();
  for (;;) {
    if (!skip(reader)) return FAILED;
    if (reader.text[reader.at] === '}') break;
    const isQuoted = CLOSING[reader.text[reader.at] ?? ''] !== undefined;
    const key = isQuoted ? readString(reader) : readName(reader);
    if (key === FAILED || !skip(reader)) return FAILED;
    if (reader.text[reader.at] !== ':') return fail(reader, '":"');
    reader.at++;
    if (isOutermost) reader.keys.push(key);
    const value = readValue(reader);
    if (value === FAILED) return FAILED;
    const earlier = members.get(key);
    if (isOutermost && earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(value)) {
      reader.repeated.push({ key, values: [earlier, value] });
    }
    members.set(key, value);
    if (!skip(reader)) return FAILED;
    const next = reader.text[reader.at];
    if (next === ',') reader.at++;
    else if (next !== '}') return fail(reader, '"," or "}"');
  }
  reader.at++;
  return Object.fromEntries(members);
}

function readArray(reader: Reader): Json | typeof FAILED {
  const items: Json[] = [];
  for (;;) {
    if (!skip(reader)) return FAILED;
    if (reader.text[reader.at] === ']') break;
    const item = readValue(reader);
    if (item === FAILED || !skip(reader)) return FAILED;
    items.push(item);
    const next = reader.text[reader.at];
    if (next === ',') reader.at++;
    else if (next !== ']') return fail(reader, '"," or "]"');
  }
  reader.at++;
  return items;
}

function readName(reader: Reader): string | typeof FAILED {
  const name = match(NAME, reader.text, reader.at);
  if (name === null) return fail(reader, 'a key');
  reader.at += name.length;
  return name;
}

/** Line breaks may stand in a string as they are: the commonest mistake of all. */
function readString(reader: Reader): string | typeof FAILED {
  const { text } = reader;
  reader.hasText = true;
  const closing = CLOSING[text[reader.at] ?? ''] ?? '"';
  const special = closing === '"' ? DOUBLE : closing === "'" ? SINGLE : CURLY;
  const parts: string[] = [];
  let from = reader.at + 1;
  for (let at = from; at < text.length; at++) {
    special.lastIndex = at;
    at = special.test(text) ? special.lastIndex - 1 : text.length;
    const char = text[at] ?? '';
    if (char !== '' && closing.includes(char)) {
      parts.push(text.slice(from, at));
      reader.at = at + 1;
      return parts.join('');
    }
    if (char !== '\\') continue;
    const escaped = text[at + 1];
    if (escaped === undefined) break;
    const hex = escaped === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6)) : null;
    if (escaped === 'u' && hex === null) {
      reader.at = Math.min(text.length, at + 6);
      return fail(reader, 'four hexadecimal digits after \\u');
    }
    const meant = hex === null ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(hex[0], 16));
    parts.push(text.slice(from, at), meant);
    at += hex === null ? 1 : 5;
    from = at + 1;
  }
  reader.at = text.length;
  return fail(reader, `the end of a string (${closing})`);
}

/** Over white space and comments; false at a comment that never ends. */
function skip(reader: Reader): boolean {
  const end = skipSpace(reader.text, reader.at);
  reader.hasText ||= end - reader.at > 1 && reader.text.slice(reader.at, end).trim() !== '';
  reader.at = Math.min(end, reader.text.length);
  if (end > reader.text.length) fail(reader, 'the end of a comment (*/)');
  return end <= reader.text.length;
}

/** Past the end of the text: a comment that never ends. */
function skipSpace(text: string, from: number): number {
  for (let at = from; ; ) {
    const char = text.charCodeAt(at);
    if (char === 32 || char === 10 || char === 13 || char === 9) at++;
    else if (char === 47 && text[at + 1] === '/') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (char === 47 && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      if (end < 0) return text.length + 1;
      at = end + 2;
    } else if ((char > 127 || char === 11 || char === 12) && ODD_SPACE.test(text[at] ?? '')) at++;
    else return at;
  }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
