// Which agents are MCP clients: their tasks are handed out over MCP, and never done by our own processes.

import type { Workflow } from '../diagram/workflow.ts';
import type { Actor } from '../engine/events.ts';
import { isJsonObject } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { type Assignment, allTo } from '../runtime/assign-below.ts';

/** Stands for any MCP client; it needs no record in the store. */
export const ANY_CLIENT: Actor = 'agent:client';

/** As `agent:ID`: `agent:client`, and every agent whose provider is `client`. */
export async function clientAgents(store: Store): Promise<ReadonlySet<string>> {
  const agents = await store.records('agent');
  const own = agents.filter(({ content }) => isJsonObject(content.provider) && content.provider.kind === 'client');
  return new Set([ANY_CLIENT, ...own.map(({ name }) => `agent:${name}`)]);
}

/** The agent's own instructions, for its prompts. */
export async function agentPromptOf(store: Store, worker: string): Promise<string | null> {
  const record = await store.record('agent', worker.slice('agent:'.length));
  return typeof record?.agentPrompt === 'string' && record.agentPrompt !== '' ? record.agentPrompt : null;
}

/** Every step that an agent would do, given to the client, those of subflows included; what agents in `but` do stays
 *  theirs, as what actions and people do. */
export const allToClient = (workflow: Workflow, but: ReadonlySet<string> = new Set()): Assignment =>
  allTo(workflow, ANY_CLIENT, but);
