// The documents of a design as commands and clients know them.

import { readItems } from '../../documents/design/items.ts';
import { PARTS, parseParts } from '../../documents/design/part.ts';
import { readFront } from '../../documents/design/read-front.ts';
import { DESIGN_EXPORT_LAYOUTS, exportDesign } from '../../documents/export/export-design.ts';
import type { DocumentSummary, ExportResult, Texts } from '../../ports/system.ts';

export function summaryOf({ design = '', hld = '', lld = '', database = '' }: Texts): DocumentSummary {
  const { title, status, lastModified } = readFront(design);
  const items = readItems({ hld, lld, database });
  const isThere = [hld, lld, database].some((text) => text !== '');
  return {
    ...{ title, status: status?.toLowerCase() ?? (isThere ? 'draft' : null), lastModified },
    counts: isThere
      ? {
          ...{ useCases: items.useCases.length, components: items.components.length },
          ...{ endpoints: items.endpoints.length, tables: items.tables.length },
        }
      : null,
  };
}

/** Nothing while a part is missing: half a design would be taken for a whole one. */
export function exportAs(layout: string, featureId: string, given: Texts, number: number): ExportResult {
  const known = DESIGN_EXPORT_LAYOUTS.find((one) => one === layout);
  if (known === undefined) throw new Error(`The layout "${layout}" is none of ${DESIGN_EXPORT_LAYOUTS.join(', ')}.`);
  const { hld = '', lld = '', database = '', design } = given;
  const texts = { hld, lld, database };
  if (PARTS.some((part) => texts[part].trim() === '')) return { items: 0, noun: 'section', files: [] };
  const parts = parseParts(texts);
  const items = PARTS.reduce((sum, part) => sum + parts[part].sections.length, 0);
  const source = { featureId, texts, number, ...(design !== undefined && { design }) };
  return { items, noun: 'section', files: exportDesign(known, source) };
}
