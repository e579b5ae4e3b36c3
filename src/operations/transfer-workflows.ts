// Export and import of a workflow: the diagram wins over `steps`, and nothing is overwritten unasked
// (docs/sources/prompt-architecture.md#export).

import * as z from 'zod';
import { isJsonObject } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { asRecord, readStored, type StoredAgent, settingsOf, storedAgent } from './agent-shapes.ts';
import { AGENT, agentsOf } from './agents-of.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import { ensureAgents } from './ensure-agents.ts';
import * as fields from './fields.ts';
import { findWorkflow } from './find-workflow.ts';
import { compileText, runnable } from './load-source.ts';
import type { OperationContext } from './operation-context.ts';
import { agentReaches, reachText } from './reaches.ts';
import { systemNote } from './system-note.ts';
import { exportedStep, exportShape, filesOf, stepDifferences, type TransferFile } from './transfer-shapes.ts';

const exporting = defineOperation({
  name: 'workflows.export',
  summary: 'export a workflow with its steps, files and agents, to import it into another store',
  who: 'viewer',
  changes: false,
  places: ['workflow'],
  input: z.object({ workflow: fields.workflowName, version: fields.version }),
  output: exportShape,
  async handler(context, input) {
    const store = await context.store();
    const { workflow } = await findWorkflow(store, input.workflow, input.version);
    const agents: TransferFile['agents'] = [];
    for (const id of agentsOf(workflow)) {
      const content = await store.record(AGENT, id);
      // Whether it is allowed is decided where it arrives.
      const { isAllowed: _, ...agent } = readStored(content ?? {});
      agents.push(content === null ? { id } : { id, ...agent });
    }
    const { prompts, schemas } = filesOf(workflow);
    return {
      workflow: {
        name: workflow.name,
        description: workflow.description,
        mermaidSource: workflow.source,
        steps: workflow.steps.map(exportedStep),
        files: { prompts: { ...prompts }, schemas: { ...schemas } },
      },
      agents,
      exportVersion: '2.0' as const,
      exportedAt: new Date(context.now()).toISOString(),
    };
  },
});

const importing = defineOperation({
  name: 'workflows.import',
  summary: 'import an exported workflow; conflicts are reported, nothing is overwritten',
  who: 'operator',
  changes: true,
  places: ['export'],
  input: z.object({
    export: exportShape.meta({ description: 'a file written by workflows export', 'x-form': 'file-json' }),
    newVersion: z.boolean().default(false).describe('if the workflow exists already, add this as its newest version'),
  }),
  output: z.object({
    name: z.string(),
    version: z.string(),
    isNew: z.boolean(),
    differences: z.array(z.string()).describe('where "steps" disagrees with the diagram; the diagram is used'),
    conflicts: z.array(z.string()).describe('agents and files that already existed and were not changed'),
    agents: z.array(z.string()).describe('agents that were added'),
    notAllowed: z
      .array(z.object({ id: z.string(), would: z.array(z.string()) }))
      .describe('the added agents that need signoff agents allow, and what each would do'),
    createdAgents: z
      .array(z.string())
      .describe('agents named by the diagram but not exported; created without a prompt'),
  }),
  async handler(context, { export: given, newVersion }) {
    const store = await context.store();
    const { name, mermaidSource, steps, files } = given.workflow;
    const loaded = await compileText(mermaidSource, name, files ?? { prompts: {}, schemas: {} });
    const workflow = runnable(loaded, `the export of "${name}"`);
    const here = await store.workflow(workflow.name);
    if (here !== null && here.version !== workflow.version && !newVersion) {
      const message = `A workflow "${workflow.name}" exists here already, with version ${here.version.slice(0, 19)}.`;
      reject('workflow-conflict', `${message} Use --new-version to add the imported one as its newest version.`);
    }
    const renamed = workflow.name === name ? [] : [`the diagram calls itself "${workflow.name}", the export "${name}"`];
    const { added, notAllowed, conflicts, unknown } = await importAgents(context, store, readAgents(given.agents));
    const createdAgents = [
      ...(await ensureAgents(store, workflow, (id) => systemNote(context, 'AgentCreated', { id }))),
    ];
    const note = systemNote(context, 'WorkflowImported', { name: workflow.name, version: workflow.version });
    const { isNew } = await store.addWorkflow(workflow, null, note);
    const differences = [...renamed, ...stepDifferences(workflow, steps), ...unknown];
    const { version } = workflow;
    return { name: workflow.name, version, isNew, differences, conflicts, agents: added, notAllowed, createdAgents };
  },
});

interface ReadAgent {
  readonly id: string;
  readonly agent: StoredAgent;
  /** What it would start, call or use. */
  readonly would: readonly string[];
  readonly unknown: readonly string[];
}

/** All are read before anything is stored. One that has nothing but an id says nothing. */
function readAgents(agents: TransferFile['agents']): ReadAgent[] {
  return agents.flatMap(({ id, ...content }) => {
    if (Object.keys(content).length === 0) return [];
    const read = storedAgent.safeParse(content);
    if (!read.success) {
      const wrong = read.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
      return reject('invalid-request', `Expected a valid agent "${id}", found ${wrong.join('; ')}.`);
    }
    // What is not known here is reported, not kept: it might be a key.
    const unknown = Object.keys(content).filter((name) => !Object.hasOwn(storedAgent.shape, name));
    const would = agentReaches({ ...read.data, id }).map(reachText);
    // Also not active: a process of an older version knows nothing of being allowed.
    const agent = would.length === 0 ? read.data : { ...read.data, isActive: false };
    return [{ id, agent: { ...agent, isAllowed: would.length === 0 }, would, unknown }];
  });
}

async function importAgents(context: OperationContext, store: Store, agents: readonly ReadAgent[]) {
  const added: string[] = [];
  const notAllowed: { id: string; would: string[] }[] = [];
  const conflicts: string[] = [];
  const unknown: string[] = [];
  for (const { id, agent, would, unknown: fields } of agents) {
    const here = await store.record(AGENT, id);
    if (here === null) {
      const now = new Date(context.now()).toISOString();
      const dated = { ...agent, createdAt: agent.createdAt || now, updatedAt: agent.updatedAt || now };
      await store.putRecord(AGENT, id, asRecord(dated), systemNote(context, 'AgentImported', { id }));
      added.push(id);
      if (!agent.isAllowed) notAllowed.push({ id, would: [...would] });
      unknown.push(...fields.map((field) => `agent "${id}": ${field} is not known here and was left out`));
    } else if (!isSame(settingsOf({ ...readStored(here), isActive: agent.isActive }), settingsOf(agent)))
      conflicts.push(`agent "${id}" is here already with other settings`);
  }
  return { added, notAllowed, conflicts, unknown };
}

function isSame(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    isJsonObject(value)
      ? Object.entries(value)
          .sort(([x], [y]) => (x < y ? -1 : 1))
          .map(([k, v]) => [k, sorted(v)])
      : value;
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

export const transferOperations: readonly AnyOperation[] = [exporting, importing];
