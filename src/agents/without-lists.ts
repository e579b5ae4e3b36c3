// An item's prompt without the list it comes from: it does not need the other items, and they would be paid for with
// every one of them.

import { isJsonObject, type Json } from '../json.ts';
import type { AgentFacts } from '../ports/agent-host.ts';

type Lists = AgentFacts['lists'];

/** The value with each of the lists, wherever it stands in it, as its length and the place of this item. */
export function withoutLists(value: Json, lists: Lists): Json {
  if (lists.length === 0) return value;
  return replaced(
    value,
    lists.map((list) => ({ ...list, text: JSON.stringify(list.items) })),
  );
}

type ListText = Lists[number] & { readonly text: string };

function replaced(value: Json, lists: readonly ListText[]): Json {
  if (Array.isArray(value)) {
    const found = lists.find((list) => isSame(value, list));
    if (found !== undefined) return `[${found.items.length} items; this is item ${found.index + 1}]`;
    return value.map((each) => replaced(each, lists));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, lists)]));
}

function isSame(value: readonly Json[], { items, text }: ListText): boolean {
  return value === items || (value.length === items.length && JSON.stringify(value) === text);
}
