// Whether a run that lives on has what it was asked for, as its system says; and what a system reads of a run.

import { type FactSources, runFacts } from '../runtime/gate-facts.ts';
import { loadValue } from '../runtime/load-value.ts';
import { eventsOfRun, type RunView } from '../runtime/read-run.ts';
import { isQuiet, type NoTask } from './hand-out.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { systemOf } from './system-of.ts';

/** null: something is still to come. */
export async function milestoneOf(options: McpOptions, view: RunView, handOut: NoTask): Promise<NoTask | null> {
  const known = view.state.parent === null && isQuiet(view) ? systemOf(options, view.workflow.name) : undefined;
  const rest = (await known?.system.rest?.(runFacts(view, sourcesOf(options, view, known)))) ?? null;
  if (rest === null) return null;
  const commands = rest.next.map((command) => `signoff ${command.replace('{run}', view.id)}`);
  const next = commands.length === 0 ? [] : [`The person can go on with: ${commands.join('; ')}`];
  return { ...handOut, kind: 'rests', message: [`${rest.reached}.`, ...rest.lines, ...next].join('\n') };
}

export function sourcesOf({ engine }: McpOptions, view: RunView, known: McpSystem | undefined): FactSources {
  const { store } = engine;
  return {
    payloads: view.payloads,
    events: () => eventsOfRun(store, view.id, view.row.key),
    load: (value) => loadValue(store, view.id, value),
    // Of a project that is not one of this process's, nothing is read.
    read: async (path) => known?.files.read(path).catch(() => null) ?? null,
  };
}
