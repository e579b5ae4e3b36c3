// How large what comes from outside may be, in one place. What is larger is refused before anything is stored.

import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import { isReference, type Value } from '../engine/value.ts';

export interface Limits {
  /** One task's output, as JSON. */
  readonly outputBytesMax: number;
  /** Any one value: an input, a field of the record, a message, the text of a file. */
  readonly payloadBytesMax: number;
}

export const LIMITS: Limits = { outputBytesMax: 5_000_000, payloadBytesMax: 10_000_000 };

/** Why a command is refused for its size; null when it is not. `payloads` holds the texts of its large values. */
export function sizeRefusal(
  command: Command,
  payloads: ReadonlyMap<string, string>,
  { outputBytesMax, payloadBytesMax }: Limits,
): Rejection | null {
  if (payloads.size === 0) return null;
  const output: Value | undefined = 'output' in command ? command.output : undefined;
  const outputText = isReference(output) ? payloads.get(output.$ref) : undefined;
  const outputBytes = outputText === undefined ? 0 : bytesOf(outputText, outputBytesMax);
  if (outputBytes > outputBytesMax) {
    return refusal('output-too-large', 'an output', outputBytesMax, outputBytes, 'Give less, or give it as a file.');
  }
  for (const text of payloads.values()) {
    const bytes = bytesOf(text, payloadBytesMax);
    if (bytes > payloadBytesMax)
      return refusal('payload-too-large', 'a value', payloadBytesMax, bytes, 'Split it, or give less.');
  }
  return null;
}

/** Exact where it matters: a text that fits however its characters are written need not be counted. */
function bytesOf(text: string, most: number): number {
  return text.length * 3 <= most ? text.length : Buffer.byteLength(text);
}

function refusal(code: string, what: string, most: number, found: number, fix: string): Rejection {
  const [limit, size] = [most, found].map((count) => count.toLocaleString('en'));
  const message = `Expected ${what} of at most ${limit} bytes, found ${size}. ${fix} Nothing was changed.`;
  return { code, message };
}
