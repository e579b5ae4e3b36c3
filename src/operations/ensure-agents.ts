// A workflow may name agents nobody added: they are made empty, so that their tasks are done by what is found.

import type { Workflow } from '../diagram/workflow.ts';
import type { Store, SystemNote } from '../ports/store.ts';
import { AGENT, agentsOf } from './agents-of.ts';

/** What people call them, by id. */
type AgentNames = { readonly [id: string]: string };

/** The ids of those that were made. Agents that exist stay as they are. */
export function ensureAgents(
  store: Pick<Store, 'record' | 'putRecord'>,
  workflow: Workflow,
  note: (id: string) => SystemNote,
  names: AgentNames = {},
): Promise<readonly string[]> {
  return ensureNamed(store, agentsOf(workflow), note, names);
}

/** Those among assignees that are agents. */
export function agentsAmong(assignees: readonly string[]): readonly string[] {
  return assignees.flatMap((name) => (name.startsWith('agent:') ? [name.slice('agent:'.length)] : []));
}

export async function ensureNamed(
  store: Pick<Store, 'record' | 'putRecord'>,
  ids: readonly string[],
  note: (id: string) => SystemNote,
  names: AgentNames = {},
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const id of new Set(ids)) {
    if ((await store.record(AGENT, id)) !== null) continue;
    const { asRecord, emptyAgent } = await import('./agent-shapes.ts');
    const by = note(id);
    const displayName = Object.hasOwn(names, id) ? (names[id] ?? id) : id;
    await store.putRecord(AGENT, id, asRecord({ ...emptyAgent(id, by.at), displayName }), by);
    made.push(id);
  }
  return made;
}
