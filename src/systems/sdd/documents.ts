// The documents of a design as commands and clients know them.

import { readItems } from '../../documents/design/items.ts';
import type { DocumentSummary, Texts } from '../../ports/system.ts';

export function summaryOf({ design = '', hld = '', lld = '', database = '' }: Texts): DocumentSummary {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(design)?.[1] ?? '';
  const value = (name: string): string | null =>
    front
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  const items = readItems({ hld, lld, database });
  const isThere = [hld, lld, database].some((text) => text !== '');
  return {
    title: textIn(value('title')),
    status: value('status')?.toLowerCase() ?? (isThere ? 'draft' : null),
    lastModified: (textIn(value('approved_at')) ?? textIn(value('created_at')))?.slice(0, 10) ?? null,
    counts: isThere
      ? {
          ...{ useCases: items.useCases.length, components: items.components.length },
          ...{ endpoints: items.endpoints.length, tables: items.tables.length },
        }
      : null,
  };
}

function textIn(value: string | null): string | null {
  if (value === null) return null;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
