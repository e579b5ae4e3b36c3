// Changes values inside JSON text, in the style the text already has; what is not changed keeps its formatting.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { JSON_DEPTH_MAX, type JsonMember, type JsonNode } from '../config/json-places.ts';
import { isSameJson } from './drawing-difference.ts';
import type { Splice } from './splice.ts';

export interface JsonStyle {
  /** Between key and value, and between values that stand on one line. */
  readonly colon: string;
  readonly comma: string;
}

/** The splices that turn the value at `node` from `old` into `next`. */
export function jsonSplices(text: string, node: JsonNode, old: Json, next: Json, style: JsonStyle): Splice[] {
  if (isSameJson(old, next)) return [];
  if (node.members !== null && isJsonObject(old) && isJsonObject(next))
    return objectSplices(text, node, old, next, style);
  if (node.items !== null && Array.isArray(old) && Array.isArray(next) && old.length === next.length) {
    return node.items.flatMap((item, index) => jsonSplices(text, item, old[index], next[index], style));
  }
  return [{ start: node.start, end: node.end, text: renderJson(next, style, lineOf(text, node)) }];
}

/** `line` is what starts a new line at this depth (`\n%%   `), null where everything stays on one line. */
export function renderJson(value: Json, style: JsonStyle, line: string | null): string {
  const flat = renderFlat(value, style);
  if (line === null || flat.length <= 80 || typeof value !== 'object' || value === null) return flat;
  const inner = `${line}  `;
  if (isJsonObject(value)) {
    const members = Object.keys(value).map(
      (key) => JSON.stringify(key) + style.colon + renderJson(value[key] as Json, style, inner),
    );
    return `{${inner}${members.join(`,${inner}`)}${line}}`;
  }
  return `[${inner}${value.map((item) => renderJson(item, style, inner)).join(`,${inner}`)}${line}]`;
}

export function styleOf(text: string, root: JsonNode): JsonStyle {
  const first = root.members?.[0];
  const colon = first === undefined ? ': ' : text.slice(first.keyEnd, first.value.start);
  const second = root.members?.[1];
  const gap = first === undefined || second === undefined ? '' : text.slice(first.value.end, second.keyStart);
  const oneLine = /^:? ?$/.test(colon) ? colon : ': ';
  return { colon: oneLine, comma: gap === ',' || (gap !== ', ' && oneLine === ':') ? ',' : ', ' };
}

/** `json` with the value at `path` replaced, or removed for undefined; null when the path leads into a plain value. */
export function setJson(
  json: Json | undefined,
  path: readonly (string | number)[],
  value: Json | undefined,
): { readonly json: Json | undefined } | null {
  const [part, ...rest] = path;
  if (part === undefined) return { json: value };
  if (Array.isArray(json)) return setItem(json, part, rest, value);
  if (json !== undefined && !isJsonObject(json)) return null;
  const key = String(part);
  const present = json !== undefined && Object.hasOwn(json, key);
  if (!present && value === undefined) return { json };
  const inner = setJson(present ? json[key] : undefined, rest, value);
  if (inner === null) return null;
  if (inner.json !== undefined) return { json: { ...json, [key]: inner.json } };
  return { json: Object.fromEntries(Object.entries(json ?? {}).filter(([name]) => name !== key)) };
}

function setItem(
  items: readonly Json[],
  part: string | number,
  rest: readonly (string | number)[],
  value: Json | undefined,
): { readonly json: Json } | null {
  const isInRange = typeof part === 'number' && Number.isInteger(part) && part >= 0 && part <= items.length;
  if (!isInRange || (part === items.length && value === undefined)) return null;
  const inner = setJson(items[part], rest, value);
  if (inner === null) return null;
  return { json: inner.json === undefined ? items.toSpliced(part, 1) : items.toSpliced(part, 1, inner.json) };
}

export function isTooDeep(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= JSON_DEPTH_MAX || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

function objectSplices(text: string, node: JsonNode, old: JsonObject, next: JsonObject, style: JsonStyle): Splice[] {
  const members = node.members ?? [];
  const kept = members.map(({ key }) => Object.hasOwn(next, key));
  const added = Object.keys(next).filter((key) => !Object.hasOwn(old, key));
  const last = members.at(-1);
  if (last === undefined || !kept.includes(true)) {
    return [{ start: node.start, end: node.end, text: renderJson(next, style, lineOf(text, node)) }];
  }
  const splices = removals(members, kept);
  for (const { key, value } of members) {
    if (Object.hasOwn(next, key)) splices.push(...jsonSplices(text, value, old[key] as Json, next[key] as Json, style));
  }
  const separator = separatorOf(text, node, style);
  const line = separator.includes('\n') ? separator.slice(separator.lastIndexOf('\n')) : null;
  const insert = added.map(
    (key) => separator + JSON.stringify(key) + style.colon + renderJson(next[key] as Json, style, line),
  );
  if (insert.length > 0) splices.push({ start: last.value.end, end: last.value.end, text: insert.join('') });
  return splices;
}

function removals(members: readonly JsonMember[], kept: readonly boolean[]): Splice[] {
  const firstKept = kept.indexOf(true);
  const splices: Splice[] = [];
  const start = members[0]?.keyStart ?? 0;
  if (firstKept > 0) splices.push({ start, end: members[firstKept]?.keyStart ?? start, text: '' });
  for (const [index, { value }] of members.entries()) {
    if (index > firstKept && !kept[index])
      splices.push({ start: members[index - 1]?.value.end ?? value.end, end: value.end, text: '' });
  }
  return splices;
}

/** What stands between two members here, so that a new one looks like its neighbours. */
function separatorOf(text: string, node: JsonNode, style: JsonStyle): string {
  const members = node.members ?? [];
  const last = members.at(-1);
  const before = members.at(-2);
  if (last !== undefined && before !== undefined) return text.slice(before.value.end, last.keyStart);
  const opening = last === undefined ? '' : text.slice(node.start + 1, last.keyStart);
  return opening.includes('\n') ? `,${opening}` : style.comma;
}

/** The start of a new line as deep as the line `node` begins on; null when what it is part of stands on one line. */
function lineOf(text: string, node: JsonNode): string | null {
  const lineStart = text.lastIndexOf('\n', node.start - 1) + 1;
  const prefix = /^[^\S\n]*%%[^\S\n]*(?!@)(?=")/.exec(text.slice(lineStart, node.start))?.[0];
  return prefix === undefined ? null : `\n${prefix}`;
}

function renderFlat(value: Json, style: JsonStyle): string {
  if (Array.isArray(value)) return `[${value.map((item) => renderFlat(item, style)).join(style.comma)}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).map(
    (key) => JSON.stringify(key) + style.colon + renderFlat(value[key] as Json, style),
  );
  return `{${members.join(style.comma)}}`;
}
