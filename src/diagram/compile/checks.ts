// Checks of the drawing as a whole: what is never reached, what never ends, what goes in circles without work.

import type { Step, Workflow } from '../workflow.ts';
import type { Compilation } from './compilation.ts';
import { circles, type Graph, graphOf, reach } from './graph.ts';

/** Without `startsKnown` nobody can say what is reached. */
export function checkStructure(compilation: Compilation, workflow: Workflow, startsKnown: boolean): void {
  const vertexOf = new Map(workflow.steps.map((step, vertex) => [step.id, vertex]));
  const edges = (targets: (step: Step) => readonly string[]): Graph =>
    graphOf(
      workflow.steps.length,
      workflow.steps.flatMap((step, from) =>
        targets(step).flatMap((id) => {
          const to = vertexOf.get(id);
          return to === undefined ? [] : [[from, to] as const];
        }),
      ),
    );
  const all = edges(targetsOf);
  checkIdleLoops(compilation, workflow, edges(idleTargets));
  if (workflow.kind === 'flow') checkLoopExits(compilation, workflow, all);
  // What is drawn around a group says nothing yet about the steps inside it.
  const grouped = compilation.problems.some(({ code }) => GROUPED.has(code));
  if (!grouped && startsKnown) checkReached(compilation, workflow, all, vertexOf);
  if (!grouped && workflow.kind === 'machine') checkStateExits(compilation, workflow);
}

const GROUPED: ReadonlySet<string> = new Set(['edge-to-subgraph', 'composite-state-unsupported']);

/** Everywhere a token may go from a step. */
export function targetsOf(step: Step): string[] {
  const targets = step.edges.map((edge) => edge.target);
  if (step.onError !== null) targets.push(step.onError.target);
  if (step.onTimeout !== null) targets.push(step.onTimeout.target);
  for (const transition of step.transitions) if (transition.target !== null) targets.push(transition.target);
  return targets;
}

function checkReached(
  compilation: Compilation,
  workflow: Workflow,
  graph: Graph,
  vertexOf: ReadonlyMap<string, number>,
): void {
  if (workflow.start.length === 0) return;
  const entries = [...workflow.start, workflow.onFailure ?? '', workflow.onCancel ?? ''];
  const reached = reach(
    graph.out,
    entries.flatMap((id) => vertexOf.get(id) ?? []),
  );
  workflow.steps.forEach((step, vertex) => {
    if (reached[vertex] === 1) return;
    compilation.problem(
      'unreachable-step',
      compilation.places.step(step.id),
      `Expected every step to be reached from ${workflow.start
        .map((id) => `"${id}"`)
        .slice(0, 5)
        .join(', ')}, found no way to "${step.id}".`,
      `Draw an edge to "${step.id}", or remove it.`,
    );
  });
}

const isWork = (step: Step): boolean => step.execution !== null || step.kind === 'wait' || step.kind === 'subflow';

/** Where a token goes from a step at once, without anybody doing anything. */
function idleTargets(step: Step): readonly string[] {
  if (isWork(step)) return [];
  if (step.kind !== 'state') return step.edges.map((edge) => edge.target);
  const atOnce = step.transitions.filter(({ event }) => event === 'done' || event === 'always');
  return atOnce.flatMap(({ target }) => target ?? []);
}

function checkIdleLoops(compilation: Compilation, workflow: Workflow, graph: Graph): void {
  for (const circle of circles(graph)) {
    const steps = circle.map((vertex) => workflow.steps[vertex]?.id ?? '');
    compilation.problem(
      'loop-without-task',
      compilation.places.step(steps[0] ?? ''),
      `Expected a task, wait or subflow on every loop, found none on the one through ${named(steps)}.`,
      'Put a step that does or waits for something on the loop.',
    );
  }
}

function checkLoopExits(compilation: Compilation, workflow: Workflow, graph: Graph): void {
  for (const circle of circles(graph)) {
    const inside = new Set(circle);
    if (circle.some((vertex) => graph.out[vertex]?.some((target) => !inside.has(target)))) continue;
    const steps = circle.map((vertex) => workflow.steps[vertex]?.id ?? '');
    compilation.problem(
      'loop-without-exit',
      compilation.places.step(steps[0] ?? ''),
      `Expected an edge out of the loop through ${named(steps)}, found none.`,
      'Draw an edge that leaves the loop under some condition.',
    );
  }
}

function checkStateExits(compilation: Compilation, workflow: Workflow): void {
  for (const step of workflow.steps) {
    const exempt = step.kind === 'end' || step.id === workflow.onFailure || step.id === workflow.onCancel;
    if (exempt || targetsOf(step).length > 0) continue;
    compilation.problem(
      'state-without-exit',
      compilation.places.step(step.id),
      `Expected a transition out of the state "${step.id}", found none.`,
      `Draw one, such as "${step.id} --> [*]".`,
    );
  }
}

function named(steps: readonly string[]): string {
  const shown = steps.slice(0, 4).map((id) => `"${id}"`);
  return steps.length > 4 ? `${shown.join(', ')} and ${steps.length - 4} more` : shown.join(', ');
}
