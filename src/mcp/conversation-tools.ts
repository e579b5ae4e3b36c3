// The tools of a system's conversation: one that orchestrates, and one for each step, which only tells how to do it.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../json.ts';
import type { Wire, WireStep } from '../ports/wire.ts';
import { asGiven } from './as-given.ts';
import { answer, catchRejection } from './client-call.ts';
import { stepPrompt } from './instructions.ts';
import type { McpOptions, WiredSystem } from './mcp-options.ts';
import { orchestrate } from './orchestrate.ts';

const state = z
  .object({ thread_id: z.string().default('') })
  .default({ thread_id: '' })
  .describe('Passed through as it was given; opaque.');

export function conversationTools(server: McpServer, options: McpOptions, system: WiredSystem): void {
  const { wire } = system;
  const { tool, title, description } = wire.orchestrator;
  const userInput = z.record(z.string(), z.unknown()).optional().describe(wire.orchestrator.userInput);
  server.registerTool(
    tool,
    {
      ...{ title, description },
      inputSchema: asGiven(z.object({ userInput, workflowStateData: state })),
      outputSchema: z.object({ orchestrationInstructionsPrompt: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (given, context) => {
      const { userInput: result, workflowStateData, misplaced } = given;
      const report = { thread: workflowStateData.thread_id, userInput: result as JsonObject | undefined, misplaced };
      return catchRejection(orchestrate({ server, options, system, context }, report));
    },
  );
  for (const [step, { tool: name }] of Object.entries(wire.steps)) {
    if (firstWith(wire, name) === step) stepTool(server, options, system, step);
  }
}

/** Changes nothing: the run knows the values, whatever the model passes on. */
function stepTool(server: McpServer, options: McpOptions, system: WiredSystem, step: string): void {
  const { tool, title, description, fields } = system.wire.steps[step] as WireStep;
  server.registerTool(
    tool,
    {
      ...{ title, description },
      inputSchema: asGiven(z.object({ ...optional(fields), workflowStateData: state })),
      outputSchema: z.object({ promptForLLM: z.string(), resultSchema: z.string() }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (given) =>
      catchRejection(
        stepPrompt(options, system, tool, { ...given } as JsonObject).then((prompt) => answer({ ...prompt })),
      ),
  );
}

/** The run knows the values: a model that leaves them out loses nothing. */
function optional(fields: z.ZodRawShape): z.ZodRawShape {
  const entries = Object.entries(fields).map(([name, field]) => [name, (field as z.ZodType).optional()]);
  return Object.fromEntries(entries) as z.ZodRawShape;
}

const firstWith = ({ steps }: Wire, tool: string): string | undefined =>
  Object.keys(steps).find((step) => steps[step]?.tool === tool);
