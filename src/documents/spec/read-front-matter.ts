// The front matter of a specification: `key: value` lines of YAML between two `---`. Lists, texts of several lines and
// nested keys are kept and not read; what YAML itself would refuse is reported with its place.

import { splitLines } from './mark-lines.ts';

export interface FrontEntry {
  readonly name: string;
  readonly value: string;
  /** From 0. */
  readonly line: number;
  /** Where the value begins, from 1. */
  readonly column: number;
}

export interface FrontProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix: string;
}

export interface FrontMatter {
  /** Lines of the opening and closing mark, from 0; `close` is null where nobody closed it. */
  readonly open: number;
  readonly close: number | null;
  /** The first line behind it. */
  readonly end: number;
  readonly entries: readonly FrontEntry[];
  /** What is no YAML. */
  readonly problem: FrontProblem | null;
}

const FENCE = /^\uFEFF?---[ \t]*$/;
const CLOSE = /^(?:---|\.\.\.)[ \t]*$/;
const KEY = /^("[^"]{1,80}"|'[^']{1,80}'|[^\s:#"'[\]{},&*!|>%@`-][^:#]{0,80}?)[ \t]*:(?=[ \t]|$)/;
const LINES_MAX = 200;

/** null where the text does not begin with it. */
export function readFrontMatter(text: string): FrontMatter | null {
  // As many lines as count; a specification may be very long.
  const lines = splitLines(headOf(text)).map((line) => line.text);
  const open = lines.findIndex((line) => line.replace(/^\uFEFF/, '').trim() !== '');
  if (open < 0 || !FENCE.test(lines[open] ?? '')) return null;
  const stop = lines.findIndex((line, at) => at > open && (CLOSE.test(line) || isBody(line)));
  const close = stop > open && CLOSE.test(lines[stop] ?? '') ? stop : null;
  const end = close === null ? unclosedEnd(lines, open, stop) : close + 1;
  const inner = lines.slice(open + 1, close ?? end);
  return { open, close, end, ...readEntries(inner, open + 1) };
}

function headOf(text: string): string {
  let end = 0;
  for (let count = 0; count < LINES_MAX && end >= 0; count++) end = text.indexOf('\n', end + 1);
  return end < 0 ? text : text.slice(0, end);
}

/** `# a comment` may stand in it; the specification's own headings may not. */
const isBody = (line: string): boolean => /^#{2,6}[ \t]|^#[ \t]{1,9}feature\b/i.test(line);

/** Up to a blank line or the first heading. */
function unclosedEnd(lines: readonly string[], open: number, stop: number): number {
  const blank = lines.findIndex((line, at) => at > open && line.trim() === '');
  return [stop, blank].filter((at) => at > open).reduce((a, b) => Math.min(a, b), lines.length);
}

function readEntries(lines: readonly string[], first: number): Pick<FrontMatter, 'entries' | 'problem'> {
  const entries: FrontEntry[] = [];
  const problems: FrontProblem[] = [];
  /** Of a value that goes on in lines of its own. */
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const at = first + index;
    if (line.trim() === '' || /^\s*#/.test(line)) continue;
    if (isOpen && (/^[ \t]/.test(line) || /^-(?:[ \t]|$)/.test(line))) continue;
    const key = KEY.exec(line);
    if (key === null) {
      problems.push({ line: at, column: 1, ...notPair(line) });
      isOpen = true;
      continue;
    }
    const name = (key[1] ?? '').replace(/^["']|["']$/g, '').trim();
    const rest = line.slice(key[0].length);
    const column = key[0].length + (rest.length - rest.trimStart().length) + 1;
    const scalar = readScalar(rest.trim());
    isOpen = scalar.isOpen;
    if (scalar.problem !== null) problems.push({ line: at, column, ...scalar.problem });
    const before = entries.find((entry) => entry.name === name);
    if (before !== undefined)
      problems.push({
        ...{ line: at, column: 1, message: `Expected each key once, found "${name}" on line ${before.line + 1} too.` },
        fix: `Remove one of the two lines.`,
      });
    else entries.push({ name, value: scalar.value, line: at, column });
  }
  return { entries, problem: problems[0] ?? null };
}

function notPair(line: string): { message: string; fix: string } {
  const message = `Expected "key: value", found "${cut(line)}".`;
  if (/^\t/.test(line)) return { message, fix: 'Remove the tab: YAML indents with spaces.' };
  if (/^[^\s:]{1,80}:\S/.test(line)) return { message, fix: 'Put a space after the colon.' };
  return { message, fix: 'Write it as "key: value", or remove the line.' };
}

interface Scalar {
  readonly value: string;
  readonly isOpen: boolean;
  readonly problem: { readonly message: string; readonly fix: string } | null;
}

function readScalar(raw: string): Scalar {
  const plain = (value: string, isOpen = false): Scalar => ({ value, isOpen, problem: null });
  const wrong = (message: string, fix: string): Scalar => ({ value: raw, isOpen: false, problem: { message, fix } });
  if (raw === '' || raw.startsWith('#')) return plain('', true);
  if (/^[|>][-+\d]{0,2}(?:[ \t]|$)/.test(raw)) return plain('', true);
  const quote = raw[0];
  if (quote === '"' || quote === "'") {
    const end = closingQuote(raw, quote);
    if (end < 0) return wrong(`Expected a closing ${quote}, found ${cut(raw)}.`, `End the value with ${quote}.`);
    if (!/^(?:[ \t]{1,99}#|[ \t]{0,99}$)/.test(raw.slice(end + 1)))
      return wrong(`Expected nothing behind the quoted value, found ${cut(raw.slice(end + 1).trim())}.`, 'Remove it.');
    const inside = raw.slice(1, end);
    return plain(quote === '"' ? inside.replace(/\\(["\\])/g, '$1') : inside.replaceAll("''", "'"));
  }
  const value = withoutComment(raw);
  if (/^[[{]/.test(value)) {
    const isClosed = value.endsWith(value.startsWith('[') ? ']' : '}');
    return isClosed ? plain(value) : wrong(`Expected a closing bracket, found ${cut(value)}.`, 'Close the bracket.');
  }
  if (/^[@`%&*!,\]}]/.test(value))
    return wrong(`Expected a value, found ${cut(value)}, which YAML does not read.`, 'Put the value in quotes.');
  if (/:(?:[ \t]|$)/.test(value))
    return wrong(`Expected one value, found a second colon in ${cut(value)}.`, 'Put the value in quotes.');
  return plain(value, true);
}

function closingQuote(raw: string, quote: string): number {
  for (let at = 1; at < raw.length; at++) {
    if (quote === '"' && raw[at] === '\\') at += 1;
    else if (raw[at] === quote && (quote === '"' || raw[at + 1] !== quote)) return at;
    else if (raw[at] === quote) at += 1;
  }
  return -1;
}

function withoutComment(raw: string): string {
  const at = raw.search(/[ \t]#/);
  return at < 0 ? raw : raw.slice(0, at).trimEnd();
}

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);
