// The documents that a run writes, as they are now: files of the project, or what the run holds before they are made.

import { readValue } from '../engine/value.ts';
import type { RunView } from '../runtime/read-run.ts';
import { dataOf } from './data-of.ts';
import type { McpSystem } from './mcp-options.ts';

/** By the names they have over MCP. */
export function documentNames({ system }: McpSystem): readonly string[] {
  return (system.documents?.kinds ?? []).map(({ resource }) => resource);
}

/** null where there is none yet. Rejects for a project that this process may not read. */
export async function readDocument({ system, files }: McpSystem, view: RunView, name: string): Promise<string | null> {
  const kind = system.documents?.kinds.find(({ resource }) => resource === name);
  if (kind === undefined) return null;
  const data = dataOf(view);
  const folder = folderOf(system, view);
  const text = folder === null ? null : await files.read(`${folder}/${kind.file}`);
  const own = kind.keptIn === undefined ? null : data[kind.keptIn];
  return text ?? (typeof own === 'string' ? own : null);
}

/** null where the run has not got so far. */
function folderOf({ documents, start }: McpSystem['system'], view: RunView): string | null {
  const input = readValue(view.state.input, [], view.payloads) ?? null;
  const about = start?.about(input, dataOf(view)) ?? null;
  if (documents === undefined || about === null || about.document === null) return null;
  return `${about.project}/${documents.folder}/${about.document}`;
}
