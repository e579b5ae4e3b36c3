// Operations on agents: add, list, show, edit, remove. agent-costs.ts has what they cost, test-agent.ts tries one.

import * as z from 'zod';
import type { SpendingRow } from '../ports/money.ts';
import type { Store } from '../ports/store.ts';
import { readText } from '../runtime/read-text.ts';
import { costs, dayOf, sumOf, sumShape } from './agent-costs.ts';
import {
  AGENT_PREFIX,
  addFields,
  agentId,
  agentShape,
  asRecord,
  changedLimits,
  editFields,
  emptyAgent,
  findAgent,
  type GivenAgent,
  givenProvider,
  newAgentId,
  readStored,
  type StoredAgent,
  shownAgent,
} from './agent-shapes.ts';
import { AGENT, agentsOf } from './agents-of.ts';
import { allowAgent } from './allow-agent.ts';
import { unpricedText } from './budget-warnings.ts';
import { countOf } from './count-of.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';
import { agentReaches } from './reaches.ts';
import { systemNote } from './system-note.ts';
import { testAgent } from './test-agent.ts';

const PAGE = 500;
/** More than any store has; it bounds the loops. */
const PAGES_MAX = 10_000;
const PROMPT_BYTES_MAX = 10_000_000;

const changedShape = z.object({
  ...agentShape.shape,
  warnings: z.array(z.string()).describe('budgets of the agent that cannot be enforced'),
});

const add = defineOperation({
  name: 'agents.add',
  summary: 'add an agent; diagrams refer to it as agent:ID. API keys stay in the environment',
  who: 'operator',
  changes: true,
  places: ['id'],
  input: z.object({ id: newAgentId, ...addFields }),
  output: changedShape,
  async handler(context, { id, ...given }) {
    const store = await context.store();
    if ((await store.record(AGENT, id)) !== null)
      reject('agent-exists', `An agent "${id}" exists already. Change it with signoff agents edit ${id}.`);
    const agent = changedAgent(context, emptyAgent(id, context.now()), given);
    await allowNamed(context, id, agent, given);
    await store.putRecord(AGENT, id, asRecord(agent), systemNote(context, 'AgentAdded', { id, ...asRecord(agent) }));
    return { ...shownAgent(id, agent), warnings: await dayWarnings(context, id, agent) };
  },
});

const edit = defineOperation({
  name: 'agents.edit',
  summary: 'change the given settings of an agent; calls in flight are not affected',
  who: 'operator',
  changes: true,
  places: ['id'],
  input: z.object({
    id: agentId,
    ...editFields,
    active: z.enum(['yes', 'no']).optional().describe('no: the agent is paused, and its tasks wait'),
  }),
  output: changedShape,
  async handler(context, { id, active, ...given }) {
    const store = await context.store();
    const before = await findAgent(store, id);
    if (active === 'yes' && !before.isAllowed) {
      const found = `Agent "${id}" was imported and is not allowed here yet.`;
      reject('agent-not-allowed', `${found} See what it would do, and allow it: signoff agents allow ${id}.`);
    }
    const agent = {
      ...changedAgent(context, before, given),
      isActive: active === undefined ? before.isActive : active === 'yes',
      updatedAt: new Date(context.now()).toISOString(),
    };
    await allowNamed(context, id, agent, given);
    await store.putRecord(AGENT, id, asRecord(agent), systemNote(context, 'AgentEdited', { id, ...asRecord(agent) }));
    return { ...shownAgent(id, agent), warnings: await dayWarnings(context, id, agent) };
  },
});

/** A program, an address or tools named here replace what the agent had before. */
async function allowNamed(context: OperationContext, id: string, agent: StoredAgent, given: GivenAgent): Promise<void> {
  const isNamed = given.provider !== undefined || given.command !== undefined;
  const named = { id, provider: isNamed ? agent.provider : null, tools: given.tools === undefined ? [] : agent.tools };
  const reaches = agentReaches(named);
  if (reaches.length > 0) (await context.trust()).allow(reaches);
}

/** A day's budget cannot hold where nobody knows what a call costs. */
async function dayWarnings(context: OperationContext, id: string, { limits }: StoredAgent): Promise<string[]> {
  if (limits.costPerDay === undefined) return [];
  const found = await (await context.agents()).unpriced([id]);
  return found.map((unpriced) => unpricedText(unpriced, `the day's budget of "${id}" lets no call through`));
}

function changedAgent(context: OperationContext, before: StoredAgent, given: GivenAgent): StoredAgent {
  const { name, prompt, promptFile, provider: word, command, model, tools, ...limits } = given;
  if (prompt !== undefined && promptFile !== undefined)
    reject('invalid-request', 'Expected the prompt as "prompt" or as "promptFile", found both.');
  const text = promptFile === undefined ? prompt : readPrompt(context, promptFile);
  const provider = givenProvider(word, command);
  return {
    ...before,
    ...(name !== undefined && { displayName: name }),
    ...(text !== undefined && { agentPrompt: text }),
    ...(provider !== undefined && { provider: provider as StoredAgent['provider'] }),
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools: [...new Set(tools ?? [])] }),
    limits: changedLimits(before.limits, limits),
  };
}

function readPrompt({ readsFiles }: OperationContext, file: string): string {
  if (!readsFiles)
    reject('invalid-request', 'Expected the prompt as text in "prompt", found a file, which is not on this machine.');
  const read = readText(file);
  if (!('text' in read)) return reject('invalid-request', `Expected a text file at ${file}, found ${read.found}.`);
  if (Buffer.byteLength(read.text) <= PROMPT_BYTES_MAX) return read.text;
  return reject('invalid-request', `Expected a prompt of at most ${PROMPT_BYTES_MAX} bytes, found more in ${file}.`);
}

const list = defineOperation({
  name: 'agents.list',
  summary: 'list the agents with their provider and cost today',
  who: 'viewer',
  changes: false,
  input: z.object({}),
  output: z.object({ agents: z.array(z.object({ ...agentShape.shape, today: sumShape })) }),
  async handler(context) {
    const store = await context.store();
    const day = dayOf(context.now());
    const spent = await store.spent({ from: day, to: day });
    const agents = (await store.records(AGENT)).map(({ name, content }) => ({
      ...shownAgent(name, readStored(content)),
      today: sumOf(spent.filter(({ agent }) => agent === name)),
    }));
    return { agents };
  },
});

const show = defineOperation({
  name: 'agents.show',
  summary: 'show an agent: its prompt, limits, costs, and the workflows that use it',
  who: 'viewer',
  changes: false,
  places: ['id'],
  input: z.object({ id: agentId }),
  output: z.object({
    ...agentShape.shape,
    today: sumShape,
    inAll: sumShape,
    workflows: z.array(z.string()).describe('workflows whose newest version uses it'),
    openTasks: z.number(),
  }),
  async handler(context, { id }) {
    const store = await context.store();
    const agent = await findAgent(store, id);
    const spent: readonly SpendingRow[] = await store.spent({ agent: id });
    const day = dayOf(context.now());
    return {
      ...shownAgent(id, agent),
      today: sumOf(spent.filter((row) => row.day === day)),
      inAll: sumOf(spent),
      workflows: await workflowsNaming(store, id),
      openTasks: await openTasksOf(store, id),
    };
  },
});

async function workflowsNaming(store: Store, id: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await store.listWorkflows({ limit: PAGE, ...(after !== undefined && { after }) });
    for (const { name } of page.items) {
      const stored = await store.workflow(name);
      if (stored !== null && agentsOf(stored.workflow).includes(id)) found.push(name);
    }
    if (page.next === null) break;
    after = page.next;
  }
  return found;
}

/** A step's agent is not an assignee: only the queue tells whose task it is. */
async function openTasksOf(store: Store, id: string): Promise<number> {
  const own = AGENT_PREFIX + id;
  let count = await store.countTasks({ assignee: own, forPeople: true });
  let after: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await store.listTasks({ forPeople: false }, { limit: PAGE, ...(after !== undefined && { after }) });
    count += page.items.filter(({ queue }) => queue === own).length;
    if (page.next === null) break;
    after = page.next;
  }
  return count;
}

const remove = defineOperation({
  name: 'agents.remove',
  summary: 'remove an agent without open tasks; its history and costs are kept',
  who: 'operator',
  changes: true,
  places: ['id'],
  input: z.object({
    id: agentId,
    force: z
      .boolean()
      .default(false)
      .describe('remove it even if it has open tasks; they wait until they are reassigned'),
  }),
  output: z.object({ id: z.string(), removed: z.literal(true), openTasks: z.number() }),
  async handler(context, { id, force }) {
    const store = await context.store();
    await findAgent(store, id);
    const openTasks = await openTasksOf(store, id);
    if (openTasks > 0 && !force) {
      const message = `${AGENT_PREFIX}${id} has ${countOf(openTasks, 'open task')}.`;
      reject('agent-in-use', `${message} Wait, reassign them with signoff tasks reassign, or use --force.`);
    }
    await store.removeRecord(AGENT, id, systemNote(context, 'AgentRemoved', { id, openTasks }));
    return { id, removed: true as const, openTasks };
  },
});

export const operations: readonly AnyOperation[] = [add, list, show, edit, allowAgent, remove, testAgent, costs];
