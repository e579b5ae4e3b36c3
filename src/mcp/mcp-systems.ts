// The systems that a process knows as the MCP face offers them: by their own conversation, or over the tools for any
// workflow.

import { type AddedSystem, addSystem } from '../operations/add-system.ts';
import type { ProjectFiles } from '../ports/project-files.ts';
import type { Store, StoredWorkflow } from '../ports/store.ts';
import type { KnownSystems } from '../runtime/known-systems.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { McpSystem } from './mcp-options.ts';
import { startPrompt } from './start-prompt.ts';

export interface McpDeps {
  readonly store: Store;
  /** Who puts a workflow into the store. */
  readonly by: Sender;
  now(): number;
  readonly files: Pick<ProjectFiles, 'read' | 'holds'>;
}

export async function mcpSystems(known: KnownSystems, deps: McpDeps): Promise<readonly McpSystem[]> {
  const own = new Set(known.entries.flatMap(({ name, isOwn }) => (isOwn === true ? [name] : [])));
  const systems = known.entries;
  return Promise.all(
    (await known.all()).map((system) => mcpSystem({ system, isOwn: own.has(system.name), systems }, deps)),
  );
}

async function mcpSystem(added: AddedSystem, deps: McpDeps): Promise<McpSystem> {
  const { files } = deps;
  const { system } = added;
  const wire = await system.loadWire?.();
  const tools = await system.loadTools?.();
  const prompt = wire?.prompt ?? startPrompt(system);
  return {
    ...{ system, files, workflow: workflowOf(added, deps) },
    ...(wire !== undefined && { wire }),
    ...(tools !== undefined && { tools }),
    ...(prompt !== null && { prompt }),
  };
}

function workflowOf(added: AddedSystem, { store, by, now }: McpDeps): () => Promise<StoredWorkflow> {
  let adding: Promise<StoredWorkflow> | null = null;
  return () => {
    adding ??= addSystem(store, added, by, now());
    // The store may have been away: the next who asks tries again.
    adding.catch(() => {
      adding = null;
    });
    return adding;
  };
}
