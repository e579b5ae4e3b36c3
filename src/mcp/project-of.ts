// The project that a run works for, and whether it is one of this process's.

import { readValue } from '../engine/value.ts';
import type { RunView } from '../runtime/read-run.ts';
import { dataOf } from './data-of.ts';
import type { McpSystem } from './mcp-options.ts';

/** null: the system does not say, or it is not a run of a system. */
export function projectOf({ system }: McpSystem, view: RunView): string | null {
  const input = readValue(view.state.input, [], view.payloads) ?? null;
  return system.start?.about(input, dataOf(view))?.project ?? null;
}

/** A folder holds what is in it, not itself: any name will do. */
export const isServed = ({ files }: McpSystem, project: string): Promise<boolean> => files.holds(`${project}/any`);
