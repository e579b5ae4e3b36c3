// A value as an event records it: as it is when small, else what kind of thing it was.

import type { Json } from '../json.ts';

const CHARACTERS_MAX = 200;

export function shortened(value: Json | undefined): Json | undefined {
  if (value === undefined || fits(value)) return value;
  if (typeof value === 'string') return `[text of ${grouped(value.length)} characters]`;
  return Array.isArray(value) ? `[array of ${grouped(value.length)}]` : '[object]';
}

/** Whether the value's JSON has at most 200 characters, found out without writing the JSON of a large one. */
function fits(value: Json): boolean {
  const pending: Json[] = [value];
  // Each value is counted with the comma after it; the outermost has none.
  let left = CHARACTERS_MAX + 1;
  for (let next = pending.pop(); next !== undefined && left >= 0; next = pending.pop()) {
    if (next === null || typeof next !== 'object') {
      left -= typeof next === 'string' && next.length > left ? left + 1 : JSON.stringify(next).length + 1;
      continue;
    }
    left -= 3;
    if (Array.isArray(next)) {
      if (next.length * 2 > left) return false;
      pending.push(...next);
      continue;
    }
    for (const [key, entry] of Object.entries(next)) {
      left -= key.length + 3;
      if (left < 0) return false;
      pending.push(entry);
    }
  }
  return left >= 0;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
