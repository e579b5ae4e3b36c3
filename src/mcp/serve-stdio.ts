// Serves MCP over this process's stdin and stdout: nothing but the protocol may be written to stdout meanwhile.

import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { BoundedLines, LINE_BYTES_MAX } from './bounded-lines.ts';
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
    transport: new StdioServerTransport(process.stdin.pipe(new BoundedLines(refuseLong)), process.stdout),
    onerror: (error) => options.onFault?.(error),
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

/** JSON-RPC's number for an invalid request. */
const INVALID_REQUEST = -32_600;

function refuseLong(id: string | number | null): void {
  const most = LINE_BYTES_MAX.toLocaleString('en');
  const message = `request-too-large: Expected a message of at most ${most} bytes, found more. Nothing was done.`;
  const error = {
    code: INVALID_REQUEST,
    message: `${message} Send less at once.`,
    data: { code: 'request-too-large' },
  };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
}
