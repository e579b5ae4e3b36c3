// Names a workflow uses for things outside it (agents, actions, workflows) and for its own steps.

import { nearest } from '../config/nearest.ts';
import type { Place } from '../problem.ts';
import type { Step, Template, Workflow } from '../workflow.ts';
import type { Compilation } from './compilation.ts';

export function checkReferences(compilation: Compilation, workflow: Workflow): void {
  const ids = new Set(workflow.steps.map((step) => step.id));
  checkName(compilation, 'action', workflow.accept, 'workflow', ['accept']);
  for (const step of workflow.steps) {
    checkTask(compilation, step);
    checkSubflow(compilation, workflow, step);
    for (const key of ['requires', 'keeps'] as const) {
      const names = key === 'requires' ? step.requires : (step.task?.keeps ?? []);
      for (const [at, id] of names.entries()) checkGate(compilation, step, ids, id, [key, at]);
    }
  }
}

function checkTask(compilation: Compilation, step: Step): void {
  const { task, fallback } = step;
  if (fallback !== null && 'assignee' in fallback)
    checkAssignee(compilation, step, fallback.assignee, ['fallback', 'assignee']);
  if (fallback !== null && 'action' in fallback)
    checkName(compilation, 'action', fallback.action, step.id, ['fallback', 'action']);
  if (task === null) return;
  checkName(compilation, 'action', task.action, step.id, ['action']);
  checkName(compilation, 'action', task.prepare, step.id, ['prepare']);
  checkName(compilation, 'action', task.accept, step.id, ['accept']);
  if (task.agent !== null) checkName(compilation, 'agent', task.agent.replace(/^agent:/, ''), step.id, ['agent']);
  if (task.assignee !== null && isFixed(task.assignee)) {
    const key = Object.hasOwn(step.config, 'assignee') ? 'assignee' : 'defaultAssigneeId';
    checkAssignee(compilation, step, task.assignee.text, [key]);
  }
  if (task.escalate !== null) checkAssignee(compilation, step, task.escalate.to, ['escalate']);
}

const isFixed = (template: Template): boolean => template.parts.every((part) => typeof part === 'string');

function checkAssignee(compilation: Compilation, step: Step, assignee: string, path: readonly string[]): void {
  if (assignee.startsWith('agent:'))
    checkName(compilation, 'agent', assignee.slice('agent:'.length).trim(), step.id, path);
}

/** A step that starts another workflow by name. */
export interface SubflowUse {
  readonly step: string;
  /** Without the hash of a version. */
  readonly name: string;
  readonly place: Place;
}

/** Without those that name the workflow itself, which `checkReferences` reports. */
export function subflowUses(compilation: Compilation, workflow: Workflow): SubflowUse[] {
  return workflow.steps.flatMap((step) => {
    const name = subflowName(step);
    if (name === null || name === workflow.name) return [];
    return [{ step: step.id, name, place: subflowPlace(compilation, step) }];
  });
}

function subflowName(step: Step): string | null {
  const named = step.subflow?.workflow ?? null;
  return named?.split('@')[0] ?? null;
}

function subflowPlace(compilation: Compilation, step: Step): Place {
  const inConfig = Object.hasOwn(step.config, 'subflowId');
  return inConfig ? compilation.placeOf(step.id, 'subflowId') : compilation.places.step(step.id);
}

function checkSubflow(compilation: Compilation, workflow: Workflow, step: Step): void {
  const name = subflowName(step);
  if (name === null) return;
  if (name === workflow.name) {
    compilation.problem(
      'subflow-cycle',
      subflowPlace(compilation, step),
      `Expected the subflow "${step.id}" to start another workflow, found "${name}", which is this one.`,
      'Name another workflow, or draw a loop.',
    );
    return;
  }
  checkName(compilation, 'workflow', name, step.id, ['subflowId']);
}

type What = 'agent' | 'action' | 'workflow';
const LISTS = { agent: 'agents', action: 'actions', workflow: 'workflows' } as const;

function checkName(
  compilation: Compilation,
  what: What,
  name: string | null,
  stepId: string,
  path: readonly string[],
): void {
  const known = compilation.known[LISTS[what]];
  if (known === undefined || name === null || known.has(name)) return;
  const meant = nearest(name, known);
  const place = compilation.placeOf(stepId, ...path);
  const message = `Expected the name of a known ${what} in "${path.join('.')}", found "${name.slice(0, 60)}".`;
  const fix = meant === null ? `Add the ${what}, or name one that exists.` : `Did you mean "${meant}"?`;
  if (what === 'agent') compilation.problem('unknown-agent', place, message, fix);
  else if (what === 'action') compilation.problem('unknown-action', place, message, fix);
  else compilation.problem('unknown-workflow', place, message, fix);
}

function checkGate(
  compilation: Compilation,
  step: Step,
  ids: ReadonlySet<string>,
  gate: string,
  path: readonly (string | number)[],
): void {
  if (ids.has(gate)) return;
  const meant = nearest(gate, ids);
  compilation.problem(
    'unknown-target',
    compilation.placeOf(step.id, ...path),
    `Expected "${path[0]}" to name a step of the diagram, found "${gate.slice(0, 60)}".`,
    meant === null ? 'Name a manual step that is drawn.' : `Did you mean "${meant}"?`,
  );
}
