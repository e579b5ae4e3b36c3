// A diagram that a run made, put into the store with the agents it names: compiled beside the diagrams of the system
// whose run made it, so that it may name their prompts and schemas.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store, StoredWorkflow } from '../ports/store.ts';
import type { SystemEntry } from '../ports/system.ts';
import { addCompiled, addDiagram } from '../runtime/add-diagram.ts';
import { CompiledBefore } from '../runtime/compiled-before.ts';
import { loadSubflow } from '../runtime/load-workflow.ts';
import type { Sender } from '../runtime/pending-write.ts';
import { ensureAgents } from './ensure-agents.ts';

/** `addSource` of an engine. `from`: the workflow of the run that made the diagram. A text says what is wrong with
 *  it. */
export function sourceAdder(entries: () => Promise<readonly SystemEntry[]>, by: Sender) {
  return async (store: Store, source: string, from: string): Promise<StoredWorkflow | string> => {
    const systems = await entries();
    const entry = systems.find(({ name }) => name === from);
    const note = (id: string) => ({ ...by, at: Date.now(), text: JSON.stringify([['AgentCreated', { id }]]) });
    if (entry === undefined) {
      const added = await addDiagram(store, 'subflow.mmd', source, by);
      if (typeof added !== 'string') await ensureAgents(store, added.workflow, note);
      return added;
    }
    const { diagram, agents } = await entry.load();
    const folder = dirname(fileURLToPath(diagram));
    const before = new CompiledBefore(store);
    const made = await loadSubflow({ source }, folder, { systems, before });
    if (typeof made === 'string') return made;
    await before.keepIn(store);
    await ensureAgents(store, made.workflow, note, agents);
    return addCompiled(store, made.workflow, folder, by);
  };
}
