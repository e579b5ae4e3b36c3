// Workers that a project brings along: modules that "research.workers" of its settings names, each with one OwnWorker
// as its default export.

import { lastingFailure, type ResearchDeps } from './research-deps.ts';
import { definitionOf, WORKERS } from './workers/definitions.ts';
import type { OwnWorker, WorkerDefinition } from './workers/worker.ts';

const ID = /^[a-z][a-z0-9_]{1,39}$/;

export async function ownWorkersOf(project: string, deps: ResearchDeps): Promise<readonly OwnWorker[]> {
  const modules = (await deps.ownModules?.(project, 'research.workers')) ?? [];
  return modules.map(({ path, value }) => {
    const problem = problemOf(value as Partial<OwnWorker>);
    if (problem !== null) throw lastingFailure('worker-unusable', `Expected a worker in ${path}, ${problem}`);
    return value as OwnWorker;
  });
}

export const definitionsOf = (own: readonly OwnWorker[]): readonly WorkerDefinition[] => own.map(definitionOf);

/** null: it can be used. */
function problemOf(worker: Partial<OwnWorker> | null | undefined): string | null {
  if (typeof worker !== 'object' || worker === null) return 'found no object as its default export.';
  const { id, name, execute, cost, minutes, step, criticality } = worker;
  if (typeof id !== 'string' || !ID.test(id)) return `found the id "${String(id)}": use small letters, digits and "_".`;
  if (WORKERS.some((each) => each.id === id)) return `found the id "${id}", which is one of Signoff's own.`;
  if (typeof name !== 'string' || name.trim() === '') return `found no name of "${id}".`;
  if (typeof execute !== 'function') return `found no execute() of "${id}".`;
  if (step !== 'Research') return `found "${id}" in the step "${String(step)}": own workers are of the step Research.`;
  if (!isAmount(cost) || !isAmount(minutes)) return `found no cost in dollars and minutes of "${id}".`;
  if (criticality !== 'important' && criticality !== 'optional')
    return `found "${id}" ${String(criticality)}: own workers are important or optional.`;
  return null;
}

const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
