// The MCP server: tools for any workflow, the tools of each system's conversation, resources and prompts.

import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { conversationTools } from './conversation-tools.ts';
import { GENERIC_TOOLS, genericTools } from './generic-tools.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { resources } from './resources.ts';
import { systemTools } from './system-tools.ts';

const INSTRUCTIONS =
  'signoff runs workflows of people and agents. Gates are decided by the person, never by you. ' +
  'runs_start begins a workflow, tasks_next says what is to be done, tasks_submit takes your results, ' +
  "tasks_answer relays the person's answers.";

/** A system with a conversation of its own is begun by its own tool. */
function instructionsOf({ systems }: McpOptions): string {
  const own = systems.flatMap(({ wire }) =>
    wire === undefined
      ? []
      : [`${wire.orchestrator.tool} leads a conversation of its own: ${wire.orchestrator.summary}`],
  );
  return [INSTRUCTIONS, ...own].join(' ');
}

/** A server for one connection, or for one request: all that lasts is in the engine's store. */
export function openMcpServer(options: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'signoff', version: options.version },
    { instructions: instructionsOf(options) },
  );
  genericTools(server, options);
  for (const system of options.systems) {
    const { wire } = system;
    if (wire !== undefined) conversationTools(server, options, { ...system, wire });
    systemPrompt(server, system);
  }
  systemTools(server, options, namesOf(options));
  resources(server, options);
  return server;
}

/** Names that are taken, whatever a system calls its tools. */
function namesOf({ systems }: McpOptions): ReadonlySet<string> {
  const own = systems.flatMap(({ wire }) =>
    wire === undefined ? [] : [wire.orchestrator.tool, ...Object.values(wire.steps).map(({ tool }) => tool)],
  );
  return new Set([...GENERIC_TOOLS, ...own]);
}

function systemPrompt(server: McpServer, { system: { name }, prompt }: McpSystem): void {
  if (prompt === undefined) return;
  const fields = Object.entries(prompt.arguments).map(([field, about]) => [
    field,
    z.string().optional().describe(about),
  ]);
  const argsSchema = z.object(Object.fromEntries(fields) as Record<string, z.ZodOptional<z.ZodString>>);
  server.registerPrompt(name, { title: name, description: prompt.description, argsSchema }, async (given) => ({
    messages: [{ role: 'user', content: { type: 'text', text: await prompt.text(given) } }],
  }));
}
