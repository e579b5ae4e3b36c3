// The system whose workflow a run is of, where it is one of those that are known.

import { hasSubflow } from '../runtime/known-systems.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';

export function systemOf({ systems }: McpOptions, workflow: string): McpSystem | undefined {
  return (
    systems.find(({ system }) => system.name === workflow) ?? systems.find(({ system }) => hasSubflow(system, workflow))
  );
}
