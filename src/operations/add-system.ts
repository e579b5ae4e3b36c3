// A system that ships, put into the store under its name with the agents it names, when it is first asked for.

import type { Store, StoredWorkflow } from '../ports/store.ts';
import { addCompiled } from '../runtime/add-diagram.ts';
import { CompiledBefore } from '../runtime/compiled-before.ts';
import { loadWorkflowFile } from '../runtime/load-workflow.ts';
import type { Sender } from '../runtime/pending-write.ts';
import { ensureAgents } from './ensure-agents.ts';

/** `file` is its diagram. The version in the store that is this one already is taken as it is. */
export async function addSystem(store: Store, file: string, by: Sender, now: number): Promise<StoredWorkflow> {
  const before = new CompiledBefore(store);
  const { workflow, problems, folder } = await loadWorkflowFile(file, before);
  if (workflow === null)
    throw new Error(`The system in ${file} has problems: ${problems.map(({ message }) => message).join(' ')}`);
  const note = (id: string) => ({ ...by, at: now, text: JSON.stringify([['AgentCreated', { id }]]) });
  await before.keepIn(store);
  await ensureAgents(store, workflow, note);
  return addCompiled(store, workflow, folder, by);
}
