// Finds a state diagram's statements in its text, cut where Mermaid cuts them.

import { blankComments } from '../read/blank-comments.ts';
import { type Cursor, readStatements, take } from './read-statements.ts';
import type { Span } from './splice.ts';
import type { Link, Mention, Statement, Statements } from './statements.ts';

export function readStateStatements(text: string): Statements {
  const reading: Cursor = { text: blankComments(text), at: 0, statements: [], beyond: null };
  return readStatements(reading, /\s+/y, readStatement);
}

const ID = /\[\*\]|[^:\n\s\-{]+/y;
const DESCRIPTION = /[^\S\n]*:(?:[^:\n;]|:[^:\n;])+/y;
const LINE = /[^\n]*/y;
const OTHER =
  /#|%%|[^\n]*direction\s+(?:TB|BT|RL|LR)|hide empty description\b|scale\s+|classDef\s+|accTitle\s*:|accDescr\s*:/iy;

function readStatement(reading: Cursor): Statement | null {
  const start = reading.at;
  if (take(reading, /stateDiagram(?:-v2)?\s+/iy) !== null) return { kind: 'header', start, end: start + 12 };
  if (take(reading, OTHER) !== null) {
    take(reading, LINE);
    return { kind: 'other', start, end: reading.at };
  }
  if (take(reading, /accDescr\s*\{[^}]*\}/iy) !== null) return { kind: 'other', start, end: reading.at };
  if (take(reading, /(?:class|style|click)\s+/iy) !== null) return readAbout(reading, start);
  if (take(reading, /note\s+/iy) !== null) return readNote(reading, start);
  if (take(reading, /state\s+/iy) !== null) return readState(reading, start);
  return readTransition(reading, start);
}

function readAbout(reading: Cursor, start: number): Statement | null {
  const from = reading.at;
  const list = take(reading, /\w+(?:,[^\S\n]*\w+)*/y) ?? '';
  const ids = [...list.matchAll(/\w+/g)].map(({ 0: id, index }) => ({
    id,
    start: from + index,
    end: from + index + id.length,
  }));
  take(reading, LINE);
  return { kind: 'about', start, end: reading.at, ids };
}

function readNote(reading: Cursor, start: number): Statement | null {
  if (take(reading, /(?:left|right) of\b[^\S\n]*/iy) === null)
    return beyond(reading, 'a note that belongs to no state');
  const from = reading.at;
  const id = take(reading, ID);
  if (id === null) return beyond(reading, 'a note that belongs to no state');
  const ids: (Span & { id: string })[] = [{ id, start: from, end: reading.at }];
  if (take(reading, /[^\S\n]*:[^:\n;]+/y) === null && !skipNote(reading)) {
    return beyond(reading, 'a note that does not end');
  }
  return { kind: 'about', start, end: reading.at, ids };
}

function skipNote(reading: Cursor): boolean {
  const end = /^[^\S\n]*end note\b/gim;
  end.lastIndex = reading.at;
  if (!end.test(reading.text)) return false;
  reading.at = end.lastIndex;
  return true;
}

function readState(reading: Cursor, start: number): Statement | null {
  const typed = take(reading, /[^\n]*?(?:<<(?:fork|join|choice)>>|\[\[(?:fork|join|choice)\]\])/iy);
  if (typed !== null) {
    const from = reading.at - typed.length;
    const id = typed.slice(0, typed.search(/<<|\[\[/)).trimEnd();
    const type = /(?:fork|join|choice)(?=>>$|\]\]$)/i.exec(typed)?.[0].toLowerCase() ?? null;
    const mention = mentionAt(id, from);
    return { ...single(mention, start, reading.at), type };
  }
  const quotedAt = reading.at;
  const quoted = take(reading, /"[^"]*"/y);
  if (quoted !== null && take(reading, /\s*as\s+/iy) === null)
    return beyond(reading, 'a state whose text is followed by no "as"');
  const from = reading.at;
  const id = take(reading, quoted === null ? /[^\n\s{]+/y : /[^\n\s{:%]+/y);
  const end = reading.at;
  take(reading, /[^\S\n]+/y);
  const rest = reading.text.slice(reading.at, reading.at + 2);
  if (id === null || (rest !== '' && rest[0] !== '\n' && rest !== '%%'))
    return beyond(reading, 'a composite state or another form of "state"');
  const description = quoted === null ? null : { start: quotedAt + 1, end: quotedAt + quoted.length - 1, quoted: true };
  return { ...single(mentionAt(id, from), start, end), description };
}

function readTransition(reading: Cursor, start: number): Statement | null {
  const from = readMention(reading);
  if (from === null) return beyond(reading, 'a statement that editing does not know');
  const afterFrom = reading.at;
  take(reading, /[^\S\n]+/y);
  const arrowAt = reading.at;
  if (take(reading, /-->/y) === null) {
    reading.at = afterFrom;
    const text = take(reading, DESCRIPTION);
    const span =
      text === null ? null : trimmed(reading.text, { start: afterFrom + text.indexOf(':') + 1, end: reading.at });
    return {
      ...single(from, start, span?.end ?? afterFrom),
      description: span && { ...span, quoted: false },
    };
  }
  take(reading, /[^\S\n]+/y);
  const to = readMention(reading);
  if (to === null) return beyond(reading, 'an arrow that leads nowhere');
  const afterTo = reading.at;
  const text = take(reading, DESCRIPTION);
  const label =
    text === null ? null : trimmed(reading.text, { start: afterTo + text.indexOf(':') + 1, end: reading.at });
  const end = label?.end ?? afterTo;
  const link: Link = {
    start: arrowAt,
    end: arrowAt + 3,
    form: 'colon',
    label,
    labelPlace: { start: afterTo, end },
    next: to.start,
    arrow: '-->',
    name: null,
  };
  return { ...single(from, start, end), groups: [[from], [to]], links: [link] };
}

function readMention(reading: Cursor): Mention | null {
  const start = reading.at;
  const id = take(reading, ID);
  if (id === null) return null;
  const comment = id.indexOf('%%');
  if (comment === 0) return null;
  if (comment > 0) reading.at = start + comment;
  const idEnd = reading.at;
  take(reading, /:::[^:\n\s\-{]+/y);
  return {
    id: reading.text.slice(start, idEnd),
    start,
    idEnd,
    end: reading.at,
    shape: null,
    hasMore: reading.at > idEnd,
    metadata: null,
  };
}

function mentionAt(id: string, start: number): Mention {
  return {
    id,
    start,
    idEnd: start + id.length,
    end: start + id.length,
    shape: null,
    hasMore: false,
    metadata: null,
  };
}

function single(mention: Mention, start: number, end: number) {
  return {
    kind: 'chain' as const,
    start,
    end,
    groups: [[mention]],
    links: [],
    within: [],
    description: null,
    type: null,
  };
}

function trimmed(text: string, span: Span): Span {
  const inner = text.slice(span.start, span.end);
  const start = span.start + inner.length - inner.trimStart().length;
  return { start, end: Math.max(start, span.start + inner.trimEnd().length) };
}

function beyond(reading: Cursor, what: string): null {
  reading.beyond ??= what;
  return null;
}
