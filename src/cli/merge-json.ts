// Puts one entry into a JSON file that belongs to someone else: every other character of it stays as it was.

import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../json.ts';
import type { Merge } from './mcp-clients.ts';

interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly start: number;
  readonly end: number;
}

interface ObjectSpan {
  readonly start: number;
  readonly close: number;
  readonly members: readonly Member[];
}

/** `path`: the object at the top that holds the entry, and the entry's name. */
export function mergeJson(text: string, [outer, name]: readonly [string, string], entry: Json): Merge {
  const refused = (found: string): Merge => ({ kind: 'refused', code: 'set-up-unreadable', found });
  let root: unknown;
  try {
    root = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    // Comments and trailing commas would be lost by a parser that does not know them.
    return refused('text that is not plain JSON (comments, a comma too many, or a mistake)');
  }
  if (!isJsonObject(root)) return refused('JSON that is not an object');
  if (text.trim() === '')
    return { kind: 'changed', text: `${JSON.stringify({ [outer]: { [name]: entry } }, null, 2)}\n` };
  const present = root[outer];
  if (present !== undefined && !isJsonObject(present)) return refused(`"${outer}" that is not an object`);
  if (present !== undefined && Object.hasOwn(present, name)) {
    if (isDeepStrictEqual(present[name], entry)) return { kind: 'same' };
    return { kind: 'refused', code: 'set-up-differs', found: `another "${name}" in "${outer}"` };
  }
  const top = objectAt(text, text.indexOf('{'));
  // Of a name that stands there twice the last counts, for JSON.parse as for the clients.
  const holder = top.members.findLast(({ key }) => key === outer);
  const unit = indentOf(text, top) || '  ';
  const merged =
    holder === undefined
      ? inserted(text, top, outer, { [name]: entry }, { unit, depth: 1 })
      : inserted(text, objectAt(text, holder.start), name, entry, { unit, depth: 2 });
  return { kind: 'changed', text: merged };
}

function inserted(
  text: string,
  into: ObjectSpan,
  key: string,
  value: Json,
  { unit, depth }: { readonly unit: string; readonly depth: number },
): string {
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = unit.repeat(depth);
  const written = JSON.stringify(value, null, unit).split('\n').join(`${line}${indent}`);
  const member = `${line}${indent}${JSON.stringify(key)}: ${written}`;
  const last = into.members.at(-1);
  if (last !== undefined) return `${text.slice(0, last.end)},${member}${text.slice(last.end)}`;
  return `${text.slice(0, into.start + 1)}${member}${line}${unit.repeat(depth - 1)}${text.slice(into.close)}`;
}

/** What stands before the first member on its own line. */
function indentOf(text: string, { members: [first] }: ObjectSpan): string {
  if (first === undefined) return '';
  return /\n([ \t]*)$/.exec(text.slice(0, first.keyStart))?.[1] ?? '';
}

/** The members of the object that begins at `start`; the text is known to be JSON. */
function objectAt(text: string, start: number): ObjectSpan {
  const members: Member[] = [];
  let at = spaceEnd(text, start + 1);
  while (text[at] === '"') {
    const keyStart = at;
    at = stringEnd(text, at);
    const key = JSON.parse(text.slice(keyStart, at)) as string;
    const valueStart = spaceEnd(text, spaceEnd(text, at) + 1);
    const end = valueEnd(text, valueStart);
    members.push({ key, keyStart, start: valueStart, end });
    at = spaceEnd(text, end);
    if (text[at] === ',') at = spaceEnd(text, at + 1);
  }
  return { start, close: at, members };
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') at = stringEnd(text, at) - 1;
    else if ('{['.includes(char)) depth += 1;
    else if ('}]'.includes(char)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0 && /[\s,]/.test(char)) return at;
    else continue;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
