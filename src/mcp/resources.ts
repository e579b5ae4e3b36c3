// What clients can read: workflows, runs, their diagrams and documents, as signoff:// addresses. Lists are bounded.

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { RunRow } from '../ports/store.ts';
import type { RunView } from '../runtime/read-run.ts';
import { dataOf } from './data-of.ts';
import { diagramWithStatus } from './diagram-with-status.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { runStatus } from './show-hand-out.ts';

const WORKFLOWS_MAX = 100;
const RUNS_MAX = 30;
const MERMAID = 'text/vnd.mermaid';
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

export function resources(server: McpServer, options: McpOptions): void {
  workflowResource(server, options);
  runResource(server, options);
  diagramResource(server, options);
  documentResource(server, options);
}

function workflowResource(server: McpServer, options: McpOptions): void {
  const { engine, systems } = options;
  const list = async () => {
    const { items } = await engine.store.listWorkflows({ limit: WORKFLOWS_MAX });
    const names = new Set([...systems.map(({ name }) => name), ...items.map(({ name }) => name)]);
    const all = [...names].map((name) => ({ uri: `signoff://workflows/${encodeURIComponent(name)}`, name }));
    return { resources: all.map((each) => ({ ...each, mimeType: MERMAID })) };
  };
  const template = new ResourceTemplate('signoff://workflows/{name}', { list });
  const about = { description: "A workflow's diagram, with its configuration", mimeType: MERMAID };
  server.registerResource('workflow', template, about, async (uri, { name }) => {
    const named = textOf(name);
    const system = systems.find((each) => each.name === named);
    const stored = system === undefined ? await engine.store.workflow(named) : await system.workflow();
    if (stored === null) throw new ResourceNotFoundError(uri.href);
    return contents(uri, MERMAID, stored.workflow.source);
  });
}

function runResource(server: McpServer, options: McpOptions): void {
  const list = async () => ({
    resources: (await recentRuns(options)).map(({ run, workflowName, status }) => ({
      uri: `signoff://runs/${run}`,
      name: `${workflowName} ${run}`,
      description: status,
      mimeType: JSON_TYPE,
    })),
  });
  const template = new ResourceTemplate('signoff://runs/{run}', { list });
  const about = { description: 'A run as it stands: status, data, open tasks', mimeType: JSON_TYPE };
  server.registerResource('run', template, about, async (uri, { run }) => {
    const view = await viewOf(options, uri, run);
    return contents(uri, JSON_TYPE, JSON.stringify({ ...runStatus(view), data: dataOf(view) }, null, 2));
  });
}

function diagramResource(server: McpServer, options: McpOptions): void {
  const template = new ResourceTemplate('signoff://runs/{run}/diagram', { list: undefined });
  const about = { description: "A run's diagram, its steps marked by how they stand", mimeType: MERMAID };
  server.registerResource('run-diagram', template, about, async (uri, { run }) =>
    contents(uri, MERMAID, diagramWithStatus(await viewOf(options, uri, run))),
  );
}

function documentResource(server: McpServer, options: McpOptions): void {
  const list = async () => {
    const runs = await recentRuns(options);
    return { resources: (await Promise.all(runs.map((row) => documentsOf(options, row)))).flat() };
  };
  const template = new ResourceTemplate('signoff://runs/{run}/documents/{name}', { list });
  const about = { description: 'A document that a run writes, as it is now', mimeType: MARKDOWN };
  server.registerResource('run-document', template, about, async (uri, { run, name }) => {
    const view = await viewOf(options, uri, run);
    const system = systemOf(options, view.workflow.name);
    const named = textOf(name);
    const text = system?.documents?.includes(named) ? await system.readDocument?.(dataOf(view), named) : null;
    if (text == null) throw new ResourceNotFoundError(uri.href);
    return contents(uri, MARKDOWN, text);
  });
}

/** Those that can be read now. */
async function documentsOf(options: McpOptions, { run, workflowName }: RunRow) {
  const system = systemOf(options, workflowName);
  const view = system?.documents === undefined ? null : await options.engine.view(run);
  if (view === null) return [];
  const data = dataOf(view);
  // A run of another project than those named has its files where this process may not read.
  const read = (name: string) => system?.readDocument?.(data, name).catch(() => null);
  const texts = await Promise.all((system?.documents ?? []).map(read));
  const names = (system?.documents ?? []).filter((_, at) => texts[at] != null);
  return names.map((name) => ({
    uri: `signoff://runs/${run}/documents/${encodeURIComponent(name)}`,
    name: `${name} of ${run}`,
    mimeType: MARKDOWN,
  }));
}

async function recentRuns({ engine }: McpOptions) {
  return (await engine.store.listRuns({ isRoot: true }, { limit: RUNS_MAX })).items;
}

function systemOf({ systems }: McpOptions, workflow: string): McpSystem | undefined {
  return systems.find(({ name }) => name === workflow);
}

async function viewOf({ engine }: McpOptions, uri: URL, run: string | readonly string[] | undefined): Promise<RunView> {
  const view = await engine.view(textOf(run));
  if (view === null) throw new ResourceNotFoundError(uri.href);
  return view;
}

function textOf(value: string | readonly string[] | undefined): string {
  return decodeURIComponent(typeof value === 'string' ? value : (value?.[0] ?? ''));
}

const contents = (uri: URL, mimeType: string, text: string) => ({ contents: [{ uri: uri.href, mimeType, text }] });
