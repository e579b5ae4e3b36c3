// The rule of outputs: one JSON value, bare or in one fence, is that value; anything else is the text.

import type { Json } from '../../json.ts';
import { readWholeLenientJson } from './lenient-json.ts';
import { isJsonLanguage, singleFence } from './single-fence.ts';
import { storableProblem } from './storable.ts';

export function outputValue(text: string): Json {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** undefined for a text that is more, less or other than one JSON value. */
export function jsonIn(text: string): Json | undefined {
  const fence = singleFence(text);
  const strict = strictJson(fence === null ? text : fence.body);
  // Mistakes are forgiven only where a fence promised JSON: elsewhere the text may mean what it says.
  const found = strict === undefined && fence !== null ? claimedJson(fence.language, fence.body) : strict;
  return found === undefined || storableProblem(found) !== null ? undefined : found;
}

/** A fence that says it holds JSON and does not. */
export function brokenJsonFence(text: string): { readonly isCutOff: boolean; readonly expected: string } | null {
  const fence = singleFence(text);
  if (fence === null || !isJsonLanguage(fence.language) || strictJson(fence.body) !== undefined) return null;
  const read = readWholeLenientJson(fence.body);
  return read.ok ? null : read;
}

/** undefined for what is not JSON. Byte order marks and odd spaces around it do no harm. */
export function strictJson(text: string): Json | undefined {
  const bare = text.trim();
  // Most texts are not JSON, and a thrown error costs more than a look.
  if (!/^["{[\d\-tfn]/.test(bare)) return undefined;
  try {
    return JSON.parse(bare) as Json;
  } catch {
    return undefined;
  }
}

function claimedJson(language: string, body: string): Json | undefined {
  if (!isJsonLanguage(language)) return undefined;
  const read = readWholeLenientJson(body);
  return read.ok ? read.value : undefined;
}
