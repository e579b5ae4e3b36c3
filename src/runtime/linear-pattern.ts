// Patterns of users' schemas, matched in time that grows with the text and never faster: a pattern is an author's, the
// text a model's or a stranger's, and JavaScript's own matching can take longer than anyone lives.

import { createRequire } from 'node:module';
import type { RE2JS as Re2 } from 're2js';
import { spendWork } from './work-limit.ts';

export interface LinearPattern {
  test(text: string): boolean;
  /** ajv tells patterns apart by it. */
  toString(): string;
}

const COUNT_MAX = 100;
const OPTIONAL_MAX = 3;
const BACKREFERENCE = /^\\[1-9k]/;
const UNSUPPORTED = 'lookaheads, lookbehinds, backreferences and counts over 1000 are not supported';

/** Throws an Error that says what is wrong with the pattern. Its meaning is that of JavaScript with the flag `u`. */
export function linearPattern(pattern: string): LinearPattern {
  const own = new RegExp(pattern, 'u');
  if (isPlain(pattern)) return own;
  const { RE2JS } = createRequire(import.meta.url)('re2js') as { readonly RE2JS: typeof Re2 };
  try {
    for (const { kind, text } of partsOf(pattern))
      if (kind === 'escape' && BACKREFERENCE.test(text)) throw new Error(`backreference ${text}`);
    const made = RE2JS.compile(RE2JS.translateRegExp(asRe2(pattern)));
    const size = made.programSize();
    const test = (text: string): boolean => {
      // Each character may be compared with every instruction of the pattern.
      spendWork(size * text.length);
      return made.test(text);
    };
    return { test, toString: () => `linear ${own}` };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.replace('error parsing regexp: ', '') : String(thrown);
    throw new Error(`the pattern ${JSON.stringify(pattern)} cannot be matched in bounded time: ${why}; ${UNSUPPORTED}`);
  }
}

/** One that JavaScript itself matches in time that grows with the text: it begins at the beginning, chooses how often
 *  only once, and has no groups. Most are, and need no package to be loaded. */
export function isPlain(pattern: string): boolean {
  if (!pattern.startsWith('^')) return false;
  let [repeated, optional] = [0, 0];
  for (const { kind, text } of partsOf(pattern)) {
    if (kind === 'other' && '()|'.includes(text)) return false;
    if (kind === 'escape' && BACKREFERENCE.test(text)) return false;
    if (kind === 'count') {
      const { least = 0, isFixed } = countOf(text);
      if (isFixed && least > COUNT_MAX) return false;
      if (!isFixed) repeated++;
    }
    if (kind === 'other' && (text === '*' || text === '+')) repeated++;
    if (kind === 'other' && text === '?') optional++;
  }
  return repeated <= 1 && optional <= OPTIONAL_MAX;
}

function countOf(text: string): { readonly least: number; readonly isFixed: boolean } {
  const [least = '', most] = text.slice(1, -1).split(',');
  return { least: Number(least), isFixed: most === undefined || most === least };
}

const SPACE =
  '\\t\\n\\x{b}\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}' +
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}';

/** RE2 reads `\s` as ASCII, and `.` as everything but a line feed. */
function asRe2(pattern: string): string {
  let out = '';
  for (const { kind, text } of partsOf(pattern)) {
    if (kind === 'class') out += text.replaceAll(/\\./gs, (each) => inClass(each));
    else if (kind === 'escape' && text === '\\s') out += `[${SPACE}]`;
    else if (kind === 'escape' && text === '\\S') out += `[^${SPACE}]`;
    else if (kind === 'other' && text === '.') out += `[^${LINE_ENDS}]`;
    else out += text.replace(/^(\\[pP]\{)(?:Script|sc)=/, '$1');
  }
  return out;
}

function inClass(escaped: string): string {
  if (escaped === '\\s') return SPACE;
  if (escaped === '\\S') return NO_SPACE;
  return escaped === '\\b' ? '\\x{8}' : escaped;
}

interface Part {
  readonly kind: 'escape' | 'class' | 'count' | 'other';
  readonly text: string;
}

/** Of a pattern that JavaScript has taken. */
function* partsOf(pattern: string): Generator<Part> {
  for (let i = 0; i < pattern.length; ) {
    const end = endOfPart(pattern, i);
    const text = pattern.slice(i, end);
    const first = text[0];
    yield { kind: first === '\\' ? 'escape' : first === '[' ? 'class' : first === '{' ? 'count' : 'other', text };
    i = end;
  }
}

function endOfPart(pattern: string, at: number): number {
  const first = pattern[at];
  if (first === '{') return pattern.indexOf('}', at) + 1;
  if (first === '\\') {
    const isBraced = 'pPu'.includes(pattern[at + 1] ?? '') && pattern[at + 2] === '{';
    return isBraced ? pattern.indexOf('}', at) + 1 : at + 2;
  }
  if (first !== '[') return at + 1;
  let end = at + 1;
  while (pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
  return end + 1;
}
