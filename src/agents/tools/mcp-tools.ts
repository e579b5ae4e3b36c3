// Tools of MCP servers, for agents: listed, called and ended, with each failure of a server reported as an error
// result.

import type { Tool as ListedTool } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { Environment } from './fill-secrets.ts';
import { McpConnection } from './mcp-connection.ts';
import { isServerName, mcpName } from './mcp-name.ts';
import type { McpServer } from './mcp-transport.ts';
import { capText, failedResult, messageOf, type Tool } from './tool.ts';

export type { McpServer };

export interface McpToolsOptions {
  /** For starting a server and for reading its list of tools, each; 10 s unless given. */
  readonly connectMs?: number;
  /** For one call; 60 s unless given. */
  readonly callMs?: number;
  /** Where `{{secret.NAME}}` in a server's `env` and `headers` is looked up. */
  readonly env: Environment;
}

export interface McpTools {
  /** All tools of the servers that `allow` names (`server/tool`, `server/*`); no other server is started. A tool that
   *  is named exactly is there even when its server cannot be reached: calling it tries once more and tells why. */
  list(allow: readonly string[], signal: AbortSignal): Promise<ListedMcpTools>;
  /** Ends every session and process; tools called later answer that the server was closed. Never rejects. */
  close(): Promise<void>;
}

export interface ListedMcpTools {
  readonly tools: readonly Tool[];
  /** Servers without a list of tools, and why; for people, without secrets. */
  readonly failed: readonly { readonly server: string; readonly message: string }[];
}

const CONNECT_MS = 10_000;
const CALL_MS = 60_000;
const TOOLS_MAX = 500;
const DESCRIPTION_BYTES_MAX = 4_000;

/** Starts nothing yet. Never rejects: faults of a server are reported when it is used. */
export async function openMcpTools(
  servers: { readonly [name: string]: McpServer },
  { connectMs = CONNECT_MS, callMs = CALL_MS, env }: McpToolsOptions,
): Promise<McpTools> {
  const open = Object.entries(servers).map(([name, server]) => {
    return { name, connection: new McpConnection(name, server, { connectMs, callMs, env }) };
  });
  return {
    list: async (allow, signal) => {
      const wanted = open.filter(({ name }) => allow.some((each) => each.startsWith(`${name}/`)));
      const listed = await Promise.all(
        wanted.map(({ name, connection }) => listServer(name, connection, allow, signal)),
      );
      return { tools: listed.flatMap(({ tools }) => tools), failed: listed.flatMap(({ failed }) => failed) };
    },
    close: async () => {
      await Promise.all(open.map(({ connection }) => connection.close()));
    },
  };
}

async function listServer(
  server: string,
  connection: McpConnection,
  allow: readonly string[],
  signal: AbortSignal,
): Promise<ListedMcpTools> {
  if (!isServerName(server)) {
    const message = `Expected a name of letters, digits, ".", "_" and "-" for an MCP server; found "${server}".`;
    return { tools: [], failed: [{ server, message }] };
  }
  try {
    const listed = (await connection.list(signal)).slice(0, TOOLS_MAX);
    return { tools: uniqueTools(listed.map((each) => mcpTool(server, each, connection))), failed: [] };
  } catch (thrown) {
    const named = allow.filter((each) => each.startsWith(`${server}/`) && each !== `${server}/*`);
    const stands = named.map((each) => ({ ...UNLISTED, name: each.slice(server.length + 1) }));
    return {
      tools: uniqueTools(stands.map((each) => mcpTool(server, each, connection))),
      failed: [{ server, message: messageOf(thrown) }],
    };
  }
}

const UNLISTED = {
  description: 'Its server could not be reached when this was written, so that nothing is known of its input.',
  inputSchema: { type: 'object' as const },
};

function mcpTool(server: string, listed: ListedTool, connection: McpConnection): Tool {
  const { name, description, inputSchema, annotations } = listed;
  const canRepeat = annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
  return {
    spec: {
      name: mcpName(server, name),
      description: capText(description ?? listed.title ?? name, DESCRIPTION_BYTES_MAX),
      input: inputSchema as JsonObject,
    },
    allowName: `${server}/${name}`,
    call: async (input, signal) => {
      if (isJsonObject(input)) return connection.call(name, input, signal, canRepeat);
      const found = input === null ? 'null' : Array.isArray(input) ? 'a list' : `a ${typeof input}`;
      return failedResult(`${server}/${name} expects an object as its input; found ${found}. Nothing was done.`);
    },
  };
}

/** A server that lists a name twice means the first. */
function uniqueTools(tools: readonly Tool[]): readonly Tool[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.spec.name, tool])).values()].reverse();
}
