// Finds the places of states and transitions in a state diagram's text. What is drawn, Mermaid's parser says.

import type { Sightings } from './places.ts';

const STYLING =
  /^(?:classDef|class|style|click|direction|scale|hide|accTitle|accDescr|stateDiagram(?:-v2)?)(?=[\s:]|$)/;
const NOTE = /^note\s+(?:left|right)\s+of\s+([^\s:]+)\s*(:?)/;
const DECLARED = /^state\s+(?:"[^"]*"\s+as\s+)?([^\s{<:"]+)[^{\n]*(\{?)/;
const ARROW = '-->';
const STATE = /^\s*(\[\*\]|[^\s:{}]+)/;

/** Statements of state diagrams end with their line. */
export function scanStates(text: string, seen: Sightings): void {
  const inside: string[] = ['root'];
  let inNote = false;
  let start = 0;
  for (const whole of text.split('\n')) {
    const line = whole.trim();
    const offset = start + whole.indexOf(line);
    start += whole.length + 1;
    if (line === '') continue;
    if (inNote) {
      inNote = !/^end note\b/.test(line);
      continue;
    }
    const note = NOTE.exec(line);
    const declared = DECLARED.exec(line);
    if (note !== null) {
      inNote = note[2] === '';
      seen.mention(note[1] ?? '', offset + line.indexOf(note[1] ?? '', note[0].indexOf(' of ') + 3));
    } else if (STYLING.test(line)) {
      for (const word of line.matchAll(/[^\s,;]+/g)) seen.mention(word[0], offset + word.index);
    } else if (declared !== null && !line.startsWith(`state ${ARROW}`)) {
      const id = declared[1] ?? '';
      seen.step(id, offset + line.indexOf(id, line.lastIndexOf('"') + 1 || 'state '.length));
      if (declared[2] === '{') inside.push(id);
    } else if (line.startsWith('}')) {
      if (inside.length > 1) inside.pop();
    } else {
      scanTransition(line, offset, inside.at(-1) ?? 'root', seen);
    }
  }
}

function scanTransition(line: string, offset: number, parent: string, seen: Sightings): void {
  const left = STATE.exec(line)?.[1];
  if (left === undefined) return;
  const arrow = line.indexOf(ARROW);
  const from = (left.includes(ARROW) ? line.slice(0, arrow) : left).trim();
  const source = from === '[*]' ? `${parent}_start` : from;
  seen.step(source, offset);
  const rest = arrow === -1 ? '' : line.slice(arrow + ARROW.length);
  const right = STATE.exec(rest);
  // An arrow behind a colon stands in a description.
  if (
    right === null ||
    line
      .slice(0, arrow)
      .replace(/:::\S+/, '')
      .includes(':')
  )
    return;
  const to = right[1] ?? '';
  const target = to === '[*]' ? `${parent}_end` : to;
  seen.step(target, offset + arrow + ARROW.length + right[0].length - to.length);
  const label = /^\s*:(?!:)(.*)$/.exec(rest.slice(right[0].length).replace(/^:::\S+/, ''))?.[1] ?? '';
  seen.edge(source, target, label, offset);
}
