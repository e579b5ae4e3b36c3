// What each box of a flowchart is (step-1), before its settings are read.

import type { JsonObject } from '../../json.ts';
import { readKind } from '../config/settings-step.ts';
import type { DrawnEdge, DrawnNode } from '../drawing.ts';
import type { Execution, Step, StepKind } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import { type Family, familyOf } from './shape-families.ts';

/** A step on its way: what it is and the edges drawn from it, nothing read yet that depends on the scopes around it. */
export interface Draft {
  readonly id: string;
  readonly label: string;
  readonly kind: StepKind;
  readonly execution: Execution | null;
  readonly config: JsonObject;
  readonly arrows: readonly Arrow[];
  readonly routing: Step['routing'];
  /** A machine's state: its arrows are transitions. */
  readonly isState: boolean;
}

export interface Arrow {
  readonly target: string;
  /** The label as drawn, and the text of it that may be a condition or a reserved word. */
  readonly label: string;
  readonly text: string;
  readonly edge: DrawnEdge;
}

export const isReserved = (arrow: Arrow): boolean => arrow.text === 'error' || arrow.text === 'timeout';

export function draftSteps(compilation: Compilation, edges: readonly DrawnEdge[]): Draft[] {
  const leaving = Map.groupBy(edges, (edge) => edge.from);
  const entered = new Set(edges.map((edge) => edge.to));
  return compilation.drawing.nodes.map((node) => {
    const arrows = (leaving.get(node.id) ?? []).map(arrowOf);
    const what = kindOf(compilation, node, { leaves: arrows.length > 0, entered: entered.has(node.id) });
    const config = compilation.configOf(node.id);
    const routing = routingOf(what.kind, config, arrows);
    const forks = what.kind === 'start' && routing === 'all' && arrows.filter((arrow) => !isReserved(arrow)).length > 1;
    const kind = forks ? 'fork' : what.kind;
    if (kind === 'end') for (const arrow of arrows) reportEnd(compilation, node, arrow);
    return { id: node.id, label: node.label, ...what, kind, config, arrows, routing, isState: false };
  });
}

export function arrowOf(edge: DrawnEdge): Arrow {
  return { target: edge.to, label: edge.label, text: edge.label.trim(), edge };
}

/** flow-2 and flow-4: conditions are tried as soon as there is anything to try. */
export function routingOf(kind: StepKind, config: JsonObject, arrows: readonly Arrow[]): Step['routing'] {
  const configured = Object.hasOwn(config, 'branches') || Object.hasOwn(config, 'defaultBranch');
  const labelled = arrows.some((arrow) => arrow.text !== '' && !isReserved(arrow));
  return kind === 'decision' || configured || labelled ? 'first' : 'all';
}

interface Ends {
  readonly leaves: boolean;
  readonly entered: boolean;
}

function kindOf(
  compilation: Compilation,
  node: DrawnNode,
  ends: Ends,
): { kind: StepKind; execution: Execution | null } {
  const config = compilation.configOf(node.id);
  const given = readKind(config, compilation.reportFor(node.id), compilation.settings());
  const family = familyOf(node.shape);
  const kind = given.stepType ?? labelledKind(node.label.trim(), family) ?? shapedKind(compilation, node, family, ends);
  const works = kind === 'task' || ((kind === 'foreach' || kind === 'join') && hasWork(config));
  const execution = given.execution ?? (family === 'round' ? 'manual' : 'automated');
  return { kind, execution: works ? execution : null };
}

const WORK_KEYS = ['prompt', 'promptFile', 'action', 'assignee', 'defaultAssigneeId'];

export function hasWork(config: JsonObject): boolean {
  return WORK_KEYS.some((key) => Object.hasOwn(config, key));
}

function labelledKind(label: string, family: Family | null): StepKind | null {
  if (/^start$/i.test(label)) return 'start';
  if (/^end$/i.test(label)) return 'end';
  if (/^each:/i.test(label)) return 'foreach';
  if (/^run:/i.test(label)) return 'subflow';
  return family === 'square' && /^Join(?![\w-])/.test(label) ? 'join' : null;
}

function shapedKind(compilation: Compilation, node: DrawnNode, family: Family | null, ends: Ends): StepKind {
  if (family === 'diamond') return 'decision';
  if (family === 'terminal') return terminalKind(compilation, node, ends);
  if (family === 'square' || family === 'round') return 'task';
  const message =
    family === 'double'
      ? `Expected the label of [[${node.id}]] to begin with "Each:" or "Run:", found ` +
        `"${node.label.slice(0, 60)}"; it is an automated task.`
      : `Expected a shape with a meaning, found "${node.shape}" on "${node.id}"; it is an automated task.`;
  const fix =
    family === 'double'
      ? 'Begin the label with "Each:" or "Run:", draw it as [text], or set "stepType".'
      : 'Draw it as [task], (manual task), {decision}, [[Each: ...]], [[Run: ...]] or ([end]), or set "stepType".';
  compilation.warning('unknown-shape', compilation.places.step(node.id), message, fix);
  return 'task';
}

function terminalKind(compilation: Compilation, node: DrawnNode, ends: Ends): StepKind {
  if (!ends.leaves) return 'end';
  if (ends.entered) {
    compilation.problem(
      'terminal-in-the-middle',
      compilation.places.step(node.id),
      `Expected ([text]) and ((text)) where a workflow starts or ends, found "${node.id}" with edges in and out.`,
      'Draw it as [task] or (manual task), or give it a "stepType".',
    );
  }
  return ends.entered ? 'task' : 'start';
}

function reportEnd(compilation: Compilation, node: DrawnNode, arrow: Arrow): void {
  compilation.problem(
    'edge-after-end',
    compilation.edgePlace(arrow.edge),
    `Expected no edge to leave the end "${node.id}", found one to "${arrow.target}".`,
    'Remove the edge, or give the step another label and shape.',
  );
}
