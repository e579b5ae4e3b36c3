// The systems that ship as the MCP face offers them, on the store and project of a test.

import { mcpSystems } from '../../src/mcp/mcp-systems.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';

const BY = { actor: 'user:ada', channel: 'cli' } as const;

export function systemsOn(at: { readonly engine: Engine; readonly project?: string }, known = SYSTEMS) {
  const files = workspaceFiles(at.project === undefined ? [] : [at.project]);
  return mcpSystems(new KnownSystems(known), { store: at.engine.store, by: BY, now: Date.now, files });
}
