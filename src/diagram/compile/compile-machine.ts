// A state diagram's boxes and arrows as steps and transitions (state-1 to state-7).

import { nearest } from '../config/nearest.ts';
import { readKind } from '../config/settings-step.ts';
import type { DrawnEdge, DrawnNode } from '../drawing.ts';
import type { Execution, StepKind } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import { type Arrow, arrowOf, type Draft, hasWork, routingOf } from './compile-steps.ts';

/** The id of the step every `--> [*]` leads to. */
export const FINAL = '[*]';

export interface MachineDraft {
  readonly drafts: readonly Draft[];
  readonly starts: readonly string[];
}

export function draftMachine(compilation: Compilation, edges: readonly DrawnEdge[]): MachineDraft {
  const { nodes } = compilation.drawing;
  reportComposites(compilation);
  const pseudo = new Map(nodes.map((node) => [node.id, node.shape]));
  const isStart = (id: string): boolean => pseudo.get(id) === 'start';
  const named = (id: string): string => (pseudo.get(id) === 'end' ? FINAL : id);
  const leaving = Map.groupBy(edges, (edge) => edge.from);
  const states = nodes.filter((node) => node.shape !== 'start' && node.shape !== 'end');
  const drafts = states.map((node) => draftState(compilation, node, leaving.get(node.id) ?? [], named));
  const final = nodes.some((node) => node.shape === 'end') ? [finalDraft()] : [];
  const starts = edges.filter((edge) => isStart(edge.from)).map((edge) => named(edge.to));
  return { drafts: [...drafts, ...final], starts: [...new Set(starts)] };
}

function finalDraft(): Draft {
  return {
    id: FINAL,
    label: FINAL,
    kind: 'end',
    execution: null,
    config: {},
    arrows: [],
    routing: 'all',
    isState: false,
  };
}

const PSEUDO: ReadonlyMap<string, StepKind> = new Map([
  ['choice', 'decision'],
  ['fork', 'fork'],
  ['join', 'join'],
]);

function draftState(
  compilation: Compilation,
  node: DrawnNode,
  edges: readonly DrawnEdge[],
  named: (id: string) => string,
): Draft {
  const config = compilation.configOf(node.id);
  const kind = PSEUDO.get(node.shape);
  const arrows = edges.map((edge) => ({ ...arrowOf(edge), target: named(edge.to) }));
  const { id, label } = node;
  if (kind === undefined) {
    return { id, label, ...workOf(compilation, node), config, arrows, routing: 'all', isState: true };
  }
  // A pseudo-state has edges like a flow's step; the brackets around a condition are a transition's way to write it.
  const bare = arrows.map(
    (arrow): Arrow => ({ ...arrow, text: arrow.text.match(/^\[(.*)\]$/s)?.[1]?.trim() ?? arrow.text }),
  );
  const works = kind === 'join' && hasWork(config);
  const given = readKind(config, compilation.reportFor(id), compilation.settings());
  const execution = works ? (given.execution ?? 'automated') : null;
  if (kind === 'fork') reportForkLabels(compilation, node, bare);
  const routing = kind === 'fork' ? 'all' : routingOf(kind, config, bare);
  return { id, label, kind, execution, config, arrows: bare, routing, isState: false };
}

function reportForkLabels(compilation: Compilation, node: DrawnNode, arrows: readonly Arrow[]): void {
  for (const arrow of arrows) {
    if (arrow.text === '') continue;
    compilation.problem(
      'prose-label',
      compilation.edgePlace(arrow.edge),
      `Expected no label on the edges of the fork "${node.id}", which takes them all, found ` +
        `"${arrow.text.slice(0, 60)}".`,
      'Remove the label, or draw a <<choice>>.',
    );
  }
}

const STATE_TYPES = ['task', 'subflow', 'wait'];

function workOf(compilation: Compilation, node: DrawnNode): { kind: StepKind; execution: Execution | null } {
  const config = compilation.configOf(node.id);
  const { stepType, execution } = readKind(config, compilation.reportFor(node.id), compilation.settings());
  if (stepType !== null && !STATE_TYPES.includes(stepType)) {
    compilation.problem(
      'bad-setting',
      compilation.placeOf(node.id, 'stepType'),
      `Expected the work of the state "${node.id}" to be one of ${STATE_TYPES.join(', ')}, found "${stepType}".`,
      'Use one of them; a choice, fork or join is drawn with <<choice>>, <<fork>> or <<join>>.',
    );
  } else if (stepType === 'subflow' || stepType === 'wait') {
    return { kind: stepType, execution: null };
  }
  const works = stepType === 'task' || execution !== null || hasWork(config) || Object.hasOwn(config, 'agent');
  return works ? { kind: 'task', execution: execution ?? 'automated' } : { kind: 'state', execution: null };
}

function reportComposites(compilation: Compilation): void {
  for (const node of compilation.drawing.nodes) {
    if (node.shape !== 'composite') continue;
    compilation.problem(
      'composite-state-unsupported',
      compilation.places.step(node.id),
      `Expected states that hold no others, found the composite state "${node.id}".`,
      'Draw its states outside it, or make it a subflow of its own.',
    );
  }
}

export function checkTarget(compilation: Compilation, draft: Draft, event: string, target: string): boolean {
  if (draft.arrows.some((arrow) => arrow.target === target)) return true;
  const drawn = [...new Set(draft.arrows.map((arrow) => arrow.target))];
  const meant = nearest(target, drawn);
  const list = drawn.map((id) => `"${id}"`).join(', ') || 'none';
  compilation.problem(
    'unknown-target',
    compilation.placeOf(draft.id, 'on', event),
    `Expected a target that a transition from "${draft.id}" leads to (${list}), found "${target.slice(0, 60)}".`,
    meant === null
      ? `Draw the transition ${draft.id} --> ${target.slice(0, 60)}, or name a state it leads to.`
      : `Did you mean "${meant}"?`,
  );
  return false;
}
