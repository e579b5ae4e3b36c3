// The HTTP server of this machine: /mcp and /health on 127.0.0.1, loopback only.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Health, httpApp, type McpHandler } from './http-app.ts';

export interface HttpOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly mcp: McpHandler;
  readonly health: Health;
  /** A request that failed by our own fault; its caller learns that, without the reason. */
  onFault(thrown: unknown): void;
  /** How long requests under way may still take when the server closes. */
  readonly graceMs?: number;
  /** In which a whole request must have come, its body included; 30 s unless given. */
  readonly requestMs?: number;
  /** At once; further connections are closed. 100 unless given. */
  readonly connectionsMax?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Takes no more requests, lets those under way finish for a while, then cuts them. Can be called twice. */
  close(): Promise<void>;
}

export interface HttpRejection {
  readonly code: 'authentication-missing' | 'port-in-use' | 'port-refused';
  readonly message: string;
}

export type ServeResult =
  | { readonly ok: true; readonly server: HttpServer }
  | { readonly ok: false; readonly rejection: HttpRejection };

const LOCAL = '127.0.0.1';
const GRACE_MS = 2_000;
const HEADERS_MS = 15_000;
/** A body is on this machine already: a client this slow holds memory and sends nothing. */
const REQUEST_MS = 30_000;
/** Each may hold a body of 12 MB. Clients that wait for events hold one each. */
const CONNECTIONS_MAX = 100;
/** How many times in that time connections are looked at. */
const LOOKS = 6;

export async function serveHttp(options: HttpOptions): Promise<ServeResult> {
  const { host, port } = options;
  if (host !== LOCAL && host !== 'localhost') return { ok: false, rejection: unguarded(host) };
  // Adapters otherwise replace the Request and Response of the whole process by their own.
  const listener = getRequestListener(httpApp(options).fetch, { overrideGlobalObjects: false });
  const requestTimeout = options.requestMs ?? REQUEST_MS;
  const headersTimeout = Math.min(HEADERS_MS, requestTimeout);
  const connectionsCheckingInterval = requestTimeout / LOOKS;
  const times = { headersTimeout, requestTimeout, connectionsCheckingInterval };
  const server = createServer(times, (request, response) => {
    listener(request, response).catch(options.onFault);
  });
  server.maxConnections = options.connectionsMax ?? CONNECTIONS_MAX;
  const error = await listening(server, port);
  if (error !== null) return { ok: false, rejection: refusedPort(port, error) };
  const bound = (server.address() as AddressInfo).port;
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= closed(server, options.graceMs ?? GRACE_MS);
    return closing;
  };
  return { ok: true, server: { url: `http://${LOCAL}:${bound}`, port: bound, close } };
}

function listening(server: Server, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((settle) => {
    server.once('error', settle);
    server.listen(port, LOCAL, () => {
      server.off('error', settle);
      settle(null);
    });
  });
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((done) => {
    // A stream of events has no end of its own.
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      done();
    });
    server.closeIdleConnections();
  });
}

function unguarded(host: string): HttpRejection {
  const why = 'others could reach the server, and authentication is not configured';
  const what = `The server listens only on ${LOCAL}, not on "${host}", where ${why}. Nothing was started.`;
  const todo = 'Leave the address out, and come from other machines through a tunnel such as ssh -L.';
  return { code: 'authentication-missing', message: `${what} ${todo}` };
}

function refusedPort(port: number, error: NodeJS.ErrnoException): HttpRejection {
  const isUsed = error.code === 'EADDRINUSE';
  const found = isUsed ? 'another program is listening there' : error.message;
  const message = `The server cannot listen on port ${port} of ${LOCAL}: ${found}. Nothing was started.`;
  const todo = isUsed ? 'Stop that program, or give another port with --port.' : 'Give another port with --port.';
  return { code: isUsed ? 'port-in-use' : 'port-refused', message: `${message} ${todo}` };
}
