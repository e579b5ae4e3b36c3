// A system, put into the store under its name with its subflows and the agents they name, when it is first asked for.

import type { Workflow } from '../diagram/workflow.ts';
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

/** `addSystem` of an engine: of the systems in this list, and of the workflows that their code starts. */
export function systemAdder(entries: () => Promise<readonly SystemEntry[]>, by: Sender) {
  return async (store: Store, name: string): Promise<StoredWorkflow | null> => {
    const systems = await entries();
    const entry = systems.find((each) => each.name === name);
    if (entry === undefined) return addFlow(store, name, systems, by);
    const added = { system: await entry.load(), isOwn: entry.isOwn === true, systems };
    return addSystem(store, added, by, Date.now());
  };
}

/** Its drawing may have been added by hand, without what only code names: no other version of that one is added. */
async function addFlow(
  store: Store,
  name: string,
  systems: readonly SystemEntry[],
  by: Sender,
): Promise<StoredWorkflow | null> {
  for (const entry of systems) {
    if ((await entry.refusal?.()) != null) continue;
    const system = await entry.load();
    if (!system.flows?.includes(name)) continue;
    const before = new CompiledBefore(store);
    const drawn = await drawingOf(system, entry.isOwn === true, { before, systems });
    await before.keepIn(store);
    const missing: Workflow[] = [];
    for (const flow of drawn.subflows) if ((await store.workflow(flow.name)) === null) missing.push(flow);
    await addFlows(store, system, { ...drawn, subflows: missing }, by, Date.now());
    return store.workflow(name);
  }
  return null;
}

/** The version in the store that is this one already is taken as it is. */
export async function addSystem(
  store: Store,
  { system, isOwn, systems = [] }: AddedSystem,
  by: Sender,
  now: number,
): Promise<StoredWorkflow> {
  const before = new CompiledBefore(store);
  const drawn = await drawingOf(system, isOwn, { before, systems });
  const { workflow, folder } = drawn;
  await before.keepIn(store);
  // A run starts its subflows by name: they are there before it can begin.
  await addFlows(store, system, drawn, by, now);
  await ensureAgents(store, workflow, noteOf(by, now), system.agents);
  return addCompiled(store, workflow, folder, by);
}

type SystemDrawing = Awaited<ReturnType<typeof drawingOf>>;

async function addFlows(
  store: Store,
  system: System,
  { subflows, folder, homes }: Pick<SystemDrawing, 'subflows' | 'folder' | 'homes'>,
  by: Sender,
  now: number,
): Promise<void> {
  for (const subflow of subflows) {
    const home = homes.get(subflow.name);
    await ensureAgents(store, subflow, noteOf(by, now), home?.agents ?? system.agents);
    await addCompiled(store, subflow, home?.folder ?? folder, by);
  }
}

const noteOf = (by: Sender, now: number) => (id: string) => ({
  ...{ ...by, at: now },
  text: JSON.stringify([['AgentCreated', { id }]]),
});
