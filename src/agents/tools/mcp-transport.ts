// The two ways to an MCP server: a program on its standard streams, or streamable HTTP.

import type { Transport } from '@modelcontextprotocol/client';
import { type Environment, type FilledSecrets, fillSecrets } from './fill-secrets.ts';

export type McpServer =
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: { readonly [name: string]: string };
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: { readonly [name: string]: string } };

export interface McpWay {
  readonly transport: Transport;
  /** Ends the session at the server, where it has one. */
  endSession(): Promise<void>;
  /** The last of what the program wrote to its standard error. */
  complaint(): string;
}

const ANSWER_BYTES_MAX = 10_000_000;
const COMPLAINT_LENGTH_MAX = 8_000;
const COMPLAINT_LENGTH_SHOWN = 1_000;

export function serverSecrets(server: McpServer, env: Environment): FilledSecrets {
  return fillSecrets(('url' in server ? server.headers : server.env) ?? {}, env);
}

export function mcpWay(
  server: McpServer,
  filled: FilledSecrets['values'],
  env: Environment,
  callMs: number,
): Promise<McpWay> {
  return 'url' in server ? httpWay(server.url, filled, callMs) : programWay(server, filled, env);
}

async function programWay(
  { command, args, cwd }: Extract<McpServer, { command: string }>,
  own: FilledSecrets['values'],
  env: Environment,
): Promise<McpWay> {
  const { DEFAULT_INHERITED_ENV_VARS, StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  // The program gets no more of our environment than it needs to start: other secrets are not for it.
  const inherited = DEFAULT_INHERITED_ENV_VARS.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  const transport = new StdioClientTransport({
    command,
    args: [...(args ?? [])],
    env: { ...Object.fromEntries(inherited), ...own },
    ...(cwd === undefined ? {} : { cwd }),
    stderr: 'pipe',
    maxBufferSize: ANSWER_BYTES_MAX,
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-COMPLAINT_LENGTH_MAX);
  });
  return {
    transport,
    endSession: async () => undefined,
    complaint: () => said.trim(),
  };
}

async function httpWay(url: string, headers: FilledSecrets['values'], callMs: number): Promise<McpWay> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: (to, init) => boundedFetch(to, init ?? {}, callMs),
  });
  return { transport, endSession: () => transport.terminateSession(), complaint: () => '' };
}

/** The client reads an answer of any length, and lets a request that timed out go on; neither may be. */
async function boundedFetch(to: string | URL, init: RequestInit, callMs: number): Promise<Response> {
  if (init.method !== 'POST') return fetch(to, init);
  const bound = AbortSignal.timeout(callMs);
  const response = await fetch(to, { ...init, signal: init.signal ? AbortSignal.any([init.signal, bound]) : bound });
  if (response.body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes <= ANSWER_BYTES_MAX) controller.enqueue(chunk);
      else controller.error(new Error(`the answer is longer than ${ANSWER_BYTES_MAX} bytes.`));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}

/** The end of it, which tells most; taken after secrets are out, so that none is cut in two and slips through. */
export const lastOf = (complaint: string): string => complaint.slice(-COMPLAINT_LENGTH_SHOWN);
