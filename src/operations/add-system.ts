// A system, put into the store under its name with its subflows and the agents they name, when it is first asked for.

import type { Store, StoredWorkflow } from '../ports/store.ts';
import type { System, SystemEntry } from '../ports/system.ts';
import { addCompiled } from '../runtime/add-diagram.ts';
import { drawingOf } from '../runtime/check-system.ts';
import { CompiledBefore } from '../runtime/compiled-before.ts';
import type { Sender } from '../runtime/pending-write.ts';
import { ensureAgents } from './ensure-agents.ts';

export interface AddedSystem {
  readonly system: System;
  /** The project brings it along: whether its names fit its drawing is checked first. */
  readonly isOwn: boolean;
  /** The systems that its drawing may name as subflows. */
  readonly systems?: readonly SystemEntry[];
}

/** `addSystem` of an engine: of the systems in this list. */
export function systemAdder(entries: () => Promise<readonly SystemEntry[]>, by: Sender) {
  return async (store: Store, name: string): Promise<StoredWorkflow | null> => {
    const systems = await entries();
    const entry = systems.find((each) => each.name === name);
    if (entry === undefined) return null;
    const added = { system: await entry.load(), isOwn: entry.isOwn === true, systems };
    return addSystem(store, added, by, Date.now());
  };
}

/** The version in the store that is this one already is taken as it is. */
export async function addSystem(
  store: Store,
  { system, isOwn, systems = [] }: AddedSystem,
  by: Sender,
  now: number,
): Promise<StoredWorkflow> {
  const before = new CompiledBefore(store);
  const { workflow, subflows, folder, homes } = await drawingOf(system, isOwn, { before, systems });
  const note = (id: string) => ({ ...by, at: now, text: JSON.stringify([['AgentCreated', { id }]]) });
  await before.keepIn(store);
  // A run starts its subflows by name: they are there before it can begin.
  for (const subflow of subflows) {
    const home = homes.get(subflow.name);
    await ensureAgents(store, subflow, note, home?.agents ?? system.agents);
    await addCompiled(store, subflow, home?.folder ?? folder, by);
  }
  await ensureAgents(store, workflow, note, system.agents);
  return addCompiled(store, workflow, folder, by);
}
