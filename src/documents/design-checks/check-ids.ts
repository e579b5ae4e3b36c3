// Ids keep their meaning from draft to draft: what was UC-001 is not UC-003 in the next one.

import type { DesignFinding } from '../design/finding.ts';
import { type DesignItems, readItems } from '../design/items.ts';
import type { DesignTexts, PartName } from '../design/part.ts';
import { type CheckContext, findingAt, listed } from './check-context.ts';

/** What each id was called; ids that a later draft dropped are still in it, since nothing else may have them. */
export type KnownIds = { readonly [id: string]: string };

interface NamedItem {
  readonly id: string;
  readonly name: string;
  readonly part: PartName;
  readonly line: number;
}

export function checkIds(context: CheckContext): readonly DesignFinding[] {
  const { knownIds = {} } = context.around;
  const items = namedItems(context.items);
  const byId = new Map(items.map((item) => [item.id, item]));
  const byKind = new Map<string, { item: NamedItem; said: string; id: string }[]>();
  for (const [id, before] of Object.entries(knownIds)) {
    const now = byId.get(id);
    if (now !== undefined && !isOther(before, now.name)) continue;
    const moved = items.find((item) => item.id !== id && kindOf(item.id) === kindOf(id) && isSame(item.name, before));
    // Its name stood under that id before as well: two of the same name, and this one was dropped or changed.
    if (moved === undefined || isSame(knownIds[moved.id] ?? '', before)) continue;
    const said =
      now === undefined
        ? `${id} "${before}" is now ${moved.id}`
        : `${id} was "${before}", which is now ${moved.id}, and stands for "${now.name}"`;
    byKind.set(kindOf(id), [...(byKind.get(kindOf(id)) ?? []), { item: moved, said, id }]);
  }
  return [...byKind.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const own = listed(all.map(({ id }) => id));
    return findingAt(context, first.item, {
      ...{ rule: 'id-not-stable', severity: 'HIGH' },
      message: `Ids changed their meaning since the last draft: ${all.map(({ said }) => said).join('; ')}.`,
      suggestion: `Give ${own} back to what it stood for; number what is new after the highest.`,
    });
  });
}

/** With what was known before: the first meaning counts, unless it was only reworded, and one that is gone stays. */
export function knownIdsOf(texts: DesignTexts, known: KnownIds): KnownIds {
  const isMoved = ({ id, name }: NamedItem): boolean =>
    Object.entries(known).some(([other, own]) => other !== id && kindOf(other) === kindOf(id) && isSame(own, name));
  const now = namedItems(readItems(texts)).filter((item) => {
    const before = known[item.id];
    return before === undefined ? !isMoved(item) : !isOther(before, item.name);
  });
  return { ...known, ...Object.fromEntries(now.map(({ id, name }) => [id, name])) };
}

function namedItems({ useCases, components, decisions, endpoints, tables }: DesignItems): readonly NamedItem[] {
  return [
    ...[...useCases, ...components, ...decisions].map(({ title, ...item }) => ({ ...item, name: title })),
    ...endpoints.map(({ method, path, ...item }) => ({ ...item, name: `${method} ${path}`.trim() })),
    ...tables,
  ].filter(({ id, name }) => id !== '' && name.trim() !== '');
}

const kindOf = (id: string): string => id.split('-')[0] ?? '';

const wordsOf = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isSame = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ');

/** A title that was reworded still has most of its words. */
function isOther(before: string, now: string): boolean {
  const [old, own] = [new Set(wordsOf(before)), wordsOf(now)];
  return own.filter((word) => old.has(word)).length * 2 <= Math.max(old.size, own.length);
}
