// MCP for tests: a real engine on a SQLite file, the server as it ships, and the official client beside it, in process.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ClientOptions } from '@modelcontextprotocol/client';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../src/json.ts';
import { mcpHandler } from '../../src/mcp/mcp-handler.ts';
import type { McpOptions } from '../../src/mcp/mcp-options.ts';
import { openMcpServer } from '../../src/mcp/open-mcp-server.ts';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import { enginesOnFile } from '../runtime/engines-on-file.ts';

export const ME = 'user:local';

/** What R shows is changed by B. */
export const CHANGING = `flowchart TD
  S[START] --> R[Review]
  S --> B[Change]
%% @workflow: {"name": "changing", "data": {"type": "object", "properties": {"word": {"type": "string"}}}}
%% @R: {"execution": "manual", "shows": ["data.word"]}
%% @B: {"execution": "manual", "verdicts": ["blue", "red"], "set": {"word": "output.verdict"}}`;

export type Talk = 'older' | 'newer';

export interface McpConnection {
  readonly client: Client;
  /** What a tool answers, as JSON. */
  call(tool: string, input?: JsonObject): Promise<JsonObject>;
  /** What a tool refuses with. */
  refused(tool: string, input?: JsonObject): Promise<string>;
}

export interface ClientSide {
  /** `older`: the protocol of 2025 with its handshake. `newer`: that of 2026, each request by itself. */
  readonly talk?: Talk;
  readonly capabilities?: NonNullable<ClientOptions['capabilities']>;
  /** Before it connects. */
  prepare?(client: Client): void;
}

export async function mcpEngine(t: TestContext, options: Partial<EngineOptions> = {}): Promise<Engine> {
  return enginesOnFile(t).open(options);
}

export function mcpOptions(engine: Engine, more: Partial<McpOptions> = {}): McpOptions {
  return { engine, actor: ME, systems: [], version: '0.0.0-test', waitMs: 5000, ...more };
}

export async function connect(t: TestContext, options: McpOptions, side: ClientSide = {}): Promise<McpConnection> {
  const { talk = 'older', capabilities = {} } = side;
  const negotiation = talk === 'newer' ? { versionNegotiation: { mode: { pin: '2026-07-28' } as const } } : {};
  const client = new Client({ name: 'test', version: '0.0.0' }, { capabilities, ...negotiation });
  side.prepare?.(client);
  if (talk === 'newer') {
    const handler = mcpHandler(options);
    const fetch = (url: string | URL, init?: RequestInit) => handler(new Request(url, init));
    t.after(() => handler.close());
    await client.connect(new StreamableHTTPClientTransport(new URL('http://test.local/mcp'), { fetch }));
  } else {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = openMcpServer(options);
    await server.connect(far);
    await client.connect(near);
  }
  t.after(() => client.close());
  return callsOf(client);
}

export function callsOf(client: Client): McpConnection {
  const send = async (name: string, input: JsonObject) => client.callTool({ name, arguments: { ...input } });
  return {
    client,
    async call(tool, input = {}) {
      const { isError, structuredContent, content } = await send(tool, input);
      assert.notEqual(isError, true, JSON.stringify(content));
      assert.ok(isJsonObject(structuredContent), JSON.stringify(content));
      assert.deepEqual(JSON.parse(textIn(content)), structuredContent, 'the text is the structured content');
      return structuredContent;
    },
    async refused(tool, input = {}) {
      const { isError, content } = await send(tool, input);
      assert.equal(isError, true, JSON.stringify(content));
      return textIn(content);
    },
  };
}

export function textIn(content: unknown): string {
  const [first] = content as readonly { readonly text?: string }[];
  return first?.text ?? '';
}
