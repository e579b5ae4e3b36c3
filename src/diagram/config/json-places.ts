// Where things stand inside JSON text, which JSON.parse does not tell: to point at a mistake, to edit a value in place.

export const JSON_DEPTH_MAX = 100;

export interface JsonNode {
  /** Offsets in the scanned text; `end` is after the last character. */
  readonly start: number;
  readonly end: number;
  /** An object's members in order, null for anything else. */
  readonly members: readonly JsonMember[] | null;
  /** An array's items, null for anything else. */
  readonly items: readonly JsonNode[] | null;
}

export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

export interface JsonMistake {
  readonly at: number;
  readonly expected: string;
  readonly found: string;
}

export interface JsonScan {
  readonly node: JsonNode | null;
  readonly mistake: JsonMistake | null;
  readonly repeated: readonly { readonly key: string; readonly at: number; readonly firstAt: number }[];
  /** Places of `__proto__` keys, however they are escaped. */
  readonly forbidden: readonly number[];
}

/** Moves over white space; a caller whose JSON is broken into comment lines moves over line prefixes too. */
export type SkipSpace = (text: string, at: number) => number;

/** Reads one JSON value at `from`, as strictly as JSON.parse; what follows the value is the caller's business. */
export function scanJson(text: string, from: number, skip: SkipSpace = skipJsonSpace): JsonScan {
  const scan: Scan = { text, at: from, skip, depth: 0, mistake: null, repeated: [], forbidden: [] };
  try {
    return { node: value(scan), mistake: null, repeated: scan.repeated, forbidden: scan.forbidden };
  } catch (thrown) {
    if (thrown !== scan.mistake) throw thrown;
    return { node: null, mistake: scan.mistake, repeated: scan.repeated, forbidden: scan.forbidden };
  }
}

/** The node a path leads to and the place to name it by (its key, if any); stops at the last part that exists. */
export function findJson(
  root: JsonNode,
  path: readonly (string | number)[],
): { readonly node: JsonNode; readonly at: number; readonly found: boolean } {
  let node = root;
  let at = root.start;
  for (const part of path) {
    const member = node.members?.find(({ key }) => key === String(part));
    const next = member?.value ?? (typeof part === 'number' ? node.items?.[part] : undefined);
    if (next === undefined) return { node, at, found: false };
    node = next;
    at = member?.keyStart ?? next.start;
  }
  return { node, at, found: true };
}

export function skipJsonSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && ' \t\n\r'.includes(text.charAt(next))) next += 1;
  return next;
}

interface Scan {
  readonly text: string;
  at: number;
  readonly skip: SkipSpace;
  depth: number;
  mistake: JsonMistake | null;
  readonly repeated: { key: string; at: number; firstAt: number }[];
  readonly forbidden: number[];
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function value(scan: Scan): JsonNode {
  scan.at = scan.skip(scan.text, scan.at);
  const start = scan.at;
  const first = scan.text[start];
  if (first === '{') return nested(scan, object);
  if (first === '[') return nested(scan, array);
  if (first === '"') {
    string(scan);
  } else if (!match(scan, NUMBER) && !match(scan, WORD)) {
    fail(scan, 'a JSON value');
  }
  return { start, end: scan.at, members: null, items: null };
}

function nested(scan: Scan, read: (scan: Scan) => JsonNode): JsonNode {
  // The stack must not decide what is too deep.
  if (scan.depth === JSON_DEPTH_MAX) fail(scan, `at most ${JSON_DEPTH_MAX} levels of nesting`, 'one more');
  scan.depth += 1;
  const node = read(scan);
  scan.depth -= 1;
  return node;
}

function object(scan: Scan): JsonNode {
  const start = scan.at;
  const members: JsonMember[] = [];
  const seen = new Map<string, number>();
  scan.at = scan.skip(scan.text, start + 1);
  while (scan.text[scan.at] !== '}') {
    if (members.length > 0) comma(scan, '}');
    const keyStart = scan.at;
    if (scan.text[keyStart] !== '"') fail(scan, `a key in double quotes${members.length > 0 ? '' : ' or "}"'}`);
    string(scan);
    const keyEnd = scan.at;
    const key = String(JSON.parse(scan.text.slice(keyStart, keyEnd)));
    const firstAt = seen.get(key);
    if (firstAt === undefined) seen.set(key, keyStart);
    else scan.repeated.push({ key, at: keyStart, firstAt });
    if (key === '__proto__') scan.forbidden.push(keyStart);
    scan.at = scan.skip(scan.text, scan.at);
    if (scan.text[scan.at] !== ':') fail(scan, '":" after the key');
    scan.at += 1;
    members.push({ key, keyStart, keyEnd, value: value(scan) });
    scan.at = scan.skip(scan.text, scan.at);
  }
  scan.at += 1;
  return { start, end: scan.at, members, items: null };
}

function array(scan: Scan): JsonNode {
  const start = scan.at;
  const items: JsonNode[] = [];
  scan.at = scan.skip(scan.text, start + 1);
  while (scan.text[scan.at] !== ']') {
    if (items.length > 0) comma(scan, ']');
    items.push(value(scan));
    scan.at = scan.skip(scan.text, scan.at);
  }
  scan.at += 1;
  return { start, end: scan.at, members: null, items };
}

function comma(scan: Scan, close: string): void {
  if (scan.text[scan.at] !== ',') fail(scan, `"," or "${close}"`);
  scan.at = scan.skip(scan.text, scan.at + 1);
}

function string(scan: Scan): void {
  scan.at += 1;
  for (;;) {
    const code = scan.text.charCodeAt(scan.at);
    if (code === 0x22) break;
    if (Number.isNaN(code) || code === 0x0a || code === 0x0d) fail(scan, 'a closing double quote');
    if (code < 0x20) fail(scan, 'no control character inside a string (write \\t or \\u....)');
    if (code !== 0x5c) scan.at += 1;
    else if (!match(scan, ESCAPE)) fail(scan, 'an escape that JSON knows (\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u....)');
  }
  scan.at += 1;
}

function match(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  if (!pattern.test(scan.text)) return false;
  scan.at = pattern.lastIndex;
  return true;
}

function fail(scan: Scan, expected: string, found = foundAt(scan.text, scan.at)): never {
  scan.mistake = { at: scan.at, expected, found };
  // Not an Error: a hostile file makes thousands, and nobody reads their stacks.
  throw scan.mistake;
}

function foundAt(text: string, at: number): string {
  const here = /"[^"\r\n]{0,20}"|[^\s,:[\]{}"]{1,20}|./suy;
  here.lastIndex = at;
  const found = here.exec(text)?.[0];
  if (found === undefined) return 'the end of the text';
  if (found === '\n' || found === '\r') return 'the end of the line';
  return found.length > 1 && found.startsWith('"') ? found : JSON.stringify(found);
}
