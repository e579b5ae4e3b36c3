// Sets a step's label and kind where the step is drawn.

import type { Json } from '../../json.ts';
import { SHAPE_WORDS } from '../compile/shape-families.ts';
import type { Drawing, DrawnNode } from '../drawing.ts';
import { type Change, configMap, type Draft, type EditSource, type Refusal } from '../edit.ts';
import { indentAt, type OpenedStep, openStep } from './open-step.ts';
import { redrawStep, type TargetShape } from './redraw-step.ts';
import { configProblem, entrySplices } from './set-step-config.ts';
import { chainsOf } from './statements.ts';
import { checkLabel, writeDescription } from './write-label.ts';

export type DrawnKind =
  | 'task-automated'
  | 'task-manual'
  | 'decision'
  | 'foreach'
  | 'subflow'
  | 'join'
  | 'terminal'
  /** State diagrams know only these, `decision` and `join`. */
  | 'fork'
  | 'state';

interface KindShape extends TargetShape {
  /** What `stepType` says of it; null for a terminal, which has none. */
  readonly stepType: string | null;
}

const SHAPES: Readonly<Partial<Record<DrawnKind, KindShape>>> = {
  'task-automated': { open: '[', close: ']', shape: 'square', words: SHAPE_WORDS.square, stepType: 'task' },
  'task-manual': { open: '(', close: ')', shape: 'round', words: SHAPE_WORDS.round, stepType: 'task' },
  decision: { open: '{', close: '}', shape: 'diamond', words: SHAPE_WORDS.diamond, stepType: 'decision' },
  foreach: { open: '[[', close: ']]', shape: 'subroutine', words: SHAPE_WORDS.double, stepType: 'foreach' },
  subflow: { open: '[[', close: ']]', shape: 'subroutine', words: SHAPE_WORDS.double, stepType: 'subflow' },
  join: { open: '[', close: ']', shape: 'square', words: SHAPE_WORDS.square, stepType: 'join' },
  terminal: { open: '([', close: '])', shape: 'stadium', words: SHAPE_WORDS.terminal, stepType: null },
};
const STATE_TYPES: Readonly<Partial<Record<DrawnKind, string>>> = {
  decision: 'choice',
  fork: 'fork',
  join: 'join',
  state: 'default',
};

export function setLabel(id: string, label: string): Change {
  return (opened) => {
    const checked = checkLabel(label);
    if ('refused' in checked) return checked;
    const step = openStep(opened, id);
    if ('refused' in step) return step;
    if (checked.label === step.node.label) return unchanged(opened);
    if (opened.drawing.type === 'state') return setDescription(opened, step, checked.label);
    const redrawn = redrawStep(opened.text, step, checked.label, null);
    if ('refused' in redrawn) return redrawn;
    const { splices, ...node } = redrawn;
    return { ...unchanged(opened), splices, drawing: withNode(opened.drawing, id, node) };
  };
}

/** Changes the shape and the label's prefix, and the `stepType` and `execution` that would still say the old kind. */
export function setKind(id: string, kind: DrawnKind): Change {
  return (opened) => {
    const step = openStep(opened, id);
    if ('refused' in step) return step;
    if (opened.drawing.type === 'state') return setStateType(opened, step, kind);
    const target = shapeOfKind(kind);
    if ('refused' in target) return target;
    const wrong = configProblem(opened.config);
    if (wrong !== null) return wrong;
    const redrawn = redrawStep(opened.text, step, labelFor(kind, step.node.label), target);
    if ('refused' in redrawn) return redrawn;
    const { splices, ...node } = redrawn;
    const config = new Map(configMap(opened.config));
    const old = config.get(id);
    const next = kindConfig(kind, target, old ?? {}, node.label);
    const hasConfig = old !== undefined || Object.keys(next).length > 0;
    if (hasConfig) config.set(id, next);
    const entry = hasConfig ? entrySplices(opened, id, old, next) : [];
    return { splices: [...splices, ...entry], drawing: withNode(opened.drawing, id, node), config };
  };
}

export function shapeOfKind(kind: DrawnKind): KindShape | Refusal {
  return SHAPES[kind] ?? { refused: `Expected a kind that a flowchart can draw, found "${kind}".` };
}

export function stateTypeOfKind(kind: DrawnKind): { readonly type: string } | Refusal {
  const type = STATE_TYPES[kind];
  if (type !== undefined) return { type };
  return {
    refused: `Expected "state", "decision", "fork" or "join" in a state diagram, found "${kind}". Set "stepType".`,
  };
}

/** The label with the word that makes it this kind, and without the word of another kind (step-1). */
export function labelFor(kind: DrawnKind, label: string): string {
  const bare = label.replace(/^(?:Each:|Run:|Join\b)\s*/, '') || label;
  if (kind === 'foreach') return `Each: ${bare}`;
  if (kind === 'subflow') return `Run: ${bare}`;
  if (kind === 'join') return /\bJoin\b/.test(bare) ? bare : `Join ${bare}`;
  return bare;
}

export function unchanged({ drawing, config }: EditSource): Draft {
  return { splices: [], drawing, config: configMap(config) };
}

function kindConfig(kind: DrawnKind, { stepType }: KindShape, old: Readonly<Record<string, Json>>, label: string) {
  const next: Record<string, Json> = { ...old };
  const isMisread =
    kind !== 'terminal' && (/^(?:start|end)$/i.test(label) || (kind === 'task-automated' && /\bJoin\b/.test(label)));
  if (stepType === null) delete next.stepType;
  else if (Object.hasOwn(old, 'stepType') || isMisread) next.stepType = stepType;
  if (stepType !== 'task') return next;
  const execution = kind === 'task-manual' ? 'manual' : 'automated';
  if (Object.hasOwn(old, 'execution')) next.execution = execution;
  if (old.type === 'automated' || old.type === 'manual') next.type = execution;
  return next;
}

function withNode(drawing: Drawing, id: string, change: Partial<DrawnNode>): Drawing {
  return { ...drawing, nodes: drawing.nodes.map((node) => (node.id === id ? { ...node, ...change } : node)) };
}

function setDescription(opened: EditSource, step: OpenedStep, label: string): Draft {
  const { text, drawing } = opened;
  const { id, descriptions } = step.node;
  const chains = chainsOf(step.statements).filter(
    ({ groups }) => groups[0]?.[0]?.id === id || groups[1]?.[0]?.id === id,
  );
  const old = chains.find(({ description }) => description !== null)?.description ?? null;
  const lineAt = chains[0]?.start ?? 0;
  const lineEnd = endOfLine(text, chains[0]?.end ?? 0);
  const splice =
    old === null
      ? { start: lineEnd, end: lineEnd, text: `\n${indentAt(text, lineAt)}${id} : ${writeDescription(label, false)}` }
      : { start: old.start, end: old.end, text: writeDescription(label, old.quoted) };
  const node = { label, descriptions: [label, ...descriptions.slice(1)] };
  return { ...unchanged(opened), splices: [splice], drawing: withNode(drawing, id, node) };
}

function setStateType(opened: EditSource, step: OpenedStep, kind: DrawnKind): Draft | Refusal {
  const target = stateTypeOfKind(kind);
  if ('refused' in target) return target;
  const { id, shape } = step.node;
  if (shape === target.type) return unchanged(opened);
  const chains = chainsOf(step.statements).filter(({ groups }) => groups.flat().some((mention) => mention.id === id));
  const typed = chains.find(({ type }) => type !== null);
  const first = chains[0];
  if (first === undefined) return { refused: `Expected "${id}" to be drawn as a state, found it only in a note.` };
  const mark = target.type === 'default' ? '' : ` <<${target.type}>>`;
  const idEnd = typed?.groups[0]?.[0]?.idEnd ?? 0;
  const splice =
    typed === undefined
      ? { start: first.start, end: first.start, text: `state ${id}${mark}\n${indentAt(opened.text, first.start)}` }
      : { start: idEnd, end: typed.end, text: mark };
  const drawing = withNode(opened.drawing, id, { shape: target.type });
  return { ...unchanged(opened), splices: [splice], drawing, reordered: 'all' };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
