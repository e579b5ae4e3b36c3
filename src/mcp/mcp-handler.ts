// Serves MCP over HTTP as a web-standard handler. It guards nothing: hosts, origins and people are checked before it.

import { createMcpHandler, type McpServer, type ServerNotifier } from '@modelcontextprotocol/server';
import type { McpOptions } from './mcp-options.ts';
import { openMcpServer } from './open-mcp-server.ts';

export interface McpHandler {
  (request: Request): Promise<Response>;
  /** Tells clients that listen what has changed. */
  readonly notify: ServerNotifier;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 12_000_000;

export function mcpHandler(options: McpOptions): McpHandler {
  return handlerOf(() => openMcpServer(options), options.onFault);
}

/** A server for each request: nothing is kept between two, so any process of the store can answer the next. */
export function handlerOf(open: () => McpServer, onerror: (error: Error) => void = () => {}): McpHandler {
  const handler = createMcpHandler(open, {
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror,
  });
  const { notify } = handler;
  return Object.assign((request: Request) => handler.fetch(request), { notify, close: () => handler.close() });
}
