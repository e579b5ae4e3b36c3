// Finds the places of steps and edges in a flowchart's text. It decides nothing: what is drawn, Mermaid's parser says.

import type { Sightings } from './places.ts';

interface Token {
  readonly id: string;
  readonly offset: number;
}

/** More pairs than any accepted diagram has edges: `A & B & ... --> C & D & ...` must not fill the memory. */
const PAIRS_MAX = 10_000;

const SPACE = /[^\S\n]+/y;
const HEADER = /(?:graph|flowchart(?:-elk)?|direction|linkStyle|end)(?=[\s;]|$)[^\n;]*/y;
const SUBGRAPH = /subgraph[^\S\n]+"?([^\s["]*)[^\n]*/y;
const STYLING = /(?:style|classDef|class|click|accTitle|accDescr)(?=[\s:])(?:\s*\{[^}]*\}|[^\n]*)/y;
const ARROW = /<?(?:--+[-xo>]|==+[=xo>]|-\.+-[xo>]?|~~~+)/y;
const ARROW_WITH_TAIL = /[xo](?:--+[-xo>]|==+[=xo>]|-\.+-[xo>]?)/y;
const ARROW_START = /[xo<]?(?:--|==|-\.)/y;
const ARROW_END = /--+[-xo>]|==+[=xo>]|\.{1,100}-[xo>]?/g;
const PIPE_LABEL = /[^\S\n]*\|("[^"]*"|[^|]*(?![^|]))[^|]*\|/y;
const CLASS = /:::[\w-]+/y;
const EDGE_ID = /[^\s@]+@(?=[-=<~xo])/y;
const METADATA = /@\{(?:"(?:\\.|[^"\\])*"|[^"}]+)*\}?/y;
const ID = /(?:[^\s\-=<>[\](){}|&;:,@~"]+|-(?![>\-.])|=(?!=))+/y;

interface Scan {
  readonly text: string;
  readonly seen: Sightings;
  at: number;
  /** The steps the last arrow leaves, and its label. */
  from: readonly Token[];
  label: string;
  /** The steps joined by `&` that were read last. */
  group: Token[];
  joined: boolean;
  pairs: number;
  noArrowEnd: boolean;
}

export function scanFlowchart(text: string, seen: Sightings): void {
  const scan: Scan = { text, seen, at: 0, from: [], label: '', group: [], joined: false, pairs: 0, noArrowEnd: false };
  let statementStart = true;
  while (scan.at < text.length) {
    if (take(scan, SPACE) !== null) continue;
    const char = text[scan.at] ?? '';
    if (char === '\n' || char === ';') {
      endStatement(scan, char);
      statementStart = true;
    } else if (!statementStart || !takeKeyword(scan)) {
      statementStart = false;
      takePart(scan, char);
    }
  }
}

function take(scan: Scan, pattern: RegExp): string | null {
  pattern.lastIndex = scan.at;
  const match = pattern.exec(scan.text);
  if (match === null) return null;
  scan.at = pattern.lastIndex;
  return match[1] ?? match[0];
}

/** An arrow may end its line; the step it leads to stands on the next. */
function endStatement(scan: Scan, char: string): void {
  scan.at++;
  scan.joined = false;
  if (char === '\n' && scan.group.length === 0) return;
  scan.from = [];
  scan.group = [];
}

function takeKeyword(scan: Scan): boolean {
  const start = scan.at;
  const subgraph = take(scan, SUBGRAPH);
  if (subgraph !== null) {
    if (subgraph !== '') scan.seen.step(subgraph, scan.text.indexOf(subgraph, start + 'subgraph'.length));
    return true;
  }
  if (take(scan, HEADER) !== null) return true;
  const styling = take(scan, STYLING);
  if (styling === null) return false;
  for (const word of styling.matchAll(/[^\s,;]+/g)) scan.seen.mention(word[0], start + word.index);
  return true;
}

function takePart(scan: Scan, char: string): void {
  if (char === '&') {
    scan.joined = true;
    scan.at++;
    return;
  }
  if (take(scan, CLASS) !== null || take(scan, METADATA) !== null) return;
  if (isAfterStep(scan) && take(scan, EDGE_ID) !== null) return;
  if (takeArrow(scan)) return;
  const offset = scan.at;
  const id = take(scan, ID);
  if (id === null) scan.at++;
  else {
    visit(scan, { id, offset });
    scan.at = shapeEnd(scan.text, scan.at);
  }
}

/** Only there an `x` or `o` belongs to an arrow and is not a step. */
function isAfterStep(scan: Scan): boolean {
  return scan.group.length > 0 && !scan.joined;
}

function takeArrow(scan: Scan): boolean {
  if (take(scan, ARROW) !== null || (isAfterStep(scan) && take(scan, ARROW_WITH_TAIL) !== null)) {
    leave(scan, take(scan, PIPE_LABEL) ?? '');
    return true;
  }
  if (scan.noArrowEnd || (!isAfterStep(scan) && /[xo]/.test(scan.text[scan.at] ?? ''))) return false;
  const start = scan.at;
  if (take(scan, ARROW_START) === null) return false;
  ARROW_END.lastIndex = scan.at;
  const end = ARROW_END.exec(scan.text);
  if (end === null) {
    // Nothing further on ends an arrow; looking again from every `--` would be quadratic.
    scan.noArrowEnd = true;
    scan.at = start;
    return false;
  }
  leave(scan, scan.text.slice(scan.at, end.index));
  scan.at = ARROW_END.lastIndex;
  return true;
}

function leave(scan: Scan, label: string): void {
  scan.from = scan.group;
  scan.group = [];
  scan.label = label;
}

function visit(scan: Scan, token: Token): void {
  if (isAfterStep(scan)) {
    scan.from = [];
    scan.group = [];
  }
  scan.joined = false;
  scan.group.push(token);
  scan.seen.step(token.id, token.offset);
  for (const { id, offset } of scan.from) {
    if (scan.pairs++ < PAIRS_MAX) scan.seen.edge(id, token.id, scan.label, offset);
  }
}

/** Past the label that stands directly behind a step's id, so that words in it are not taken for steps. */
function shapeEnd(text: string, start: number): number {
  if (text[start] === '>') {
    const end = text.indexOf(']', start);
    return end === -1 ? start : end + 1;
  }
  if (!/[[({]/.test(text[start] ?? '')) return start;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') {
      const end = text.indexOf('"', at + 1);
      if (end === -1) return text.length;
      at = end;
    } else if ('[({'.includes(char)) depth++;
    else if ('])}'.includes(char) && --depth === 0) return at + 1;
  }
  return text.length;
}
