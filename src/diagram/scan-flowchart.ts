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
const ARROW_END = /--+[-xo>]|==+[=xo>]|\.+-[xo>]?/g;
const PIPE_LABEL = /[^\S\n]*\|("[^"]*"|[^|]*)[^|]*\|/y;
const CLASS = /:::[\w-]+/y;
const EDGE_ID = /[^\s@]+@(?=[-=<~xo])/y;
const METADATA = /@\{(?:"(?:\\.|[^"\\])*"|[^"}])*\}?/y;
const ID = /(?:[^\s\-=<>[\](){}|&;:,@~"]|-(?![>\-.])|=(?!=))+/y;

export function scanFlowchart(text: string, seen: Sightings): void {
  let at = 0;
  let from: readonly Token[] = [];
  let label = '';
  let group: Token[] = [];
  let joined = false;
  let statementStart = true;
  let pairs = 0;
  let noArrowEnd = false;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return null;
    at = pattern.lastIndex;
    return match[1] ?? match[0];
  };
  const leave = (edgeLabel: string) => {
    from = group;
    group = [];
    label = edgeLabel;
  };
  const visit = (token: Token) => {
    if (!joined && group.length > 0) {
      from = [];
      group = [];
    }
    joined = false;
    group.push(token);
    seen.step(token.id, token.offset);
    for (const source of from) if (pairs++ < PAIRS_MAX) seen.edge(source.id, token.id, label, source.offset);
  };
  const takeKeyword = (): boolean => {
    const start = at;
    const subgraph = take(SUBGRAPH);
    if (subgraph !== null) {
      if (subgraph !== '') seen.step(subgraph, text.indexOf(subgraph, start + 'subgraph'.length));
      return true;
    }
    if (take(HEADER) !== null) return true;
    const styling = take(STYLING);
    if (styling === null) return false;
    for (const word of styling.matchAll(/[^\s,;]+/g)) seen.mention(word[0], start + word.index);
    return true;
  };
  const takeArrow = (): boolean => {
    if (take(ARROW) !== null || (afterNode() && take(ARROW_WITH_TAIL) !== null)) {
      leave(take(PIPE_LABEL) ?? '');
      return true;
    }
    const start = at;
    if (noArrowEnd || (!afterNode() && /[xo]/.test(text[at] ?? '')) || take(ARROW_START) === null) return false;
    ARROW_END.lastIndex = at;
    const end = ARROW_END.exec(text);
    if (end === null) {
      // Nothing further on ends an arrow; looking again from every `--` would be quadratic.
      noArrowEnd = true;
      at = start;
      return false;
    }
    leave(text.slice(at, end.index));
    at = ARROW_END.lastIndex;
    return true;
  };
  const afterNode = () => group.length > 0 && !joined;

  while (at < text.length) {
    if (take(SPACE) !== null) continue;
    const char = text[at] ?? '';
    if (char === '\n' || char === ';') {
      at++;
      // An arrow may end its line; the step it leads to stands on the next.
      if (char === ';' || group.length > 0) {
        from = [];
        group = [];
      }
      joined = false;
      statementStart = true;
      continue;
    }
    if (statementStart && takeKeyword()) continue;
    statementStart = false;
    if (char === '&') {
      joined = true;
      at++;
    } else if (take(CLASS) !== null || take(METADATA) !== null) {
      // Neither names a step.
    } else if (afterNode() && take(EDGE_ID) !== null) {
      // The arrow that follows is what counts.
    } else if (!takeArrow()) {
      const offset = at;
      const id = take(ID);
      if (id === null) at++;
      else {
        visit({ id, offset });
        at = shapeEnd(text, at);
      }
    }
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
