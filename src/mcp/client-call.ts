// One call of a client: until when it is answered, how progress is reported to it, and how answers and refusals look.

import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { Rejection } from '../engine/context.ts';
import { SystemFault } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import type { McpOptions } from './mcp-options.ts';
import type { ClientCall } from './next-step.ts';

/** A call is answered within 25 s: what comes after waiting takes its time too. */
export const WAIT_MS = 24_000;

export function clientCall({ engine, waitMs = WAIT_MS }: McpOptions, context: ServerContext): ClientCall {
  const { signal, _meta } = context.mcpReq;
  const progressToken = _meta?.progressToken;
  let progress = 0;
  return {
    signal,
    until: engine.clock.monotonic() + waitMs,
    async tell(message) {
      if (progressToken === undefined) return;
      progress++;
      const params = { progressToken, progress, message };
      // A client that is gone needs no news; the call ends by its signal.
      await context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

export function answer(content: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: { ...content } };
}

export function refusal({ code, message }: Rejection): CallToolResult {
  return { content: [{ type: 'text', text: `${code}: ${message}` }], isError: true };
}

/** A rejection is reported to the model; a fault is ours and is thrown on. */
export async function catchRejection<T>(doing: Promise<T>): Promise<T | CallToolResult> {
  try {
    return await doing;
  } catch (thrown) {
    if (thrown instanceof RejectionError) return refusal(thrown.rejection);
    // Of code that a project brings along: the person can mend it.
    if (thrown instanceof SystemFault) return refusal(thrown);
    throw thrown;
  }
}
