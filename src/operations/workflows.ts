// Operations on stored workflows: add, list, show, versions, diff, check, delete; transfer-workflows.ts has the others.

import * as z from 'zod';
import type { StoredWorkflow, WorkflowRow } from '../ports/store.ts';
import { countOf } from './count-of.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import { diffWorkflows } from './diff-workflows.ts';
import { ensureAgents } from './ensure-agents.ts';
import * as fields from './fields.ts';
import { findWorkflow } from './find-workflow.ts';
import { loadSource, problemShape, runnable, sourceFields } from './load-source.ts';
import { removeEnded } from './remove-ended.ts';
import { systemNote } from './system-note.ts';
import { exportedStep } from './transfer-shapes.ts';
import { transferOperations } from './transfer-workflows.ts';

const workflowShape = z.object({
  name: z.string(),
  version: z.string(),
  origin: z.string().nullable().describe('the folder it was added from'),
  addedAt: fields.at,
  addedBy: z.string(),
});
const countedShape = z.object({ ...workflowShape.shape, runs: z.number(), openRuns: z.number() });

const shown = ({ name, version, origin, addedAt, addedBy }: Omit<StoredWorkflow, 'workflow'>) => ({
  ...{ name, version, origin, addedAt, addedBy },
});
const counted = (row: WorkflowRow) => ({ ...shown(row), runs: row.runs, openRuns: row.openRuns });

const add = defineOperation({
  name: 'workflows.add',
  summary: 'store a diagram and its subflows; runs in progress keep their version',
  who: 'operator',
  changes: true,
  places: ['file'],
  input: z.object(sourceFields),
  output: z.object({
    name: z.string(),
    version: z.string(),
    isNew: z.boolean().describe('false if this version was already stored; it is now the newest'),
    subflows: z.array(z.object({ name: z.string(), version: z.string(), isNew: z.boolean() })),
    warnings: z.array(problemShape),
    createdAgents: z
      .array(z.string())
      .describe('agents named by the diagram that did not exist yet; created without a prompt'),
  }),
  async handler(context, input) {
    const loaded = await loadSource(context, input);
    const workflow = runnable(loaded, input.file ?? 'the text');
    const store = await context.store();
    const createdAgents: string[] = [];
    const put = async (one: typeof workflow) => {
      const { name, version } = one;
      const home = one === workflow ? undefined : loaded.homes.get(name);
      const noted = (id: string) => systemNote(context, 'AgentCreated', { id });
      createdAgents.push(...(await ensureAgents(store, one, noted, home?.agents)));
      const note = systemNote(context, 'WorkflowAdded', { name, version });
      const { isNew } = await store.addWorkflow(one, home?.folder ?? loaded.folder, note);
      return { name, version, isNew };
    };
    const subflows = [];
    // What it starts is there before it is.
    for (const subflow of loaded.subflows) subflows.push(await put(subflow));
    const warnings = loaded.problems.map((problem) => ({ ...problem }));
    return { ...(await put(workflow)), subflows, warnings, createdAgents };
  },
});

const list = defineOperation({
  name: 'workflows.list',
  summary: 'list the newest version of each stored workflow',
  who: 'viewer',
  changes: false,
  input: z.object(fields.page),
  output: z.object({ workflows: z.array(countedShape), next: fields.next }),
  async handler(context, { limit, after }) {
    const page = await (await context.store()).listWorkflows({ limit, ...(after !== undefined && { after }) });
    return { workflows: page.items.map(counted), next: page.next };
  },
});

const show = defineOperation({
  name: 'workflows.show',
  summary: 'show a stored workflow: its steps and its diagram',
  who: 'viewer',
  changes: false,
  places: ['workflow'],
  input: z.object({ workflow: fields.workflowName, version: fields.version }),
  output: z.object({
    ...workflowShape.shape,
    description: z.string(),
    kind: z.enum(['flow', 'machine']),
    input: fields.json.nullable().describe("the JSON Schema of a run's input"),
    steps: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.string(),
        execution: z.string().nullable(),
        to: z.array(z.string()),
      }),
    ),
    source: z.string(),
  }),
  async handler(context, input) {
    const stored = await findWorkflow(await context.store(), input.workflow, input.version);
    const { workflow } = stored;
    const steps = workflow.steps.map((step) => ({
      ...{ id: step.id, name: step.label, kind: step.kind, execution: step.execution },
      to: [...new Set((exportedStep(step).next ?? []).map(({ to }) => to))],
    }));
    const { description, kind, source } = workflow;
    return { ...shown(stored), description, kind, input: workflow.input, steps, source };
  },
});

const versions = defineOperation({
  name: 'workflows.versions',
  summary: 'list the versions of a workflow, newest first, with their number of runs',
  who: 'viewer',
  changes: false,
  places: ['workflow'],
  input: z.object({ workflow: fields.workflowName }),
  output: z.object({ versions: z.array(countedShape) }),
  async handler(context, input) {
    const store = await context.store();
    await findWorkflow(store, input.workflow);
    return { versions: (await store.versionsOf(input.workflow)).map(counted) };
  },
});

const diff = defineOperation({
  name: 'workflows.diff',
  summary: 'show the differences between two versions of a workflow (default: the newest two)',
  who: 'viewer',
  changes: false,
  places: ['workflow', 'from', 'to'],
  input: z.object({
    workflow: fields.workflowName,
    from: z.string().optional().describe('a version (default: the one before "to")'),
    to: z.string().optional().describe('a version (default: the newest)'),
  }),
  output: z.object({
    name: z.string(),
    from: z.string(),
    to: z.string(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.object({ step: z.string(), fields: z.array(z.string()) })),
    settings: z.array(z.string()),
    lines: z.array(z.string()),
  }),
  async handler(context, input) {
    const store = await context.store();
    const to = await findWorkflow(store, input.workflow, input.to);
    const all = await store.versionsOf(input.workflow);
    const place = all.findIndex(({ version }) => version === to.version);
    const before = input.from ?? all[place + 1]?.version;
    if (before === undefined)
      return reject('unknown-version', `"${to.name}" has only one version to compare: ${to.version}.`);
    const from = await findWorkflow(store, input.workflow, before);
    const { added, removed, changed, settings, lines } = diffWorkflows(from.workflow, to.workflow);
    return {
      ...{ name: to.name, from: from.version, to: to.version },
      ...{ added: [...added], removed: [...removed], settings: [...settings], lines: [...lines] },
      changed: changed.map(({ step, fields: names }) => ({ step, fields: [...names] })),
    };
  },
});

const check = defineOperation({
  name: 'workflows.check',
  summary: 'report every problem in a diagram; nothing is stored',
  who: 'viewer',
  changes: false,
  places: ['file'],
  input: z.object(sourceFields),
  output: z.object({
    ok: z.boolean(),
    name: z.string().nullable(),
    version: z.string().nullable(),
    problems: z.array(problemShape),
  }),
  async handler(context, input) {
    const { workflow, problems } = await loadSource(context, input);
    return {
      ok: workflow !== null,
      name: workflow?.name ?? null,
      version: workflow?.version ?? null,
      problems: problems.map((problem) => ({ ...problem })),
    };
  },
});

const remove = defineOperation({
  name: 'workflows.delete',
  summary: 'delete a workflow and all its versions; refused while it has runs',
  who: 'operator',
  changes: true,
  places: ['workflow'],
  input: z.object({
    workflow: fields.workflowName,
    withRuns: z.boolean().default(false).describe('delete its ended runs too; each leaves a tombstone'),
  }),
  output: z.object({ name: z.string(), versions: z.number(), runs: z.number() }),
  async handler(context, { workflow: name, withRuns }) {
    const store = await context.store();
    await findWorkflow(store, name);
    const rows = await store.versionsOf(name);
    const open = rows.reduce((sum, { openRuns }) => sum + openRuns, 0);
    const all = rows.reduce((sum, { runs }) => sum + runs, 0);
    if (open > 0) {
      const message = `"${name}" has ${countOf(open, 'run')} in progress.`;
      reject('workflow-in-use', `${message} Cancel them, or wait until they have ended.`);
    }
    // Nobody could read a run whose workflow is gone.
    if (all > 0 && !withRuns) {
      const message = `"${name}" has ${countOf(all, 'ended run')}, which cannot be read without it.`;
      reject('workflow-in-use', `${message} Use --with-runs to delete them too, or prune them first.`);
    }
    const runs = await removeEnded(context, store, name, Number.MAX_SAFE_INTEGER);
    await store.removeWorkflow(name, systemNote(context, 'WorkflowRemoved', { name, versions: rows.length }));
    return { name, versions: rows.length, runs };
  },
});

export const operations: readonly AnyOperation[] = [
  add,
  list,
  show,
  versions,
  diff,
  check,
  ...transferOperations,
  remove,
];
