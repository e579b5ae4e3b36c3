// A system, put into the store under its name with its subflows and the agents they name, when it is first asked for.

import type { Store, StoredWorkflow } from '../ports/store.ts';
import type { System } from '../ports/system.ts';
import { addCompiled } from '../runtime/add-diagram.ts';
import { drawingOf } from '../runtime/check-system.ts';
import { CompiledBefore } from '../runtime/compiled-before.ts';
import type { Sender } from '../runtime/pending-write.ts';
import { ensureAgents } from './ensure-agents.ts';

export interface AddedSystem {
  readonly system: System;
  /** The project brings it along: whether its names fit its drawing is checked first. */
  readonly isOwn: boolean;
}

/** The version in the store that is this one already is taken as it is. */
export async function addSystem(
  store: Store,
  { system, isOwn }: AddedSystem,
  by: Sender,
  now: number,
): Promise<StoredWorkflow> {
  const before = new CompiledBefore(store);
  const { workflow, subflows, folder } = await drawingOf(system, isOwn, before);
  const note = (id: string) => ({ ...by, at: now, text: JSON.stringify([['AgentCreated', { id }]]) });
  await before.keepIn(store);
  // A run starts its subflows by name: they are there before it can begin.
  for (const subflow of subflows) {
    await ensureAgents(store, subflow, note, system.agents);
    await addCompiled(store, subflow, folder, by);
  }
  await ensureAgents(store, workflow, note, system.agents);
  return addCompiled(store, workflow, folder, by);
}
