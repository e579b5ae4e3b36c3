// Runs that are open, and what each waits for: for a client that has lost its thread, or never had one.

import { readValue } from '../engine/value.ts';
import { waitTexts } from '../engine/wait-text.ts';
import { waitsFor } from '../engine/waits-for.ts';
import type { JsonObject } from '../json.ts';
import type { ListedTask, RunRow } from '../ports/store.ts';
import { outsideOf, readFacts, type StoreFacts } from '../runtime/outside-facts.ts';
import type { RunView } from '../runtime/read-run.ts';
import { dataOf } from './data-of.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { systemOf } from './system-of.ts';

const WAITS_EACH = 3;
const ABOUT_CHARACTERS_MAX = 60;

export interface OpenRun {
  readonly run: string;
  readonly workflow: string;
  readonly title: string | null;
  readonly waitsFor: string;
}

/** Newest first; subflows are left to the runs around them. */
export async function openRuns(options: McpOptions, limit: number, workflow?: string): Promise<readonly OpenRun[]> {
  const { store } = options.engine;
  const filter = { status: ['running', 'paused', 'on_hold'] as const, isRoot: true };
  const { items } = await store.listRuns({ ...filter, ...(workflow !== undefined && { workflow }) }, { limit });
  const now = options.engine.clock.now();
  const facts = await readFacts(store, now);
  return Promise.all(items.map((row) => openRun(options, row, facts)));
}

async function openRun(options: McpOptions, row: RunRow, facts: StoreFacts): Promise<OpenRun> {
  const { engine } = options;
  const { run, workflowName } = row;
  const view = await engine.view(run);
  const title = row.title ?? (view === null ? null : aboutOf(systemOf(options, workflowName), view));
  return {
    run,
    workflow: workflowName,
    title,
    waitsFor: view === null ? NOTHING : waitsText(view, facts, engine.clock.now()),
  };
}

/** null while nobody knows. */
function aboutOf(known: McpSystem | undefined, view: RunView): string | null {
  if (known === undefined) return null;
  const data = dataOf(view);
  if (known.wire !== undefined) return known.wire.about(data);
  const input = readValue(view.state.input, [], view.payloads) ?? null;
  const about = known.system.start?.about(input, data) ?? null;
  return about === null ? null : (about.document ?? about.subject.slice(0, ABOUT_CHARACTERS_MAX)) || null;
}

const NOTHING = 'nothing that a client does';

function waitsText(view: RunView, facts: StoreFacts, now: number): string {
  const { state, workflow } = view;
  const waits = waitsFor(state, workflow.steps, outsideOf(view, facts));
  const texts = waitTexts(
    waits.map((wait) => ({ wait, workflow: workflow.name })),
    now,
  );
  return (
    texts
      .slice(0, WAITS_EACH)
      .map(({ text }) => text)
      .join('; ') || NOTHING
  );
}

/** The gates and words of the person, and what clients have taken up, in all runs. */
export async function openTasks(
  options: McpOptions,
  clients: ReadonlySet<string>,
  limit: number,
): Promise<{ readonly gates: readonly JsonObject[]; readonly held: readonly JsonObject[] }> {
  const { store } = options.engine;
  const gates = await store.listTasks({ forPeople: true, status: ['pending', 'in_progress', 'waiting'] }, { limit });
  const work = await store.listTasks({ forPeople: false, status: ['in_progress'] }, { limit: 10 * limit });
  const held = work.items.filter(({ worker }) => clients.has(worker ?? '')).slice(0, limit);
  return { gates: gates.items.map(listed), held: held.map(listed) };
}

const listed = ({ run, workflowName, step, title }: ListedTask): JsonObject => ({
  ...{ run, workflow: workflowName, step },
  ...(title !== null && { title }),
});
