// What clients can read: workflows, runs, their diagrams and documents, as signoff:// addresses. Lists are bounded.

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { RunRow } from '../ports/store.ts';
import type { RunView } from '../runtime/read-run.ts';
import { dataOf } from './data-of.ts';
import { diagramWithStatus } from './diagram-with-status.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { runStatus } from './show-hand-out.ts';
import { documentNames, readDocument } from './system-documents.ts';
import { systemOf } from './system-of.ts';

const WORKFLOWS_MAX = 100;
const RUNS_MAX = 30;
const MERMAID = 'text/vnd.mermaid';
const MARKDOWN = 'text/markdown';
const HTML = 'text/html';
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
    const names = new Set([...systems.map(({ system }) => system.name), ...items.map(({ name }) => name)]);
    const all = [...names].map((name) => ({ uri: `signoff://workflows/${encodeURIComponent(name)}`, name }));
    return { resources: all.map((each) => ({ ...each, mimeType: MERMAID })) };
  };
  const template = new ResourceTemplate('signoff://workflows/{name}', { list });
  const about = { description: "A workflow's diagram, with its configuration", mimeType: MERMAID };
  server.registerResource('workflow', template, about, async (uri, { name }) => {
    const named = textOf(name);
    const known = systemOf(options, named);
    const stored = known === undefined ? await engine.store.workflow(named) : await known.workflow();
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
  const about = { description: 'A document that a run writes, as it is now' };
  server.registerResource('run-document', template, about, async (uri, { run, name }) => {
    const view = await viewOf(options, uri, run);
    const known = systemOf(options, view.workflow.name);
    const text = known === undefined ? null : await readDocument(known, view, textOf(name));
    if (text === null) throw new ResourceNotFoundError(uri.href);
    return contents(uri, documentType(known, textOf(name)), text);
  });
}

function documentType(known: McpSystem | undefined, name: string): string {
  const file = known?.system.documents?.kinds.find(({ resource }) => resource === name)?.file ?? '';
  if (file.endsWith('.json')) return JSON_TYPE;
  return file.endsWith('.html') ? HTML : MARKDOWN;
}

/** Those that can be read now. */
async function documentsOf(options: McpOptions, { run, workflowName }: RunRow) {
  const known = systemOf(options, workflowName);
  const all = known === undefined ? [] : documentNames(known);
  const view = all.length === 0 ? null : await options.engine.view(run);
  if (view === null || known === undefined) return [];
  // A run of another project than those named has its files where this process may not read.
  const texts = await Promise.all(all.map((name) => readDocument(known, view, name).catch(() => null)));
  const names = all.filter((_, at) => texts[at] !== null);
  return names.map((name) => ({
    uri: `signoff://runs/${run}/documents/${encodeURIComponent(name)}`,
    name: `${name} of ${run}`,
    mimeType: documentType(known, name),
  }));
}

async function recentRuns({ engine }: McpOptions) {
  return (await engine.store.listRuns({ isRoot: true }, { limit: RUNS_MAX })).items;
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
