// Finds a flowchart's statements in its text, cut where Mermaid cuts them.

import { blankComments } from '../read/blank-comments.ts';
import { type Cursor, readStatements, take } from './read-statements.ts';
import type { Span } from './splice.ts';
import type { Link, Mention, Shape, Statement, Statements } from './statements.ts';

export function readFlowStatements(text: string): Statements {
  const reading: StatementReader = { text: blankComments(text), at: 0, statements: [], open: [], beyond: null };
  return readStatements(reading, /[\s;]+/y, readStatement);
}

interface StatementReader extends Cursor {
  /** Positions of the subgraphs that are open. */
  readonly open: number[];
}

const LINK = /\s*[xo<]?(?:--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?)\s*|\s*~~~+\s*/y;
const LINK_STARTS = [
  { start: /\s*[xo<]?--\s*/y, end: /(?:(?<!\s)\s+)?[xo<]?--+[-xo>]\s*/g },
  { start: /\s*[xo<]?==\s*/y, end: /(?:(?<!\s)\s+)?[xo<]?==+[=xo>]\s*/g },
  { start: /\s*[xo<]?-\.\s*/y, end: /(?:(?<!\s)\s+)?[xo<]?-?\.{1,100}-[xo>]?\s*/g },
];
const ID_TOKEN = /\d+|[#:,*]|(?:[A-Za-z0-9!#$%&'*+.`?\\_/]|-(?=[^>\-.]))+|-(?![->.])|[\p{L}\p{M}\p{N}]/uy;
const CLOSERS: readonly (readonly [string, readonly string[]])[] = [
  ['(((', [')))']],
  ['((', ['))']],
  ['([', ['])']],
  ['(-', ['-)']],
  ['(', [')']],
  ['[[', [']]']],
  ['[(', [')]']],
  ['[/', ['/]', '\\]']],
  ['[\\', ['\\]', '/]']],
  ['[', [']']],
  ['{{', ['}}']],
  ['{', ['}']],
  ['>', [']']],
];

function readStatement(reading: StatementReader): Statement | null {
  const start = reading.at;
  const word = take(
    reading,
    /(?:graph|flowchart(?:-elk)?|subgraph|end|style|linkStyle|classDef|class|click|accTitle|accDescr)\b/y,
  );
  const isDirection = take(reading, /[^\n]*direction\s+(?:TB|BT|RL|LR|TD)[^\n]*/y) !== null;
  if (isDirection && word !== 'subgraph') return { kind: 'other', start, end: reading.at };
  switch (word) {
    case null:
      return readChain(reading);
    case 'end':
      reading.open.pop();
      return { kind: 'end', start, end: reading.at };
    case 'subgraph': {
      if (!isDirection) take(reading, REST);
      const id = /^subgraph\s+([^\s[;"]+)/.exec(reading.text.slice(start, reading.at))?.[1] ?? '';
      reading.open.push(start);
      return { kind: 'group', start, end: reading.at, id };
    }
    case 'style':
    case 'class':
    case 'click':
      return readAbout(reading, start);
    case 'linkStyle':
      return readEdgeStyle(reading, start);
    case 'accDescr':
      if (take(reading, /\s*\{[^}]*\}/y) === null) take(reading, /[^\n]*/y);
      return { kind: 'other', start, end: reading.at };
    default:
      take(reading, word === 'accTitle' ? /[^\n]*/y : REST);
      return {
        kind: word === 'graph' || word.startsWith('flowchart') ? 'header' : 'other',
        start,
        end: reading.at,
      };
  }
}

// To the end of the statement: semicolons in quotes and brackets belong to it.
const REST = /(?:"[^"]*"|\[[^\]\n]*\]|[^\n;"[]+)*/y;

function readAbout(reading: StatementReader, start: number): Statement | null {
  take(reading, /[^\S\n]+/y);
  const from = reading.at;
  take(reading, /[^\s;]*/y);
  const ids: (Span & { id: string })[] = [];
  for (const { 0: id, index } of reading.text.slice(from, reading.at).matchAll(/[^,]+/g)) {
    ids.push({ id, start: from + index, end: from + index + id.length });
  }
  take(reading, REST);
  return { kind: 'about', start, end: reading.at, ids };
}

function readEdgeStyle(reading: StatementReader, start: number): Statement | null {
  take(reading, /[^\S\n]+/y);
  const from = reading.at;
  const numbers: (Span & { value: number })[] = [];
  for (const { 0: digits, index } of (take(reading, /[\d,]+/y) ?? '').matchAll(/\d+/g)) {
    numbers.push({ value: Number(digits), start: from + index, end: from + index + digits.length });
  }
  take(reading, REST);
  return { kind: 'edge-style', start, end: reading.at, numbers };
}

function readChain(reading: StatementReader): Statement | null {
  const start = reading.at;
  const groups: Mention[][] = [];
  const links: Link[] = [];
  for (;;) {
    const group: Mention[] = [];
    do {
      const mention = readMention(reading);
      if (mention === null) return null;
      group.push(mention);
    } while (take(reading, /[^\S\n]+&[^\S\n]+/y) !== null);
    groups.push(group);
    const link = readLink(reading);
    if (link === null) break;
    links.push(link);
  }
  if (reading.beyond !== null) return null;
  const end = reading.at;
  take(reading, /[^\S\n]+/y);
  if (reading.at < reading.text.length && !/[\n;]/.test(reading.text.charAt(reading.at)))
    return markUnsupported(reading, 'an arrow or shape that editing does not know');
  return { kind: 'chain', start, end, groups, links, within: [...reading.open], description: null, type: null };
}

function readMention(reading: StatementReader): Mention | null {
  const start = reading.at;
  while (!isLink(reading) && take(reading, ID_TOKEN) !== null) {
    if (reading.text.startsWith(':::', reading.at)) break;
  }
  const idEnd = reading.at;
  if (idEnd === start) {
    return markUnsupported(reading, 'a statement that editing does not know');
  }
  const shape = readShape(reading);
  if (reading.beyond !== null) return null;
  const beforeMore = reading.at;
  if (take(reading, /:::/y) !== null) while (!isLink(reading) && take(reading, ID_TOKEN) !== null);
  const from = reading.at;
  const metadata = take(reading, /@\{(?:"[^"]*"|[^}"])*\}/y) === null ? null : { start: from, end: reading.at };
  const hasMore = reading.at > beforeMore;
  return { id: reading.text.slice(start, idEnd), start, idEnd, end: reading.at, shape, hasMore, metadata };
}

function readShape(reading: StatementReader): Shape | null {
  const { text, at: start } = reading;
  const opener = CLOSERS.find(([open]) => text.startsWith(open, start));
  if (opener === undefined) return null;
  const [open, closers] = opener;
  reading.at += open.length;
  const from = reading.at;
  if (take(reading, /\s*"`[^`]*`"\s*/y) === null && take(reading, /\s*"[^"]*"\s*/y) === null)
    take(reading, /[^[\](){}"]*/y);
  for (const close of closers) {
    // `-)` and `/]` begin with a character that the text before it may hold too.
    for (const back of [0, 1]) {
      const closeAt = reading.at - back;
      if (closeAt < from || !text.startsWith(close, closeAt)) continue;
      reading.at = closeAt + close.length;
      return { start, end: reading.at, open, close, label: { start: from, end: closeAt } };
    }
  }
  return markUnsupported(reading, `a shape that opens with "${open}" and does not close as expected`);
}

function isLink(reading: StatementReader): boolean {
  const { at } = reading;
  const found = take(reading, LINK) !== null || LINK_STARTS.some(({ start }) => take(reading, start) !== null);
  reading.at = at;
  return found;
}

function readLink(reading: StatementReader): Link | null {
  const before = reading.at;
  take(reading, /[^\S\n]+/y);
  const name = take(reading, /[^\s"[\](){}|@;]+@(?=[^{"])/y)?.slice(0, -1) ?? null;
  if (name === null) reading.at = before;
  const from = reading.at;
  const start = from + (take(reading, /\s+/y)?.length ?? 0);
  reading.at = from;
  const whole = take(reading, LINK);
  if (whole !== null) return readPipe(reading, { start, arrow: whole.trim(), name });
  for (const pattern of LINK_STARTS) {
    const opening = take(reading, pattern.start);
    if (opening === null) continue;
    return readInline(reading, pattern.end, { start, opening: opening.trim(), name });
  }
  if (name !== null) markUnsupported(reading, 'an edge name without an arrow');
  return null;
}

function readPipe(reading: StatementReader, link: { start: number; arrow: string; name: string | null }): Link | null {
  const arrowEnd = link.start + link.arrow.length;
  const barAt = reading.at;
  const bars = take(reading, /\|(?:\s*"[^"]*"\s*|[^|"]*)\|[^\S\n]*/y);
  if (bars === null) {
    if (reading.text[barAt] === '|') markUnsupported(reading, 'an edge label that editing does not know');
    return {
      ...link,
      form: 'pipe',
      end: arrowEnd,
      label: null,
      labelPlace: { start: arrowEnd, end: arrowEnd },
      next: barAt,
    };
  }
  const end = barAt + bars.trimEnd().length;
  return {
    ...link,
    form: 'pipe',
    end,
    label: { start: barAt + 1, end: end - 1 },
    labelPlace: { start: arrowEnd, end },
    next: reading.at,
  };
}

function readInline(
  reading: StatementReader,
  ending: RegExp,
  link: { start: number; opening: string; name: string | null },
): Link | null {
  const from = reading.at;
  const quoted = take(reading, /"[^"]*"/y);
  ending.lastIndex = reading.at;
  const closing = ending.exec(reading.text);
  if (closing === null || (quoted !== null && closing.index !== reading.at)) {
    return markUnsupported(reading, 'an edge label that does not end with an arrow');
  }
  const label = { start: from, end: closing.index };
  reading.at = ending.lastIndex;
  const end = closing.index + closing[0].trimEnd().length;
  const head = closing[0].trim();
  const first = /^[xo<]/.exec(link.opening)?.[0] ?? '';
  const arrow = first + (head.startsWith('.') ? '-' : '') + head;
  return {
    start: link.start,
    end,
    form: 'inline',
    label,
    labelPlace: { start: link.start, end },
    next: reading.at,
    arrow,
    name: link.name,
  };
}

function markUnsupported(reading: StatementReader, what: string): null {
  reading.beyond ??= what;
  return null;
}
