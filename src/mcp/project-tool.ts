// A tool by which agents read the project, for a client's model: the same tool, read-only and confined to the project.

import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import { findRun } from '../operations/find-run.ts';
import { catchRejection } from './client-call.ts';
import type { McpOptions } from './mcp-options.ts';
import { isServed, projectOf } from './project-of.ts';
import { systemOf } from './system-of.ts';

export function projectTool(server: McpServer, options: McpOptions, name: string): void {
  const { projectTools, projects = [] } = options;
  const spec = projectTools?.(projects[0] ?? '.').find((tool) => tool.spec.name === name)?.spec;
  if (projectTools === undefined || projects.length === 0 || spec === undefined) return;
  server.registerTool(
    name,
    {
      description: spec.description,
      inputSchema: fromJsonSchema<JsonObject>(withRun(spec.input) as never),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ run, ...input }, context): Promise<CallToolResult> => {
      const called = folderOf(options, run).then(async (folder): Promise<CallToolResult> => {
        const tool = projectTools(folder).find((each) => each.spec.name === name);
        const { text, isError } = (await tool?.call(input, context.mcpReq.signal)) ?? { text: '', isError: true };
        return { content: [{ type: 'text', text }], isError };
      });
      return catchRejection(called);
    },
  );
}

const RUN = { type: 'string', description: 'the run whose project is meant, where several are served' };

function withRun(schema: JsonObject): JsonObject {
  const { properties } = schema;
  return { ...schema, properties: { ...(isJsonObject(properties) ? properties : {}), run: RUN } };
}

/** The project of the run; without one the only project. Never a folder that this process does not work for. */
async function folderOf(options: McpOptions, named: Json | undefined): Promise<string> {
  const { projects = [], engine } = options;
  if (typeof named !== 'string') {
    const [only, ...others] = projects;
    if (only !== undefined && others.length === 0) return only;
    throw new RejectionError({
      code: 'invalid-request',
      message: 'Expected `run`, the run whose project is meant, since several projects are served. Nothing was read.',
    });
  }
  const { run } = await findRun(engine.store, named);
  const view = await engine.view(run);
  const known = view === null ? undefined : systemOf(options, view.workflow.name);
  const project = view === null || known === undefined ? null : projectOf(known, view);
  if (known !== undefined && project !== null && (await isServed(known, project))) return project;
  const message = `Expected a run of a project that is served here, found ${run}. Nothing was read.`;
  throw new RejectionError({ code: 'invalid-request', message });
}
