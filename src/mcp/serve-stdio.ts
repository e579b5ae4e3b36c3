// Serves MCP over this process's stdin and stdout: nothing but the protocol may be written to stdout meanwhile.

import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { McpOptions } from './mcp-options.ts';
import { openMcpServer } from './open-mcp-server.ts';

export interface StdioServing {
  /** Resolves when the client has gone away or `close` was called. The engine stays open, for its owner to close. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export function serveStdio(options: McpOptions): StdioServing {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const handle = serve(() => openMcpServer(options), {
    transport: new StdioServerTransport(process.stdin, process.stdout),
    onerror: (error) => process.stderr.write(`mcp: ${error.message}\n`),
  });
  // Forms that are still open end with the connection, before the engine does.
  const gone = (): void => void handle.close().then(resolve, () => resolve());
  process.stdin.once('end', gone);
  process.stdin.once('close', gone);
  return {
    closed,
    async close() {
      await handle.close();
      resolve();
    },
  };
}
