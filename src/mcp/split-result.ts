// A model's turn in a conversation may hold its result in a block that begins with ```result, as prompts ask for.

import type { Json } from '../json.ts';

export interface SplitTurn {
  readonly text: string;
  /** Left out: there is no such block, or it cannot be read; then it stays in the text. */
  readonly result?: Json;
}

export function splitResult(message: string): SplitTurn {
  const lines = message.split('\n');
  const first = lines.findIndex((line) => line.trim() === '```result');
  const last = first < 0 ? -1 : lines.findIndex((line, at) => at > first && line.trim() === '```');
  if (last < 0) return { text: message };
  const rest = [...lines.slice(0, first), ...lines.slice(last + 1)];
  try {
    return { text: rest.join('\n').trim(), result: JSON.parse(lines.slice(first + 1, last).join('\n')) as Json };
  } catch {
    return { text: message };
  }
}
