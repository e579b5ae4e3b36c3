// Names a workflow uses for things outside it (agents, actions, workflows) and for its own steps.

import { nearest } from '../config/nearest.ts';
import { canBePerson } from '../person-name.ts';
import type { Place } from '../problem.ts';
import type { Step, TaskSettings, Template, Workflow } from '../workflow.ts';
import type { Compilation } from './compilation.ts';

export function checkReferences(compilation: Compilation, workflow: Workflow): void {
  checkName(compilation, 'action', workflow.accept, 'workflow', ['accept']);
  for (const step of workflow.steps) {
    checkTask(compilation, step);
    checkSubflow(compilation, workflow, step);
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
  checkName(compilation, 'action', task.acceptTurn ?? null, step.id, ['acceptTurn']);
  if (task.agent !== null) checkName(compilation, 'agent', task.agent.replace(/^agent:/, ''), step.id, ['agent']);
  if (task.assignee !== null && isFixed(task.assignee)) {
    const key = Object.hasOwn(step.config, 'assignee') ? 'assignee' : 'defaultAssigneeId';
    checkAssignee(compilation, step, task.assignee.text, [key]);
    if (step.execution !== 'automated') checkPerson(compilation, step, task, key);
  }
  if (step.execution === 'manual') checkVoters(compilation, step, task);
  if (task.escalate !== null) checkAssignee(compilation, step, task.escalate.to, ['escalate']);
}

const isFixed = (template: Template): boolean => template.parts.every((part) => typeof part === 'string');

function checkAssignee(compilation: Compilation, step: Step, assignee: string, path: readonly string[]): void {
  if (assignee.startsWith('agent:'))
    checkName(compilation, 'agent', assignee.slice('agent:'.length).trim(), step.id, path);
  const named = assignee.trim();
  if (!named.startsWith('user:') || named.includes('{{') || canBePerson(named)) return;
  const found = `found "${named.slice(0, 60)}", which nobody can be called`;
  const message = `Expected user:NAME with a name of letters, digits, spaces and . _ - + @ ' in "${path.join('.')}"`;
  const fix = 'Write the name as the person gives it; nobody could answer it otherwise.';
  compilation.warning('assignee-nobody', compilation.placeOf(step.id, ...path), `${message}, ${found}.`, fix);
}

/** gate-3: of those that "of" names, only people vote, each once, however the name is written. */
function checkVoters(compilation: Compilation, step: Step, { approvals }: TaskSettings): void {
  if (approvals === null || approvals.of.length === 0) return;
  const { need, of } = approvals;
  const voters = of.map((name) => (name.includes(':') ? name : `user:${name}`)).filter(canBePerson);
  const people = new Set(voters.map((name) => name.normalize('NFC').toLowerCase()));
  if (people.size >= need) return;
  const message = `Expected ${need} different people in "of" of "approvals" of "${step.id}", found ${people.size}`;
  const why = 'a person has one vote, and a team, a role or an agent has none';
  const fix = 'Name more people as user:NAME, or lower "need": it could never be answered otherwise.';
  compilation.warning('votes-of-one', compilation.placeOf(step.id, 'approvals'), `${message}: ${why}.`, fix);
}

/** gate-4: who a person's task is for, as far as that means anything yet. */
function checkPerson(compilation: Compilation, step: Step, task: TaskSettings, key: string): void {
  const assignee = task.assignee?.text.trim() ?? '';
  const isOne = assignee === 'starter' || assignee.startsWith('user:');
  const { need = 1, of = [] } = task.approvals ?? {};
  const place = compilation.placeOf(step.id, key);
  if (isOne && need > 1 && of.length === 0) {
    const message = `Expected ${need} votes on "${step.id}", found it for ${assignee} alone, who has one.`;
    compilation.warning(
      'votes-of-one',
      place,
      message,
      'Name who votes in "of" of "approvals", or leave the assignee out.',
    );
  }
  if (isOne || of.length > 0 || assignee.startsWith('agent:')) return;
  const found = `Expected user:NAME where only one person may answer "${step.id}", found "${assignee}"`;
  const message = `${found}, which binds nobody: there is no list of people yet.`;
  compilation.warning(
    'assignee-unbound',
    place,
    message,
    'Anyone may answer it until there is one; write user:NAME to bind a person.',
  );
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
