// Adds a step, with the arrows that lead to it and away from it.

import type { Drawing, DrawnEdge, DrawnNode } from '../drawing.ts';
import type { Change, EditSource, Refusal } from '../edit.ts';
import { indentAt, newIdProblem, statementsOf } from './open-step.ts';
import { type DrawnKind, labelFor, shapeOfKind, stateTypeOfKind, unchanged } from './set-kind.ts';
import type { Statement } from './statements.ts';
import { checkLabel, writeDescription, writeLabel } from './write-label.ts';

export interface NewStep {
  readonly id: string;
  readonly label: string;
  readonly kind: DrawnKind;
}

/** Each from or to the new step, or both; the other end must exist. `[*]` is a state diagram's start or end. */
export interface NewEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

/** New text stands after the last arrow, so no other arrow changes its number or its turn. */
export function addStep(step: NewStep, edges: readonly NewEdge[] = []): Change {
  return (opened) => {
    const checked = checkLabel(step.label);
    if ('refused' in checked) return checked;
    const read = statementsOf(opened);
    if ('refused' in read) return read;
    const wrong = newIdProblem(opened, step.id) ?? edgeProblem(opened, step.id, edges);
    if (wrong !== null) return wrong;
    const drawn = opened.drawing.type === 'flowchart' ? flowStep(step, checked.label) : stateStep(step, checked.label);
    if ('refused' in drawn) return drawn;
    const place = placeFor(opened.text, read.statements);
    const lines = [
      ...drawn.before,
      ...edges.map((edge, index) => edgeLine(opened.drawing, edge, index === 0 ? drawn.box : step.id, step.id)),
    ];
    if (edges.length === 0 && drawn.before.length === 0) lines.push(drawn.box);
    const text = lines.map((line) => `\n${place.indent}${line}`).join('');
    return {
      ...unchanged(opened),
      splices: [{ start: place.at, end: place.at, text }],
      drawing: withStep(opened.drawing, drawn.node, edges),
      reordered: opened.drawing.type === 'state' ? 'all' : undefined,
    };
  };
}

interface DrawnStep {
  readonly node: DrawnNode;
  /** The step where it is first named. */
  readonly box: string;
  /** Statements of its own before the arrows. */
  readonly before: readonly string[];
}

function flowStep({ id, kind }: NewStep, label: string): DrawnStep | Refusal {
  const target = shapeOfKind(kind);
  if ('refused' in target) return target;
  const full = labelFor(kind, label);
  const written = writeLabel(full, '');
  const node = { id, label: full, labelType: written.labelType, shape: target.shape, descriptions: [], note: null };
  return { node, box: id + target.open + written.text + target.close, before: [] };
}

function stateStep({ id, kind }: NewStep, label: string): DrawnStep | Refusal {
  const target = stateTypeOfKind(kind);
  if ('refused' in target) return target;
  const isTyped = target.type !== 'default';
  const hasText = label !== id && !isTyped;
  const node: DrawnNode = {
    id,
    label: hasText ? label : id,
    labelType: 'markdown',
    shape: target.type,
    descriptions: hasText ? [label] : [],
    note: null,
  };
  const typed = isTyped ? `state ${id} <<${target.type}>>` : `state "${writeDescription(label, true)}" as ${id}`;
  return { node, box: id, before: isTyped || hasText ? [typed] : [] };
}

function edgeProblem({ drawing }: EditSource, id: string, edges: readonly NewEdge[]): Refusal | null {
  const known = new Set([id, ...drawing.nodes.map((node) => node.id), ...(drawing.type === 'state' ? ['[*]'] : [])]);
  for (const { from, to, label } of edges) {
    const unknown = [from, to].find((end) => !known.has(end));
    if (unknown !== undefined) return { refused: `Expected the id of a step in the diagram, found "${unknown}".` };
    if (from !== id && to !== id)
      return { refused: `Expected an arrow from or to "${id}", found one from "${from}" to "${to}".` };
    if (/[\n\r]/.test(label ?? '')) return { refused: 'Expected a condition of one line, found a line break.' };
  }
  return null;
}

/** `box` is how the new step is named here: with its shape on the first line only. */
function edgeLine(drawing: Drawing, { from, to, label = '' }: NewEdge, box: string, id: string): string {
  const text = label.trim();
  if (drawing.type === 'state') return `${from} --> ${to}${text === '' ? '' : ` : ${writeDescription(text, false)}`}`;
  const arrow = text === '' ? '-->' : `-->|${writeLabel(text, '').text}|`;
  return `${from === id ? box : from} ${arrow} ${to === id && from !== id ? box : to}`;
}

function withStep(drawing: Drawing, node: DrawnNode, edges: readonly NewEdge[]): Drawing {
  const drawn = edges.map(
    ({ from, to, label }): DrawnEdge => ({
      from: from === '[*]' ? 'root_start' : from,
      to: to === '[*]' ? 'root_end' : to,
      label: (label ?? '').trim(),
      stroke: 'normal',
      arrow: 'arrow_point',
    }),
  );
  return { ...drawing, nodes: [...drawing.nodes, node], edges: [...drawing.edges, ...drawn] };
}

/** After the last arrow or subgraph, on the outermost level; else after the header. */
function placeFor(text: string, statements: readonly Statement[]): { readonly at: number; readonly indent: string } {
  let depth = 0;
  let last: Statement | undefined;
  for (const statement of statements) {
    if (statement.kind === 'group') depth += 1;
    if (statement.kind === 'end') depth -= 1;
    if (depth === 0 && ['chain', 'end', 'header'].includes(statement.kind)) last = statement;
  }
  const after = last?.end ?? 0;
  const end = text.indexOf('\n', after);
  const indent = last === undefined || last.kind === 'header' ? '    ' : indentAt(text, last.start);
  return { at: end === -1 ? text.length : end, indent };
}
