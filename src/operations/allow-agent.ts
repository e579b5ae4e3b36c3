// Allows an agent that came with an import to start its program, call its address or use tools of servers.

import * as z from 'zod';
import { agentId, asRecord, findAgent } from './agent-shapes.ts';
import { AGENT } from './agents-of.ts';
import { defineOperation } from './define-operation.ts';
import { agentReaches, reachText } from './reaches.ts';
import { systemNote } from './system-note.ts';

export const allowAgent = defineOperation({
  name: 'agents.allow',
  summary: 'show which programs and addresses an imported agent uses; --yes allows them',
  who: 'admin',
  changes: true,
  places: ['id'],
  input: z.object({ id: agentId, yes: z.boolean().default(false).describe('allow what is shown') }),
  output: z.object({
    id: z.string(),
    would: z.array(z.string()).describe('what the agent would start, call or use'),
    allowed: z.boolean(),
  }),
  async handler(context, { id, yes }) {
    const store = await context.store();
    const agent = await findAgent(store, id);
    const reaches = agentReaches({ ...agent, id });
    const would = reaches.map(reachText);
    if (!yes) return { id, would, allowed: false };
    (await context.trust()).allow(reaches);
    const allowed = {
      ...agent,
      // One that was allowed before may have been set to wait since, by someone who meant it.
      isActive: agent.isAllowed ? agent.isActive : true,
      isAllowed: true,
      updatedAt: new Date(context.now()).toISOString(),
    };
    await store.putRecord(AGENT, id, asRecord(allowed), systemNote(context, 'AgentAllowed', { id, would }));
    return { id, would, allowed: true };
  },
});
