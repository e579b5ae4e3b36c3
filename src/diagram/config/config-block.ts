// The configuration of a workflow, which stands in the diagram's comments (src-4).

import { isJsonObject, type JsonObject } from '../../json.ts';
import type { Place, Problem } from '../problem.ts';
import { findJson, type JsonMistake, type JsonNode, scanJson } from './json-places.ts';

export interface ConfigEntry {
  /** The step's id; `workflow` for `@workflow`. */
  readonly id: string;
  readonly json: JsonObject;
  readonly place: Place;
  /** The place of the key or item a path leads to, or of the nearest one above it that exists. */
  placeOf(path: readonly (string | number)[]): Place;
  readonly span: EntrySpan;
}

/** Offsets in the text given to readConfig. */
export interface EntrySpan {
  /** Its whole lines, the last line's end included. */
  readonly start: number;
  readonly end: number;
  readonly idStart: number;
  readonly idEnd: number;
  readonly root: JsonNode;
}

export interface ConfigBlock {
  readonly start: number;
  /** Where the line of END_CONFIG starts. */
  readonly endLine: number;
}

export interface Config {
  readonly entries: readonly ConfigEntry[];
  readonly problems: readonly Problem[];
  /** Closed blocks only. */
  readonly blocks: readonly ConfigBlock[];
}

/** Reads every entry and finds every mistake at once. `firstLine` is the text's first line in its file. */
export function readConfig(text: string, firstLine = 1): Config {
  const reading: BlockReader = {
    text,
    lines: splitLines(text),
    firstLine,
    entries: [],
    problems: [],
    blocks: [],
    lineOfId: new Map(),
    block: null,
    strayLine: -2,
  };
  let line = 0;
  while (line < reading.lines.length) line = readLine(reading, line);
  if (reading.block !== null) unclosed(reading, reading.block);
  return { entries: reading.entries, problems: reading.problems, blocks: reading.blocks };
}

interface Line {
  readonly start: number;
  /** Without and with the line end. */
  readonly stop: number;
  readonly end: number;
}

interface BlockReader {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly firstLine: number;
  readonly entries: ConfigEntry[];
  readonly problems: Problem[];
  readonly blocks: ConfigBlock[];
  readonly lineOfId: Map<string, number>;
  /** The line of the open block's WORKFLOW_CONFIG. */
  block: number | null;
  /** The last line already reported as belonging to no entry, so that neighbours are reported once. */
  strayLine: number;
}

// Mermaid reads `%%{` as a directive, so that is not a comment line.
const COMMENT = /^[^\S\r\n]*%%(?!\{)[^\S\r\n]*/;
const OPEN = /^=+\s*WORKFLOW_CONFIG\s*=+\s*$/;
const CLOSE = /^=+\s*END_CONFIG\s*=+\s*$/;
const ENTRY = /^@(\S+?)\s*:\s*(?=\{)/;
const SPACE = /[^\S\r\n]+/y;
const LINE_PREFIX = /(?:\r\n|\n|\r)[^\S\r\n]*(?:%%[^\S\r\n]*)?/g;
const ENTRY_IN_BLOCK = /^@(\S+?)\s*:/;

/** Handles the line and gives the next line to read. */
function readLine(reading: BlockReader, index: number): number {
  const line = reading.lines[index] as Line;
  const whole = reading.text.slice(line.start, line.stop);
  const prefix = COMMENT.exec(whole)?.[0];
  const content = prefix === undefined ? '' : whole.slice(prefix.length);
  if (OPEN.test(content)) {
    if (reading.block !== null) unclosed(reading, reading.block);
    reading.block = index;
    return index + 1;
  }
  if (CLOSE.test(content)) {
    if (reading.block === null) reportStrayLine(reading, index, 'END_CONFIG without a WORKFLOW_CONFIG line before it');
    else reading.blocks.push({ start: (reading.lines[reading.block] as Line).start, endLine: line.start });
    reading.block = null;
    return index + 1;
  }
  const head = ENTRY.exec(content) ?? (reading.block === null ? null : ENTRY_IN_BLOCK.exec(content));
  if (head === null) {
    if (reading.block !== null && (content !== '' || (prefix === undefined && whole.trim() !== ''))) {
      reportStrayLine(
        reading,
        index,
        prefix === undefined ? 'a line that is not a comment' : JSON.stringify(content.slice(0, 40)),
      );
    }
    return index + 1;
  }
  const idStart = line.start + (prefix as string).length + 1;
  return readEntry(reading, index, { id: head[1] as string, idStart, jsonFrom: idStart - 1 + head[0].length });
}

interface Head {
  readonly id: string;
  readonly idStart: number;
  readonly jsonFrom: number;
}

function readEntry(reading: BlockReader, index: number, head: Head): number {
  const { text } = reading;
  const inBlock = reading.block !== null;
  const isDuplicate = checkDuplicate(reading, index, head);
  const scan = scanJson(text, head.jsonFrom, inBlock ? skipCommentSpace : skipLineSpace);
  for (const { key, at, firstAt } of scan.repeated) {
    report(
      reading,
      'duplicate-key',
      at,
      `Expected each key once, found "${key}" again (first at line ${placeAt(reading, firstAt).line}).`,
      'Remove one of the two, or give it another name.',
    );
  }
  for (const at of scan.forbidden) {
    report(reading, 'forbidden-key', at, 'Expected an ordinary key, found "__proto__".', 'Give the key another name.');
  }
  if (scan.node === null) {
    badJson(reading, scan.mistake as JsonMistake, head.id);
    return resume(reading, index, (scan.mistake as JsonMistake).at);
  }
  const last = lineAt(reading.lines, scan.node.end - 1);
  const after = text.slice(scan.node.end, (reading.lines[last] as Line).stop);
  const rest = after.trim();
  if (rest !== '') {
    const at = scan.node.end + after.search(/\S/);
    badJson(
      reading,
      { at, expected: 'nothing after the JSON value', found: JSON.stringify(rest.slice(0, 20)) },
      head.id,
    );
  } else if (scan.node.members === null) {
    const found = text.slice(scan.node.start, scan.node.end).slice(0, 40);
    report(
      reading,
      'config-not-object',
      scan.node.start,
      `Expected the configuration of "${head.id}" to be an object, found ${found}.`,
      'Write { "key": value } after the colon.',
    );
  } else if (!isDuplicate) {
    addEntry(reading, index, last, head, scan.node);
  }
  return last + 1;
}

function addEntry(reading: BlockReader, index: number, last: number, head: Head, root: JsonNode): void {
  const json: unknown = JSON.parse(jsonText(reading.text, root), withoutProto);
  if (!isJsonObject(json)) return;
  reading.entries.push({
    id: head.id,
    json,
    place: placeAt(reading, head.idStart - 1),
    placeOf: (path) => placeAt(reading, findJson(root, path).at),
    span: {
      start: (reading.lines[index] as Line).start,
      end: (reading.lines[last] as Line).end,
      idStart: head.idStart,
      idEnd: head.idStart + head.id.length,
      root,
    },
  });
}

/** The JSON of a node with the comment prefixes taken out; a JSON string never spans lines, so none is harmed. */
function jsonText(text: string, node: JsonNode): string {
  return text.slice(node.start, node.end).replace(LINE_PREFIX, '\n');
}

function withoutProto(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function skipLineSpace(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t') next += 1;
  return next;
}

/** Goes over a line's end only if the JSON can go on behind it: `@` and `=` start no JSON, but what comes next. */
function skipCommentSpace(text: string, at: number): number {
  let committed = skipLineSpace(text, at);
  let next = committed;
  while (text[next] === '\n' || text[next] === '\r') {
    next = skipAnySpace(text, next + (text.startsWith('\r\n', next) ? 2 : 1));
    if (!text.startsWith('%%', next) || text[next + 2] === '{') continue;
    next = skipAnySpace(text, next + 2);
    if (text[next] === '@' || text[next] === '=') break;
    committed = next;
  }
  return committed;
}

function skipAnySpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  return SPACE.test(text) ? SPACE.lastIndex : at;
}

/** After a mistake: skip to the line that starts something new, so that one mistake is not reported once per line. */
function resume(reading: BlockReader, index: number, mistakeAt: number): number {
  let next = Math.max(index, lineAt(reading.lines, mistakeAt)) + 1;
  if (reading.block === null) return index + 1;
  for (; next < reading.lines.length; next += 1) {
    const line = reading.lines[next] as Line;
    const whole = reading.text.slice(line.start, line.stop);
    const prefix = COMMENT.exec(whole)?.[0];
    if (prefix === undefined || /[@=]/.test(whole.charAt(prefix.length))) break;
  }
  return next;
}

function checkDuplicate(reading: BlockReader, index: number, head: Head): boolean {
  const first = reading.lineOfId.get(head.id);
  if (first === undefined) {
    reading.lineOfId.set(head.id, index);
    return false;
  }
  const lines = `${first + reading.firstLine} and ${index + reading.firstLine}`;
  report(
    reading,
    'duplicate-config',
    head.idStart - 1,
    `Expected one configuration of "${head.id}", found two: on lines ${lines}.`,
    'Merge the two into one.',
  );
  return true;
}

function badJson(reading: BlockReader, mistake: JsonMistake, id: string): void {
  const isEnd = mistake.found.startsWith('the end') && !mistake.expected.includes('closing');
  const found = isEnd && reading.block !== null ? 'the end of the entry' : mistake.found;
  report(
    reading,
    'bad-config-json',
    mistake.at,
    `Expected ${mistake.expected} in the configuration of "${id}", found ${found}.`,
    reading.block === null && isEnd
      ? 'Close the JSON on the same line, or move it between %% === WORKFLOW_CONFIG === and %% === END_CONFIG ===.'
      : 'Correct the JSON; every line of it starts with "%% ".',
  );
}

function reportStrayLine(reading: BlockReader, index: number, found: string): void {
  const adjacent = reading.strayLine === index - 1;
  reading.strayLine = index;
  if (adjacent) return;
  const { start } = reading.lines[index] as Line;
  report(
    reading,
    'config-outside-entry',
    start,
    `Expected "%% @STEP: { ... }" in the configuration block, found ${found}.`,
    'Move it out of the block, or make it part of an entry.',
    'warning',
  );
}

function unclosed(reading: BlockReader, line: number): void {
  report(
    reading,
    'config-unclosed',
    (reading.lines[line] as Line).start,
    'Expected "%% === END_CONFIG ===" after this line, found none.',
    'Add that line where the configuration ends.',
  );
}

function report(
  reading: BlockReader,
  code: string,
  at: number,
  message: string,
  fix: string,
  severity: Problem['severity'] = 'problem',
): void {
  reading.problems.push({ severity, code, message, fix, ...placeAt(reading, at) });
}

function placeAt(reading: BlockReader, at: number): Place {
  const index = lineAt(reading.lines, at);
  return { line: index + reading.firstLine, column: at - (reading.lines[index] as Line).start + 1 };
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: ending, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, stop: index, end: index + ending.length });
    start = index + ending.length;
  }
  lines.push({ start, stop: text.length, end: text.length });
  return lines;
}

function lineAt(lines: readonly Line[], at: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] as Line).start <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
