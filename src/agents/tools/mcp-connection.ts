// One MCP server: connected when first used, connected again once it broke, ended on close.

import type { Client, Tool as ListedTool } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../json.ts';
import type { Environment, FilledSecrets } from './fill-secrets.ts';
import { mcpText } from './mcp-text.ts';
import { lastOf, type McpServer, type McpWay, mcpWay, serverSecrets } from './mcp-transport.ts';
import { failedResult, messageOf, okResult, type ToolResult } from './tool.ts';

export interface McpBounds {
  readonly connectMs: number;
  readonly callMs: number;
  readonly env: Environment;
}

interface Live {
  readonly client: Client;
  readonly way: McpWay;
  readonly secrets: FilledSecrets;
  /** Resolves when the connection is over: for a program, when its process has ended. */
  readonly ended: Promise<void>;
  isBroken: boolean;
  isEnding: boolean;
}

const END_MS_MAX = 5_000;
const END_SESSION_MS_MAX = 1_000;
const LIST_PAGES_MAX = 20;

export class McpConnection {
  readonly #name: string;
  readonly #server: McpServer;
  readonly #bounds: McpBounds;
  readonly #closing = new AbortController();
  /** Connections given up, whose processes may still be ending. */
  readonly #ending = new Set<Promise<void>>();
  #live: Live | null = null;
  #connecting: Promise<Live> | null = null;

  constructor(name: string, server: McpServer, bounds: McpBounds) {
    this.#name = name;
    this.#server = server;
    this.#bounds = bounds;
  }

  /** Rejects with a message for people, free of secrets. */
  async list(signal: AbortSignal): Promise<readonly ListedTool[]> {
    return this.#use(signal, true, async ({ client, secrets }, options) => {
      const { tools } = await client.listTools(undefined, { ...options, timeout: this.#bounds.connectMs });
      // What a server says of its tools goes into prompts, where no secret may ever stand.
      return JSON.parse(secrets.redactLong(JSON.stringify(tools)));
    });
  }

  /** `canRepeat`: the tool says that doing it twice does no harm. */
  async call(tool: string, input: JsonObject, signal: AbortSignal, canRepeat: boolean): Promise<ToolResult> {
    try {
      return await this.#use(signal, canRepeat, async ({ client, secrets }, options) => {
        const result = await client.callTool({ name: tool, arguments: input }, options);
        const text = mcpText(result);
        return result.isError === true ? failedResult(secrets.redact(text)) : okResult(secrets.redactLong(text));
      });
    } catch (thrown) {
      return failedResult(messageOf(thrown));
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connecting?.catch(() => null);
    if (this.#live !== null) this.#end(this.#live);
    await Promise.all(this.#ending);
  }

  async #use<T>(
    signal: AbortSignal,
    canRepeat: boolean,
    work: (live: Live, options: { signal: AbortSignal; timeout: number }) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const live = await untilAborted(this.#connected(), signal, `MCP server "${this.#name}": stopped.`);
      try {
        return await work(live, { signal, timeout: this.#bounds.callMs });
      } catch (thrown) {
        const isRefused = isSessionUnknown(thrown);
        const isLost = isRefused || live.isBroken || isConnectionLost(thrown);
        if (isLost) this.#end(live);
        // Sent again only if it cannot have been done already, or may be done twice.
        if (isLost && attempt === 1 && !signal.aborted && (isRefused || canRepeat)) continue;
        const message = isLost
          ? 'The connection broke; what was asked may be done or not. The next call connects again.'
          : '';
        throw new Error(this.#failureText(thrown, live.secrets, signal, message));
      }
    }
  }

  #failureText(thrown: unknown, secrets: FilledSecrets, signal: AbortSignal, more: string): string {
    const found = signal.aborted ? 'stopped.' : reasonOf(thrown);
    return secrets.redact(`MCP server "${this.#name}": ${found} ${more}`.trim());
  }

  #connected(): Promise<Live> {
    if (this.#closing.signal.aborted) return Promise.reject(new Error(`MCP server "${this.#name}" was closed.`));
    if (this.#live !== null && !this.#live.isBroken) return Promise.resolve(this.#live);
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #connect(): Promise<Live> {
    let redact = (text: string) => text;
    let complaint = () => '';
    try {
      const secrets = serverSecrets(this.#server, this.#bounds.env);
      redact = secrets.redact;
      const begin = async (mode: 'legacy' | 'auto') => {
        const live = await this.#newLive(secrets, mode);
        complaint = live.way.complaint;
        return this.#greet(live);
      };
      // `auto` asks first which protocol a server speaks, for which it starts a program twice; few servers need that.
      this.#live = await begin('legacy').catch((thrown) => {
        if (isAnswer(thrown)) return begin('auto');
        throw thrown;
      });
      return this.#live;
    } catch (thrown) {
      const said = complaint() === '' ? '' : ` Its standard error ends: ${lastOf(redact(complaint()))}`;
      throw new Error(redact(`MCP server "${this.#name}" could not be reached: ${reasonOf(thrown)}`) + said);
    }
  }

  async #newLive(secrets: FilledSecrets, mode: 'legacy' | 'auto'): Promise<Live> {
    const { connectMs, callMs, env } = this.#bounds;
    const way = await mcpWay(this.#server, secrets.values, env, Math.max(connectMs, callMs));
    const { Client } = await import('@modelcontextprotocol/client');
    const options = { listMaxPages: LIST_PAGES_MAX, versionNegotiation: { mode } };
    const client = new Client({ name: 'signoff', version: '0' }, options);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const live: Live = { client, way, secrets, ended, isBroken: false, isEnding: false };
    // The client keeps a listener that is there before it connects.
    way.transport.onclose = () => {
      live.isBroken = true;
      resolve();
    };
    return live;
  }

  async #greet(live: Live): Promise<Live> {
    try {
      const options = { timeout: this.#bounds.connectMs, signal: this.#closing.signal };
      await live.client.connect(live.way.transport, options);
      return live;
    } catch (thrown) {
      this.#end(live);
      throw thrown;
    }
  }

  /** Begins to end it; close() waits for that. */
  #end(live: Live): void {
    if (this.#live === live) this.#live = null;
    if (live.isEnding) return;
    live.isEnding = true;
    const ending = endLive(live).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

/** Never rejects: what cannot be ended in time is left to its own end. */
async function endLive({ client, way, ended }: Live): Promise<void> {
  await waitAtMost(way.endSession(), END_SESSION_MS_MAX);
  await waitAtMost(client.close(), END_MS_MAX);
  await waitAtMost(ended, END_MS_MAX);
}

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work.catch(() => undefined), promise]);
  clearTimeout(timer);
}

/** Others may wait for the same work, so it goes on when one of them no longer does. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new Error(message));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** HTTP 404: the server knows the session no longer and has done nothing. */
function isSessionUnknown(thrown: unknown): boolean {
  return thrown instanceof Error && 'status' in thrown && thrown.status === 404;
}

/** It is there and understands us, but does not speak the protocol's older form. */
function isAnswer(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && typeof thrown.code === 'number') || ('status' in thrown && thrown.status === 400);
}

function isConnectionLost(thrown: unknown): boolean {
  if (thrown instanceof TypeError) return true;
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return code === 'NOT_CONNECTED' || code === 'CONNECTION_CLOSED' || code === 'SEND_FAILED';
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? ` (${messageOf(thrown.cause)})` : '';
  return `${messageOf(thrown)}${cause}`;
}
