// The system whose workflow a run is of, where it is one of those that are known.

import type { McpOptions, McpSystem } from './mcp-options.ts';

export function systemOf({ systems }: McpOptions, workflow: string): McpSystem | undefined {
  return systems.find(({ system }) => system.name === workflow);
}
