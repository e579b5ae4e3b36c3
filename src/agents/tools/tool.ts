// What an agent may use besides its own words: a tool, its result, and how one is defined from a schema.

import { z } from 'zod';
import type { Json, JsonObject } from '../../json.ts';
import type { ToolSpec } from '../../ports/provider.ts';

export interface Tool {
  readonly spec: ToolSpec;
  /** What an agent's list of tools calls it, where models are given another name: `server/tool` for `server__tool`. */
  readonly allowName?: string;
  /** Never rejects. Bad input, refusals and an aborted signal are results with `isError`. */
  call(input: Json, signal: AbortSignal): Promise<ToolResult>;
}

export interface ToolResult {
  /** At most RESULT_BYTES_MAX of UTF-8; what is missing is said where it is missing. */
  readonly text: string;
  readonly isError: boolean;
}

export const RESULT_BYTES_MAX = 100_000;

/** Thrown inside a tool's work: the text is meant for the agent. */
export class ToolRefusal extends Error {}

export interface ToolDefinition<Input> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  work(input: Input, signal: AbortSignal): Promise<string>;
}

export function defineTool<Input>({ name, description, input, work }: ToolDefinition<Input>): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return {
    spec: { name, description, input: schema as JsonObject },
    call: async (given, signal) => {
      const read = input.safeParse(given);
      if (!read.success)
        return failedResult(`${name} cannot use this input. ${issuesOf(read.error)} Nothing was done.`);
      try {
        signal.throwIfAborted();
        return okResult(await work(read.data, signal));
      } catch (thrown) {
        if (signal.aborted) return failedResult(`${name} was stopped before it was done.`);
        return failedResult(thrown instanceof ToolRefusal ? thrown.message : `${name} failed: ${messageOf(thrown)}`);
      }
    },
  };
}

export const okResult = (text: string): ToolResult => ({ text: capText(text), isError: false });
export const failedResult = (text: string): ToolResult => ({ text: capText(text), isError: true });

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Keeps the beginning and the end, since both tell more than the middle. */
export function capText(text: string, bytesMax = RESULT_BYTES_MAX): string {
  // A character is at most three bytes of UTF-8 per unit, so most texts need no counting.
  if (text.length * 3 <= bytesMax) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  const gapOf = (missing: number) => `\n[... ${missing} of ${bytes.length} bytes are left out here ...]\n`;
  const keptBytes = Math.max(0, bytesMax - gapOf(bytes.length).length);
  const headEnd = characterStart(bytes, Math.floor(keptBytes * 0.7));
  const tailStart = characterStart(bytes, bytes.length - (keptBytes - headEnd), 1);
  return `${bytes.toString('utf8', 0, headEnd)}${gapOf(tailStart - headEnd)}${bytes.toString('utf8', tailStart)}`;
}

/** The nearest index, in the direction of `step`, at which a character begins. */
function characterStart(bytes: Buffer, index: number, step: 1 | -1 = -1): number {
  let at = index;
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += step;
  return at;
}

function issuesOf(error: z.ZodError): string {
  const issues = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'The input'}: ${message}.`);
  return capText(issues.join(' '), 2_000);
}
