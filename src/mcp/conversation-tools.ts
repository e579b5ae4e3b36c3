// The tools of a conversation contract: one that orchestrates, and one for each step, which only tells how to do it.

import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../json.ts';
import { asGiven } from './as-given.ts';
import { answer, orRefusal } from './client-call.ts';
import { stepPrompt } from './instructions.ts';
import type { ConversationContract, McpOptions, McpSystem } from './mcp-options.ts';
import { orchestrate } from './orchestrate.ts';

const state = z
  .object({ thread_id: z.string().default('') })
  .default({ thread_id: '' })
  .describe('Passed through as it was given; opaque.');

export function conversationTools(server: McpServer, options: McpOptions, system: McpSystem): void {
  const { contract } = system;
  if (contract === undefined) return;
  const { tool, title, description } = contract.orchestrator;
  const userInput = z.record(z.string(), z.unknown()).optional().describe(contract.orchestrator.userInput);
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
      return orRefusal(orchestrate({ server, options, system, contract, context }, report));
    },
  );
  for (const [step, { tool: name }] of Object.entries(contract.steps)) {
    if (firstWith(contract, name) === step) stepTool(server, options, contract, step);
  }
}

/** Changes nothing: the run knows the values, whatever the model passes on. */
function stepTool(server: McpServer, options: McpOptions, contract: ConversationContract, step: string): void {
  const { tool, title, description, fields } = contract.steps[step] as ConversationContract['steps'][string];
  server.registerTool(
    tool,
    {
      ...{ title, description },
      inputSchema: asGiven(z.object({ ...optional(fields), workflowStateData: state })),
      outputSchema: z.object({ promptForLLM: z.string(), resultSchema: z.string() }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (given) =>
      orRefusal(
        stepPrompt(options, contract, tool, { ...given } as JsonObject).then((prompt) => answer({ ...prompt })),
      ),
  );
}

/** The run knows the values: a model that leaves them out loses nothing. */
function optional(fields: z.ZodRawShape): z.ZodRawShape {
  const entries = Object.entries(fields).map(([name, field]) => [name, (field as z.ZodType).optional()]);
  return Object.fromEntries(entries) as z.ZodRawShape;
}

const firstWith = ({ steps }: ConversationContract, tool: string): string | undefined =>
  Object.keys(steps).find((step) => steps[step]?.tool === tool);
