// The groups of operations, each loaded when it is needed: a face that serves one command loads one group.

import type { AnyOperation } from './define-operation.ts';

export interface Group {
  readonly name: string;
  readonly summary: string;
  load(): Promise<readonly AnyOperation[]>;
}

export const GROUPS: readonly Group[] = [
  {
    name: 'workflows',
    summary: 'add, list, show, versions, diff, check, export, import, delete',
    load: async () => (await import('./workflows.ts')).operations,
  },
  {
    name: 'runs',
    summary:
      'start, list, show, events, calls, estimate, wait, cancel, pause, resume, retry, skip, resolve, fork, ' +
      'migrate, delete',
    load: async () => (await import('./runs.ts')).operations,
  },
  {
    name: 'tasks',
    summary:
      'list, show, review, check, decide, prompt, claim, complete, release, fail, hold, reassign, comment, say, ' +
      'edit, cancel',
    load: async () => (await import('./tasks.ts')).operations,
  },
  {
    name: 'agents',
    summary: 'add, list, show, edit, allow, remove, test, costs',
    load: async () => (await import('./agents.ts')).operations,
  },
  {
    name: 'documents',
    summary: 'list, show, lint, supersede, export, verify, proof: what systems wrote into a project',
    load: async () => (await import('./documents.ts')).operations,
  },
  {
    name: 'conform',
    summary: 'compare a document of a state machine with itself and with a workflow',
    load: async () => (await import('./conform.ts')).operations,
  },
  {
    name: 'views',
    summary: 'save, list, remove: named task filters',
    load: async () => (await import('./views.ts')).operations,
  },
  { name: 'signals', summary: 'send', load: async () => (await import('./signals.ts')).operations },
  { name: 'timers', summary: 'list', load: async () => (await import('./timers.ts')).operations },
  {
    name: 'notices',
    summary: 'add, list, remove, deliveries, replay, test: webhooks and mail',
    load: async () => (await import('./notices.ts')).operations,
  },
  {
    name: 'store',
    summary: 'stats, retain, prune, verify, backup, erase, migrate, migrate-to',
    load: async () => (await import('./store.ts')).operations,
  },
  {
    name: 'doctor',
    summary: 'check the installation: Node, store, workers, provider, stuck runs',
    load: async () => (await import('./doctor.ts')).operations,
  },
];

/** Every operation, for faces that offer all of them. */
export async function allOperations(): Promise<readonly AnyOperation[]> {
  return (await Promise.all(GROUPS.map(({ load }) => load()))).flat();
}
