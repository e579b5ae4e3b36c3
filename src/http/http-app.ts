// What the server answers: the guard first, then /mcp by the handler it was given, and /health.

import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { boundedRequest } from './bounded-request.ts';
import { refusalOf } from './local-guard.ts';

/** Answers what arrives at /mcp; streamable HTTP is its matter. */
export type McpHandler = (request: Request) => Promise<Response>;

export interface Health {
  readonly version: string;
  readonly store: 'sqlite' | 'postgres';
}

export interface AppOptions {
  readonly mcp: McpHandler;
  readonly health: Health;
  onFault(thrown: unknown): void;
}

export const BODY_BYTES_MAX = 12_000_000;
const MCP = '/mcp';
/** JSON-RPC's number for errors that a server defines. */
const RPC_SERVER_ERROR = -32_000;

export function httpApp({ mcp, health, onFault }: AppOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    const refusal = refusalOf(c.req.header('host'), c.req.header('origin'));
    if (refusal !== null) return refuse(refusal.code, refusal.message, c, 403);
    await next();
    return c.res;
  });
  app.all(MCP, async (c) => {
    const asked = await boundedRequest(c.req.raw, BODY_BYTES_MAX);
    return asked === null ? tooLarge(c) : mcp(asked);
  });
  app.get('/health', (c) => c.json({ status: 'ok', ...health }));
  app.notFound((c) => {
    const found = `${c.req.method} ${c.req.path}`;
    return refuse('no-such-address', `Expected ${MCP} or GET /health, found ${found}. Nothing was done.`, c, 404);
  });
  app.onError((thrown, c) => {
    // A client that hung up in the middle gets no answer, and that is not a fault.
    if (!c.req.raw.signal.aborted) onFault(thrown);
    const message = 'Something went wrong in signoff itself; its own output says what. Please report it.';
    return refuse('server-fault', message, c, 500);
  });
  return app;
}

function tooLarge(c: Context): Response {
  const most = BODY_BYTES_MAX.toLocaleString('en');
  const message = `Expected a request of at most ${most} bytes, found more. Nothing was done. Send less at once.`;
  return refuse('request-too-large', message, c, 413);
}

/** MCP clients read JSON-RPC, everyone else the form of the other faces. */
function refuse(code: string, message: string, c: Context, status: ContentfulStatusCode): Response {
  if (c.req.path !== MCP) return c.json({ error: { code, message } }, status);
  const error = { code: RPC_SERVER_ERROR, message: `${code}: ${message}`, data: { code } };
  return c.json({ jsonrpc: '2.0', id: null, error }, status);
}
